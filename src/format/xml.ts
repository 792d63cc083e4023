import type { Context, ContextPart } from '../model/context.ts';
import { firstLineOf, nameOf, pathOf, shownBody, spansOf, typeOf } from './body.ts';
import type { Format, FormatOptions } from './format.ts';
import { allTitles, groupsOf, listedSources } from './groups.ts';
import { code, nameText } from './names.ts';

/** What an XML document may not hold, not even as a reference. */
const FORBIDDEN = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/u;
const CODED = /\\|(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

const escapeText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(']]>', ']]&gt;')
    // A reader of XML makes every `\r` a `\n`; that of `\r\n` is no loss.
    .replace(/\r(?!\n)/g, '&#13;');

const attribute = (name: string, value: string): string =>
  ` ${name}="${escapeText(nameText(value)).replaceAll('"', '&quot;').replaceAll('>', '&gt;')}"`;

/** An element with a text; where it holds what XML can't, backslash codes stand for it and an attribute says so. */
function element(tag: string, attributes: string, text: string): string {
  const isCoded = FORBIDDEN.test(text);
  const coded = isCoded ? text.replace(CODED, (c) => (c === '\\' ? '\\\\' : code(c))) : text;
  return `<${tag}${attributes}${isCoded ? ' coded="backslash"' : ''}>\n${escapeText(coded)}\n</${tag}>\n`;
}

function entityText(part: ContextPart, options: FormatOptions): string {
  const spans = spansOf(part);
  const attributes = [
    attribute('name', nameOf(part)),
    attribute('type', typeOf(part)),
    attribute('file', pathOf(part)),
    attribute('line', String(firstLineOf(part))),
    spans === '' ? '' : ` lines="${spans}"`,
    part.level === 'full' || part.level === 'excerpts' ? '' : attribute('level', part.level),
    part.receipt === undefined ? '' : attribute('left_out', part.receipt),
  ].join('');
  return element('entity', attributes, shownBody(part, options) ?? '');
}

const sourceLine = (part: ContextPart): string =>
  `  <source${attribute('name', nameOf(part))}${attribute('type', typeOf(part))} />\n`;

const words = (tag: string, text: string): string =>
  text.trim() === '' ? '' : element(tag, '', text.trim());

function render(context: Context, options: FormatOptions = {}): string {
  const groups = groupsOf(context, options).map(({ title, parts }) => {
    const entities = parts.map((part) => entityText(part, options)).join('');
    return title === '' ? entities : `<section name="${title}">\n${entities}</section>\n`;
  });
  const sources = listedSources(context, options).map(sourceLine).join('');
  const footer = sources === '' ? '' : `<sources>\n${sources}</sources>\n`;
  const inner = `${words('system', context.system ?? '')}${groups.join('')}${footer}`;
  return `<context>\n${inner}${words('request', context.request)}</context>\n`;
}

/** XML under one root so that it is a document. What changes least stands first, the user's words last. */
export const XML: Format = {
  render,
  headText: (context, options = {}) =>
    [
      render({ ...context, fixed: [], parts: [] }),
      ...allTitles(options).map((title) => `<section name="${title}">\n</section>\n`),
      options.includeSources === true ? '<sources>\n</sources>\n' : '',
    ].join(''),
  partText: (part, options = {}) =>
    `${entityText(part, options)}${options.includeSources === true ? sourceLine(part) : ''}`,
};
