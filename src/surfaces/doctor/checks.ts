import type { Config } from '../../config/defaults.ts';
import { asSheafError } from '../../model/errors.ts';
import { type Context, withWorkspace } from '../context.ts';

/** What was looked at, how it is, and what to do about it. */
export interface Finding {
  readonly name: string;
  /** `off` is fine too: something that is not set up. */
  readonly state: 'ok' | 'off' | 'broken';
  readonly says: string;
  readonly hint?: string;
}

type Check = (context: Context) => Promise<Omit<Finding, 'name'>>;

const ok = (says: string): Omit<Finding, 'name'> => ({ state: 'ok', says });
const off = (says: string, hint: string): Omit<Finding, 'name'> => ({ state: 'off', says, hint });
const broken = (says: string, hint: string): Omit<Finding, 'name'> => ({
  state: 'broken',
  says,
  hint,
});

const SAMPLE = 'python';
const ASK_MS = 1000;
const LOG_SHOWN = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

const configOf = async (context: Context): Promise<Config> => (await context.config()).config;

const CHECKS: Readonly<Record<string, Check>> = {
  git: async () => {
    const { findGit } = await import('../../adapters/git/run.ts');
    const path = findGit();
    return path === null ? broken('not found', 'install git, or add its folder to PATH') : ok(path);
  },
  grammars: async () => {
    const grammars = await import('../../adapters/sources/code/grammars.ts');
    await grammars.loadGrammars([SAMPLE]);
    return grammars.loadedGrammar(SAMPLE) === undefined
      ? broken('the grammar of Python does not load', 'install Sheaf again')
      : ok('load');
  },
  tokenizer: async (context) => {
    const { loadTokenizer } = await import('../../adapters/tokenizers/tokenizers.ts');
    const { budget } = await configOf(context);
    const { name, isEstimate, count } = await loadTokenizer(budget.tokenizer);
    return ok(
      `${name}${isEstimate ? ', an estimate' : ''}: "sheaf doctor" has ${count('sheaf doctor')} tokens`,
    );
  },
  embedder: async (context) => {
    const { relevance, models } = await configOf(context);
    const { provider, model } = relevance.semantic;
    if (provider === 'none') return off('search by words only', 'set relevance.semantic.provider');
    if (provider === 'lsa') return ok('lsa, learnt from the project itself');
    const [{ openEmbedder }, { modelEnvironment }] = await Promise.all([
      import('../../adapters/embedders/provider.ts'),
      import('../../adapters/models/endpoint.ts'),
    ]);
    const embedder = await openEmbedder(
      relevance.semantic,
      modelEnvironment({ models }, context.env),
    );
    await embedder.embed(['sheaf doctor'], context.signal);
    return ok(`${provider} ${model} answers`);
  },
  model: async (context) => {
    const { summarization, relevance } = await configOf(context);
    const used = [
      ...(summarization.provider === 'none' ? [] : [`summaries by ${summarization.model}`]),
      ...(relevance.reranker.enabled ? [`ranking by ${relevance.reranker.model}`] : []),
    ];
    return used.length === 0
      ? off('none is asked', 'none is needed; see [summarization] in docs/config.md')
      : ok(`${used.join(', ')}; not asked now`);
  },
  watcher: async () => {
    await import('@parcel/watcher');
    return ok('loads');
  },
  index: async (context) => {
    const status = await withWorkspace(context, (workspace) => workspace.status());
    return ok(`${status.documents} documents, ${status.chunks} pieces in ${status.indexFile}`);
  },
  daemon: async ({ env }) => {
    const { ask, socketPath } = await import('../daemon/socket.ts');
    const path = socketPath(env);
    if (path === null)
      return broken('there is no private place for its socket', 'set XDG_RUNTIME_DIR');
    const reply = await ask(path, { kind: 'status' }, ASK_MS);
    if (reply?.kind !== 'status') return off('does not run', 'none is needed; the hook starts it');
    const { pid, projects } = reply.status;
    return ok(`process ${pid}, ${projects.length} open projects`);
  },
  hook: async ({ env }) => {
    const { logFile, recentFailures } = await import('../hook/log.ts');
    const failures = recentFailures(env, LOG_SHOWN);
    if (failures.length === 0) return ok('no failure written down');
    const newest = Date.parse(failures.at(-1)?.time ?? '');
    if (Date.now() - newest > DAY_MS) return ok('no failure since yesterday');
    const said = failures.map(({ time, what }) => `${time} ${what}`).join('; ');
    return broken(`last failures: ${said}`, `delete ${logFile(env)} when that is settled`);
  },
};

/** Looks at everything; what cannot be looked at is broken. */
export async function examine(context: Context): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, check] of Object.entries(CHECKS)) {
    try {
      findings.push({ name, ...(await check(context)) });
    } catch (thrown) {
      const { message, hint, code } = asSheafError(thrown);
      const isMissing = name === 'index' && code === 'not-found';
      findings.push({ name, state: isMissing ? 'off' : 'broken', says: message, hint });
    }
  }
  return [...findings, ...(await examineClients(context))];
}

/** Which agents are here, and whether each has what `sheaf install` writes. */
async function examineClients({ env }: Context): Promise<Finding[]> {
  const home = env['HOME'] ?? env['USERPROFILE'];
  if (home === undefined) return [];
  const [clients, { planInstall }, { codeFolder, startOf }] = await Promise.all([
    import('../install/clients.ts'),
    import('../install/install.ts'),
    import('../install/start.ts'),
  ]);
  const code = codeFolder(env, home);
  const start = startOf('user', env);
  return clients.presentClients(home, code).map((name): Finding => {
    try {
      const targets = clients.targetsOf(name, { base: home, scope: 'user', code }, start);
      const missing = planInstall(targets).length;
      if (missing === 0) return { name, ...ok('hook, MCP server and skill are there') };
      const says = `${missing} of ${targets.length} files lack Sheaf`;
      return { name, ...off(says, `sheaf install ${name}`) };
    } catch (thrown) {
      const { message, hint } = asSheafError(thrown);
      return { name, state: 'broken', says: message, hint };
    }
  });
}
