import type { Context, ContextPart } from '../model/context.ts';
import { firstLineOf, nameOf, pathOf, shownBody } from './body.ts';
import { fenced, needsBreak, readFence } from './fences.ts';
import type { Format, FormatOptions, Parsed, ParsedPart } from './format.ts';
import { allTitles, groupsOf, listedSources, TITLES } from './groups.ts';
import { nameText, readName } from './names.ts';
import { BLANKS, BREAKS, HEADING_END, INVISIBLE, neutraliser, oneOf, seen } from './neutralise.ts';
import { readSection, sectionText } from './section.ts';

const SYSTEM = '# System';
const REQUEST = '# User Request';
const RULE = '\n---\n\n';
const SOURCES = '---\n**Sources:**\n';
/** Said of a text whose last line does not end, since the fence needs an end. */
const UNENDED = '*(no line break at the end)*\n';

const titles = oneOf(...Object.values(TITLES), 'System', 'User Request');
const MARKS = neutraliser([
  { lead: `(?:^|[${BREAKS}])${BLANKS}`, tail: `${seen('###')}(?!${INVISIBLE}*#)` },
  { lead: '#', tail: `${BLANKS}${titles}${HEADING_END}` },
  // Its end is left out of the look-alike: it may be the start of the next one, which gets a backslash of its own.
  { lead: '\\*', tail: `~\\*~${seen('sources')}~:` },
]);

const place = (part: ContextPart): string => `${nameText(pathOf(part))}:${firstLineOf(part)}`;

/** S4's entity: name, place, what was left out, and the text in a fence. */
function entityText(part: ContextPart, options: FormatOptions): string {
  const body = shownBody(part, options);
  const note = part.receipt === undefined ? '' : `> Left out: ${nameText(part.receipt)}\n`;
  const heading = `### ${nameText(nameOf(part))}\n*${place(part)}*\n${note}`;
  if (body === null) return heading;
  const text = MARKS.hide(body);
  return `${heading}${needsBreak(text) ? UNENDED : ''}\n${fenced(text, part.language)}`;
}

const sourceLine = (part: ContextPart): string => `- ${nameText(nameOf(part))} (${place(part)})\n`;

const systemText = ({ system = '' }: Context): string =>
  system.trim() === '' ? '' : `${sectionText(SYSTEM, system, MARKS)}\n`;
const requestText = ({ request }: Context): string =>
  request.trim() === '' ? '' : `\n${sectionText(REQUEST, request, MARKS)}`;

function render(context: Context, options: FormatOptions = {}): string {
  const groups = groupsOf(context, options).map(({ title, parts }) =>
    [
      ...(title === '' ? [] : [`## ${title}\n`]),
      ...parts.map((part) => entityText(part, options)),
    ].join('\n'),
  );
  const sources = listedSources(context);
  const footer =
    options.includeSources === true && sources.length > 0
      ? `\n${SOURCES}${sources.map(sourceLine).join('')}`
      : '';
  return `${systemText(context)}${groups.join(RULE)}${footer}${requestText(context)}`;
}

const ENTITY = /(?:\n|---\n|## [^\n]*\n)*### [^\n]*\n\*([^\n]*):\d+\*\n(?:> [^\n]*\n)?/y;

function entityAt(text: string, at: number): { part: ParsedPart; end: number } | null {
  ENTITY.lastIndex = at;
  const heading = ENTITY.exec(text);
  if (heading === null) return null;
  const path = readName(heading[1] ?? '');
  let end = at + heading[0].length;
  const isUnended = text.startsWith(UNENDED, end);
  if (isUnended) end += UNENDED.length;
  const body = readFence(text, end + 1);
  if (body === null) return { part: { path, text: '' }, end };
  const shown = isUnended ? body.text.slice(0, -1) : body.text;
  return { part: { path, text: MARKS.show(shown) }, end: body.end };
}

function parse(text: string): Parsed {
  let at = 0;
  let system = '';
  if (text.startsWith(`${SYSTEM}\n\n`)) {
    const headings = Object.values(TITLES).map((title) => `## ${title}\n`);
    const followers = ['### ', ...headings, `${REQUEST}\n`];
    const read = readSection(text, SYSTEM.length + 2, MARKS, followers);
    system = read.words;
    at = read.end;
  }
  const parts: ParsedPart[] = [];
  for (let read = entityAt(text, at); read !== null; read = entityAt(text, at)) {
    parts.push(read.part);
    at = read.end;
  }
  const heading = text.indexOf(`${REQUEST}\n\n`, at);
  const request =
    heading === -1 ? '' : readSection(text, heading + REQUEST.length + 2, MARKS, []).words;
  return { ...(system === '' ? {} : { system }), request, parts };
}

/** S4's Markdown. What changes least stands first, the user's words last. */
export const MARKDOWN: Format = {
  render,
  headText: (context, options = {}) =>
    [
      systemText(context),
      ...allTitles(options).map((title) => `## ${title}\n${RULE}`),
      options.includeSources === true ? `\n${SOURCES}` : '',
      requestText(context),
    ].join(''),
  partText: (part, options = {}) =>
    `\n${entityText(part, options)}${options.includeSources === true ? sourceLine(part) : ''}`,
  parse,
};
