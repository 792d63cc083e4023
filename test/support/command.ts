import { VERSION } from '../../src/model/version.ts';
import type { Io } from '../../src/surfaces/cli/io.ts';
import { main } from '../../src/surfaces/cli/main.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command as a user would type it in a folder, in this process. */
export async function sheafIn(folder: string, ...argv: readonly string[]): Promise<Ran> {
  const texts = { out: '', err: '' };
  const sink = (name: 'out' | 'err'): Io['out'] => ({
    write: (text) => {
      texts[name] += text;
    },
    isTTY: false,
    columns: 80,
  });
  const code = await main(argv, {
    out: sink('out'),
    err: sink('err'),
    readInput: async () => '',
    env: {},
    cwd: folder,
    now: () => 0,
    signal: new AbortController().signal,
    version: VERSION,
  });
  return { code, ...texts };
}
