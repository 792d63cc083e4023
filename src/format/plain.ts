import type { Context, ContextPart } from '../model/context.ts';
import { firstLineOf, nameOf, pathOf, shownBody } from './body.ts';
import type { Format, FormatOptions } from './format.ts';
import { allTitles, groupsOf, listedSources, TITLES } from './groups.ts';
import { nameText } from './names.ts';
import type { Neutraliser } from './neutralise.ts';
import { BLANKS, BREAKS, INVISIBLE, LINE_START, neutraliser, oneOf, seen } from './neutralise.ts';

const SYSTEM = '=== System ===';
const REQUEST = '=== Request ===';
const SOURCES = 'Sources:';
const JOINT = '\n\n';
const RULE = '\n\n---\n\n';

const titles = [...Object.values(TITLES), 'System', 'Request'];
const END = `${BLANKS}(?:[${BREAKS}]|$)`;
export const MARKS: Neutraliser = neutraliser([
  // One sign of its end is enough: the others may be the start of the next one.
  { lead: seen('=='), tail: `~=~${oneOf(...titles)}~=` },
  // A line between such signs is a heading to a reader, whatever it says.
  { lead: `${LINE_START}${seen('==')}`, tail: `~=[^${BREAKS}]*${seen('===')}${END}` },
  { lead: `${LINE_START}${seen('sources')}`, tail: `~:${END}` },
]);

/** Lines as any reader sees them, and as those do who know no break but `\n`, where that makes a difference. */
export const LINES: readonly { readonly line: RegExp; readonly where: RegExp }[] = [
  { line: new RegExp(`[^${BREAKS}]+`, 'gu'), where: /^/ },
  { line: /[^\n]+/g, where: new RegExp(`[${BREAKS}]`, 'u') },
];
type Lines = (typeof LINES)[number];
/** The end of a line that names a place: ` [path:12]`, with the backslashes that hide it. */
const PLACE_END = new RegExp(`:${INVISIBLE}*\\d(?:\\d|${INVISIBLE})*\\\\*\\]${BLANKS}$`, 'u');

/** Lines that end as our headings do are told apart by a backslash before the last bracket. */
export function perLine(
  text: string,
  { line: kind, where }: Lines,
  change: (line: string, at: number) => string,
): string {
  return text.replace(kind, (line) => {
    if (!line.includes(']') || !where.test(line)) return line;
    const end = PLACE_END.exec(line);
    const before = line.slice(0, end?.index ?? 0);
    const isPlace = /[\s\p{Cf}\p{Default_Ignorable_Code_Point}]\[/u.test(before);
    return isPlace ? change(line, line.lastIndexOf(']')) : line;
  });
}

const hide = (text: string): string =>
  LINES.reduce(
    (out, kind) => perLine(out, kind, (line, at) => `${line.slice(0, at)}\\${line.slice(at)}`),
    MARKS.hide(text),
  );
/** A part: name and place in a line, then the text. */
function entityText(part: ContextPart, options: FormatOptions): string {
  const heading = `${nameText(nameOf(part))} [${nameText(pathOf(part))}:${firstLineOf(part)}]`;
  return `${heading}\n${hide(shownBody(part, options) ?? '')}`;
}

const sourceLine = (part: ContextPart): string => `\n  - ${nameText(nameOf(part))}`;

const words = (heading: string, text: string): string[] =>
  text.trim() === '' ? [] : [`${heading}\n${hide(text.trim())}`];

function render(context: Context, options: FormatOptions = {}): string {
  const groups = groupsOf(context, options).map(({ title, parts }) =>
    [
      ...(title === '' ? [] : [`=== ${title} ===`]),
      ...parts.map((part) => entityText(part, options)),
    ].join(JOINT),
  );
  const sources = listedSources(context, options);
  return [
    ...words(SYSTEM, context.system ?? ''),
    ...(groups.length === 0 ? [] : [groups.join(RULE)]),
    ...(sources.length === 0 ? [] : [`${SOURCES}${sources.map(sourceLine).join('')}`]),
    ...words(REQUEST, context.request),
  ].join(JOINT);
}

/** Plain text. What changes least stands first, the user's words last. */
export const PLAIN: Format = {
  render,
  headText: (context, options = {}) =>
    [
      ...words(SYSTEM, context.system ?? ''),
      ...allTitles(options).map((title) => `${RULE}=== ${title} ===`),
      ...(options.includeSources === true ? [SOURCES] : []),
      ...words(REQUEST, context.request),
    ].join(JOINT),
  partText: (part, options = {}) =>
    `${JOINT}${entityText(part, options)}${options.includeSources === true ? sourceLine(part) : ''}`,
};
