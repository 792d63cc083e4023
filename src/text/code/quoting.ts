/** Ends of what is quoted in ways of its own; each takes the offset of the opening mark and is linear. */

const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
};

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** The end of `%w[ … ]`, `~r/ … /`: brackets nest, other marks close with themselves. */
export function delimitedEnd(text: string, at: number): number {
  const open = text.charAt(at);
  const close = CLOSERS[open] ?? open;
  let depth = 0;
  for (let p = at; p < text.length; p++) {
    const ch = text.charAt(p);
    if (ch === '\\') p++;
    else if (ch === close && (close === open ? p > at : --depth === 0)) return p + 1;
    else if (ch === open && close !== open) depth++;
  }
  return text.length;
}

/** Longer than this, what looks like a pattern is a division in minified code. */
const LONGEST_REGEX = 2000;

/** The end of a regular expression on one line; -1 if there is none. */
export function regexEnd(text: string, at: number): number {
  let inClass = false;
  const most = Math.min(text.length, at + LONGEST_REGEX);
  for (let p = at + 1; p < most; p++) {
    const ch = text.charAt(p);
    if (ch === '\n') return -1;
    if (ch === '\\') p++;
    else if (ch === '[') inClass = true;
    else if (ch === ']') inClass = false;
    else if (ch === '/' && !inClass) {
      let end = p + 1;
      while (end < text.length && /[a-z]/i.test(text.charAt(end))) end++;
      return end;
    }
  }
  return -1;
}

const DEEPEST = 40;

/** What opens code inside double quotes: a command of a shell, an expression of Ruby. */
export type Inset = '$(' | '#{';

/** The end of double quotes that may hold code that holds quotes. */
export function insetQuoteEnd(text: string, at: number, inset: Inset, depth = 0): number {
  for (let p = at + 1; p < text.length; p++) {
    const ch = text.charAt(p);
    if (ch === '\\') p++;
    else if (ch === '"') return p + 1;
    else if (ch === inset.charAt(0) && text.startsWith(inset, p) && depth < DEEPEST) {
      p = insetEnd(text, p + 1, inset, depth + 1) - 1;
    }
  }
  return text.length;
}

function insetEnd(text: string, at: number, inset: Inset, depth: number): number {
  const [opens, closes] = inset === '$(' ? ['(', ')'] : ['{', '}'];
  let open = 0;
  for (let p = at; p < text.length; p++) {
    const ch = text.charAt(p);
    if (ch === '\\') p++;
    else if (ch === opens) open++;
    else if (ch === closes && --open === 0) return p + 1;
    else if (ch === '"') p = insetQuoteEnd(text, p, inset, depth) - 1;
    else if (ch === "'") {
      const end = text.indexOf("'", p + 1);
      if (end === -1) return text.length;
      p = end;
    }
  }
  return text.length;
}

export interface Heredoc {
  /** Just behind the opening word. */
  readonly end: number;
  readonly word: string;
  readonly indented: boolean;
}

export type HeredocKind = 'shell' | 'ruby' | 'perl' | 'php' | 'hcl';

const HEREDOC: Readonly<Record<HeredocKind, RegExp>> = {
  shell: /<<(-?)\s*(?:'([^'\n]{1,80})'|"([^"\n]{1,80})"|\\?([A-Za-z_]\w{0,79}))/y,
  ruby: /<<([-~])(?:'([^'\n]{1,80})'|"([^"\n]{1,80})"|([A-Za-z_]\w{0,79}))|<<()()()([A-Z_][A-Z\d_]{0,79})\b/y,
  perl: /<<(~?)(?:'([^'\n]{1,80})'|"([^"\n]{1,80})"|([A-Za-z_]\w{0,79}))/y,
  php: /<<<()[ \t]*(?:'([^'\n]{1,80})'|"([^"\n]{1,80})"|([A-Za-z_]\w{0,79}))/y,
  hcl: /<<(-?)()()([A-Za-z_]\w{0,79})(?=\r?\n)/y,
};

export function heredocAt(text: string, at: number, kind: HeredocKind): Heredoc | null {
  const pattern = new RegExp(HEREDOC[kind]);
  pattern.lastIndex = at;
  const m = pattern.exec(text);
  if (m === null) return null;
  const word = m[2] || m[3] || m[4] || m[8] || '';
  const indented = (m[1] ?? '') !== '' || kind === 'php' || kind === 'hcl';
  return { end: at + m[0].length, word, indented };
}

/** The end of a heredoc's body that starts at a line's beginning: the line of its closing word included. */
export function heredocEnd(text: string, from: number, { word, indented }: Heredoc): number {
  for (let at = from; at < text.length; ) {
    const end = lineEnd(text, at);
    const line = text.slice(at, Math.min(end, at + 400)).trimEnd();
    const bare = indented ? line.trimStart() : line;
    if (
      bare === word ||
      (indented && bare.startsWith(word) && /^[;,)\]]/.test(bare.slice(word.length)))
    ) {
      return end;
    }
    at = end + 1;
  }
  return text.length;
}

/** The end of Rust's `r#"…"#` or C++'s `R"x(…)x"`; -1 if none begins here. */
export function rawEnd(text: string, at: number, language: 'rust' | 'cpp'): number {
  const pattern =
    language === 'rust' ? /(?:br|cr|r)(#{0,20})"/y : /(?:u8|u|U|L)?R"([^\s()\\]{0,16})\(/y;
  pattern.lastIndex = at;
  const m = pattern.exec(text);
  if (m === null) return -1;
  const close = language === 'rust' ? `"${m[1] ?? ''}` : `)${m[1] ?? ''}"`;
  const end = text.indexOf(close, at + m[0].length);
  return end === -1 ? text.length : end + close.length;
}

/** The end of a character such as 'a' or '\n'; -1 where the mark is a lifetime or part of a name. */
export function characterEnd(text: string, at: number): number {
  if (text.charAt(at + 1) === '\\') {
    for (let p = at + 2; p < Math.min(text.length, at + 14); p++) {
      if (text.charAt(p) === "'" && p > at + 2) return p + 1;
    }
    return -1;
  }
  if (text.charAt(at + 1) === "'" || text.charAt(at + 1) === '\n') return -1;
  if (text.charAt(at + 2) === "'") return at + 3;
  return text.charAt(at + 3) === "'" && text.charCodeAt(at + 1) >= 0xd800 ? at + 4 : -1;
}
