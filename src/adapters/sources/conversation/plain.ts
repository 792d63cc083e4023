import { groupBy } from '../../../math/groups.ts';
import { splitLines } from '../../../math/lines.ts';
import { late } from '../../../math/memo.ts';
import { isLabel, isRole } from './speakers.ts';
import { type DateOrder, dateOrderOf, onDate, toTime } from './time.ts';
import { type Candidate, cutAtMarkers, MAX_MARKER, type Marker, type Section } from './turn.ts';

const WORD = "[\\p{L}\\p{N}@~+][\\p{L}\\p{M}\\p{N}._@'’()+-]{0,30}";
const NAME = `(?<name>${WORD}(?: ${WORD}){0,3})`;
const CLOCK = '\\d{1,2}:\\d\\d(?::\\d\\d)?(?:[\\s\\u202f]?[AaPp]\\.?[Mm]\\.?)?';
const DATE = '\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4}';
/** Of a year that stands above the talk. */
const DAY = '\\d{1,2}[/.]\\d{1,2}\\.?';
const STAMP = `(?<when>(?:${DATE},?[ T])?${CLOCK}Z?)`;
const REST = '(?:\\s(?<rest>.*))?$';

const pattern = (source: string): (() => RegExp) => late(() => new RegExp(source, 'u'));
/** `[12:03] Name: text`, `[01.05.24, 12:03:22] Name: text`, `[12:03] <name> text` */
const BRACKETED = pattern(
  `^\\[(?<when>[^\\]]{4,40})\\]\\s{1,4}(?:<[@+%&~ ]?(?<nick>[^<>]{1,40})>|${NAME}:)${REST}`,
);
/** `2024-05-01 12:03 - Name: text`, `5/1/24, 9:05 PM - Name: text`, `12:03 Name: text` */
const STAMPED = pattern(`^${STAMP}(?:\\s[-–]\\s|\\s{1,4}|:\\s)${NAME}:${REST}`);
/** `<name> text`, `12:03 <@name> text` */
const ANGLED = pattern(
  `^(?:${STAMP}\\s{1,4})?<[@+%&~ ]?(?<nick>[\\w\\[\\]\\\\\`^{}|-]{1,30})>${REST}`,
);
/** `Name  12:03 PM` alone on its line, as copied from a chat window. */
const NAME_AND_TIME = pattern(
  `^${NAME}(?: \\([^()]{1,40}\\))?(?:\\s{1,4}|\\s[-–—|]\\s)[[(]?(?<when>(?:(?:Today|Yesterday|${DATE}|${DAY})(?: at|,)? ?)?${CLOCK})[\\])]?:?$`,
);
/** `Name: text` */
const NAMED = pattern(`^${NAME}:${REST}`);
/** `2024-05-01 12:03 - Messages are encrypted`, `12:03 -!- joe has joined`: said by the program. */
const ANNOUNCED = pattern(`^${STAMP}\\s(?:[-–]\\s|-!-\\s)(?<rest>.*)$`);
/** `[12:03] * name waves` */
const ACTION = pattern(`^\\[?${STAMP}\\]?\\s\\*\\s(?<nick>${WORD})\\s(?<rest>.*)$`);
/** In the order they are tried, with what a line must look like to be worth it. */
const FORMS: readonly (readonly [form: string, looks: RegExp, pattern: () => RegExp])[] = [
  ['action', /^[[\d]/, ACTION],
  ['bracketed', /^[[\d]/, BRACKETED],
  ['stamped', /^[[\d]/, STAMPED],
  ['angled', /^/, ANGLED],
  ['system', /^\d/, ANNOUNCED],
  ['timed', /^\D[\s\S]{0,159}$/, NAME_AND_TIME],
  ['named', /^\D/, NAMED],
];
const DAY_LINE =
  /^(?:[-=—#*]{1,6}\s?)?(?:date|day changed|day|log opened)?:?\s?([^\n]{6,50}?)\s?[-=—*]{0,6}$/i;
const INVISIBLE = /^[\u200e\u200f\u202a-\u202e\ufeff]+/;

/** What an agent shows in a terminal: `> ` before what a person typed, `⏺ ` before what it says and does, `⎿ ` before what came of it. */
const TYPED = /^[>❯›] (?=\S)/;
const ANSWERED = /^[⏺●•✦] (?=\S)/;
const CAME_OF_IT = /^[ \t]{1,4}[⎿└]/;
/** Typed, an empty line, answered: pages have one of the signs or the other, for menus and lists. */
const OF_CODEX = /^› \S[^\n]*\n[ \t\r]*\n• \S/m;
/** What the program welcomes people with. */
const FRAMED = /^\s{0,4}[╭│╰]/;

export function isTerminal(head: string): boolean {
  const lines = splitLines(head);
  const has = (sign: RegExp): boolean => lines.some((line) => sign.test(line));
  return OF_CODEX.test(head) || (has(TYPED) && (has(/^⏺ /) || (has(ANSWERED) && has(CAME_OF_IT))));
}

function readTerminal(lines: readonly string[]): Section[] {
  let speaker = '';
  const markers: Marker[] = [];
  const bodies = lines.map((line, index) => {
    let next = ANSWERED.test(line) ? 'assistant' : speaker;
    if (TYPED.test(line)) next = 'user';
    const rest = FRAMED.test(line) ? '' : line.replace(TYPED, '').replace(ANSWERED, '');
    if (next !== speaker) markers.push({ line: index, speaker: next, time: '', rest });
    speaker = next;
    return rest;
  });
  return cutAtMarkers(bodies, markers, '');
}

const ONLY_CLOCK = pattern(`^\\s{0,8}${CLOCK}$`);
const ONLY_NAME = pattern(`^${NAME}$`);

/** A name and, below it, when: windows of chats are copied so. The two become one line, and another time below them goes. */
function withTimesBeside(lines: readonly string[]): string[] {
  const isClock = (line: string): boolean => line.length < 40 && ONLY_CLOCK().test(line);
  return lines.map((line, i) => {
    if (isClock(line)) return '';
    const isHead = line.length < 130 && isClock(lines[i + 1] ?? '') && ONLY_NAME().test(line);
    return isHead ? `${line}  ${(lines[i + 1] ?? '').trim()}` : line;
  });
}

/** Fewer turns than this may be a timetable. */
const LEAST_PASTED = 3;

/** Whether a text is copied from the window of a chat: it begins with a name and a time, and some of the names come back with something to say. */
export function isPasted(head: string): boolean {
  const all = withTimesBeside(splitLines(head.replace(/\r\n?/g, '\n')));
  const lines = all.filter((line) => line.trim() !== '');
  const markers = lines.map((line) =>
    line.length < 160 ? (NAME_AND_TIME().exec(line)?.groups?.['name'] ?? null) : null,
  );
  if ((markers[0] ?? null) === null) return false;
  const names = markers.filter(
    (name, i) => name !== null && i + 1 < lines.length && markers[i + 1] === null,
  );
  const distinct = new Set(names).size;
  return names.length >= LEAST_PASTED && distinct > 1 && distinct < names.length;
}

/** `GitHub Copilot: text` after an empty line: no label, and nobody's name by chance. */
const ANSWERS = /(?<=\n\n)(?:GitHub Copilot|ChatGPT|Claude|Codex|Cursor|Gemini): \S/g;
const LEAST_ANSWERS = 2;

/** Whether a text is copied from the panel of an assistant: somebody begins, and an assistant answers by its name, again and again. */
export function isConsulted(head: string): boolean {
  const text = head.replace(/\r\n?/g, '\n').trimStart();
  const [, name = ''] = /^(\S{1,40}): \S/.exec(text) ?? [];
  if (name === '' || isLabel(name)) return false;
  return (text.match(ANSWERS) ?? []).length >= LEAST_ANSWERS && text.includes(`\n\n${name}: `);
}

/** Plain transcripts: `Name: text` and the forms chat programs log and export; other lines go on with the turn. */
export function readPlain(raw: string): Section[] {
  const all = splitLines(raw.replace(/\r\n?/g, '\n')).map((line) => line.replace(INVISIBLE, ''));
  if (isTerminal(raw)) return readTerminal(all);
  const lines = isPasted(raw) ? withTimesBeside(all) : all;
  const found = lines.flatMap((line, index) => candidateOf(line, index));
  const year = /\b(?:19|20)\d\d(?=[-/.]\d)|(?<=\d[-/. ])(?:19|20)\d\d\b/.exec(
    raw.slice(0, HEAD),
  )?.[0];
  const kept = chosen(found, lines).map((each) => ({ ...each, when: inYear(each.when, year) }));
  if (kept.length === 0) return [];
  const order = dateOrderOf(kept.map((each) => each.when));
  const isDated = kept.some((each) => each.when.length > 11);
  const days = dayLines(isDated ? [] : lines, order);
  const isMarker = new Set(kept.map((each) => each.line));
  const bodies = lines.map((line, index) => (days.has(index) && !isMarker.has(index) ? '' : line));
  const dated = [...days];
  let day = '';
  const markers = kept.map(({ line, name, when, rest }): Marker => {
    while ((dated[0]?.[0] ?? line) < line) day = dated.shift()?.[1] ?? '';
    return { line, speaker: name, time: onDate(toTime(when, order), day), rest };
  });
  return cutAtMarkers(bodies, markers, '');
}

/** Where a year stands above the talk. */
const HEAD = 200;
const DAY_ONLY = /^(\d{1,2})([/.])(\d{1,2})\.?(?=[,\s])/;

const inYear = (when: string, year: string | undefined): string =>
  year === undefined ? when : when.replace(DAY_ONLY, `$1$2$3$2${year}`);

function candidateOf(line: string, index: number): Candidate[] {
  const start = line.slice(0, MAX_MARKER);
  for (const [form, looks, read] of FORMS) {
    const found = looks.test(line) ? read().exec(start)?.groups : undefined;
    const { nick = 'system', name = nick, when = '', rest = '' } = found ?? {};
    if (found === undefined || (form === 'bracketed' && toTime(when) === '')) continue;
    return [{ line: index, form, name, when, rest: `${rest}${line.slice(MAX_MARKER)}` }];
  }
  return [];
}

/**
 * Lines with a time or angle brackets are what they look like. A bare `Name:` is a speaker if it is a
 * role or comes back, or stands where a turn begins; labels such as `Note:` never are. In a file with
 * stamped lines a bare name is part of a turn.
 */
function chosen(found: readonly Candidate[], lines: readonly string[]): Candidate[] {
  const isSure = found.some(({ form }) => form !== 'named' && form !== 'system');
  if (isSure) return found.filter(({ form }) => form !== 'named');
  const named = found.filter((each) => each.form === 'named' && !isLabel(each.name));
  const byName = groupBy(named, ({ name }) => name);
  const roles = named.filter((each) => isRole(each.name));
  if (new Set(roles.map((each) => each.name.toLowerCase())).size > 1) return roles;
  let previous = -1;
  const kept = named.filter((each) => {
    const before = lines[each.line - 1]?.trim() ?? '';
    const opens = before === '' || each.line - 1 === previous;
    const recurs = (byName.get(each.name)?.length ?? 0) > 1;
    const accepted = isRole(each.name) || recurs || (opens && /^[\p{Lu}@]/u.test(each.name));
    if (accepted) previous = each.line;
    return accepted;
  });
  return kept.length > 1 ? kept : [];
}

/** Lines that are nothing but a date: the turns after them were said on it. */
function dayLines(lines: readonly string[], order: DateOrder): Map<number, string> {
  const days = new Map<number, string>();
  lines.forEach((line, index) => {
    if (line.length > 70 || !/\d/.test(line)) return;
    const said = DAY_LINE.exec(line.trim())?.[1] ?? '';
    const time = toTime(said, order);
    if (time.includes('-') && said.replace(TIME_WORDS, '') === '') days.set(index, time);
  });
  return days;
}

const TIME_WORDS =
  /\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\b|\b(?:am|pm|on|at|of|utc|day|changed|log|opened)\b|\d(?:st|nd|rd|th)\b|[\d\s:.,/TZ+-]/gi;
