import type { LineBlock, OddString, Quote, Scan } from './language.ts';
import { quote } from './marks.ts';

/** Ways of quoting that no opening and closing mark describes, for languages to choose from. Each is linear. */

export const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
};

const WORD = /[\w$\u0080-\uffff]/;
/** Words of languages whose names may hold a quote: `x'`. */
export const PRIMED_WORDS: RegExp = /[\w$\u0080-\uffff][\w$\u0080-\uffff']*/y;

/** What a pattern finds right at an offset. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

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

/** `a ${b} c`. */
export const TEMPLATE: Quote = { ...quote('`', '\\', true), holes: true };

const VALUE_WORDS =
  /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|else|do|instanceof|await|yield|and|or|not|if|unless|when|while|until|then|elsif)$/;

/** Whether a value may begin here, so that a slash opens a pattern and does not divide. */
export function mayBeValue({ text, at, last, fresh }: Scan, isRuby: boolean): boolean {
  if (last < 0) return true;
  const before = text.charAt(last);
  if (/[)\]"'`]/.test(before)) return false;
  if (before === '}') return fresh;
  if (!WORD.test(before)) return before !== '.' && (before !== '<' || isRuby);
  if (VALUE_WORDS.test(text.slice(Math.max(0, last - 12), last + 1))) return true;
  // `puts /x/` in Ruby: a space before and none behind.
  const spaced = text.charAt(at - 1) === ' ' && !/\s/.test(text.charAt(at + 1));
  return isRuby && spaced && /[a-z_]/.test(before);
}

/** Longer than this, what looks like a pattern is a division in minified code. */
const LONGEST_REGEX = 2000;
const REGEX = /^\/(?:[^\\\n/[]|\\[\s\S]|\[(?:[^\]\\\n]|\\[\s\S])*\])*\//;

/** A regular expression `/a\/b/` where a value may stand, on one line. */
export const regex = (isRuby = false): OddString => ({
  first: '/',
  end: (scan) => {
    if (!mayBeValue(scan, isRuby)) return -1;
    const { text, at } = scan;
    const body = REGEX.exec(text.slice(at, at + LONGEST_REGEX))?.[0];
    if (body === undefined) return -1;
    return at + body.length + (matchAt(/[a-z]*/iy, text, at + body.length)?.[0].length ?? 0);
  },
});

const DEEPEST = 40;

/** What opens code inside double quotes: a command of a shell, an expression of Ruby. */
type Inset = '$(' | '#{';

/** Double quotes that may hold code that holds quotes. */
export const inset = (opens: Inset): OddString => ({
  first: '"',
  end: (scan) => {
    const end = insetQuoteEnd(scan.text, scan.at, opens, 0);
    if (end === scan.text.length && !scan.text.endsWith('"')) scan.complete = false;
    return end;
  },
});

function insetQuoteEnd(text: string, at: number, opens: Inset, depth: number): number {
  for (let p = at + 1; p < text.length; p++) {
    const ch = text.charAt(p);
    if (ch === '\\') p++;
    else if (ch === '"') return p + 1;
    else if (ch === opens.charAt(0) && text.startsWith(opens, p) && depth < DEEPEST) {
      p = insetEnd(text, p + 1, opens, depth + 1) - 1;
    }
  }
  return text.length;
}

function insetEnd(text: string, at: number, opens: Inset, depth: number): number {
  const [opening, closing] = opens === '$(' ? ['(', ')'] : ['{', '}'];
  let open = 0;
  for (let p = at; p < text.length; p++) {
    const ch = text.charAt(p);
    if (ch === '\\') p++;
    else if (ch === opening) open++;
    else if (ch === closing && --open === 0) return p + 1;
    else if (ch === '"') p = insetQuoteEnd(text, p, opens, depth) - 1;
    else if (ch === "'") {
      const end = text.indexOf("'", p + 1);
      if (end === -1) return text.length;
      p = end;
    }
  }
  return text.length;
}

/** A here-document. Group 1 of the pattern says that its closing word may be indented; one of the others is that word. */
export const heredoc = (pattern: RegExp, indented = false): OddString => ({
  first: '<',
  end: ({ text, at, heredocs }) => {
    const found = matchAt(pattern, text, at);
    if (found === null) return -1;
    const [all, mark = '', ...words] = found;
    heredocs.push({ word: words.find(Boolean) ?? '', indented: indented || mark !== '' });
    return at + all.length;
  },
});

/** Whatever character follows a backslash, it means nothing. */
export const ESCAPED: OddString = { first: '\\', end: ({ at }) => at + 2 };

/** A string whose opening mark says how it ends: `r#"…"#`, `R"x(…)x"`. */
export const raw = (first: string, opens: RegExp, close: (own: string) => string): OddString => ({
  first,
  end: ({ text, at }) => {
    const found = WORD.test(text.charAt(at - 1)) ? null : matchAt(opens, text, at);
    if (found === null) return -1;
    const mark = close(found[1] ?? '');
    const end = text.indexOf(mark, at + found[0].length);
    return end === -1 ? text.length : end + mark.length;
  },
});

/** A character such as 'a' or '\n'. Elsewhere the mark is that of a lifetime or part of a name. */
export const CHARACTER: OddString = {
  first: "'",
  end: ({ text, at }) => {
    if (text.charAt(at + 1) === '\\') {
      const end = text.slice(at + 3, at + 14).indexOf("'");
      return end === -1 ? at + 1 : at + 3 + end + 1;
    }
    if (/['\n]/.test(text.charAt(at + 1))) return at + 1;
    if (text.charAt(at + 2) === "'") return at + 3;
    return text.charAt(at + 3) === "'" && text.charCodeAt(at + 1) >= 0xd800 ? at + 4 : at + 1;
  },
};

/** Documentation between lines such as `=pod` and `=cut`, and all behind `__END__`. */
export const pod =
  (opens: RegExp, close: string) =>
  (text: string, at: number): LineBlock | null => {
    if (/^__(?:END|DATA)__\s*$/.test(text.slice(at, Math.min(lineEnd(text, at), at + 20))))
      return { end: text.length, isComment: false };
    if (!opens.test(text.slice(at, at + 12))) return null;
    const found = text.indexOf(close, at);
    return { end: found === -1 ? text.length : lineEnd(text, found + 1), isComment: true };
  };
