import { languageNamed } from './known.ts';
import type { Comments, Heredoc, Language, Quote, Scan } from './language.ts';
import { NO_COMMENTS } from './marks.ts';
import { lineEnd, matchAt } from './quoting.ts';

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

const WORDS = /[\w$\u0080-\uffff]+/y;

/** Reads a text once, from left to right. */
class Scanner implements Scan {
  readonly text: string;
  readonly comments: Comment[] = [];
  readonly brackets: Bracket[] = [];
  readonly heredocs: Heredoc[] = [];
  complete = true;
  at = 0;
  last = -1;
  lineStart = 0;
  fresh = true;
  private readonly language: Language;
  private readonly syntax: Comments;
  private readonly lineMarks: readonly string[];
  private readonly blockMarks: readonly (readonly string[])[];
  /** Depths of `{` at which a template string goes on. */
  private readonly templates: number[] = [];
  private depth = 0;
  private round = 0;
  /** Closing marks that do not come any more before an offset: looked for once, not once per opening mark. */
  private readonly absent = new Map<string, number>();

  constructor(text: string, language: Language) {
    this.text = text;
    this.language = language;
    this.syntax = language.comments ?? NO_COMMENTS;
    this.lineMarks = this.syntax.marks.filter((mark) => !mark.includes(' '));
    this.blockMarks = this.syntax.marks
      .filter((mark) => mark.includes(' '))
      .map((mark) => mark.split(' '));
  }

  scan(): Lexed {
    const { text, language } = this;
    this.at = language.codeFrom?.(text, 0) ?? 0;
    if (text.startsWith('#!')) this.at = lineEnd(text, this.at);
    while (this.at < text.length) {
      const ch = text.charAt(this.at);
      if (ch === '\n') this.newLine();
      else if (ch === ' ' || ch === '\t' || ch === '\r') this.at++;
      else this.step(ch);
    }
    return { comments: this.comments, brackets: this.brackets, complete: this.complete };
  }

  private newLine(): void {
    this.at++;
    for (let next = this.heredocs.shift(); next !== undefined; next = this.heredocs.shift()) {
      this.at = heredocEnd(this.text, this.at, next);
      if (this.at < this.text.length) this.at++;
      else if (!this.text.trimEnd().endsWith(next.word)) this.complete = false;
    }
    this.fresh = true;
    const block = this.language.lineBlock?.(this.text, this.at) ?? null;
    if (block?.isComment === true) this.remark(this.at, block.end, true);
    this.at = block?.end ?? this.at;
    this.lineStart = this.at;
  }

  private remark(start: number, end: number, doc: boolean, docstring = false): void {
    this.comments.push({ start, end, doc, docstring });
  }

  private step(ch: string): void {
    const isPassed = this.comment() || this.quoted(ch);
    this.fresh = false;
    if (isPassed) return;
    const word = matchAt(this.language.words ?? WORDS, this.text, this.at);
    if (word === null && '()[]{}'.includes(ch)) this.bracket(ch);
    this.pass(this.at + (word?.[0].length ?? 1));
  }

  private bracket(mark: string): void {
    if (mark === '(' || mark === '[') this.round++;
    if (mark === ')' || mark === ']') this.round--;
    if (mark === '{') this.depth++;
    if (mark === '}' && --this.depth === this.templates.at(-1)) {
      this.templates.pop();
      this.template(this.at + 1);
      // The step that called this adds one.
      this.at--;
    } else this.brackets.push({ at: this.at, mark });
  }

  private comment(): boolean {
    const { text, at } = this;
    const { long, until } = this.syntax;
    for (const [open = '', close = ''] of this.blockMarks) {
      if (text.startsWith(open, at)) return this.blockComment(open, close);
    }
    const level = long === undefined ? null : matchAt(long, text, at);
    if (level !== null) return this.blockComment(level[0], `]${level[1] ?? ''}]`);
    const open = this.lineMarks.find((mark) => text.startsWith(mark, at));
    if (open === undefined || !this.mayComment(open)) return false;
    let end = lineEnd(text, at);
    const early = until === undefined ? -1 : text.indexOf(until, at);
    if (early !== -1 && early < end) end = early;
    if (text.charAt(end - 1) === '\r') end--;
    this.remark(at, end, open === '//' && /^\/\/[/!](?!\/)/.test(text.slice(at, at + 4)));
    this.at = end;
    return true;
  }

  private mayComment(open: string): boolean {
    const { text, at, fresh } = this;
    const { place, unless } = this.syntax;
    const before = text.charAt(at - 1);
    if (place !== undefined)
      return fresh || (place === 'spaced' && (before === '' || /[\s;(&|{}]/.test(before)));
    // An address, not a comment.
    if (open === '//' && before === ':' && /\S/.test(text.charAt(at + 2))) return false;
    return unless === undefined || matchAt(unless, text, at) === null;
  }

  private blockComment(open: string, close: string): true {
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
      if (this.syntax.nests === true) {
        for (let inner = text.indexOf(open, p); inner !== -1 && inner < end; ) {
          depth++;
          inner = text.indexOf(open, inner + open.length);
        }
      }
      depth--;
      p = end + close.length;
    }
    const doc = /^\/\*[*!](?!\/)/.test(text.slice(at, at + 4)) || text.startsWith('{- |', at);
    this.remark(at, p, doc);
    this.at = p;
    return true;
  }

  /** Moves behind something that means itself. */
  private pass(end: number): true {
    this.last = end - 1;
    this.at = end;
    return true;
  }

  private quoted(ch: string): boolean {
    const { text, at, language } = this;
    for (const rule of language.strings ?? []) {
      if ('first' in rule) {
        const end = rule.first.includes(ch) ? rule.end(this) : -1;
        if (end !== -1) return this.pass(end);
      } else if (text.startsWith(rule.open, at) && rule.where?.(this) !== false) {
        if (rule.holes === true) return this.template(at + 1);
        const end = this.quoteEnd(rule);
        if (end === -1) return false;
        if (this.fresh && language.docstrings === true) this.docstring(at, end);
        return this.pass(end);
      }
    }
    return false;
  }

  /** The offset behind a closing quote; -1 if the line ends before and the mark was none. */
  private quoteEnd({ open, close, escapes, lines, doubles }: Quote): number {
    const { text } = this;
    if (!lines && this.at < (this.absent.get(close) ?? 0)) return -1;
    let p = this.at + open.length;
    for (; p < text.length; p++) {
      const ch = text.charAt(p);
      if (escapes !== '' && ch === escapes) p++;
      else if (ch === '\n' && !lines) break;
      else if (text.startsWith(close, p)) {
        if (doubles !== true || !text.startsWith(close, p + close.length)) return p + close.length;
        p += close.length;
      }
    }
    if (!lines) {
      this.absent.set(close, Math.min(p, text.length));
      return -1;
    }
    this.complete = false;
    return text.length;
  }

  private template(from: number): true {
    const { text } = this;
    for (let p = from; p < text.length; p++) {
      const ch = text.charAt(p);
      if (ch === '\\') p++;
      else if (ch === '`') return this.pass(p + 1);
      else if (ch === '$' && text.charAt(p + 1) === '{') {
        this.templates.push(this.depth);
        this.depth++;
        return this.pass(p + 2);
      }
    }
    this.complete = false;
    this.at = text.length;
    return true;
  }

  closing(mark: string, from: number): number {
    if (this.absent.has(mark)) return -1;
    const end = this.text.indexOf(mark, from);
    if (end !== -1) return end + mark.length;
    this.absent.set(mark, this.text.length);
    return -1;
  }

  /** A string that stands alone as the first thing in a module, class or function. */
  private docstring(start: number, end: number): void {
    const { text } = this;
    if (this.round > 0 || this.depth > 0) return;
    if (this.last >= 0 && text.charAt(this.last) !== ':') return;
    const rest = text.slice(end, Math.min(lineEnd(text, end), end + 200));
    if (/^\s*(?:#.*)?$/.test(rest)) this.remark(start, end, true, true);
  }
}

/** The end of a heredoc's body that starts at a line's beginning: the line of its closing word included. */
function heredocEnd(text: string, from: number, { word, indented }: Heredoc): number {
  for (let at = from; at < text.length; ) {
    const end = lineEnd(text, at);
    const line = text.slice(at, Math.min(end, at + 400)).trimEnd();
    const bare = indented ? line.trimStart() : line;
    const isClosed = indented && bare.startsWith(word) && /^[;,)\]]/.test(bare.slice(word.length));
    if (bare === word || isClosed) return end;
    at = end + 1;
  }
  return text.length;
}

/** Null for a language whose strings nobody here knows. Linear in the length of the text. */
export function lex(text: string, name: string): Lexed | null {
  const language = languageNamed(name);
  return language?.strings === undefined ? null : new Scanner(text, language).scan();
}
