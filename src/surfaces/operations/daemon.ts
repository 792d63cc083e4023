import { SheafError } from '../../model/errors.ts';
import type { Context } from '../context.ts';
import type { DaemonStatus } from '../daemon/socket.ts';
import { defineOperation, INDEX_FLAGS, type Operation } from '../operation.ts';
import { printableLine, snakeCased } from '../printable.ts';

const IDLE_MINUTES = 30;
const ASK_MS = 5000;

export const daemon: Operation = defineOperation({
  name: 'daemon',
  summary: 'Keep projects open, so that hooks answer at once',
  description:
    'Serves sheaf hook on a socket that only you can open, one process for each user. The hook starts it when it is needed, and it ends after half an hour without work. SHEAF_DAEMON=off does without it.',
  examples: {
    'sheaf daemon': 'serve here until interrupted',
    'sheaf daemon status': 'whether one runs, and for which projects',
    'sheaf daemon stop': 'end it',
  },
  positionals: {
    action: { values: ['status', 'stop'], help: 'Ask the one that runs instead of serving.' },
  },
  options: {
    idle_minutes: {
      type: 'integer',
      limits: [1, 1440],
      default: IDLE_MINUTES,
      placeholder: 'N',
      help: 'End after so many minutes without work.',
    },
  },
  refuses: ['root', 'set', ...INDEX_FLAGS],
  apart: [['action', 'idle_minutes']],
  local: true,
  async run({ action, idle_minutes: idle }, context): Promise<Outcome> {
    const { ask, settingOf, socketPath } = await import('../daemon/socket.ts');
    const path = socketPath(context.env);
    if (path === null) {
      const hint = 'set XDG_RUNTIME_DIR or XDG_CACHE_HOME to a folder of yours with a short name';
      throw new SheafError('not-found', 'there is no private place for the socket', hint);
    }
    if (action === undefined) return serving(path, idle, context, settingOf);
    const reply = await ask(path, { kind: action }, ASK_MS);
    if (reply?.kind === 'status') return { kind: 'running', status: reply.status };
    return { kind: reply === null ? 'absent' : 'stopped' };
  },
  json: (outcome) =>
    outcome.kind === 'running'
      ? { state: outcome.kind, ...snakeCased(outcome.status) }
      : { state: outcome.kind },
  present(outcome, page) {
    switch (outcome.kind) {
      case 'running': {
        const { pid, upSeconds, projects } = outcome.status;
        page.line(`runs as process ${pid} for ${upSeconds} s`);
        for (const root of projects) page.line(`  ${printableLine(root)}`);
        return;
      }
      case 'absent':
        page.line('no daemon runs; the next hook starts one');
        return;
      case 'stopped':
        page.line('stopped');
        return;
      case 'another':
        page.line('another daemon runs already');
    }
  },
});

type Outcome =
  | { readonly kind: 'running'; readonly status: DaemonStatus }
  | { readonly kind: 'absent' | 'stopped' | 'another' };

async function serving(
  path: string,
  idleMinutes: number,
  { env, signal }: Context,
  settingOf: (env: Context['env'], program: string) => string,
): Promise<Outcome> {
  const [{ serve }, { programOf }] = await Promise.all([
    import('../daemon/serve.ts'),
    import('../daemon/program.ts'),
  ]);
  const setting = settingOf(env, programOf().bundle);
  const served = await serve({ path, setting, env, idleMs: idleMinutes * 60_000, signal });
  return { kind: served ? 'stopped' : 'another' };
}
