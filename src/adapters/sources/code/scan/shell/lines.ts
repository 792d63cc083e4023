import { rowAt } from '../../../../../math/lines.ts';
import { opensLine } from '../../names.ts';
import { BACKSLASH, DOLLAR, HASH, TICK } from '../signs.ts';
import { unsure } from '../unsure.ts';
import { type Heredoc, NEWLINE, type Parts, type Shell } from './parts.ts';

/** A word of the shell's own, where a command may stand. */
const RESERVED =
  /(?:if|then|elif|else|fi|case|esac|for|select|while|until|do|done|function|\{|\}|\[\[)(?=[\s;&|()<>`]|$)/y;

/** Where the reader is, and how it passes blanks, comments and here-documents. */
export function newLines(
  shell: Shell,
): Pick<
  Parts,
  | 'rowOf'
  | 'take'
  | 'reserved'
  | 'expect'
  | 'expectReserved'
  | 'blanks'
  | 'comment'
  | 'lines'
  | 'newline'
> {
  const rowOf = (offset: number): number => {
    shell.row = rowAt(
      shell.starts,
      offset,
      (shell.starts[shell.row] ?? 0) <= offset ? shell.row : 0,
    );
    return shell.row;
  };

  /** What a sticky pattern finds here; empty if nothing. Goes past it. */
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = shell.at;
    if (!pattern.test(shell.text)) return '';
    const from = shell.at;
    shell.at = pattern.lastIndex;
    return shell.text.slice(from, shell.at);
  };

  const reserved = (): string => {
    RESERVED.lastIndex = shell.at;
    return RESERVED.exec(shell.text)?.[0] ?? '';
  };

  const expect = (word: string): void => {
    if (!shell.text.startsWith(word, shell.at)) unsure();
    shell.at += word.length;
  };

  const expectReserved = (word: string): void => {
    if (reserved() !== word) unsure();
    shell.at += word.length;
  };

  /** Past blanks and joined lines. */
  const blanks = (): void => {
    const { text } = shell;
    let { at } = shell;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === BACKSLASH && text.charCodeAt(at + 1) === NEWLINE) at++;
      else if (code !== 32 && code !== 9 && code !== 13) break;
    }
    shell.at = at;
  };

  const comment = (): void => {
    if (opensLine(shell.text, shell.at)) {
      const own = rowOf(shell.at);
      shell.notes.docs.push([own, own]);
    }
    shell.at = shell.text.indexOf('\n', shell.at);
    if (shell.at === -1) shell.at = shell.text.length;
  };

  /** Past blanks, comments, line ends and the here-documents that follow them. */
  const lines = (): void => {
    for (blanks(); shell.at < shell.text.length; blanks()) {
      const code = shell.text.charCodeAt(shell.at);
      if (code === HASH) comment();
      else if (code === NEWLINE) newline();
      else return;
    }
  };

  const newline = (): void => {
    shell.at++;
    const due = shell.heredocs;
    if (due.length === 0) return;
    shell.heredocs = [];
    for (const heredoc of due) document(heredoc);
  };

  const document = ({ word: last, indented, isRaw }: Heredoc): void => {
    for (;;) {
      let start = shell.at;
      while (indented && shell.text.charCodeAt(start) === 9) start++;
      const end = start + last.length;
      if (shell.text.startsWith(last, start) && (end === shell.text.length || isLineEnd(end))) {
        const next = shell.text.indexOf('\n', end);
        shell.at = next === -1 ? shell.text.length : next + 1;
        return;
      }
      if (shell.at >= shell.text.length) unsure();
      if (isRaw) {
        const next = shell.text.indexOf('\n', shell.at);
        shell.at = next === -1 ? shell.text.length : next + 1;
      } else documentLine();
    }
  };

  const isLineEnd = (offset: number): boolean => {
    const code = shell.text.charCodeAt(offset);
    return code === NEWLINE || (code === 13 && shell.text.charCodeAt(offset + 1) === NEWLINE);
  };

  const documentLine = (): void => {
    while (shell.at < shell.text.length) {
      const code = shell.text.charCodeAt(shell.at);
      if (code === NEWLINE) {
        shell.at++;
        return;
      }
      if (code === BACKSLASH || code === DOLLAR || code === TICK) shell.part(code, true);
      else shell.at++;
    }
  };

  return { rowOf, take, reserved, expect, expectReserved, blanks, comment, lines, newline };
}
