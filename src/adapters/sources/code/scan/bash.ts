import { lineStarts } from '../../../../math/lines.ts';
import { NO_NOTES } from '../notes.ts';
import type { Scanner } from './scanner.ts';
import { newCompounds } from './shell/compounds.ts';
import { newLines } from './shell/lines.ts';
import { newLists } from './shell/lists.ts';
import type { Parts, Shell } from './shell/parts.ts';
import { newSimple } from './shell/simple.ts';
import { newWords } from './shell/words.ts';
import { unsure } from './unsure.ts';

const BYTE_ORDER_MARK = 0xfeff;
const BEGINNING: Omit<Shell, keyof Parts | 'notes' | 'text' | 'starts'> = {
  at: 0,
  row: 0,
  heredocs: [],
  ticks: 0,
  braces: 0,
};

/** Reads shell once, command by command, as the shell does. */
function newScanner(): Scanner {
  const state: Omit<Shell, keyof Parts> = { notes: NO_NOTES, text: '', starts: [], ...BEGINNING };
  const shell = state as Shell;
  Object.assign(
    shell,
    newLines(shell),
    newWords(shell),
    newSimple(shell),
    newCompounds(shell),
    newLists(shell),
  );
  return (notes) => {
    const { text } = notes;
    Object.assign(shell, { notes, text, starts: lineStarts(text), ...BEGINNING, heredocs: [] });
    if (text.charCodeAt(0) === BYTE_ORDER_MARK) shell.at = 1;
    shell.list();
    if (shell.at < text.length || shell.heredocs.length > 0) unsure();
  };
}

export const scanBash: Scanner = newScanner();
