import type { Context, ContextPart } from '../model/context.ts';
import { pathOf } from './body.ts';
import type { Format } from './format.ts';
import { nameText } from './names.ts';
import { type Neutraliser, neutraliser, oneOf } from './neutralise.ts';

export const MARKS: Neutraliser = neutraliser([
  { lead: '\\[', tail: `~${oneOf('file', 'lines')}~:` },
]);

/** Blank lines around a stretch say nothing. */
const body = (text: string): string => MARKS.hide(text.replace(/^(?:[\t ]*\r?\n)+|\s+$/g, ''));

/** A file's name, then its stretches under the numbers of their lines. */
function partText(part: ContextPart): string {
  const heading = `[FILE: ${nameText(pathOf(part))}]`;
  if (part.text !== undefined) return `${heading}\n${body(part.text)}\n`;
  const stretches = part.stretches.map(
    ({ firstLine, lastLine, text }) => `[LINES: ${firstLine}-${lastLine}]\n${body(text)}\n`,
  );
  return [`${heading}\n`, ...stretches].join('');
}

/**
 * As few signs around the text as can be told apart from it: a context that is sent unasked has little room. What was asked is not
 * repeated, because it stands right beside.
 */
export const BRIEF: Format = {
  render: ({ fixed, parts }: Context) => [...fixed, ...parts].map(partText).join(''),
  headText: () => '',
  partText,
};
