import { fileURLToPath } from 'node:url';
import { SheafError } from '../../model/errors.ts';
import type { Program } from '../hook/client.ts';

/** The program that runs: the file that was started, and the one it is all in. */
export function programOf(): Program {
  const [, command] = process.argv;
  if (command === undefined)
    throw new SheafError('internal', 'the program does not know its own file');
  return { command, bundle: fileURLToPath(import.meta.url) };
}
