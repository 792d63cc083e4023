import { groupBy } from '../../../math/groups.ts';
import { EMPTY_OUTLINE, type Outline, type Reference, type Unit } from '../../../model/document.ts';
import { isFault, type LogEvent, raisedIn } from '../../../text/logs/events.ts';
import { LEVELS } from '../../../text/logs/level.ts';
import { mineTemplates } from '../../../text/logs/templates.ts';
import { faultNames, type LogFrame, readLogFrame } from '../../../text/traces.ts';
import { stated } from '../documentation/units.ts';
import { familiesIn } from './as-written.ts';

/** Ordinary events go together up to this many lines, so that a million lines are not a million units. */
const RUN_LINES = 40;
/** More warnings than this are ordinary. */
const MOST_WARNINGS = 200;
const MOST_FRAMES = 20;
const LONGEST_NAME = 100;
const LONGEST_TEMPLATE = 300;

function framesOf(event: LogEvent, lines: readonly string[], offset: number) {
  const frames: (LogFrame & { readonly line: number })[] = [];
  for (let i = event.first; i <= event.last; i++) {
    const text = lines[i] ?? '';
    // The first line, and each line behind a prefix, is read from its message on.
    const frame = readLogFrame(text) ?? readLogFrame(text.slice(offset));
    if (frame !== null) frames.push({ ...frame, line: i + 1 });
  }
  for (const text of event.stack.split('\n')) {
    const frame = readLogFrame(text);
    if (frame !== null) frames.push({ ...frame, line: event.first + 1 });
  }
  return frames;
}

/** What went wrong in a line: a Python traceback says so at its end. */
const headline = (event: LogEvent, lines: readonly string[]): string =>
  (/^\s*Traceback/.test(event.message) && raisedIn(event, lines)) || event.message;

/** A time for people: as written, but never as a bare number of seconds. */
const timeOf = ({ time, timeText }: LogEvent): string =>
  time !== null && /^[\d.]+$/.test(timeText) && time.precision === 'full'
    ? new Date(time.ms).toISOString()
    : timeText;

/** The function's own name: the last part of `com.shop.Cart.add`, `main.(*Cart).Add` or `Cart#add`. */
const ownName = (name: string): string => /[\w$]+$/.exec(name.replace(/[^\w$]+$/, ''))?.[0] ?? '';

function faultUnit(event: LogEvent, lines: readonly string[], template: string) {
  const first = lines[event.first] ?? '';
  const offset = event.message === '' ? 0 : Math.max(0, first.indexOf(event.message));
  const frames = framesOf(event, lines, offset);
  // From the message on: a header may hold what looks like a code.
  const more = lines.slice(event.first + 1, event.last + 1).join('\n');
  const text = `${event.message}\n${more}\n${event.stack}`;
  const names = faultNames(text);
  const places = frames.map((frame) => frame.place).filter((place) => place !== '');
  const meta = stated({
    level: event.level ?? 'error',
    time: timeOf(event),
    logger: event.logger.slice(0, LONGEST_NAME),
    host: event.host,
    template: template.slice(0, LONGEST_TEMPLATE),
    frames: places.slice(0, MOST_FRAMES).join(','),
  });
  const name = names[0] ?? event.message.trim().slice(0, LONGEST_NAME);
  const place = { firstLine: event.first + 1, lastLine: event.last + 1 };
  const unit: Unit = { ...place, kind: 'event', name, names, within: [], joins: false, meta };
  return { unit, frames };
}

export function levelCounts(events: readonly LogEvent[]): string {
  const byLevel = groupBy(events, ({ level }) => level);
  const found = LEVELS.filter((level) => byLevel.has(level));
  return found.map((level) => `${level}:${byLevel.get(level)?.length}`).join(',');
}

export function spanOf(events: readonly LogEvent[]): Record<string, string> {
  const first = events.find(({ timeText }) => timeText !== '');
  const last = events.findLast(({ timeText }) => timeText !== '');
  return first === undefined || last === undefined ? {} : { from: timeOf(first), to: timeOf(last) };
}

function runUnit(run: readonly LogEvent[], isNamed: boolean): Unit {
  const [firstLine, lastLine] = [(run[0]?.first ?? 0) + 1, (run.at(-1)?.last ?? 0) + 1];
  const meta = stated({ ...spanOf(run), levels: levelCounts(run) });
  const name = isNamed ? (run[0]?.message.trim().slice(0, LONGEST_NAME) ?? '') : '';
  const alone = { names: [], within: [], joins: false };
  return { firstLine, lastLine, kind: 'events', name, ...alone, meta };
}

/** Faults as units of their own, what lies between them in runs; warnings apart, for among ordinary lines nobody finds one. */
export function readUnits(
  events: readonly LogEvent[],
  lines: readonly string[],
): { units: Unit[]; references: Reference[] } {
  const faults = events.filter(isFault);
  const templates = new Map<LogEvent, string>();
  const mined = mineTemplates(
    faults.map((event) => headline(event, lines)),
    faults.map((event) => event.level ?? ''),
  );
  for (const { template, ids } of mined) {
    for (const event of ids.flatMap((id) => faults[id] ?? [])) templates.set(event, template);
  }
  const isApart = events.filter(({ level }) => level === 'warn').length <= MOST_WARNINGS;
  const isWarning = (event: LogEvent | undefined): boolean => isApart && event?.level === 'warn';
  const units: Unit[] = [];
  const references: Reference[] = [];
  let run: LogEvent[] = [];
  const flush = (): void => {
    if (run.length > 0) units.push(runUnit(run, isWarning(run[0])));
    run = [];
  };
  for (const event of events) {
    if (isFault(event)) {
      flush();
      const { unit, frames } = faultUnit(event, lines, templates.get(event) ?? '');
      units.push(unit);
      for (const { name, line } of frames) {
        if (ownName(name) !== '') references.push({ name: ownName(name), line });
      }
      continue;
    }
    const start = run[0]?.first ?? event.first;
    const isOther = run.length > 0 && isWarning(run[0]) !== isWarning(event);
    if (isOther || event.last - start >= RUN_LINES) flush();
    run.push(event);
  }
  flush();
  return { units, references };
}

/** Measurements as they were written: a unit for each metric or table. */
export function tableOutline(lines: readonly string[]): Outline {
  const units = familiesIn(lines).map(({ name, first, last }): Unit => {
    const own = { firstLine: first + 1, lastLine: last + 1, kind: 'metric', joins: false };
    const names = name.includes(',') ? name.split(',').map((each) => each.trim()) : [name];
    return { ...own, name: name.slice(0, LONGEST_NAME), names, within: [] };
  });
  return { ...EMPTY_OUTLINE, units };
}

/** Measurements, rows of them, and entries of an audit trail: a unit for each line at the margin, with what is indented below it. */
export function readingOutline(lines: readonly string[]): Outline {
  const starts = lines.flatMap((line, i) => (/^\S/.test(line) ? [i] : []));
  const units = starts.map((start, at): Unit => {
    const text = (lines[start] ?? '').slice(0, LONGEST_NAME);
    const [, what, name = text] = /^(metric|rows) (\S+?):?(?: |$)/.exec(text) ?? [];
    return {
      firstLine: start + 1,
      lastLine: starts[at + 1] ?? lines.length,
      kind: what ?? 'entry',
      name,
      names: what === 'metric' ? [name] : [],
      within: [],
      joins: what === undefined,
    };
  });
  return { ...EMPTY_OUTLINE, units };
}
