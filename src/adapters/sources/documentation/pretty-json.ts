import { stringEnd } from './json-keys.ts';

/** Lines longer than this on average were written for programs. */
const MACHINE_LINE_LENGTH = 150;
/** Deeper than this, JSON stays on its line: endpoints and schemas lie far above, and brackets alone must not make a text grow. */
const DEEPEST_LINE = 12;

/** Breaks JSON that was written without line breaks into lines; every token stays as it was, broken JSON too. */
export function readableJson(text: string): string {
  return text.length / text.split('\n').length < MACHINE_LINE_LENGTH ? text : pretty(text);
}

function pretty(text: string): string {
  const out: string[] = [];
  let depth = 0;
  let start = 0;
  const newLine = (): string => `\n${'  '.repeat(depth)}`;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      at = stringEnd(text, at);
    } else if (code === 123 || code === 91) {
      depth++;
      if (depth > DEEPEST_LINE) continue;
      const close = nextMark(text, at + 1);
      if (text.charCodeAt(close) === code + 2) {
        depth--;
        at = close;
      } else {
        out.push(text.slice(start, at + 1), newLine());
        at = close - 1;
        start = close;
      }
    } else if (code === 125 || code === 93) {
      depth = Math.max(0, depth - 1);
      if (depth >= DEEPEST_LINE) continue;
      out.push(text.slice(start, at).trimEnd(), newLine());
      start = at;
    } else if (code === 44 && depth <= DEEPEST_LINE) {
      out.push(text.slice(start, at + 1), newLine());
      start = nextMark(text, at + 1);
      at = start - 1;
    } else if (code === 58 && text.charCodeAt(at + 1) !== 32) {
      out.push(text.slice(start, at + 1), ' ');
      start = at + 1;
    }
  }
  out.push(text.slice(start));
  return out.join('');
}

/** Index of the next character that is not white space. */
function nextMark(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  return at;
}
