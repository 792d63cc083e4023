import { groupBy } from '../../../math/groups.ts';
import { splitLines } from '../../../math/lines.ts';
import { isLabel, isPersonRole, isRole } from './speakers.ts';
import { type DateOrder, dateOrderOf, onDate, toTime } from './time.ts';
import { type Candidate, cutAtMarkers, MAX_MARKER, type Marker, type Section } from './turn.ts';

const NAME = "([\\p{L}@][\\p{L}\\p{M}\\p{N} ._@'’-]{0,39}?)";
const WHEN = '(?:\\s*[([–—·|,@-]{1,2}\\s*([^\\n)\\]*]{4,60}?)[)\\]]?)?';
const ICON = '(?:[^\\p{L}\\p{N}\\s@#*_([]{1,8}\\s+)?';
/** `## User`, `### 🤖 Assistant (2025-01-16 12:00):` */
const HEADING = new RegExp(
  `^(#{1,6})\\s+${ICON}\\*{0,2}${NAME}\\*{0,2}${WHEN}\\s*:?\\*{0,2}$`,
  'u',
);
/** With the day before it or not: `11:02`, `10 Feb 11:02`, `Feb 10, 2025 at 11:02`, `2025-02-10 11:02`. */
const CLOCK =
  '\\s+((?:(?:\\d{4}-\\d\\d-\\d\\d|\\d{1,2}[./]\\d{1,2}[./](?:\\d{2,4})?|\\d{1,2}\\.? \\p{L}{3,9}\\.?|\\p{L}{3,9}\\.? \\d{1,2})(?:,? \\d{4})?,? (?:at )?)?\\d{1,2}:\\d\\d(?::\\d\\d)?(?: ?[AaPp][Mm])?)';
/** `**User:** text`, `**User** (12:03): text`, `_**Assistant**_`, `**Anna** 12:03` */
const BOLD = new RegExp(
  `^(_?\\*\\*)${ICON}${NAME}(?:${WHEN}:\\*\\*_?|${WHEN}\\*\\*_?${WHEN}:|${WHEN}\\*\\*_?$|\\*\\*_?${CLOCK}$)(?:\\s+(.*))?$`,
  'u',
);
/** `**[10:01] Anna:** text`, `[2026-05-04 10:01] **Anna**: text` */
const TIME_FIRST = new RegExp(
  `^(?:\\*\\*\\[([^\\]\\n]{4,40})\\]|\\[([^\\]\\n]{4,40})\\]\\s{0,2}\\*\\*)\\s{0,2}${NAME}:?\\*\\*:?(?:\\s+(.*))?$`,
  'u',
);
/** `> me: text`, `> **Anna** (12:03): text` */
const QUOTED = new RegExp(`^(>) ?\\*{0,2}${NAME}\\*{0,2}${WHEN}:\\*{0,2}(?:\\s+(.*))?$`, 'u');
const TITLE = /^#\s+(\S.{0,200})$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const AIDER_START = /^# aider chat started at (.+)$/;

/**
 * Transcripts in Markdown. What marks a turn is decided for the whole file: the style of the first line
 * that names a role, or names that come back; a heading inside an answer then cuts nothing.
 */
export function readMarkdown(raw: string): Section[] {
  const lines = splitLines(raw.replace(/\r\n?/g, '\n'));
  if (lines.some((line) => AIDER_START.test(line))) return readAider(lines);
  const inFence = fencedLines(lines);
  const candidates = lines.flatMap((line, index) =>
    inFence[index] ? [] : candidateOf(line, index),
  );
  const found = isMinutes(raw) ? lines.flatMap(saidIn) : chosen(candidates);
  if (found.length === 0) return [];
  const order = dateOrderOf(found.map((each) => each.when));
  const days = daysIn(lines, new Set(found.map(({ line }) => line)), order);
  const markers = found.map((each): Marker => {
    const time = toTime(each.when, order);
    const day = days.findLast(({ line }) => line < each.line)?.day ?? '';
    return { ...each, speaker: each.name, time: time === '' ? '' : onDate(time, day) };
  });
  const titleLine = lines.slice(0, markers[0]?.line).findIndex((line) => TITLE.test(line));
  const front = frontLines(lines, markers[0]?.line ?? 0);
  const stated = lines.slice(0, front).map((line) => STATED_TITLE.exec(line)?.[1] ?? '');
  const title = TITLE.exec(lines[titleLine] ?? '')?.[1] ?? stated.find((own) => own !== '') ?? '';
  const named = titleLine === -1 ? lines : lines.with(titleLine, '');
  const first = markers[0]?.line ?? 0;
  const isOwn = (line: string, i: number): boolean =>
    i >= front && (i >= first || !STAMP.test(line));
  const kept = named.map((line, i) => (isOwn(line, i) ? line : ''));
  const isQuoted = found[0]?.form === '>';
  const bodies = isQuoted ? kept.map((line) => line.replace(/^> ?/, '')) : kept;
  const [, ...later] = days;
  const starts = [0, ...later.map(({ line }) => line)];
  return starts.flatMap((start, i) => {
    const end = starts[i + 1] ?? bodies.length;
    const own = markers.filter(({ line }) => line >= start && line < end);
    const moved = own.map((each) => ({ ...each, line: each.line - start }));
    const said = bodies.slice(start, end).map((line, at) => (i > 0 && at === 0 ? '' : line));
    const heading = lines[start]?.replace(/^#+\s*/, '') ?? '';
    return own.length === 0
      ? []
      : cutAtMarkers(said, moved, i === 0 ? title : heading, withoutRules);
  });
}

/** Nearly every line is `**Name:** text`, and somebody speaks twice. */
export function isMinutes(raw: string): boolean {
  const lines = splitLines(raw.replace(/\r\n?/g, '\n'));
  const said = lines.flatMap((line, index) => saidIn(line, index));
  const told = lines.filter((line) => line.trim() !== '' && !/^(?:#|---)/.test(line));
  const names = new Set(said.map(({ name }) => name));
  const isTalk = names.size > 1 && names.size < said.length && said.length >= LEAST_SAID;
  return isTalk && said.length >= SAID_SHARE * told.length;
}

const LEAST_SAID = 3;
const SAID_SHARE = 0.8;
const isSaid = ({ form, name, rest }: Candidate): boolean =>
  form === '**' && rest !== '' && name.length > 1 && /^\p{Lu}/u.test(name) && !isLabel(name);

/** `**Name** text`: without its colon only where nearly every line is so. */
const BARE = new RegExp(`^\\*\\*${NAME}\\*\\*\\s+(?=\\S)`, 'u');

function saidIn(line: string, index: number): Candidate[] {
  const found = candidateOf(line, index);
  const name = BARE.exec(line.slice(0, MAX_MARKER));
  const own = { line: index, form: '**', name: name?.[1] ?? '', when: '' };
  const bare = name === null ? [] : [{ ...own, rest: line.slice(name[0].length) }];
  return (found.length > 0 ? found : bare).filter(isSaid);
}

/** What the program that wrote the file says of it, above all turns: when, or a list such as `**Link:** https://…`. */
const STAMP =
  /^\s*(?:<!--.*-->|[_*>\s]{0,4}(?:exported|generated|created|saved|downloaded)\b[^\n]{0,200}|\*\*[^*\n]{1,30}:\*\*[^\n]{0,300})\s*$/i;
const STATED_TITLE = /^title:\s*["']?(.{1,200}?)["']?\s*$/;

/** How many lines the settings of a page take that stand above it; they are nobody's words. */
function frontLines(lines: readonly string[], first: number): number {
  if (lines[0]?.trim() !== '---') return 0;
  const end = lines.slice(1, first).findIndex((line) => line.trim() === '---');
  return end < 0 ? 0 : end + 2;
}

interface Day {
  readonly line: number;
  readonly day: string;
}

/**
 * Many exports say the day once, above all turns, and then the clock. Where headings between turns are days, each day is a talk of its
 * own: what was said on another is another matter.
 */
function daysIn(lines: readonly string[], turns: ReadonlySet<number>, order: DateOrder): Day[] {
  const first = Math.min(...turns);
  const dayOf = (line: string): string => {
    const time = /\d{4}/.test(line) ? toTime(line.replace(/[|*_#]/g, ' '), order) : '';
    return time.includes('-') ? time.slice(0, 10) : '';
  };
  const above = lines.slice(0, first).findIndex((line) => dayOf(line) !== '');
  const found = above === -1 ? [] : [{ line: -1, day: dayOf(lines[above] ?? '') }];
  lines.forEach((line, at) => {
    if (at < first || turns.has(at) || line.length > MAX_MARKER) return;
    if (!/^#{1,6}\s/.test(line)) return;
    const day = dayOf(line);
    if (day !== '') found.push({ line: at, day });
  });
  return above === -1 && found.length > 0 ? [{ line: -1, day: '' }, ...found] : found;
}

/** Rules that separate turns belong to neither. */
function withoutRules(lines: readonly string[]): readonly string[] {
  const isRule = (line: string): boolean =>
    /^\s*(?:-{3,}|\*{3,}|_{3,})?\s*$/.test(line.slice(0, MAX_MARKER));
  return lines.slice(0, lines.findLastIndex((line) => !isRule(line)) + 1);
}

/** Which lines lie in a code fence; one that never closes is no fence, or it would swallow the rest. */
export function fencedLines(lines: readonly string[]): boolean[] {
  const inFence = new Array<boolean>(lines.length).fill(false);
  let open: { fence: string; line: number } | null = null;
  lines.forEach((line, index) => {
    const fence = FENCE.exec(line)?.[1];
    if (fence === undefined) return;
    if (open === null) open = { fence, line: index };
    else if (fence.startsWith(open.fence) && line.trim() === fence) {
      inFence.fill(true, open.line, index + 1);
      open = null;
    }
  });
  return inFence;
}

function candidateOf(line: string, index: number): Candidate[] {
  if (!/^[#*_>[]/.test(line)) return [];
  const start = line.slice(0, MAX_MARKER);
  const timed = TIME_FIRST.exec(start);
  if (timed !== null) {
    const [, inside, before, name = '', rest = ''] = timed;
    const when = inside ?? before ?? '';
    const own = { line: index, form: '**', name, when, rest: rest + line.slice(MAX_MARKER) };
    return toTime(when) === '' ? [] : [own];
  }
  const quoted = QUOTED.exec(start);
  if (quoted !== null) {
    const [, form = '', name = '', when = '', rest = ''] = quoted;
    const isTime = when === '' || toTime(when) !== '';
    return isTime ? [{ line: index, form, name, when, rest: rest + line.slice(MAX_MARKER) }] : [];
  }
  const heading = line.length > MAX_MARKER ? null : HEADING.exec(line);
  const match = heading ?? BOLD.exec(start);
  if (match === null) return [];
  const name = (match[2] ?? '').trim();
  const when = match.slice(3, 8).find((group) => group !== undefined) ?? '';
  // What stands beside a name is its time; beside a role it may be a model, in brackets.
  const aside = /[([]/.test(start) && isRole(name);
  if (when !== '' && toTime(when) === '' && !aside) return [];
  // The text after a bold name may be longer than what was looked at.
  const rest = heading === null ? `${match[8] ?? ''}${line.slice(MAX_MARKER)}` : '';
  return [{ line: index, form: match[1] ?? '', name, when, rest }];
}

function chosen(candidates: readonly Candidate[]): Candidate[] {
  const roles = candidates.filter((found) => isRole(found.name));
  const style = mainStyle(roles);
  if (style !== null) {
    const own = roles.filter(({ form }) => form === style);
    const isOneSided = own.every(({ name }) => isPersonRole(name));
    return isOneSided ? withNamed(own, candidates) : own;
  }
  const timed = candidates.filter((found) => found.when !== '');
  if (timed.length > 0) return timed;
  const named = candidates.filter((found) => !isLabel(found.name));
  const groups = [...groupBy(named, (found) => `${found.form}${found.name}`).values()];
  const recurring = groups.filter((own) => own.length > 1);
  return recurring.length < 2 ? [] : recurring.flat().sort((a, b) => a.line - b.line);
}

/** Who says `me` calls the others by their names: those that come back in the same style. */
function withNamed(own: readonly Candidate[], candidates: readonly Candidate[]): Candidate[] {
  const others = candidates.filter(
    ({ form, name }) => form === own[0]?.form && !isRole(name) && !isLabel(name),
  );
  const named = [...groupBy(others, ({ name }) => name).values()].filter(
    ({ length }) => length > 1,
  );
  return [...own, ...named.flat()].sort((a, b) => a.line - b.line);
}

/** The style most turns are marked in; one that shows both sides of the talk goes before one that does not. */
function mainStyle(roles: readonly Candidate[]): string | null {
  const weight = (own: readonly Candidate[]): number => {
    const people = own.filter(({ name }) => isPersonRole(name)).length;
    return (people > 0 && people < own.length ? roles.length : 0) + own.length;
  };
  const [first, ...others] = groupBy(roles, ({ form }) => form);
  if (first === undefined) return null;
  return others.reduce((best, next) => (weight(next[1]) > weight(best[1]) ? next : best), first)[0];
}

/** The chat history of aider: `#### ` before what the user says, `> ` before what the program prints. */
function readAider(lines: readonly string[]): Section[] {
  const markers: Marker[] = [];
  const inFence = fencedLines(lines);
  let time = '';
  let speaker = '';
  const bodies = lines.map((line, index) => {
    const started = AIDER_START.exec(line);
    if (started !== null) time = toTime(started[1]);
    if (inFence[index] === true) return line;
    let next = line.trim() === '' ? speaker : 'assistant';
    if (line.startsWith('#### ')) next = 'user';
    else if (started !== null || line.startsWith('> ')) next = 'tool';
    const rest = line.replace(/^(?:#### |> )/, '');
    if (next !== speaker) markers.push({ line: index, speaker: next, time, rest });
    speaker = next;
    return rest;
  });
  return cutAtMarkers(bodies, markers, '');
}
