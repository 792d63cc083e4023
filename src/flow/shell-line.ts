import { SheafError } from '../model/errors.ts';

export type ShellLine =
  | { readonly kind: 'empty' }
  | { readonly kind: 'exit' }
  /** A slash command as the arguments of the program. */
  | { readonly kind: 'command'; readonly words: readonly string[] }
  | { readonly kind: 'shell'; readonly line: string };

const EXITS: readonly string[] = ['/exit', '/quit', 'exit', 'quit'];

/**
 * `/evidence toggle e1` is a command of ours, `grep foo $e2` one of the shell. A path such as `/usr/bin/env` is no
 * command of ours: those are a slash and a known name.
 */
export function readLine(line: string, commands: readonly string[]): ShellLine {
  const text = line.trim();
  if (text === '' || text.startsWith('#')) return { kind: 'empty' };
  if (EXITS.includes(text)) return { kind: 'exit' };
  if (!text.startsWith('/')) return { kind: 'shell', line };
  const words = splitWords(text.slice(1));
  const [name = ''] = words;
  if (commands.includes(name)) return { kind: 'command', words };
  if (EXITS.includes(`/${name}`)) {
    throw new SheafError('usage', `/${name} takes no arguments`, `/${name}`);
  }
  if (name.includes('/') || text.length === 1) return { kind: 'shell', line };
  throw new SheafError('usage', `there is no command /${name}`, `/${commands.join(' /')}`);
}

/** Blank, a text in quotes of either kind, a character behind a backslash, or any other one. */
const PIECE = /([ \t\r\n]+)|'([^']*)'|"((?:\\["\\]|\\(?!["\\])|[^"\\])*)"|\\(.)|./gs;

/** Words as a shell splits them: quotes, backslashes, a comment at the end; nothing is expanded. */
function splitWords(text: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (const [piece, blank, single, double, escaped] of text.matchAll(PIECE)) {
    if (piece === '#' && word === null) break;
    if (piece === '"' || piece === "'") {
      throw new SheafError('usage', `the quote ${piece} is not closed`);
    }
    if (blank !== undefined && word !== null) words.push(word);
    const said = single ?? double?.replace(/\\(["\\])/g, '$1') ?? escaped ?? piece;
    word = blank === undefined ? `${word ?? ''}${said}` : null;
  }
  return word === null ? words : [...words, word];
}
