import {
  characterEnd,
  delimitedEnd,
  type Heredoc,
  heredocAt,
  heredocEnd,
  insetQuoteEnd,
  rawEnd,
  regexEnd,
} from './quoting.ts';
import { type Oddity, type Syntax, syntaxOf } from './syntax.ts';

export interface Comment {
  readonly start: number;
  readonly end: number;
  /** Written for readers of the documentation: `/**`, `///`, a docstring. */
  readonly doc: boolean;
  /** A string that stands as a docstring, not a comment. */
  readonly docstring: boolean;
}

export interface Bracket {
  readonly at: number;
  /** One of `()[]{}`. */
  readonly mark: string;
}

/** A text seen as code: its comments, and its brackets outside of comments and strings. */
export interface Lexed {
  readonly comments: readonly Comment[];
  readonly brackets: readonly Bracket[];
  /** False if a comment or string never ended, so that nothing can be trusted. */
  readonly complete: boolean;
}

const WORD = /[\w$\u0080-\uffff]/;
const VALUE_WORDS =
  /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|else|do|instanceof|await|yield|and|or|not|if|unless|when|while|until|then|elsif)$/;

/** Reads a text once, from left to right. */
class Scanner {
  readonly comments: Comment[] = [];
  readonly brackets: Bracket[] = [];
  complete = true;
  private at = 0;
  private readonly text: string;
  private readonly syntax: Syntax;
  /** Depths of `{` at which a template string goes on. */
  private readonly templates: number[] = [];
  private depth = 0;
  private round = 0;
  /** The last character that was neither space nor comment, by its offset. */
  private last = -1;
  private readonly heredocs: Heredoc[] = [];
  private lineStart = 0;
  /** Closing marks that do not come any more before an offset: looked for once, not once per opening mark. */
  private readonly absent = new Map<string, number>();
  /** Only spaces since the line's start. */
  private fresh = true;

  constructor(text: string, syntax: Syntax) {
    this.text = text;
    this.syntax = syntax;
  }

  private has(odd: Oddity): boolean {
    return this.syntax.odd.has(odd);
  }

  scan(): Lexed {
    const { text } = this;
    if (this.has('php')) this.skipMarkup();
    if (text.startsWith('#!')) this.at = this.endOfLine();
    while (this.at < text.length) {
      const ch = text.charAt(this.at);
      if (ch === '\n') this.newLine();
      else if (ch === ' ' || ch === '\t' || ch === '\r') this.at++;
      else this.step(ch);
    }
    return { comments: this.comments, brackets: this.brackets, complete: this.complete };
  }

  private endOfLine(from = this.at): number {
    const end = this.text.indexOf('\n', from);
    return end === -1 ? this.text.length : end;
  }

  private newLine(): void {
    this.at++;
    for (let next = this.heredocs.shift(); next !== undefined; next = this.heredocs.shift()) {
      this.at = heredocEnd(this.text, this.at, next);
      if (this.at < this.text.length) this.at++;
      else if (!this.text.trimEnd().endsWith(next.word)) this.complete = false;
    }
    this.lineStart = this.at;
    this.fresh = true;
    if (this.has('yaml')) this.skipScalar();
    if (this.has('perl') || this.has('ruby')) this.skipPod();
  }

  private step(ch: string): void {
    if (this.comment() || this.quoted(ch)) {
      this.fresh = false;
      return;
    }
    this.fresh = false;
    if (WORD.test(ch)) {
      this.word();
      return;
    }
    if ('()[]{}'.includes(ch)) this.bracket(ch);
    this.last = this.at;
    this.at++;
  }

  private bracket(mark: string): void {
    this.brackets.push({ at: this.at, mark });
    if (mark === '{') this.depth++;
    if (mark === '(' || mark === '[') this.round++;
    if (mark === ')' || mark === ']') this.round--;
    if (mark !== '}') return;
    this.depth--;
    if (this.templates.length === 0 || this.templates.at(-1) !== this.depth) return;
    this.templates.pop();
    this.brackets.pop();
    this.template(this.at + 1);
    // The step that called this adds one.
    this.at--;
  }

  private word(): void {
    const { text } = this;
    let end = this.at + 1;
    const prime = this.has('prime');
    const number = this.has('cpp') && /\d/.test(text.charAt(this.at));
    while (end < text.length) {
      const ch = text.charAt(end);
      const inside = ch === "'" && (prime || (number && /[\da-f]/i.test(text.charAt(end + 1))));
      if (!WORD.test(ch) && !inside) break;
      end++;
    }
    this.last = end - 1;
    this.at = end;
  }

  private comment(): boolean {
    const { text, syntax, at } = this;
    for (const [open, close] of syntax.block) {
      if (text.startsWith(open, at)) return this.blockComment(open, close);
    }
    if (this.has('lua') && text.startsWith('--[', at)) {
      const level = /--\[(=+)\[/y;
      level.lastIndex = at;
      const m = level.exec(text);
      if (m !== null) return this.blockComment(m[0], `]${m[1] ?? ''}]`);
    }
    const open = syntax.line.find((mark) => text.startsWith(mark, at));
    if (open === undefined || !this.mayComment(open)) return false;
    let end = this.endOfLine();
    if (this.has('php')) {
      const close = text.indexOf('?>', at);
      if (close !== -1 && close < end) end = close;
    }
    if (text.charAt(end - 1) === '\r') end--;
    const doc = open === '//' && /^\/\/[/!](?!\/)/.test(text.slice(at, at + 4));
    this.comments.push({ start: at, end, doc, docstring: false });
    this.at = end;
    return true;
  }

  private mayComment(open: string): boolean {
    const { text, at } = this;
    const before = text.charAt(at - 1);
    if (this.syntax.place === 'start') return this.fresh;
    if (this.syntax.place === 'spaced') {
      return this.fresh || before === '' || /[\s;(&|{}]/.test(before);
    }
    // An address, not a comment.
    if (open === '//' && before === ':' && /\S/.test(text.charAt(at + 2))) return false;
    if (open === '#' && this.has('php')) return text.charAt(at + 1) !== '[';
    // `-->` and `|--` are operators in Haskell.
    if (open === '--' && this.has('prime'))
      return !/[!#$%&*+./<=>?@\\^|~:]/.test(text.charAt(at + 2));
    return true;
  }

  private blockComment(open: string, close: string): boolean {
    const { text, at } = this;
    let depth = 1;
    let p = at + open.length;
    while (depth > 0) {
      const end = text.indexOf(close, p);
      if (end === -1) {
        this.complete = false;
        this.at = text.length;
        return true;
      }
      if (this.syntax.nests) {
        for (let inner = text.indexOf(open, p); inner !== -1 && inner < end; ) {
          depth++;
          inner = text.indexOf(open, inner + open.length);
        }
      }
      depth--;
      p = end + close.length;
    }
    const doc = /^\/\*[*!](?!\/)/.test(text.slice(at, at + 4)) || text.startsWith('{- |', at);
    this.comments.push({ start: at, end: p, doc, docstring: false });
    this.at = p;
    return true;
  }

  /** Moves behind something quoted. */
  private pass(end: number): true {
    this.last = end - 1;
    this.at = end;
    return true;
  }

  private quoted(ch: string): boolean {
    const { text, at, syntax } = this;
    if (syntax.odd.size > 0 && this.oddQuoted(ch)) return true;
    const rule = syntax.quotes.find(({ open }) => text.startsWith(open, at));
    if (rule === undefined) return false;
    const fresh = this.fresh;
    const end = this.quoteEnd(rule.open.length, rule.close, rule.escapes, rule.lines, rule.doubles);
    if (end === -1) return false;
    if (fresh && this.has('docstring')) this.docstring(at, end);
    return this.pass(end);
  }

  /** The offset behind a closing quote; -1 if the line ends before and the mark was none. */
  private quoteEnd(
    width: number,
    close: string,
    escapes: string,
    lines: boolean,
    doubles = false,
  ): number {
    const { text } = this;
    if (!lines && this.at < (this.absent.get(close) ?? 0)) return -1;
    for (let p = this.at + width; p < text.length; p++) {
      const ch = text.charAt(p);
      if (escapes !== '' && ch === escapes) p++;
      else if (ch === '\n' && !lines) {
        this.absent.set(close, p);
        return -1;
      } else if (text.startsWith(close, p)) {
        if (!doubles || !text.startsWith(close, p + close.length)) return p + close.length;
        p += close.length;
      }
    }
    if (!lines) {
      this.absent.set(close, text.length);
      return -1;
    }
    this.complete = false;
    return text.length;
  }

  private oddQuoted(ch: string): boolean {
    const { text, at } = this;
    if (ch === '`' && this.has('template')) {
      this.template(at + 1);
      return true;
    }
    if (ch === '/' && this.has('regex') && this.mayBeValue()) {
      const end = regexEnd(text, at);
      if (end !== -1) return this.pass(end);
    }
    if (ch === '"' && (this.has('shell') || this.has('ruby'))) {
      const end = insetQuoteEnd(text, at, this.has('shell') ? '$(' : '#{');
      if (end === text.length && !text.endsWith('"')) this.complete = false;
      return this.pass(end);
    }
    if (ch === '\\' && (this.has('shell') || this.has('backslash'))) return this.pass(at + 2);
    if (ch === '$' && this.has('shell') && text.charAt(at + 1) === "'") {
      this.at++;
      const end = this.quoteEnd(1, "'", '\\', true);
      return this.pass(end);
    }
    if (ch === '<' && text.charAt(at + 1) === '<' && this.heredoc()) return true;
    if (ch === '%' && this.has('ruby')) return this.percent();
    // Ruby writes the character `"` as `?"`.
    const isCharacter = ch === '?' && this.has('ruby') && /[\s(,[]/.test(text.charAt(at - 1));
    if (isCharacter && /^\?[^\s\w](?!\w)/.test(text.slice(at, at + 3))) return this.pass(at + 2);
    if (ch === '~' && this.has('sigil')) return this.sigil();
    if (ch === '$' && this.has('dollar')) return this.dollar();
    if (ch === '[' && this.has('lua')) return this.longBracket();
    if (ch === '?' && this.has('php') && text.startsWith('?>', at)) {
      this.at += 2;
      this.skipMarkup();
      return true;
    }
    if (ch === "'" && (this.has('rust') || this.has('prime'))) {
      const end = characterEnd(text, at);
      return this.pass(end === -1 ? at + 1 : end);
    }
    if (/[brcuUL R]/.test(ch) && (this.has('rust') || this.has('cpp'))) {
      const inName = WORD.test(text.charAt(at - 1));
      const end = inName ? -1 : rawEnd(text, at, this.has('rust') ? 'rust' : 'cpp');
      if (end !== -1) return this.pass(end);
    }
    return this.has('yaml') && this.yamlQuoted(ch);
  }

  /** Whether a value may begin here, so that a slash opens a pattern and does not divide. */
  private mayBeValue(): boolean {
    const { text, last } = this;
    if (last < 0) return true;
    const before = text.charAt(last);
    if (before === ')' || before === ']' || before === '"' || before === "'" || before === '`')
      return false;
    if (before === '}') return this.fresh;
    if (!WORD.test(before)) return before !== '.' && (before !== '<' || this.has('ruby'));
    const words = text.slice(Math.max(0, last - 12), last + 1);
    if (VALUE_WORDS.test(words)) return true;
    // `puts /x/` in Ruby: a space before and none behind.
    const spaced = text.charAt(this.at - 1) === ' ' && !/\s/.test(text.charAt(this.at + 1));
    return this.has('ruby') && spaced && /[a-z_]/.test(before);
  }

  private template(from: number): void {
    const { text } = this;
    for (let p = from; p < text.length; p++) {
      const ch = text.charAt(p);
      if (ch === '\\') p++;
      else if (ch === '`') {
        this.pass(p + 1);
        return;
      } else if (ch === '$' && text.charAt(p + 1) === '{') {
        this.templates.push(this.depth);
        this.depth++;
        this.last = p + 1;
        this.at = p + 2;
        return;
      }
    }
    this.complete = false;
    this.at = text.length;
  }

  private heredoc(): boolean {
    const kind = (['shell', 'ruby', 'perl', 'php', 'hcl'] as const).find((odd) => this.has(odd));
    if (kind === undefined) return false;
    // `a << B` shifts or appends; a heredoc's word follows at once.
    const found = heredocAt(this.text, this.at, kind);
    if (found === null || this.text.startsWith('<<<', this.at) !== (kind === 'php')) return false;
    this.heredocs.push(found);
    return this.pass(found.end);
  }

  private percent(): boolean {
    const { text, at } = this;
    const m = /^%([wWiIqQrx]?)([([{<|!/])/.exec(text.slice(at, at + 3));
    if (m === null || !this.mayBeValue()) return false;
    if (m[1] === '' && !'([{'.includes(m[2] ?? '')) return false;
    return this.pass(delimitedEnd(text, at + (m[0].length - 1)));
  }

  private sigil(): boolean {
    const m = /^~([a-zA-Z])([([{<|/"'])/.exec(this.text.slice(this.at, this.at + 3));
    if (m === null || this.text.startsWith('"""', this.at + 2)) return false;
    return this.pass(delimitedEnd(this.text, this.at + 2));
  }

  private dollar(): boolean {
    const m = /^\$(?:[A-Za-z_]\w{0,60})?\$/.exec(this.text.slice(this.at, this.at + 64));
    if (m === null) return false;
    return this.closed(m[0], this.at + m[0].length);
  }

  private longBracket(): boolean {
    const m = /^\[(={0,20})\[/.exec(this.text.slice(this.at, this.at + 24));
    if (m === null) return false;
    return this.closed(`]${m[1] ?? ''}]`, this.at + m[0].length);
  }

  /** Moves behind a closing mark if it comes at all. */
  private closed(close: string, from: number): boolean {
    if (this.absent.has(close)) return false;
    const end = this.text.indexOf(close, from);
    if (end !== -1) return this.pass(end + close.length);
    this.absent.set(close, this.text.length);
    return false;
  }

  private yamlQuoted(ch: string): boolean {
    if (ch !== '"' && ch !== "'") return false;
    const before = this.last < this.lineStart ? '' : this.text.charAt(this.last);
    if (before !== '' && !':-[{,?'.includes(before)) return false;
    const end = this.quoteEnd(1, ch, ch === '"' ? '\\' : '', true);
    return this.pass(end);
  }

  /** Behind `key: |` all deeper lines are text. */
  private skipScalar(): void {
    const { text } = this;
    const before = text.lastIndexOf('\n', this.lineStart - 2) + 1;
    const line = text.slice(before, Math.min(this.lineStart - 1, before + 2000));
    if (!/(?:^|[:\-?\s])[|>][+\-\d]{0,3}\s*(?:#.*)?\r?$/.test(line)) return;
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    let at = this.lineStart;
    while (at < text.length) {
      const end = this.endOfLine(at);
      let p = at;
      while (p < end && text.charAt(p) === ' ') p++;
      const blank = p === end || text.charAt(p) === '\r';
      if (!blank && p - at <= indent) break;
      at = end + 1;
    }
    this.at = Math.min(at, text.length);
    this.lineStart = this.at;
  }

  /** Documentation between `=pod` (or `=begin`) and `=cut` (or `=end`), and all behind `__END__`. */
  private skipPod(): void {
    const { text, at } = this;
    if (/^__(?:END|DATA)__\s*$/.test(text.slice(at, Math.min(this.endOfLine(), at + 20)))) {
      this.at = text.length;
      return;
    }
    const opens = this.has('ruby') ? /^=begin\b/ : /^=[a-z]\w*/;
    if (!opens.test(text.slice(at, at + 12))) return;
    const close = this.has('ruby') ? '\n=end' : '\n=cut';
    const found = text.indexOf(close, at);
    const end = found === -1 ? text.length : this.endOfLine(found + 1);
    this.comments.push({ start: at, end, doc: true, docstring: false });
    this.at = end;
  }

  private skipMarkup(): void {
    const open = this.text.indexOf('<?', this.at);
    this.at = open === -1 ? this.text.length : open + 2;
    if (this.text.startsWith('php', this.at)) this.at += 3;
  }

  /** A string that stands alone as the first thing in a module, class or function. */
  private docstring(start: number, end: number): void {
    const { text } = this;
    if (this.round > 0 || this.depth > 0) return;
    if (this.last >= 0 && text.charAt(this.last) !== ':') return;
    const rest = text.slice(end, Math.min(this.endOfLine(end), end + 200));
    if (!/^\s*(?:#.*)?$/.test(rest)) return;
    this.comments.push({ start, end, doc: true, docstring: true });
  }
}

/** Null for a language nobody here knows. Linear in the length of the text. */
export function lex(text: string, language: string): Lexed | null {
  const syntax = syntaxOf(language);
  return syntax === null ? null : new Scanner(text, syntax).scan();
}
