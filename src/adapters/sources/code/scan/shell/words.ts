import {
  AND,
  APOSTROPHE,
  BACKSLASH,
  BRACE,
  CLOSE,
  DOLLAR,
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
} from '../signs.ts';
import { unsure } from '../unsure.ts';
import { NEWLINE, type Parts, type Shell } from './parts.ts';

/** Between quotes an apostrophe quotes in these expansions, and means itself in the others (`"${x:-it's}"`). */
const PATTERN_EXPANSION = /!?(?:\w+|[@*#?$!-])(?:\[[^\]\n]{0,100}\])?[#%/^,]/y;
/** Parameters of one sign: in `$#` nothing else begins. */
const SPECIAL = '#$?!*@-';
/** Before a bracket these make a pattern of what is in it. */
const PATTERN_SIGNS = '?*+@!';

/** Words, with all that is quoted and expanded in them. */
export function newWords(shell: Shell): Pick<Parts, 'part' | 'arithmetic' | 'word' | 'needed'> {
  /** Whatever quotes or expands, wherever it stands; false if the sign here does neither. */
  const part = (code: number, quoted: boolean): boolean => {
    if (code === BACKSLASH) shell.at += 2;
    else if (code === QUOTE) doubleQuoted();
    else if (code === APOSTROPHE && !quoted) raw();
    else if (code === DOLLAR) expansion(quoted);
    else if (code === TICK) backticks();
    else return false;
    return true;
  };

  const raw = (): void => {
    shell.at = shell.text.indexOf("'", shell.at + 1) + 1;
    if (shell.at === 0) unsure();
  };

  const doubleQuoted = (): void => {
    for (shell.at++; shell.text.charCodeAt(shell.at) !== QUOTE; ) {
      if (shell.at >= shell.text.length) unsure();
      if (!part(shell.text.charCodeAt(shell.at), true)) shell.at++;
    }
    shell.at++;
  };

  const backticks = (): void => {
    if (shell.ticks > 0) unsure();
    shell.at++;
    shell.ticks++;
    shell.list();
    shell.expect('`');
    shell.ticks--;
  };

  const expansion = (quoted: boolean): void => {
    const next = shell.text.charCodeAt(shell.at + 1);
    if (next === OPEN && shell.text.charCodeAt(shell.at + 2) === OPEN) {
      shell.at += 3;
      arithmetic();
    } else if (next === OPEN) {
      shell.at += 2;
      shell.list();
      shell.expect(')');
    } else if (next === BRACE) {
      shell.at += 2;
      parameter(quoted);
    } else if (next === SQUARE) {
      shell.at += 2;
      upTo(UNSQUARE);
    } else if (next === APOSTROPHE && !quoted) {
      for (shell.at += 2; shell.text.charCodeAt(shell.at) !== APOSTROPHE; shell.at++) {
        if (shell.at >= shell.text.length) unsure();
        if (shell.text.charCodeAt(shell.at) === BACKSLASH) shell.at++;
      }
      shell.at++;
    } else shell.at += SPECIAL.includes(shell.text[shell.at + 1] ?? ' ') ? 2 : 1;
  };

  /** Past a stretch that ends with a sign and holds no commands but quoted ones. */
  const upTo = (close: number): void => {
    for (; shell.text.charCodeAt(shell.at) !== close; ) {
      if (shell.at >= shell.text.length) unsure();
      if (!part(shell.text.charCodeAt(shell.at), false)) shell.at++;
    }
    shell.at++;
  };

  const parameter = (quoted: boolean): void => {
    PATTERN_EXPANSION.lastIndex = shell.at;
    const isPlain = quoted && !PATTERN_EXPANSION.test(shell.text);
    for (; shell.text.charCodeAt(shell.at) !== UNBRACE; ) {
      if (shell.at >= shell.text.length) unsure();
      if (!part(shell.text.charCodeAt(shell.at), isPlain)) shell.at++;
    }
    shell.at++;
  };

  /** Up to the two brackets that close an expression. */
  const arithmetic = (): void => {
    for (let depth = 0; ; ) {
      if (shell.at >= shell.text.length) unsure();
      const code = shell.text.charCodeAt(shell.at);
      if (part(code, false)) continue;
      if (code === OPEN) depth++;
      else if (code === CLOSE && depth-- === 0) {
        // Otherwise it was a command in brackets of its own.
        shell.expect('))');
        return;
      }
      shell.at++;
    }
  };

  /** A pattern in brackets: `@(a|b)`. */
  const group = (): void => {
    for (shell.at++; ; ) {
      const code = shell.text.charCodeAt(shell.at);
      if (code === CLOSE) break;
      if (shell.at >= shell.text.length || code === NEWLINE) unsure();
      if (code === OPEN) group();
      else if (!part(code, false)) shell.at++;
    }
    shell.at++;
  };

  /** One word with all that is quoted and expanded in it. */
  const word = (takesGroups: boolean): void => {
    for (const start = shell.at; shell.at < shell.text.length; ) {
      const code = shell.text.charCodeAt(shell.at);
      if (code <= 32 || code === SEMICOLON || code === AND || code === OR || code === CLOSE) return;
      if (code === LESS || code === MORE) {
        if (shell.text.charCodeAt(shell.at + 1) !== OPEN) return;
        shell.at += 2;
        shell.list();
        shell.expect(')');
      } else if (code === OPEN) {
        if (shell.at === start) return;
        if (!takesGroups && !PATTERN_SIGNS.includes(shell.text[shell.at - 1] ?? ' ')) return;
        group();
      } else if (code === TICK && shell.ticks > 0) return;
      else if (!part(code, false)) shell.at++;
    }
  };

  /** A word that has to be there. */
  const needed = (): void => {
    const start = shell.at;
    word(true);
    if (shell.at === start) unsure();
  };

  return { part, arithmetic, word, needed };
}
