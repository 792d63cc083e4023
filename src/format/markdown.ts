import type { Context, ContextPart } from '../model/context.ts';
import { firstLineOf, nameOf, pathOf, shownBody } from './body.ts';
import { fenced, needsBreak, sectionText } from './fences.ts';
import type { Format, FormatOptions } from './format.ts';
import { allTitles, groupsOf, listedSources, TITLES } from './groups.ts';
import { nameText } from './names.ts';
import type { Neutraliser } from './neutralise.ts';
import { headings, INVISIBLE, LINE_START, neutraliser, seen } from './neutralise.ts';

const RULE = '\n---\n\n';
const SOURCES = '---\n**Sources:**\n';
/** Said of a text whose last line does not end, since the fence needs an end. */
const UNENDED = '*(no line break at the end)*\n';

export const MARKS: Neutraliser = neutraliser([
  { lead: LINE_START, tail: `${seen('###')}(?!${INVISIBLE}*#)` },
  headings(...Object.values(TITLES), 'System', 'User Request'),
  // Its end is left out of the look-alike: it may be the start of the next one, which gets a backslash of its own.
  { lead: '\\*', tail: `~\\*~${seen('sources')}~:` },
]);

const place = (part: ContextPart): string => `${nameText(pathOf(part))}:${firstLineOf(part)}`;

/** A part: name, place, what was left out, and the text in a fence. */
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
  system.trim() === '' ? '' : `${sectionText('# System', system, MARKS)}\n`;
const requestText = ({ request }: Context): string =>
  request.trim() === '' ? '' : `\n${sectionText('# User Request', request, MARKS)}`;

function render(context: Context, options: FormatOptions = {}): string {
  const groups = groupsOf(context, options).map(({ title, parts }) =>
    [
      ...(title === '' ? [] : [`## ${title}\n`]),
      ...parts.map((part) => entityText(part, options)),
    ].join('\n'),
  );
  const sources = listedSources(context, options);
  const footer = sources.length > 0 ? `\n${SOURCES}${sources.map(sourceLine).join('')}` : '';
  return `${systemText(context)}${groups.join(RULE)}${footer}${requestText(context)}`;
}

/** Markdown. What changes least stands first, the user's words last. */
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
};
