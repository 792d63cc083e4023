import { MAX_NAME, tidyName } from '../../names.ts';
import { noteCallImport, noteCase, plainMark, refer } from '../../notes.ts';
import {
  AND,
  BRACE,
  CLOSE,
  HASH,
  LESS,
  MORE,
  OPEN,
  OR,
  SEMICOLON,
  TICK,
  UNBRACE,
} from '../signs.ts';
import { unsure } from '../unsure.ts';
import { NEWLINE, type Parts, type Shell } from './parts.ts';

/** Commands whose arguments may be assignments; like a test they are parts of the language and no names that are used. */
const DECLARING = new Set('declare typeset export readonly local'.split(' '));
const SILENT = new Set([...DECLARING, 'unset', 'unsetenv', '[']);
/** A variable, perhaps one of its places, and how it is set. The bound keeps a row of open brackets from being searched again and again. */
const ASSIGNMENT = /([A-Za-z_]\w*)(\[(?:[^[\]\n]|\[[^[\]\n]{0,100}\]){0,100}\])?\+?=/y;
const DESCRIPTOR = /(?:\d+|\{\w+\})(?=[<>])/y;
const REDIRECT = /&>>?|>>|>&|>\||>!|<>|<&|<|>/y;

/** Simple commands, assignments, redirections and functions. */
export function newSimple(
  shell: Shell,
): Pick<
  Parts,
  'define' | 'array' | 'redirects' | 'isEnd' | 'simple' | 'definition' | 'functionBody' | 'braced'
> {
  const define = (kind: string, written: string, start: number, nameAt: number): void => {
    const end = shell.at;
    const own = tidyName(written, kind);
    const [firstRow, nameRow] = [shell.rowOf(start), shell.rowOf(nameAt)];
    const lastRow = shell.rowOf(Math.max(start, end - 1));
    const place = { nameRow, firstRow, lastRow, start, end };
    shell.notes.marks.push(plainMark(kind, own.name, place, [], own.owner));
  };

  const assignment = (): boolean => {
    ASSIGNMENT.lastIndex = shell.at;
    const [head, name = '', place] = ASSIGNMENT.exec(shell.text) ?? [];
    if (head === undefined) return false;
    const start = shell.at;
    shell.at += head.length;
    if (shell.text.charCodeAt(shell.at) === OPEN) array();
    else shell.word(true);
    if (place === undefined) define('variable', name, start, start);
    return true;
  };

  const array = (): void => {
    shell.at++;
    for (shell.lines(); shell.text.charCodeAt(shell.at) !== CLOSE; shell.lines()) shell.needed();
    shell.at++;
  };

  /** True if files or texts are put in or out here. */
  const redirects = (): boolean => {
    const code = shell.text.charCodeAt(shell.at);
    if (code !== LESS && code !== MORE && code !== AND) return shell.take(DESCRIPTOR) !== '';
    if (shell.text.startsWith('<<<', shell.at)) {
      shell.at += 3;
      shell.blanks();
      shell.needed();
    } else if (shell.text.startsWith('<<', shell.at)) heredoc();
    else if (code !== AND && shell.text.charCodeAt(shell.at + 1) === OPEN) return false;
    else {
      if (shell.take(REDIRECT) === '') return false;
      shell.blanks();
      shell.needed();
    }
    return true;
  };

  const heredoc = (): void => {
    shell.at += 2;
    const indented = shell.text.charCodeAt(shell.at) === 45;
    if (indented) shell.at++;
    shell.blanks();
    const start = shell.at;
    shell.word(false);
    const written = shell.text.slice(start, shell.at);
    if (written === '' || written.includes('\n')) unsure();
    const last = written.replace(/\\(.)|["']/g, '$1');
    shell.heredocs.push({ word: last, indented, isRaw: last !== written });
  };

  /** Whether a command ends here. */
  const isEnd = (code: number): boolean =>
    shell.at >= shell.text.length ||
    code === NEWLINE ||
    code === SEMICOLON ||
    code === OR ||
    code === CLOSE ||
    (code === AND && shell.text.charCodeAt(shell.at + 1) !== MORE) ||
    (code === TICK && shell.ticks > 0) ||
    code === HASH ||
    // zsh closes a group wherever a word may stand.
    (code === UNBRACE && shell.braces > 0 && shell.reserved() === '}');

  /** Assignments, then a command with its words, or a function that is named like one. */
  const simple = (): void => {
    const begin = shell.at;
    let name = '';
    for (shell.blanks(); ; shell.blanks()) {
      if (isEnd(shell.text.charCodeAt(shell.at))) break;
      if (redirects()) continue;
      if ((name === '' || DECLARING.has(name)) && assignment()) continue;
      const start = shell.at;
      shell.word(name !== '');
      if (shell.at === start) unsure();
      if (name !== '') continue;
      name = shell.text.slice(start, shell.at);
      if (name === '@test') testCase(start);
      shell.blanks();
      if (shell.text.charCodeAt(shell.at) === OPEN) {
        if (start !== begin) unsure();
        definition(start, start, name);
        return;
      }
      if (!SILENT.has(name)) use(name, start);
    }
    if (shell.at === begin) unsure();
  };

  /** A test of bats: `@test "title" { … }`. */
  const testCase = (start: number): void => {
    shell.blanks();
    const title = shell.at;
    for (; !isEnd(shell.text.charCodeAt(shell.at)) && shell.reserved() !== '{'; shell.blanks())
      shell.needed();
    if (shell.reserved() !== '{') return;
    shell.compound();
    noteCase(shell.notes, {
      start: title,
      end: shell.at,
      row: shell.rowOf(start),
      lastRow: shell.rowOf(shell.at - 1),
    });
  };

  const use = (name: string, start: number): void => {
    const own = shell.rowOf(start);
    // `\ls` is `ls`, whatever else bears that name.
    const known = name.slice(name.startsWith('\\') ? 1 : 0, MAX_NAME);
    if (!noteCallImport(shell.notes, known, start, own)) refer(shell.notes, known, own);
  };

  /** A function from its brackets on. */
  const definition = (start: number, nameAt: number, name: string): void => {
    if (shell.text.charCodeAt(shell.at) === OPEN) {
      shell.at++;
      shell.blanks();
      shell.expect(')');
    }
    functionBody();
    define('function', name, start, nameAt);
  };

  const functionBody = (): void => {
    shell.lines();
    if (shell.text.charCodeAt(shell.at) === BRACE) braced();
    else if (!shell.compound()) unsure();
  };

  const braced = (): void => {
    shell.at++;
    shell.braces++;
    shell.list();
    shell.expectReserved('}');
    shell.braces--;
  };

  return { define, array, redirects, isEnd, simple, definition, functionBody, braced };
}
