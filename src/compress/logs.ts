import { groupBy } from '../math/groups.ts';
import { splitLines } from '../math/lines.ts';
import { groupEvents, isFault, type LogEvent, raisedIn, styleOfKind } from '../text/logs/events.ts';
import { faultsOf } from '../text/logs/faults.ts';
import { mineTemplates } from '../text/logs/templates.ts';
import { wordReader } from '../text/logs/words.ts';
import { bestFirst, fill, rankEach } from './fit.ts';
import type { Cell, Count, Draft, Item } from './item.ts';

/** A log as its templates see it. */
type Log = ReturnType<typeof readLog>;

function readLog(item: Item) {
  const lines = splitLines(item.facts.text);
  const events = groupEvents(lines, styleOfKind(item.facts.shape.kind));
  const templates = mineTemplates(
    events.map(({ message }) => message),
    events.map(({ level }) => level ?? ''),
  );
  const templateOf: number[] = [];
  templates.forEach(({ ids }, t) => {
    for (const id of ids) templateOf[id] = t;
  });
  const read = wordReader();
  /** 2 for events that are faults by level or trace, 1 for those that only speak of one. */
  const severity = events.map((event) => {
    if (isFault(event)) return 2;
    return faultsOf(event.message, read(event.message)).names.length > 0 ? 1 : 0;
  });
  return { lines, events, templates, templateOf, severity };
}

const rawOf = ({ lines }: Log, { first, last }: LogEvent): string =>
  lines.slice(first, last + 1).join('\n');

/** Colours and other commands to a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with a control character
const TERMINAL = /\u001b\[[\d;?]{0,20}[A-Za-z]/g;
const CHECKS =
  /\b(?:health(?:z|check)?|heartbeat|keep-?alive|liveness|readiness|ping(?:ed)?|pong)\b/i;

/** Light: without debug output, repeats and signs of life; what went wrong stays as it stands. */
function withoutNoise(item: Item): Draft {
  const log = readLog(item);
  const out: string[] = [];
  let noise = 0;
  let repeats = 0;
  let run = 0;
  let before = -1;
  const endRun = (): void => {
    if (run > 0) out.push(`… ${run} more like this`);
    repeats += run;
    run = 0;
  };
  log.events.forEach((event, i) => {
    const template = log.templateOf[i] ?? -1;
    const calm = (log.severity[i] ?? 0) === 0 && event.level !== 'warn';
    const isNoise =
      event.level === 'debug' ||
      event.level === 'trace' ||
      (event.message.trim() === '' && event.stack === '') ||
      CHECKS.test(event.message.slice(0, 300));
    if (calm && isNoise) noise++;
    else if (calm && template === before && event.first === event.last) run++;
    else {
      endRun();
      before = template;
      out.push(rawOf(log, event).replace(TERMINAL, ''));
    }
  });
  endRun();
  return { text: `${out.join('\n')}\n`, kinds: { noise, repeats } };
}

const headOf = ({ lines, events, templates }: Log): string => {
  const times = events.flatMap(({ timeText }) => (timeText === '' ? [] : [timeText]));
  const span = times.length === 0 ? '' : `, ${times[0]} to ${times.at(-1)}`;
  return `… ${lines.length} lines, ${templates.length} patterns${span}`;
};

const times = (n: number): string => `${n}× `;

/** Medium: each pattern once with its count; for one that is a fault its first event, whole. */
function patterns(item: Item, target: number, count: Count): Draft {
  const log = readLog(item);
  const texts = log.templates.map(({ template }) => template);
  const ranked = rankEach(texts, item);
  const rows = log.templates.map(({ template, ids }) => {
    const first = log.events[ids[0] ?? 0];
    const fault = first !== undefined && isFault(first);
    return times(ids.length) + (fault ? rawOf(log, first) : template);
  });
  const worth = log.templates.map(({ ids }, t) => {
    const severity = Math.max(...ids.slice(0, 50).map((id) => log.severity[id] ?? 0));
    return 3 * severity + (ranked[t] ?? 0) + 0.1 * Math.log(ids.length);
  });
  const order = bestFirst(worth);
  const costs = rows.map((row) => count(row) + 1);
  const head = headOf(log);
  const filled = fill(order, costs, target, count, (kept) => {
    const left = rows.length - kept.size;
    const tail = left === 0 ? [] : [`… ${left} other patterns`];
    return `${[head, ...rows.filter((_, i) => kept.has(i)), ...tail].join('\n')}\n`;
  });
  // Without all that went wrong this is no summary; errors only says more.
  const whole = order.every((i) => (worth[i] ?? 0) < 3 || filled.kept.has(i));
  const kept = filled.kept.size;
  return {
    text: whole ? filled.text : '',
    kinds: { lines: log.lines.length - kept, patterns: rows.length - kept },
  };
}

/** What differs in numbers only is the same wording. */
const wordingOf = (message: string): string =>
  message.slice(0, 400).replace(/0x[\da-f]+|[\da-f]{8,}|\d+/gi, '#');
const MOST_WORDINGS = 6;
/** Up to this share of the target is filled with further wordings; beyond it they are only more of the same. */
const WORDINGS_SHARE = 0.75;

/** Faults to be shown, and how often each was seen; one that does not lead is a further wording of a pattern shown already. */
function faultsIn(log: Log) {
  return log.templates.flatMap(({ ids }) => {
    const faulty = ids.filter((id) => (log.severity[id] ?? 0) > 0);
    const wordings = groupBy(faulty, (id) => wordingOf(log.events[id]?.message ?? ''));
    return [...wordings.values()].slice(0, MOST_WORDINGS).flatMap((same, i) => {
      const [first = -1] = same;
      const event = log.events[first];
      const seen = i === 0 ? faulty.length : same.length;
      const severity = log.severity[first] ?? 0;
      return event === undefined ? [] : [{ event, times: seen, severity, leads: i === 0 }];
    });
  });
}

/** A trace by its first and its telling line, where the whole can't be shown. */
function headline(log: Log, event: LogEvent): string {
  const raised = raisedIn(event, log.lines);
  return event.message.trim() + (raised === '' ? '' : ` … ${raised.trim()}`);
}

type Fault = ReturnType<typeof faultsIn>[number];

/** How a fault may be shown, longest first: as it stands, without its header, then shorter and shorter. */
const LENGTHS = [Number.POSITIVE_INFINITY, 2000, 400, 200, 140, 100, 70] as const;

function shown(log: Log, { event, times: seen }: Fault, length: number): string {
  if (length === Number.POSITIVE_INFINITY || (event.trace && length >= 400)) {
    return times(seen) + rawOf(log, event);
  }
  const message = event.trace ? headline(log, event) : event.message.trim();
  const said = message === '' ? rawOf(log, event) : message;
  const cut =
    said.length > length ? `${said.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…` : said;
  return times(seen) + cut;
}

/** Heavy: errors only. Every pattern of them comes before a second wording of any, traces whole if that fits at all. */
function errorsOnly(item: Item, target: number, count: Count): Draft {
  const log = readLog(item);
  const faults = faultsIn(log);
  if (faults.length === 0) return patterns(item, target, count);
  const messages = faults.map(({ event }) => event.message);
  const ranked = rankEach(messages, item);
  const worth = faults.map(
    ({ leads, severity }, i) => (leads ? 10 : 0) + 3 * severity + (ranked[i] ?? 0),
  );
  const order = bestFirst(worth);
  const leading = faults.flatMap(({ leads }, i) => (leads ? [i] : []));
  const head = headOf(log);
  const render =
    (rows: readonly string[]) =>
    (kept: ReadonlySet<number>): string => {
      const left = faults.filter(({ leads }, i) => leads && !kept.has(i)).length;
      const tail = left === 0 ? [] : [`… ${left} other errors`];
      return `${[head, ...rows.filter((_, i) => kept.has(i)), ...tail].join('\n')}\n`;
    };
  let best: Draft = { text: '', kinds: {} };
  for (const length of LENGTHS) {
    const rows = faults.map((fault) => shown(log, fault, length));
    const least = count(render(rows)(new Set(leading)));
    if (length !== LENGTHS.at(-1) && least > target) continue;
    const costs = rows.map((row) => count(row) + 1);
    const room = Math.min(target, Math.max(least, Math.floor(target * WORDINGS_SHARE)));
    const filled = fill(order, costs, room, count, render(rows));
    const missing = leading.filter((i) => !filled.kept.has(i)).length;
    const kinds = { lines: log.lines.length - filled.kept.size, errors: missing };
    best = { text: filled.kept.size > 0 ? filled.text : '', kinds };
    if (missing === 0) break;
  }
  return best;
}

export const logsCells: readonly [Cell, Cell, Cell] = [withoutNoise, patterns, errorsOnly];
