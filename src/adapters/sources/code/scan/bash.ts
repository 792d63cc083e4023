import { lineStarts, rowAt } from '../../../../math/lines.ts';
import { isWordCode } from '../../../../text/code/words.ts';
import { MAX_NAME, opensLine, tidyName } from '../names.ts';
import { NO_NOTES, type Notes, noteCallImport, noteCase, plainMark, refer } from '../notes.ts';
import type { Scanner } from './scanner.ts';
import {
  AND,
  APOSTROPHE,
  BACKSLASH,
  BANG,
  BRACE,
  CLOSE,
  COMMA,
  DOLLAR,
  HASH,
  LESS,
  MORE,
  OPEN,
  OR,
  QUOTE,
  SEMICOLON,
  SQUARE,
  TICK,
  UNBRACE,
  UNSQUARE,
} from './signs.ts';
import { unsure } from './unsure.ts';

const NEWLINE = 10;
/** A word of the shell's own, where a command may stand. */
const RESERVED =
  /(?:if|then|elif|else|fi|case|esac|for|select|while|until|do|done|function|\{|\}|\[\[)(?=[\s;&|()<>`]|$)/y;
/** Those that end a list of commands. */
const CLOSERS = new Set('then elif else fi esac do done }'.split(' '));
/** Commands whose arguments may be assignments; like a test they are parts of the language and no names that are used. */
const DECLARING = new Set('declare typeset export readonly local'.split(' '));
const SILENT = new Set([...DECLARING, 'unset', 'unsetenv', '[']);

/** A variable, perhaps one of its places, and how it is set. The bound keeps a row of open brackets from being searched again and again. */
const ASSIGNMENT = /([A-Za-z_]\w*)(\[(?:[^[\]\n]|\[[^[\]\n]{0,100}\]){0,100}\])?\+?=/y;
const VARIABLE = /\w+/y;
/** A variable that a loop over numbers sets. */
const COUNTER = /\s*([A-Za-z_]\w*)\s*=(?!=)/y;
const FUNCTION_NAME = /[^\s;&|()<>`"'$\\]+/y;
/** What may stand before a command and changes nothing in it. */
const BEFORE_COMMAND = /(?:!|time(?:[ \t]+-p)?)(?=[ \t(])/y;
const DESCRIPTOR = /(?:\d+|\{\w+\})(?=[<>])/y;
const REDIRECT = /&>>?|>>|>&|>\||>!|<>|<&|<|>/y;
/** Between quotes an apostrophe quotes in these expansions, and means itself in the others (`"${x:-it's}"`). */
const PATTERN_EXPANSION = /!?(?:\w+|[@*#?$!-])(?:\[[^\]\n]{0,100}\])?[#%/^,]/y;
/** Parameters of one sign: in `$#` nothing else begins. */
const SPECIAL = '#$?!*@-';
/** Before a bracket these make a pattern of what is in it. */
const PATTERN_SIGNS = '?*+@!';

interface Heredoc {
  readonly word: string;
  readonly indented: boolean;
  /** A quoted word keeps the text as it is. */
  readonly isRaw: boolean;
}

/** Reads shell once, command by command, as the shell does. */
function newReader(): (notes: Notes) => void {
  let notes = NO_NOTES;
  let text = '';
  let at = 0;
  let starts: readonly number[] = [];
  let row = 0;
  /** Their texts begin on the next line. */
  let heredocs: Heredoc[] = [];
  /** How many backticks are open; the next one closes the last of them. */
  let ticks = 0;
  /** How many groups in braces are open. */
  let braces = 0;

  const rowOf = (offset: number): number => {
    row = rowAt(starts, offset, (starts[row] ?? 0) <= offset ? row : 0);
    return row;
  };

  /** What a sticky pattern finds here; empty if nothing. Goes past it. */
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return '';
    const from = at;
    at = pattern.lastIndex;
    return text.slice(from, at);
  };

  const reserved = (): string => {
    RESERVED.lastIndex = at;
    return RESERVED.exec(text)?.[0] ?? '';
  };

  const expect = (word: string): void => {
    if (!text.startsWith(word, at)) unsure();
    at += word.length;
  };

  const expectReserved = (word: string): void => {
    if (reserved() !== word) unsure();
    at += word.length;
  };

  /** Past blanks and joined lines. */
  const blanks = (): void => {
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === BACKSLASH && text.charCodeAt(at + 1) === NEWLINE) at++;
      else if (code !== 32 && code !== 9 && code !== 13) return;
    }
  };

  const comment = (): void => {
    if (opensLine(text, at)) {
      const own = rowOf(at);
      notes.docs.push([own, own]);
    }
    at = text.indexOf('\n', at);
    if (at === -1) at = text.length;
  };

  /** Past blanks, comments, line ends and the here-documents that follow them. */
  const lines = (): void => {
    for (blanks(); at < text.length; blanks()) {
      const code = text.charCodeAt(at);
      if (code === HASH) comment();
      else if (code === NEWLINE) newline();
      else return;
    }
  };

  const newline = (): void => {
    at++;
    const due = heredocs;
    if (due.length === 0) return;
    heredocs = [];
    for (const heredoc of due) document(heredoc);
  };

  const document = ({ word: last, indented, isRaw }: Heredoc): void => {
    for (;;) {
      let start = at;
      while (indented && text.charCodeAt(start) === 9) start++;
      const end = start + last.length;
      if (text.startsWith(last, start) && (end === text.length || isLineEnd(end))) {
        const next = text.indexOf('\n', end);
        at = next === -1 ? text.length : next + 1;
        return;
      }
      if (at >= text.length) unsure();
      if (isRaw) {
        const next = text.indexOf('\n', at);
        at = next === -1 ? text.length : next + 1;
      } else documentLine();
    }
  };

  const isLineEnd = (offset: number): boolean => {
    const code = text.charCodeAt(offset);
    return code === NEWLINE || (code === 13 && text.charCodeAt(offset + 1) === NEWLINE);
  };

  const documentLine = (): void => {
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === NEWLINE) {
        at++;
        return;
      }
      if (code === BACKSLASH || code === DOLLAR || code === TICK) part(code, true);
      else at++;
    }
  };

  /** Whatever quotes or expands, wherever it stands; false if the sign here does neither. */
  const part = (code: number, quoted: boolean): boolean => {
    if (code === BACKSLASH) at += 2;
    else if (code === QUOTE) doubleQuoted();
    else if (code === APOSTROPHE && !quoted) raw();
    else if (code === DOLLAR) expansion(quoted);
    else if (code === TICK) backticks();
    else return false;
    return true;
  };

  const raw = (): void => {
    at = text.indexOf("'", at + 1) + 1;
    if (at === 0) unsure();
  };

  const doubleQuoted = (): void => {
    for (at++; text.charCodeAt(at) !== QUOTE; ) {
      if (at >= text.length) unsure();
      if (!part(text.charCodeAt(at), true)) at++;
    }
    at++;
  };

  const backticks = (): void => {
    if (ticks > 0) unsure();
    at++;
    ticks++;
    list();
    expect('`');
    ticks--;
  };

  const expansion = (quoted: boolean): void => {
    const next = text.charCodeAt(at + 1);
    if (next === OPEN && text.charCodeAt(at + 2) === OPEN) {
      at += 3;
      arithmetic();
    } else if (next === OPEN) {
      at += 2;
      list();
      expect(')');
    } else if (next === BRACE) {
      at += 2;
      parameter(quoted);
    } else if (next === SQUARE) {
      at += 2;
      upTo(UNSQUARE);
    } else if (next === APOSTROPHE && !quoted) {
      for (at += 2; text.charCodeAt(at) !== APOSTROPHE; at++) {
        if (at >= text.length) unsure();
        if (text.charCodeAt(at) === BACKSLASH) at++;
      }
      at++;
    } else at += SPECIAL.includes(text[at + 1] ?? ' ') ? 2 : 1;
  };

  /** Past a stretch that ends with a sign and holds no commands but quoted ones. */
  const upTo = (close: number): void => {
    for (; text.charCodeAt(at) !== close; ) {
      if (at >= text.length) unsure();
      if (!part(text.charCodeAt(at), false)) at++;
    }
    at++;
  };

  const parameter = (quoted: boolean): void => {
    PATTERN_EXPANSION.lastIndex = at;
    const isPlain = quoted && !PATTERN_EXPANSION.test(text);
    for (; text.charCodeAt(at) !== UNBRACE; ) {
      if (at >= text.length) unsure();
      if (!part(text.charCodeAt(at), isPlain)) at++;
    }
    at++;
  };

  /** Up to the two brackets that close an expression. */
  const arithmetic = (): void => {
    for (let depth = 0; ; ) {
      if (at >= text.length) unsure();
      const code = text.charCodeAt(at);
      if (part(code, false)) continue;
      if (code === OPEN) depth++;
      else if (code === CLOSE && depth-- === 0) {
        // Otherwise it was a command in brackets of its own.
        expect('))');
        return;
      }
      at++;
    }
  };

  /** A pattern in brackets: `@(a|b)`. */
  const group = (): void => {
    for (at++; ; ) {
      const code = text.charCodeAt(at);
      if (code === CLOSE) break;
      if (at >= text.length || code === NEWLINE) unsure();
      if (code === OPEN) group();
      else if (!part(code, false)) at++;
    }
    at++;
  };

  /** One word with all that is quoted and expanded in it. */
  const word = (takesGroups: boolean): void => {
    for (const start = at; at < text.length; ) {
      const code = text.charCodeAt(at);
      if (code <= 32 || code === SEMICOLON || code === AND || code === OR || code === CLOSE) return;
      if (code === LESS || code === MORE) {
        if (text.charCodeAt(at + 1) !== OPEN) return;
        at += 2;
        list();
        expect(')');
      } else if (code === OPEN) {
        if (at === start) return;
        if (!takesGroups && !PATTERN_SIGNS.includes(text[at - 1] ?? ' ')) return;
        group();
      } else if (code === TICK && ticks > 0) return;
      else if (!part(code, false)) at++;
    }
  };

  /** A word that has to be there. */
  const needed = (): void => {
    const start = at;
    word(true);
    if (at === start) unsure();
  };

  const define = (kind: string, written: string, start: number, nameAt: number): void => {
    const end = at;
    const own = tidyName(written, kind);
    const [firstRow, nameRow] = [rowOf(start), rowOf(nameAt)];
    const lastRow = rowOf(Math.max(start, end - 1));
    const place = { nameRow, firstRow, lastRow, start, end };
    notes.marks.push(plainMark(kind, own.name, place, [], own.owner));
  };

  const assignment = (): boolean => {
    ASSIGNMENT.lastIndex = at;
    const [head, name = '', place] = ASSIGNMENT.exec(text) ?? [];
    if (head === undefined) return false;
    const start = at;
    at += head.length;
    if (text.charCodeAt(at) === OPEN) array();
    else word(true);
    if (place === undefined) define('variable', name, start, start);
    return true;
  };

  const array = (): void => {
    at++;
    for (lines(); text.charCodeAt(at) !== CLOSE; lines()) needed();
    at++;
  };

  /** True if files or texts are put in or out here. */
  const redirects = (): boolean => {
    const code = text.charCodeAt(at);
    if (code !== LESS && code !== MORE && code !== AND) return take(DESCRIPTOR) !== '';
    if (text.startsWith('<<<', at)) {
      at += 3;
      blanks();
      needed();
    } else if (text.startsWith('<<', at)) heredoc();
    else if (code !== AND && text.charCodeAt(at + 1) === OPEN) return false;
    else {
      if (take(REDIRECT) === '') return false;
      blanks();
      needed();
    }
    return true;
  };

  const heredoc = (): void => {
    at += 2;
    const indented = text.charCodeAt(at) === 45;
    if (indented) at++;
    blanks();
    const start = at;
    word(false);
    const written = text.slice(start, at);
    if (written === '' || written.includes('\n')) unsure();
    const last = written.replace(/\\(.)|["']/g, '$1');
    heredocs.push({ word: last, indented, isRaw: last !== written });
  };

  /** Whether a command ends here. */
  const isEnd = (code: number): boolean =>
    at >= text.length ||
    code === NEWLINE ||
    code === SEMICOLON ||
    code === OR ||
    code === CLOSE ||
    (code === AND && text.charCodeAt(at + 1) !== MORE) ||
    (code === TICK && ticks > 0) ||
    code === HASH ||
    // zsh closes a group wherever a word may stand.
    (code === UNBRACE && braces > 0 && reserved() === '}');

  /** Assignments, then a command with its words, or a function that is named like one. */
  const simple = (): void => {
    const begin = at;
    let name = '';
    for (blanks(); ; blanks()) {
      if (isEnd(text.charCodeAt(at))) break;
      if (redirects()) continue;
      if ((name === '' || DECLARING.has(name)) && assignment()) continue;
      const start = at;
      word(name !== '');
      if (at === start) unsure();
      if (name !== '') continue;
      name = text.slice(start, at);
      if (name === '@test') testCase(start);
      blanks();
      if (text.charCodeAt(at) === OPEN) {
        if (start !== begin) unsure();
        definition(start, start, name);
        return;
      }
      if (!SILENT.has(name)) use(name, start);
    }
    if (at === begin) unsure();
  };

  /** A test of bats: `@test "title" { … }`. */
  const testCase = (start: number): void => {
    blanks();
    const title = at;
    for (; !isEnd(text.charCodeAt(at)) && reserved() !== '{'; blanks()) needed();
    if (reserved() !== '{') return;
    compound();
    noteCase(notes, { start: title, end: at, row: rowOf(start), lastRow: rowOf(at - 1) });
  };

  const use = (name: string, start: number): void => {
    const own = rowOf(start);
    // `\ls` is `ls`, whatever else bears that name.
    const known = name.slice(name.startsWith('\\') ? 1 : 0, MAX_NAME);
    if (!noteCallImport(notes, known, start, own)) refer(notes, known, own);
  };

  /** A function from its brackets on. */
  const definition = (start: number, nameAt: number, name: string): void => {
    if (text.charCodeAt(at) === OPEN) {
      at++;
      blanks();
      expect(')');
    }
    functionBody();
    define('function', name, start, nameAt);
  };

  const functionBody = (): void => {
    lines();
    if (text.charCodeAt(at) === BRACE) braced();
    else if (!compound()) unsure();
  };

  const braced = (): void => {
    at++;
    braces++;
    list();
    expectReserved('}');
    braces--;
  };

  /** The words of a list. */
  const words = (): void => {
    for (blanks(); !isEnd(text.charCodeAt(at)); blanks()) needed();
  };

  const brackets = (): void => {
    const start = at++;
    if (text.charCodeAt(at) === OPEN) {
      at++;
      arithmetic();
      return;
    }
    const count = list();
    expect(')');
    if (count === 0) nameless(start);
  };

  /** A function of zsh that is called at once. */
  const nameless = (start: number): void => {
    functionBody();
    define('scope', '', start, start);
    words();
  };

  /** A command that holds others; false if none begins here. */
  const compound = (): boolean => {
    if (text.charCodeAt(at) === OPEN) {
      brackets();
      return true;
    }
    const start = at;
    const opening = reserved();
    at += opening.length;
    switch (opening) {
      case '{':
        at = start;
        braced();
        return true;
      case '[[':
        test();
        return true;
      case 'if':
        condition();
        return true;
      case 'while':
      case 'until':
        list();
        body();
        return true;
      case 'for':
      case 'select':
        loop();
        return true;
      case 'case':
        choice();
        return true;
      case 'function': {
        blanks();
        const nameAt = at;
        const name = reserved() === '{' ? '' : take(FUNCTION_NAME);
        blanks();
        if (name === '') nameless(start);
        else definition(start, nameAt, name);
        return true;
      }
      default:
        at = start;
        return false;
    }
  };

  const condition = (): void => {
    list();
    expectReserved('then');
    list();
    while (reserved() === 'elif') {
      at += 4;
      list();
      expectReserved('then');
      list();
    }
    if (reserved() === 'else') {
      at += 4;
      list();
    }
    expectReserved('fi');
  };

  /** What a loop repeats. */
  const body = (): void => {
    if (reserved() === '{') {
      braced();
      return;
    }
    expectReserved('do');
    list();
    expectReserved('done');
  };

  const isIn = (): boolean => text.startsWith('in', at) && text.charCodeAt(at + 2) <= 32;

  const loop = (): void => {
    blanks();
    if (text.startsWith('((', at)) {
      at += 2;
      counting();
    } else {
      do {
        if (take(VARIABLE) === '') unsure();
        lines();
      } while (!isIn() && reserved() === '' && isWordCode(text.charCodeAt(at)));
      if (text.charCodeAt(at) === OPEN) array();
      else if (isIn()) {
        at += 2;
        words();
      }
    }
    blanks();
    if (text.charCodeAt(at) === SEMICOLON) at++;
    lines();
    body();
  };

  /** The head of a loop over numbers, whose assignments define. */
  const counting = (): void => {
    let counter = '';
    let start = at;
    let depth = 0;
    const begin = (): void => {
      COUNTER.lastIndex = at;
      const [head = '', name = ''] = COUNTER.exec(text) ?? [];
      counter = name;
      start = at + head.length - head.trimStart().length;
      at += head.length;
    };
    const finish = (): void => {
      if (counter !== '') define('variable', counter, start, start);
    };
    for (begin(); ; ) {
      if (at >= text.length) unsure();
      const code = text.charCodeAt(at);
      if (part(code, false)) continue;
      const ends = code === SEMICOLON || code === COMMA || code === CLOSE;
      if (depth === 0 && ends) finish();
      if (code === CLOSE && depth-- === 0) {
        expect('))');
        return;
      }
      if (code === OPEN) depth++;
      at++;
      if (depth === 0 && ends) begin();
    }
  };

  const choice = (): void => {
    blanks();
    needed();
    lines();
    if (!isIn()) unsure();
    at += 2;
    for (lines(); reserved() !== 'esac'; lines()) {
      const isOpen = text.charCodeAt(at) === OPEN;
      if (isOpen) at++;
      patterns();
      // In zsh the first bracket may be part of a pattern: `(a|b)*)`.
      if (isOpen && text.charCodeAt(at) > 32 && text.charCodeAt(at) !== SEMICOLON) patterns();
      list();
      if (text.charCodeAt(at) !== SEMICOLON) break;
      take(/;;&|;[;&|]/y);
    }
    expectReserved('esac');
  };

  const patterns = (): void => {
    for (;;) {
      blanks();
      needed();
      blanks();
      if (text.charCodeAt(at) !== OR) break;
      at++;
    }
    expect(')');
  };

  /** `[[ … ]]`, in which most signs mean something else. */
  const test = (): void => {
    for (;;) {
      blanks();
      const code = text.charCodeAt(at);
      if (at >= text.length) unsure();
      if (code === NEWLINE) newline();
      else if (code === HASH && opensLine(text, at)) comment();
      else if (text.startsWith(']]', at) && /[\s;&|)`]|^$/.test(text.slice(at + 2, at + 3))) break;
      else {
        while (text.charCodeAt(at) > 32) if (!part(text.charCodeAt(at), false)) at++;
      }
    }
    at += 2;
  };

  const command = (): void => {
    blanks();
    while (take(BEFORE_COMMAND) !== '') blanks();
    if (!compound()) {
      simple();
      return;
    }
    for (blanks(); redirects(); ) blanks();
  };

  /** Commands up to what ends their list; gives how many there are. */
  const list = (): number => {
    for (let count = 0; ; count++) {
      lines();
      const code = text.charCodeAt(at);
      const next = text.charCodeAt(at + 1);
      if (at >= text.length || code === CLOSE || (code === TICK && ticks > 0)) return count;
      if (code === SEMICOLON) {
        if (next === SEMICOLON || next === AND || next === OR) return count;
        at++;
      } else if (code === AND && next !== AND && next !== MORE)
        // zsh lets go of a command with `&|` and `&!`.
        at += next === OR || next === BANG ? 2 : 1;
      else if (CLOSERS.has(reserved())) return count;
      else chain();
    }
  };

  /** Commands that are joined by `&&`, `||` or `|`. */
  const chain = (): void => {
    for (command(); ; command()) {
      blanks();
      if (take(/&&|\|\||\|&|\|/y) === '') return;
      lines();
    }
  };

  return (given) => {
    notes = given;
    text = given.text;
    starts = lineStarts(text);
    at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    row = 0;
    heredocs = [];
    ticks = 0;
    braces = 0;
    list();
    if (at < text.length || heredocs.length > 0) unsure();
  };
}

export const scanBash: Scanner = newReader();
