import type { Language, LineBlock, Scan } from '../code/language.ts';
import { LONG_DOUBLE, RAW_SINGLE, SPACED_HASH } from '../code/marks.ts';
import { lineEnd } from '../code/quoting.ts';

/** Quotes mean something only where a value begins. */
const beginsValue = ({ text, last, lineStart }: Scan): boolean =>
  last < lineStart || ':-[{,?'.includes(text.charAt(last));

/** Behind `key: |` all deeper lines are text. */
function blockScalar(text: string, from: number): LineBlock | null {
  const before = text.lastIndexOf('\n', from - 2) + 1;
  const line = text.slice(before, Math.min(from - 1, before + 2000));
  if (!/(?:^|[:\-?\s])[|>][+\-\d]{0,3}\s*(?:#.*)?\r?$/.test(line)) return null;
  const indent = /^ */.exec(line)?.[0].length ?? 0;
  let at = from;
  while (at < text.length) {
    const end = lineEnd(text, at);
    let p = at;
    while (p < end && text.charAt(p) === ' ') p++;
    const isBlank = p === end || text.charAt(p) === '\r';
    if (!isBlank && p - at <= indent) break;
    at = end + 1;
  }
  return { end: Math.min(at, text.length), isComment: false };
}

export const yaml: Language = {
  extensions: 'yaml yml',
  files: '.clang-format .clang-tidy .yamllint',
  role: 'config',
  comments: SPACED_HASH,
  strings: [
    { ...LONG_DOUBLE, where: beginsValue },
    { ...RAW_SINGLE, where: beginsValue },
  ],
  lineBlock: blockScalar,
  definitions: { section: /^["']?([^\s#"'&*!|>%@{}[\],:-][^:#"']*)["']?\s*:(?:\s|$)/ },
};
