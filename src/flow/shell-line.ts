import { SheafError } from '../model/errors.ts';

export type ShellLine =
  | { readonly kind: 'empty' }
  | { readonly kind: 'exit' }
  /** A slash command as the arguments of the program. */
  | { readonly kind: 'command'; readonly words: readonly string[] }
  | { readonly kind: 'shell'; readonly line: string };

const EXITS: readonly string[] = ['/exit', '/quit', 'exit', 'quit'];
const BLANK = ' \t\r\n';

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

/** Words as a shell splits them: quotes, backslashes, a comment at the end; nothing is expanded. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let word = '';
  let isOpen = false;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    const next = text[at + 1];
    const escapes = quote === '' || (quote === '"' && (next === '"' || next === '\\'));
    if (character === '\\' && quote !== "'" && escapes && next !== undefined) {
      word += next;
      at++;
      isOpen = true;
    } else if (quote !== '') {
      if (character === quote) quote = '';
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      isOpen = true;
    } else if (BLANK.includes(character)) {
      if (isOpen) words.push(word);
      word = '';
      isOpen = false;
    } else if (character === '#' && !isOpen) {
      break;
    } else {
      word += character;
      isOpen = true;
    }
  }
  if (quote !== '') throw new SheafError('usage', `the quote ${quote} is not closed`);
  if (isOpen) words.push(word);
  return words;
}
