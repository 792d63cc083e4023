/** `[a-z]`, `[!x]`, `[[:digit:]]`: which of the 256 bytes it takes and where it ends. */
export interface Bracket {
  readonly members: Uint8Array;
  /** Position of the closing `]`. */
  readonly end: number;
}

/** git's own classes, ASCII only; its `space` has no vertical tab or form feed. */
const CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /[^ -~\u0080-\u00ff]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

const SLASH = 0x2f;

/** Follows the member loop of git's wildmatch step by step; null where git gives the pattern up. */
export function parseBracket(pattern: string, start: number): Bracket | null {
  const members = new Uint8Array(256);
  let at = start + 1;
  const negated = pattern[at] === '!' || pattern[at] === '^';
  if (negated) at += 1;
  let previous = -1; // what a `-` could start a range from
  for (let first = true; first || pattern[at] !== ']'; first = false) {
    const step = readMember(pattern, at, previous, members);
    if (step === null) return null;
    [at, previous] = step;
  }
  if (negated) for (let code = 0; code < 256; code++) members[code] = members[code] === 1 ? 0 : 1;
  members[SLASH] = 0; // never a path separator, whatever the members say
  return { members, end: at };
}

function readMember(
  pattern: string,
  at: number,
  previous: number,
  members: Uint8Array,
): [next: number, previous: number] | null {
  const char = pattern[at];
  if (char === undefined) return null;
  const following = pattern[at + 1];
  if (char === '-' && previous !== -1 && following !== undefined && following !== ']') {
    const high = following === '\\' ? at + 2 : at + 1;
    if (high >= pattern.length) return null;
    const last = Math.min(pattern.charCodeAt(high), 255);
    for (let code = previous; code <= last; code++) members[code] = 1;
    return [high + 1, -1];
  }
  if (char === '[' && following === ':') {
    const close = pattern.indexOf(']', at + 2);
    if (close === -1) return null;
    if (close > at + 2 && pattern[close - 1] === ':') {
      const known = CLASSES[pattern.slice(at + 2, close - 1)];
      if (known === undefined) return null;
      for (let code = 0; code < 256; code++) {
        if (known.test(String.fromCharCode(code))) members[code] = 1;
      }
      return [close + 1, -1];
    }
  }
  const literal = char === '\\' ? at + 1 : at;
  if (literal >= pattern.length) return null;
  const code = pattern.charCodeAt(literal);
  members[code] = 1;
  return [literal + 1, code];
}
