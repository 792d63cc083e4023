import { isWordCode } from '../../../../../text/code/words.ts';
import { opensLine } from '../../names.ts';
import { CLOSE, COMMA, HASH, OPEN, OR, SEMICOLON } from '../signs.ts';
import { unsure } from '../unsure.ts';
import { NEWLINE, type Parts, type Shell } from './parts.ts';

const VARIABLE = /\w+/y;
/** A variable that a loop over numbers sets. */
const COUNTER = /\s*([A-Za-z_]\w*)\s*=(?!=)/y;
const FUNCTION_NAME = /[^\s;&|()<>`"'$\\]+/y;

/** Commands that hold others: conditions, loops, choices, groups and tests. */
export function newCompounds(shell: Shell): Pick<Parts, 'compound'> {
  /** The words of a list. */
  const words = (): void => {
    for (shell.blanks(); !shell.isEnd(shell.text.charCodeAt(shell.at)); shell.blanks())
      shell.needed();
  };

  const brackets = (): void => {
    const start = shell.at++;
    if (shell.text.charCodeAt(shell.at) === OPEN) {
      shell.at++;
      shell.arithmetic();
      return;
    }
    const count = shell.list();
    shell.expect(')');
    if (count === 0) nameless(start);
  };

  /** A function of zsh that is called at once. */
  const nameless = (start: number): void => {
    shell.functionBody();
    shell.define('scope', '', start, start);
    words();
  };

  /** A command that holds others; false if none begins here. */
  const compound = (): boolean => {
    if (shell.text.charCodeAt(shell.at) === OPEN) {
      brackets();
      return true;
    }
    const start = shell.at;
    const opening = shell.reserved();
    shell.at += opening.length;
    switch (opening) {
      case '{':
        shell.at = start;
        shell.braced();
        return true;
      case '[[':
        test();
        return true;
      case 'if':
        condition();
        return true;
      case 'while':
      case 'until':
        shell.list();
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
        shell.blanks();
        const nameAt = shell.at;
        const name = shell.reserved() === '{' ? '' : shell.take(FUNCTION_NAME);
        shell.blanks();
        if (name === '') nameless(start);
        else shell.definition(start, nameAt, name);
        return true;
      }
      default:
        shell.at = start;
        return false;
    }
  };

  const condition = (): void => {
    shell.list();
    shell.expectReserved('then');
    shell.list();
    while (shell.reserved() === 'elif') {
      shell.at += 4;
      shell.list();
      shell.expectReserved('then');
      shell.list();
    }
    if (shell.reserved() === 'else') {
      shell.at += 4;
      shell.list();
    }
    shell.expectReserved('fi');
  };

  /** What a loop repeats. */
  const body = (): void => {
    if (shell.reserved() === '{') {
      shell.braced();
      return;
    }
    shell.expectReserved('do');
    shell.list();
    shell.expectReserved('done');
  };

  const isIn = (): boolean =>
    shell.text.startsWith('in', shell.at) && shell.text.charCodeAt(shell.at + 2) <= 32;

  const loop = (): void => {
    shell.blanks();
    if (shell.text.startsWith('((', shell.at)) {
      shell.at += 2;
      counting();
    } else {
      do {
        if (shell.take(VARIABLE) === '') unsure();
        shell.lines();
      } while (!isIn() && shell.reserved() === '' && isWordCode(shell.text.charCodeAt(shell.at)));
      if (shell.text.charCodeAt(shell.at) === OPEN) shell.array();
      else if (isIn()) {
        shell.at += 2;
        words();
      }
    }
    shell.blanks();
    if (shell.text.charCodeAt(shell.at) === SEMICOLON) shell.at++;
    shell.lines();
    body();
  };

  /** The head of a loop over numbers, whose assignments define. */
  const counting = (): void => {
    let counter = '';
    let start = shell.at;
    let depth = 0;
    const begin = (): void => {
      COUNTER.lastIndex = shell.at;
      const [head = '', name = ''] = COUNTER.exec(shell.text) ?? [];
      counter = name;
      start = shell.at + head.length - head.trimStart().length;
      shell.at += head.length;
    };
    const finish = (): void => {
      if (counter !== '') shell.define('variable', counter, start, start);
    };
    for (begin(); ; ) {
      if (shell.at >= shell.text.length) unsure();
      const code = shell.text.charCodeAt(shell.at);
      if (shell.part(code, false)) continue;
      const ends = code === SEMICOLON || code === COMMA || code === CLOSE;
      if (depth === 0 && ends) finish();
      if (code === CLOSE && depth-- === 0) {
        shell.expect('))');
        return;
      }
      if (code === OPEN) depth++;
      shell.at++;
      if (depth === 0 && ends) begin();
    }
  };

  const choice = (): void => {
    shell.blanks();
    shell.needed();
    shell.lines();
    if (!isIn()) unsure();
    shell.at += 2;
    for (shell.lines(); shell.reserved() !== 'esac'; shell.lines()) {
      const isOpen = shell.text.charCodeAt(shell.at) === OPEN;
      if (isOpen) shell.at++;
      patterns();
      // In zsh the first bracket may be part of a pattern: `(a|b)*)`.
      if (
        isOpen &&
        shell.text.charCodeAt(shell.at) > 32 &&
        shell.text.charCodeAt(shell.at) !== SEMICOLON
      )
        patterns();
      shell.list();
      if (shell.text.charCodeAt(shell.at) !== SEMICOLON) break;
      shell.take(/;;&|;[;&|]/y);
    }
    shell.expectReserved('esac');
  };

  const patterns = (): void => {
    for (;;) {
      shell.blanks();
      shell.needed();
      shell.blanks();
      if (shell.text.charCodeAt(shell.at) !== OR) break;
      shell.at++;
    }
    shell.expect(')');
  };

  /** `[[ … ]]`, in which most signs mean something else. */
  const test = (): void => {
    for (;;) {
      shell.blanks();
      const code = shell.text.charCodeAt(shell.at);
      if (shell.at >= shell.text.length) unsure();
      if (code === NEWLINE) shell.newline();
      else if (code === HASH && opensLine(shell.text, shell.at)) shell.comment();
      else if (
        shell.text.startsWith(']]', shell.at) &&
        /[\s;&|)`]|^$/.test(shell.text.slice(shell.at + 2, shell.at + 3))
      )
        break;
      else {
        while (shell.text.charCodeAt(shell.at) > 32)
          if (!shell.part(shell.text.charCodeAt(shell.at), false)) shell.at++;
      }
    }
    shell.at += 2;
  };

  return { compound };
}
