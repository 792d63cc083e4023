import { AND, BANG, CLOSE, MORE, OR, SEMICOLON, TICK } from '../signs.ts';
import type { Parts, Shell } from './parts.ts';

/** Those that end a list of commands. */
const CLOSERS = new Set('then elif else fi esac do done }'.split(' '));
/** What may stand before a command and changes nothing in it. */
const BEFORE_COMMAND = /(?:!|time(?:[ \t]+-p)?)(?=[ \t(])/y;

/** Lists of commands. */
export function newLists(shell: Shell): Pick<Parts, 'list'> {
  const command = (): void => {
    shell.blanks();
    while (shell.take(BEFORE_COMMAND) !== '') shell.blanks();
    if (!shell.compound()) {
      shell.simple();
      return;
    }
    for (shell.blanks(); shell.redirects(); ) shell.blanks();
  };

  /** Commands up to what ends their list; gives how many there are. */
  const list = (): number => {
    for (let count = 0; ; count++) {
      shell.lines();
      const code = shell.text.charCodeAt(shell.at);
      const next = shell.text.charCodeAt(shell.at + 1);
      if (shell.at >= shell.text.length || code === CLOSE || (code === TICK && shell.ticks > 0))
        return count;
      if (code === SEMICOLON) {
        if (next === SEMICOLON || next === AND || next === OR) return count;
        shell.at++;
      } else if (code === AND && next !== AND && next !== MORE)
        // zsh lets go of a command with `&|` and `&!`.
        shell.at += next === OR || next === BANG ? 2 : 1;
      else if (CLOSERS.has(shell.reserved())) return count;
      else chain();
    }
  };

  /** Commands that are joined by `&&`, `||` or `|`. */
  const chain = (): void => {
    for (command(); ; command()) {
      shell.blanks();
      if (shell.take(/&&|\|\||\|&|\|/y) === '') return;
      shell.lines();
    }
  };

  return { list };
}
