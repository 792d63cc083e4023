import { spawnSync } from 'node:child_process';
import { SheafError } from '../../model/errors.ts';

/** Programs that put standard input on the clipboard, by system; the first that works is taken. */
const PROGRAMS: readonly (readonly [string, readonly string[]])[] = [
  ['pbcopy', []],
  ['wl-copy', []],
  ['xclip', ['-selection', 'clipboard']],
  ['xsel', ['--clipboard', '--input']],
  ['clip.exe', []],
];

export async function copyText(text: string): Promise<void> {
  const done = PROGRAMS.some(
    ([program, args]) =>
      spawnSync(program, args, { input: text, stdio: ['pipe', 'ignore', 'ignore'] }).status === 0,
  );
  if (done) return;
  const hint = 'install xclip or wl-clipboard, or write to a file with --out FILE';
  throw new SheafError('not-found', 'no clipboard program was found', hint);
}
