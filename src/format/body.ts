import type { ContextPart } from '../model/context.ts';
import type { ContextSource } from '../model/results.ts';
import { characterEdge } from '../text/truncate.ts';
import type { FormatOptions } from './format.ts';

/** Says in a line of its own which lines are not there. */
export const elision = (first: number, last: number): string =>
  first === last ? `… line ${first} left out …` : `… lines ${first}–${last} left out …`;

const asLine = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** The text of a part as every format shows it: its lines, and what is said in place of the others. */
export function bodyOf(part: ContextPart): string {
  if (part.text !== undefined) return part.text;
  const body: string[] = [];
  let next = 1;
  part.stretches.forEach(({ firstLine, lastLine, text }, i) => {
    const gap = firstLine > next ? elision(next, firstLine - 1) : '';
    body.push(asLine(part.gaps?.[i] ?? gap));
    const isLast = i === part.stretches.length - 1 && lastLine >= part.lines;
    body.push(isLast ? text : asLine(text));
    next = lastLine + 1;
  });
  const rest = next <= part.lines ? elision(next, part.lines) : '';
  const last = part.gaps?.[part.stretches.length] ?? rest;
  if (last !== '') body.push(asLine(last));
  return body.join('');
}

const COMPACT_CHARACTERS = 500;
const CUT = '// ... (truncated)';

/** What of the body is shown under these options; null where only the name and place of the part are. */
export function shownBody(
  part: ContextPart,
  { includeCode = true, style = 'whole' }: FormatOptions,
): string | null {
  const isSummary = part.level === 'summary' || part.level === 'stub';
  if (!includeCode && !isSummary) return null;
  const body = bodyOf(part);
  if (style === 'whole' || body.length <= COMPACT_CHARACTERS) return body;
  return `${body.slice(0, characterEdge(body, COMPACT_CHARACTERS))}\n${CUT}\n`;
}

const isWhole = ({ stretches: [only, ...rest], lines }: ContextPart): boolean =>
  only !== undefined && rest.length === 0 && only.firstLine <= 1 && only.lastLine >= lines;

/** The lines shown, as `first:last,…`; empty for a whole document and where the text is not its lines. */
export function spansOf(part: ContextPart): string {
  if (part.text !== undefined || isWhole(part)) return '';
  return part.stretches.map(({ firstLine, lastLine }) => `${firstLine}:${lastLine}`).join(',');
}

export const firstLineOf = (part: ContextPart): number => part.stretches[0]?.firstLine ?? 1;

/** What a part is about: its file, or what evidence of a flow names. */
export const pathOf = ({ path, evidence }: ContextPart): string => evidence?.path ?? path;

export function nameOf(part: ContextPart): string {
  const path = pathOf(part);
  return part.name ?? path.slice(path.lastIndexOf('/') + 1);
}

const TYPES: Readonly<Record<string, string>> = {
  code: 'file',
  documentation: 'document',
  conversation: 'session',
};

export const typeOf = (part: ContextPart): string => part.type ?? TYPES[part.source] ?? part.source;

export const sourceOf = (
  part: ContextPart,
): Required<Pick<ContextSource, 'name' | 'type' | 'file' | 'line'>> => ({
  name: nameOf(part),
  type: typeOf(part),
  file: pathOf(part),
  line: firstLineOf(part),
});
