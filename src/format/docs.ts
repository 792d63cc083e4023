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

const sections = ({ system = '', request }: Context): string[] =>
  Object.entries({ SYSTEM: system.trim(), REQUEST: request.trim() }).flatMap(([title, words]) =>
    words === '' ? [] : [`[${title}]\n${MARKS.hide(words)}\n`],
  );

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
