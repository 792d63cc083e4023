const SAFE = new Set(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~/+@=!$&'()*:-^|",
);

const hex = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;

/** The bytes of a code point; half a surrogate pair is spelt like any other, so that nothing is lost. */
function bytesOf(code: number): number[] {
  if (code < 0x80) return [code];
  if (code < 0x800) return [0xc0 | (code >> 6), 0x80 | (code & 63)];
  if (code < 0x10000) return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
  return [
    0xf0 | (code >> 18),
    0x80 | ((code >> 12) & 63),
    0x80 | ((code >> 6) & 63),
    0x80 | (code & 63),
  ];
}

/**
 * A text as it may stand in a field of a comment: without `;`, spaces, line ends, `--` and `>`, so that it can neither
 * end the field nor the comment.
 */
export function escapeField(text: string): string {
  const out: string[] = [];
  let last = '';
  for (const character of text) {
    const isSafe = SAFE.has(character) && !(character === '-' && last === '-');
    last = isSafe ? character : '';
    if (isSafe) out.push(character);
    else for (const byte of bytesOf(character.codePointAt(0) ?? 0)) out.push(hex(byte));
  }
  return out.join('');
}

const ESCAPE = /^%[0-9A-Fa-f]{2}/;

/** The way back. A `%` that is no escape stands for itself: people write comments too. */
export function unescapeField(field: string): string {
  if (!field.includes('%')) return field;
  const out: string[] = [];
  let at = 0;
  while (at < field.length) {
    const run = escapedRun(field, at);
    if (run.bytes.length === 0) {
      const next = field.indexOf('%', at + 1);
      const end = next === -1 ? field.length : next;
      out.push(field.slice(at, end));
      at = end;
    } else {
      out.push(textOf(run.bytes));
      at = run.end;
    }
  }
  return out.join('');
}

function escapedRun(field: string, from: number): { bytes: number[]; end: number } {
  const bytes: number[] = [];
  let at = from;
  while (ESCAPE.test(field.slice(at, at + 3))) {
    bytes.push(Number.parseInt(field.slice(at + 1, at + 3), 16));
    at += 3;
  }
  return { bytes, end: at };
}

/** Continuation bytes that follow a first byte. */
function lengthAfter(first: number): number {
  if (first >= 0xf0) return 3;
  if (first >= 0xe0) return 2;
  return first >= 0xc0 ? 1 : 0;
}

function textOf(bytes: readonly number[]): string {
  const out: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const extra = lengthAfter(first);
    const rest = bytes.slice(at + 1, at + 1 + extra);
    const isWhole = rest.length === extra && rest.every((byte) => (byte & 0xc0) === 0x80);
    if (first < 0x80 || (isWhole && extra > 0)) {
      const lead = extra === 0 ? first : first & (0x3f >> extra);
      const code = rest.reduce((sum, byte) => (sum << 6) | (byte & 63), lead);
      out.push(code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');
      at += 1 + extra;
    } else {
      out.push('\ufffd');
      at++;
    }
  }
  return out.join('');
}
