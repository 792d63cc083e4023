import type { Context, ContextPart } from '../model/context.ts';
import { pathOf, shownBody, spansOf } from './body.ts';
import type { Format, FormatOptions } from './format.ts';
import { nameText, noteText } from './names.ts';
import { type Neutraliser, neutraliser, oneOf } from './neutralise.ts';

export const MARKS: Neutraliser = neutraliser([
  { lead: '\\[', tail: `~${oneOf('doc', 'meta')}~:` },
  { lead: '\\[', tail: `~${oneOf('system', 'request')}~\\]` },
]);

/** Facts about a part in a line of their own, where `include_metadata` asks for them. */
function metadata(part: ContextPart): string {
  const spans = spansOf(part);
  const fields = [
    `source=${part.source}`,
    `tier=${part.tier}`,
    `level=${part.level}`,
    ...(spans === '' ? [] : [`lines=${spans}`]),
    `relevance=${part.relevance.toFixed(2)}`,
    `cid=${noteText(part.cid)}`,
    ...(part.receipt === undefined ? [] : [`left_out=${noteText(part.receipt)}`]),
  ];
  return `[META: ${fields.join('; ')}]\n`;
}

function docText(part: ContextPart, options: FormatOptions): string {
  const facts = options.includeMetadata === true ? metadata(part) : '';
  const body = shownBody(part, options) ?? '';
  return `[DOC: ${nameText(pathOf(part))}]\n${facts}${MARKS.hide(body)}\n`;
}

const section = (title: string, words: string): string[] =>
  words.trim() === '' ? [] : [`[${title}]\n${MARKS.hide(words.trim())}\n`];

const sections = ({ system = '', request }: Context): string[] => [
  ...section('SYSTEM', system),
  ...section('REQUEST', request),
];

/** A marker with the path, then the text; the words of the system and the user come first, if there are any. */
export const DOCS: Format = {
  render: (context, options = {}) =>
    [
      ...sections(context),
      ...[...context.fixed, ...context.parts].map((part) => docText(part, options)),
    ].join('\n'),
  headText: (context) => sections(context).join('\n'),
  partText: (part, options = {}) => `\n${docText(part, options)}`,
};
