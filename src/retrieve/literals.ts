const QUOTES = new Set(['"', "'", '`']);
/** What may stand between two strings that are one: concatenation, line ends, prefixes of formatted strings. */
const BETWEEN = /^[\s+.\\]*(?:\/\/[^\n]*\n\s*)?[fFrRbBuU$@]{0,2}$/;
const LONGEST_GAP = 200;
/** Longer ones are documents, not messages. */
const LONGEST = 2000;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

/**
 * The strings of a program's text, joined as the language joins them, in any of the usual languages, without knowing which. A quote that does not close on
 * its line is an apostrophe; only backticks and triple quotes go on over lines. Linear in the text.
 */
export function literalsOf(text: string): string[] {
  const found: { text: string; end: number }[] = [];
  for (let at = 0; at < text.length; ) {
    const quote = text[at] ?? '';
    const read = QUOTES.has(quote) ? readLiteral(text, at, quote) : null;
    if (read === null) {
      at++;
      continue;
    }
    const open = found.at(-1);
    const gap = open === undefined ? '' : text.slice(open.end, at);
    if (open !== undefined && gap !== '' && gap.length <= LONGEST_GAP && BETWEEN.test(gap)) {
      open.text += read.text;
      open.end = read.end;
    } else found.push({ ...read });
    at = read.end;
  }
  return found.map((literal) => literal.text).filter((literal) => literal.length <= LONGEST);
}

function readLiteral(
  text: string,
  at: number,
  quote: string,
): { readonly text: string; readonly end: number } | null {
  const triple = quote.repeat(3);
  const isTriple = quote !== '`' && text.startsWith(triple, at);
  if (isTriple) {
    const close = text.indexOf(triple, at + 3);
    if (close === -1) return { text: '', end: at + 3 };
    return { text: text.slice(at + 3, Math.min(close, at + 3 + LONGEST + 1)), end: close + 3 };
  }
  const parts: string[] = [];
  let from = at + 1;
  for (let i = at + 1; i < text.length && i - at <= LONGEST * 2; i++) {
    const unit = text[i];
    if (unit === quote) return { text: parts.join('') + text.slice(from, i), end: i + 1 };
    if (unit === '\n' && quote !== '`') return null;
    if (unit !== '\\') continue;
    const next = text[i + 1] ?? '';
    parts.push(text.slice(from, i), Object.hasOwn(ESCAPES, next) ? (ESCAPES[next] ?? '') : next);
    i++;
    from = i + 1;
  }
  return null;
}

/** `%s %(name)d %-5.2f {} {name!r:>10} {0} ${name} #{name} %v %+v` */
const PLACEHOLDER =
  /%(?:\([\w.]{1,60}\))?[-+ #0]{0,4}[\d*]{0,4}(?:\.[\d*]{1,3})?(?:l{0,2}|z|h)[a-zA-Z]|[$#]?\{[^{}\n]{0,120}\}|\$[A-Za-z_]\w{0,60}/;

/** The parts of a message that stand in the code as they are printed, spaces made single. */
export function fixedParts(literal: string): string[] {
  return literal
    .replaceAll('%%', '%')
    .split(new RegExp(PLACEHOLDER, 'g'))
    .map((part) => part.replace(/\s+/g, ' '))
    .filter((part) => part.trim() !== '');
}
