import { isWordCode } from '../../../../text/code/words.ts';
import { opensLine, typeNames, wordAt } from '../names.ts';
import {
  NO_NOTES,
  type Notes,
  noteCall,
  noteImports,
  plainMark,
  refer,
  referTypes,
} from '../notes.ts';
import type { Scanner } from './scanner.ts';
import {
  APOSTROPHE,
  AT,
  BACKSLASH,
  BRACE,
  CLOSE,
  COLON,
  COMMA,
  EQUALS,
  HASH,
  MINUS,
  MORE,
  OPEN,
  QUOTE,
  SEMICOLON,
  SQUARE,
  UNBRACE,
  UNSQUARE,
} from './signs.ts';
import { unsure } from './unsure.ts';

const TAB = 8;
const NEWLINE = 10;

/** Statements that end with a colon and hold others. */
const HEADERS = new Set('if elif else for while with try except finally'.split(' '));
/** Words that begin a statement of this kind only if it goes on like one. */
const SOFT_HEADERS = new Set(['match', 'case']);
/** Before a bracket these do not call. */
const NOT_CALLED = new Set(
  'if elif else for while with except return yield not and or in is lambda assert del raise from import await global nonlocal pass async'.split(
    ' ',
  ),
);

const isWord = (code: number): boolean => isWordCode(code) || code >= 0x80;

/** A definition whose body is being read. */
interface Open {
  readonly kind: string;
  readonly name: string;
  readonly nameRow: number;
  readonly firstRow: number;
  readonly start: number;
  readonly bases: readonly string[];
  /** How many blocks are open around it. */
  readonly depth: number;
}

interface CommentLine {
  readonly indent: number;
  readonly end: number;
  readonly row: number;
}

/** Reads Python once, from its first character to its last: blocks by their indentation, statements by their first word. */
function newReader(): (notes: Notes) => void {
  let notes = NO_NOTES;
  let text = '';
  let length = 0;
  let at = 0;
  let row = 0;
  /** Where the last token ends. */
  let end = 0;
  let endRow = 0;
  /** Where the last word began, if the last token was one; -1 else. */
  let word = -1;
  /** True after what may be called: a word or `]`. */
  let callable = false;
  let indents: number[] = [];
  let open: Open[] = [];
  let comments: CommentLine[] = [];
  let wantsBlock = false;
  const last = (): number => indents[indents.length - 1] ?? 0;

  /** Definitions at this depth or deeper end with what was read last. */
  const closeTo = (depth: number, to: number, lastRow: number): void => {
    for (let top = open.at(-1); top !== undefined && top.depth >= depth; top = open.at(-1)) {
      open.pop();
      const { kind, name, nameRow, firstRow, start, bases } = top;
      const place = { nameRow, firstRow, lastRow, start, end: to };
      notes.marks.push(plainMark(kind, name, place, bases));
    }
  };

  const string = (from: number): void => {
    const quote = text.charCodeAt(at);
    const prefix = text.slice(from, at);
    const holds = /[fFtT]/.test(prefix);
    const isLong = text.charCodeAt(at + 1) === quote && text.charCodeAt(at + 2) === quote;
    at += isLong ? 3 : 1;
    for (; ; at++) {
      if (at >= length) unsure();
      const code = text.charCodeAt(at);
      if (code === BACKSLASH) {
        at++;
        if (text.charCodeAt(at) === NEWLINE) row++;
      } else if (code === NEWLINE) {
        if (!isLong) unsure();
        row++;
      } else if (code === quote) {
        if (!isLong) break;
        if (text.charCodeAt(at + 1) === quote && text.charCodeAt(at + 2) === quote) {
          at += 2;
          break;
        }
      } else if (holds && code === BRACE) {
        if (text.charCodeAt(at + 1) === BRACE) at++;
        else {
          group(UNBRACE, 'hole');
          at--;
        }
      }
    }
    at++;
    word = -1;
    callable = false;
  };

  /** After the colon of a hole comes a format, which may have holes itself. */
  const format = (): void => {
    for (; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code === UNBRACE) return;
      if (code === NEWLINE) row++;
      if (code !== BRACE) continue;
      group(UNBRACE, 'hole');
      at--;
    }
    unsure();
  };

  /** One token that is no bracket, space or line end. */
  const token = (code: number): void => {
    if (isWord(code)) {
      const from = at;
      const isNumber = code >= 48 && code <= 57;
      for (at++; at < length; at++) {
        const next = text.charCodeAt(at);
        if (!isWord(next) && !(isNumber && next === 46)) break;
      }
      const next = text.charCodeAt(at);
      if ((next === QUOTE || next === APOSTROPHE) && at - from <= 2 && !isNumber) string(from);
      else {
        word = isNumber ? -1 : from;
        callable = !isNumber;
      }
    } else if (code === QUOTE || code === APOSTROPHE) string(at);
    else if (code === BACKSLASH) {
      if (text.charCodeAt(at + 1) !== NEWLINE) unsure();
      at += 2;
      row++;
      return;
    } else {
      if (code === 36 || code === 63 || code === 96) unsure();
      // `<=`, `**=`, `->`: only a lone `=` and a lone `:` are looked at outside.
      const next = text.charCodeAt(at + 1);
      if (code === EQUALS && next === EQUALS) at += 2;
      else if (code === MINUS && next === MORE) at += 2;
      else if (code === COLON && next === EQUALS) at += 2;
      else if ('+-*/%&|^@<>!'.includes(text[at] ?? '')) {
        at++;
        if (text.charCodeAt(at) === code || (code === 60 && text.charCodeAt(at) === MORE)) at++;
        if (text.charCodeAt(at) === EQUALS) at++;
      } else at++;
      word = -1;
      callable = false;
    }
    end = at;
    endRow = row;
  };

  const isCall = (): boolean =>
    callable && (word === -1 || !NOT_CALLED.has(text.slice(word, at).trimEnd()));

  const isLambda = (): boolean => word >= 0 && end - word === 6 && text.startsWith('lambda', word);

  /** Everything up to the bracket that closes the one here. */
  const group = (close: number, kind: 'plain' | 'parameters' | 'hole'): void => {
    let type = -1;
    let typeRow = 0;
    let lambdas = 0;
    const endType = (): void => {
      if (type >= 0) types(type, at, typeRow);
      type = -1;
    };
    at++;
    word = -1;
    callable = false;
    for (;;) {
      if (at >= length) unsure();
      const code = text.charCodeAt(at);
      if (code === 32 || code === 9 || code === 13 || code === 12) at++;
      else if (code === NEWLINE) {
        at++;
        row++;
      } else if (code === HASH) {
        const from = at;
        skipLine();
        if (opensLine(text, from)) notes.docs.push([row, row]);
      } else if (code === close) break;
      else if (code === CLOSE || code === UNSQUARE || code === UNBRACE) unsure();
      else if (code === OPEN || code === SQUARE || code === BRACE) bracket(code);
      else if (kind === 'hole' && code === COLON) {
        at++;
        format();
      } else if (kind === 'parameters') {
        if (code === COMMA || code === EQUALS) endType();
        if (code === COLON && lambdas > 0) lambdas--;
        else if (code === COLON) {
          type = at + 1;
          typeRow = row;
        }
        token(code);
        if (isLambda()) lambdas++;
      } else token(code);
    }
    endType();
    at++;
    end = at;
    endRow = row;
    word = -1;
    callable = close === UNSQUARE;
  };

  const bracket = (code: number): void => {
    if (code === OPEN) {
      if (isCall()) noteCall(notes, at, row);
      group(CLOSE, 'plain');
    } else group(code === SQUARE ? UNSQUARE : UNBRACE, 'plain');
  };

  /** Names of types; those on later rows are used there, too. */
  const types = (from: number, to: number, first: number): void => {
    const written = text.slice(from, to);
    const lead = /^\s*/.exec(written)?.[0] ?? '';
    let own = first + lead.split('\n').length - 1;
    const [, ...rest] = written.trimStart().split('\n');
    referTypes(notes, written, own);
    for (const line of rest) referTypes(notes, line.replace(/#.*/, ''), ++own);
  };

  const skipLine = (): void => {
    at = text.indexOf('\n', at);
    if (at === -1) at = length;
  };

  /** True if something other than a comment follows on this line. */
  const goesOn = (): boolean => {
    for (; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code !== 32 && code !== 9 && code !== 13 && code !== 12) {
        return code !== NEWLINE && code !== HASH;
      }
    }
    return false;
  };

  /** A name alone between commas, by its offset; -1 for anything else. */
  interface Target {
    readonly at: number;
    readonly end: number;
    readonly row: number;
  }

  /** Up to the colon of a header, or the end of the statement. Gives how many tokens there were. */
  const rest = (isHeader: boolean): number => {
    let tokens = 0;
    let lambdas = 0;
    let type = -1;
    let typeRow = 0;
    /** Of the part before the next `=`: */
    let start = at;
    let startRow = row;
    let commas = 0;
    let names: Target[] = [];
    let item: Target | null = null;
    let itemTokens = 0;
    const endItem = (): void => {
      if (itemTokens === 1 && item !== null) names.push(item);
      item = null;
      itemTokens = 0;
    };
    const found: { readonly start: number; readonly row: number; names: Target[] }[] = [];
    const endPart = (): void => {
      endItem();
      if (commas > 0 || names.length === 1) found.push({ start, row: startRow, names });
      names = [];
      commas = 0;
    };
    const endType = (): void => {
      if (type >= 0) types(type, at, typeRow);
      type = -1;
    };
    word = -1;
    callable = false;
    while (goesOn()) {
      const code = text.charCodeAt(at);
      if (code === SEMICOLON) break;
      if (code === CLOSE || code === UNSQUARE || code === UNBRACE) unsure();
      if (code === OPEN || code === SQUARE || code === BRACE) {
        bracket(code);
        itemTokens++;
        tokens++;
        continue;
      }
      const isTyped = type >= 0;
      const isColon = code === COLON && text.charCodeAt(at + 1) !== EQUALS;
      const isComma = code === COMMA && !isTyped && lambdas === 0;
      const isEquals = code === EQUALS && text.charCodeAt(at + 1) !== EQUALS && lambdas === 0;
      if (isColon) {
        if (lambdas > 0) lambdas--;
        else if (isHeader) break;
        else if (SOFT_HEADERS.has(wordAt(text, start)) && tokens > 1) return -1;
        else if (!isTyped) {
          endPart();
          type = at + 1;
          typeRow = row;
        }
      } else if (isComma) {
        endItem();
        commas++;
      } else if (isEquals) {
        if (isTyped) endType();
        else endPart();
      } else if (code === MINUS && text.charCodeAt(at + 1) === MORE && isHeader) {
        type = at + 2;
        typeRow = row;
      }
      const [from, fromRow] = [at, row];
      token(code);
      if (code === BACKSLASH) continue;
      tokens++;
      if (isEquals) {
        goesOn();
        start = at;
        startRow = row;
      } else if (!isColon && !isComma) {
        itemTokens++;
        item = word === from ? { at: from, end: at, row: fromRow } : null;
        if (isLambda()) lambdas++;
      }
    }
    endType();
    // What is local to a function is no definition.
    if (!isHeader && open.at(-1)?.kind !== 'function') {
      for (const part of found) {
        for (const target of part.names) {
          const place = { nameRow: target.row, firstRow: part.row, lastRow: endRow };
          const name = text.slice(target.at, target.end);
          notes.marks.push(plainMark('variable', name, { ...place, start: part.start, end }));
        }
      }
    }
    return tokens;
  };

  /** The colon that ends a header; gives whether a block follows on the next lines. */
  const colon = (): boolean => {
    if (text.charCodeAt(at) !== COLON) unsure();
    at++;
    end = at;
    endRow = row;
    return !goesOn();
  };

  const definition = (kind: string, start: number, firstRow: number): boolean => {
    if (!goesOn()) unsure();
    const name = wordAt(text, at);
    if (name === '') unsure();
    const nameRow = row;
    at += name.length;
    goesOn();
    if (text.charCodeAt(at) === SQUARE) {
      const from = at;
      group(UNSQUARE, 'plain');
      referTypes(notes, text.slice(from, at), nameRow);
      goesOn();
    }
    let bases: readonly string[] = [];
    if (text.charCodeAt(at) === OPEN) {
      const from = at;
      group(CLOSE, kind === 'function' ? 'parameters' : 'plain');
      if (kind === 'class') bases = typeNames(text.slice(from, at));
      for (const base of bases) refer(notes, base, nameRow);
    } else if (kind === 'function') unsure();
    const depth = indents.length;
    rest(true);
    open.push({ kind, name, nameRow, firstRow, start, bases, depth });
    return colon();
  };

  /** One statement. Gives whether a block follows on the next lines. */
  const statement = (): boolean => {
    const [start, firstRow] = [at, row];
    if (text.charCodeAt(at) === AT) {
      at++;
      rest(false);
      notes.leads.push([firstRow, endRow]);
      refer(notes, wordAt(text, start + 1), firstRow);
      return false;
    }
    let first = wordAt(text, at);
    if (first === 'async') {
      at += first.length;
      goesOn();
      first = wordAt(text, at);
      if (first === '') at = start;
    }
    if (first === 'def' || first === 'class') {
      at += first.length;
      return definition(first === 'def' ? 'function' : first, start, firstRow);
    }
    if (HEADERS.has(first)) {
      at += first.length;
      rest(true);
      return colon();
    }
    at = start;
    if (first === 'import' || first === 'from') {
      rest(false);
      noteImports(notes, text.slice(start, end), firstRow);
      return false;
    }
    const tokens = rest(false);
    if (tokens < 0) return colon();
    const isString = tokens === 1 && /["']/.test(text[end - 1] ?? '');
    if (isString && opensLine(text, start)) notes.docs.push([firstRow, endRow]);
    if (first === 'type') typeAlias(start, firstRow);
    return false;
  };

  /** `type X = …`, where `type` is no name itself. */
  const typeAlias = (start: number, firstRow: number): void => {
    const [head, name = ''] = /^type\s+([A-Za-z_]\w*)\s*(?:\[.*?\]\s*)?=/s.exec(
      text.slice(start, end),
    ) ?? [''];
    if (head === '') return;
    const place = { nameRow: firstRow, firstRow, lastRow: endRow, start, end };
    notes.marks.push(plainMark('type', name, place));
    referTypes(notes, text.slice(start + 4, end), firstRow);
  };

  /** Opens and closes blocks before a line of this indentation. Comments belong to the block they are indented for. */
  const dent = (indent: number): void => {
    if (wantsBlock) {
      if (indent <= last()) unsure();
      indents.push(indent);
      wantsBlock = false;
      return;
    }
    const leave = (): void => {
      indents.pop();
      closeTo(indents.length, end, endRow);
    };
    for (const comment of comments) {
      while (indent < last() && comment.indent < last()) leave();
      end = comment.end;
      endRow = comment.row;
    }
    while (indent < last()) leave();
    if (indent > last()) unsure();
  };

  /** One line, or a statement over several. */
  const line = (): void => {
    let indent = 0;
    for (; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code === 32) indent++;
      else if (code === 9) indent += TAB;
      else if (code === 13 || code === 12) indent = 0;
      else break;
    }
    const code = text.charCodeAt(at);
    if (at >= length) return;
    if (code === NEWLINE) {
      at++;
      row++;
      return;
    }
    if (code === HASH) {
      skipLine();
      notes.docs.push([row, row]);
      comments.push({ indent, end: at, row });
      return;
    }
    dent(indent);
    comments = [];
    do {
      wantsBlock = statement();
      if (text.charCodeAt(at) === SEMICOLON) {
        at++;
        end = at;
      }
    } while (goesOn());
    if (!wantsBlock) closeTo(indents.length, end, endRow);
    if (text.charCodeAt(at) === HASH) skipLine();
  };

  return (given) => {
    notes = given;
    text = given.text;
    length = text.length;
    at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    row = 0;
    end = 0;
    endRow = 0;
    word = -1;
    callable = false;
    indents = [0];
    open = [];
    comments = [];
    wantsBlock = false;
    while (at < length) line();
    if (wantsBlock) unsure();
    dent(0);
    closeTo(0, end, endRow);
  };
}

export const scanPython: Scanner = newReader();
