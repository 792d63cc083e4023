import type { Io } from '../../src/surfaces/cli/io.ts';
import { main } from '../../src/surfaces/cli/main.ts';
import type { Ran } from './project.ts';

/** The command as a user types it, in this process: a hundred lines take a second, not a minute. */
export async function command(
  root: string,
  argv: readonly string[],
  setting: { readonly input?: string; readonly env?: Record<string, string> } = {},
): Promise<Ran> {
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
    readInput: async () => setting.input ?? '',
    env: setting.env ?? {},
    cwd: root,
    now: () => 0,
    signal: new AbortController().signal,
    version: '1.2.3',
  });
  return { code, ...texts };
}
