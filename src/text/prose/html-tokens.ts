/** A piece of HTML: text, or a tag with its attributes still raw. */
export type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'open'; readonly name: string; readonly attributes: string }
  | { readonly kind: 'close'; readonly name: string };

/** Elements whose content is not HTML. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'noscript', 'iframe']);
/** A tag this long is a missing `>`. */
const LONGEST_TAG = 50_000;
const TAG_NAME = /[A-Za-z][A-Za-z0-9:-]*/y;

/** Cuts HTML into tokens in one pass; whatever is no tag is text. */
export function* htmlTokens(html: string): Generator<Token> {
  let at = 0;
  let textStart = 0;
  // Where a closing mark was last looked for in vain: looking again each time would be quadratic.
  const missing = { '-->': false, '>': false };
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) break;
    const next = html.charAt(open + 1);
    if (next === '!' || next === '?') {
      if (open > textStart) yield { kind: 'text', text: html.slice(textStart, open) };
      const comment = html.startsWith('<!--', open);
      const close = comment ? '-->' : '>';
      const end = missing[close] ? -1 : html.indexOf(close, open + (comment ? 4 : 1));
      missing[close] = end === -1;
      // Never closed: skip the mark alone, so that one typo does not hide a page.
      at = end === -1 ? open + (comment ? 4 : 2) : end + (comment ? 3 : 1);
      textStart = at;
      if (end !== -1 && comment) yield { kind: 'comment', text: html.slice(open + 4, end) };
      continue;
    }
    const closing = next === '/';
    TAG_NAME.lastIndex = open + (closing ? 2 : 1);
    const name = TAG_NAME.exec(html)?.[0].toLowerCase();
    const end = name === undefined ? -1 : tagEnd(html, TAG_NAME.lastIndex);
    if (name === undefined || end === -1) {
      at = open + 1;
      continue;
    }
    if (open > textStart) yield { kind: 'text', text: html.slice(textStart, open) };
    const attributes = html.slice(open + (closing ? 2 : 1) + name.length, end);
    at = end + 1;
    textStart = at;
    yield closing ? { kind: 'close', name } : { kind: 'open', name, attributes };
    if (closing || !RAW.has(name) || attributes.endsWith('/')) continue;
    const close = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
    close.lastIndex = at;
    const stop = close.exec(html)?.index ?? html.length;
    if (stop > at) yield { kind: 'text', text: html.slice(at, stop) };
    at = stop;
    textStart = stop;
  }
  if (textStart < html.length) yield { kind: 'text', text: html.slice(textStart) };
}

/** The `>` of a tag, not one inside a quoted attribute; -1 if there is none near. */
function tagEnd(html: string, from: number): number {
  let quote = 0;
  const limit = Math.min(html.length, from + LONGEST_TAG);
  for (let at = from; at < limit; at++) {
    const code = html.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 62) return at;
    else if ((code === 34 || code === 39) && html.charCodeAt(at - 1) === 61) quote = code;
    else if (code === 60) return -1;
  }
  // A quote that never closes: take the first `>` after all.
  const end = quote === 0 ? -1 : html.indexOf('>', from);
  return end > limit ? -1 : end;
}

/** The value of an attribute, entities still encoded; null if it is not there. */
export function attribute(attributes: string, name: string): string | null {
  const found = new RegExp(
    `(?:^|[\\s"'/])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`,
    'i',
  );
  const match = found.exec(attributes.slice(0, LONGEST_TAG));
  return match ? (match[1] ?? match[2] ?? match[3] ?? '') : null;
}
