import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { VERSION } from '../../src/model/version.ts';
import { openTeam } from '../../src/surfaces/doors/team.ts';
import { serve } from '../../src/surfaces/http/serve.ts';
import { offerOf } from '../../src/surfaces/mcp/offer.ts';
import { OPERATIONS } from '../../src/surfaces/table.ts';
import { commitAll, git, inFolder, writeFiles } from '../support/project.ts';
import { hasServer, withServer, working } from '../support/team.ts';

const TOKENS = { ann: 'ann-reads-both', bob: 'bob-reads-the-shop' };
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const USERS = `
[users.ann]
token_sha256 = "${digestOf(TOKENS.ann)}"
repositories = ["shop", "vault"]
[users.bob]
token_sha256 = "${digestOf(TOKENS.bob)}"
repositories = ["shop"]
`;
/** Both hold this file; its facts are shared. */
const LICENCE = 'Anybody may use this, for anything.\n';

/** Writes another commit of a repository into the store. */
type Change = (name: string, files: Readonly<Record<string, string>>) => Promise<void>;
type Ask = (
  user: keyof typeof TOKENS,
  path: string,
  body?: unknown,
) => Promise<{ status: number; text: string }>;

describe.skipIf(!hasServer("a team's server"))("IF-1 a team's server", () => {
  const server = withServer();

  /** Two repositories in a store, and a server with two users over it. */
  const serving = (work: (ask: Ask, change: Change) => Promise<void>): Promise<void> =>
    inFolder(async (folder) => {
      const schema = `served${folder.replaceAll(/\W/g, '').slice(-6).toLowerCase()}`;
      const change: Change = async (name, files) => {
        const root = join(folder, name);
        writeFiles(root, files);
        commitAll(root, `wombat of ${name === 'vault' ? 'numbat' : 'shop'}`);
        const team = { store: server().url, schema, repository: name, role: 'writer' } as const;
        await working(root, team, (workspace) => workspace.update(), { ref: 'HEAD' });
      };
      for (const [name, files] of Object.entries({
        shop: { 'shop/cart.py': 'def total(cart):\n    return sum(cart)\n', LICENCE },
        vault: { 'zebra/quokka.py': 'def platypus(echidna):\n    return echidna\n', LICENCE },
      })) {
        const root = join(folder, name);
        mkdirSync(root);
        git(root, 'init', '-q');
        await change(name, files);
      }
      const users = join(folder, 'users.toml');
      writeFileSync(users, USERS);
      const ending = new AbortController();
      const context = { env: process.env, operations: OPERATIONS, signal: ending.signal };
      const team = openTeam(context, { ...DEFAULTS.team, store: server().url, schema }, users);
      let told = (_: string): void => undefined;
      const listening = new Promise<string>((resolve) => {
        told = resolve;
      });
      const running = serve({
        served: team.doors.map(({ user, door }) => ({
          digest: user.digest,
          door,
          offer: offerOf(door, VERSION, 'full'),
        })),
        version: VERSION,
        host: '127.0.0.1',
        port: 0,
        origins: [],
        signal: ending.signal,
        onListening: (address) => told(address),
      });
      const address = await listening;
      try {
        await work(async (user, path, body) => {
          const response = await fetch(`${address}${path}`, {
            method: body === undefined ? 'GET' : 'POST',
            headers: {
              authorization: `Bearer ${TOKENS[user]}`,
              'content-type': 'application/json',
              accept: `application/json${path === '/mcp' ? ', text/event-stream' : ''}`,
            },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          });
          const headers = JSON.stringify([...response.headers]);
          return { status: response.status, text: `${headers}\n${await response.text()}` };
        }, change);
      } finally {
        ending.abort();
        await running;
        await team.close();
      }
    });

  it('answers each user from the repositories they may read', () =>
    serving(async (ask) => {
      const own = await ask('bob', '/v1/assemble', { task: 'how is the total of a cart made' });
      expect(own.status).toBe(200);
      expect(own.text).toContain('shop/cart.py');
      const other = await ask('ann', '/v1/assemble', { root: 'vault', task: 'what is a platypus' });
      expect(other.text).toContain('zebra/quokka.py');
      const unsaid = await ask('ann', '/v1/assemble', { task: 'anything' });
      expect(unsaid).toMatchObject({ status: 400 });
      const mcp = await ask('bob', '/mcp', call('context', { task: 'total of a cart' }));
      expect(mcp.text).toContain('shop/cart.py');
    }));

  it('makes an answer once for all who ask the same of the same commit, and anew for the next', () =>
    serving(async (ask, change) => {
      const reused = async (): Promise<string> =>
        /^sheaf_reused_total (.*)$/m.exec((await ask('bob', '/metrics')).text)?.[1] ?? '';
      const task = 'how is the total of a cart made';
      const answers = await Promise.all([
        ...[1, 2].map(() => ask('bob', '/v1/assemble', { task })),
        ask('ann', '/v1/assemble', { root: 'shop', task }),
      ]);
      const [first = '', ...others] = answers.map(({ text }) => text.split('\n').at(-1));
      expect(others).toEqual([first, first]);
      expect(await reused()).toBe('2');
      // The plan is each caller's own, though the answer was made for another.
      const [, plan = ''] = /"plan":"(plan-[0-9a-f]{16})"/.exec(first) ?? [];
      for (const user of ['ann', 'bob'] as const) {
        const again = await ask(user, '/v1/replay', { root: 'shop', plan });
        expect(again.status).toBe(200);
        expect(again.text).toContain('shop/cart.py');
      }
      await change('shop', { 'shop/cart.py': 'def total(cart):\n    return max(cart)\n' });
      const newer = await ask('bob', '/v1/assemble', { task });
      expect(newer.text).toContain('max(cart)');
      expect(await reused()).toBe('3');
      // A plan is replayed from its own commit, which the store still has.
      const older = await ask('bob', '/v1/replay', { plan });
      expect(older.status).toBe(200);
      expect(older.text).toContain('sum(cart)');
    }));

  it('gives a user nothing of another repository, whatever they try', () =>
    serving(async (ask) => {
      const known = await ask('ann', '/v1/assemble', { root: 'vault', task: 'platypus echidna' });
      const [, plan = ''] = /"plan":"(plan-[0-9a-f]{16})"/.exec(known.text) ?? [];
      const [, state = ''] = /"state_root":"([0-9a-f]{64})"/.exec(known.text) ?? [];
      const [, commit = ''] = /"commit":"([0-9a-f]{40})"/.exec(known.text) ?? [];
      expect([plan, state, commit]).not.toContain('');
      const secrets = ['zebra', 'quokka', 'platypus', 'echidna', 'numbat', plan, state, commit];
      const roots = [
        ...[
          'vault',
          'VAULT',
          ' vault',
          'vault/',
          './vault',
          '../vault',
          'shop/../vault',
          'vault\0',
        ],
        ...[
          'shop vault',
          'shop\nvault',
          '*',
          '',
          '%',
          "vault' OR '1'='1",
          state,
          commit,
          undefined,
        ],
      ];
      const words = ['platypus', 'zebra/quokka.py', 'everything', plan, state, 'LICENCE', 'wombat'];
      const attempts = roots.flatMap((root) =>
        words.flatMap((word) => [
          ...[
            ['/v1/assemble', { task: word }],
            ['/v1/search', { query: word }],
            ['/v1/why', { path: word, task: word }],
            ['/v1/replay', { plan: word }],
            ['/v1/shortlist', { task: word }],
          ].map(([path, given]) => [String(path), { root, ...Object(given) }] as const),
        ]),
      );
      const more: readonly (readonly [string, unknown])[] = [
        ...words.map((word) => ['/mcp', call('search', { root: 'vault', query: word })] as const),
        ...words.map((word) => ['/mcp', call('context', { root: 'vault', task: word })] as const),
        ...['index', 'config', 'report', 'evidence', 'gather', 'secrets', 'eval'].map(
          (name) => [`/v1/${name}`, { root: 'vault' }] as const,
        ),
        ...['/openapi.json', '/metrics', '/health', '/', '/v1/assemble'].map(
          (path) => [path, undefined] as const,
        ),
        ['/v1/assemble', { root: 'shop', ref: commit, task: 'platypus' }],
        ['/v1/assemble', { root: 'shop', task: 'x', set: ['team.repository=vault'] }],
        ['/v1/assemble', { root: ['vault'], task: 'x' }],
      ];
      const all = [...attempts, ...more];
      expect(all.length).toBeGreaterThan(500);
      let answered = 0;
      for (const [path, body] of all) {
        const { status, text } = await ask('bob', path, body);
        if (status === 200) answered++;
        // What they said themselves may be said back.
        const said = JSON.stringify(body ?? '');
        const leaked = secrets.filter((secret) => text.includes(secret) && !said.includes(secret));
        expect(leaked, `${path} ${said}`).toEqual([]);
        // And no attempt at another repository is answered at all.
        if (Object(body).root === 'vault') expect(status).not.toBe(200);
      }
      expect(answered).toBeGreaterThan(20);
    }));

  it('says the same of a repository that is not there as of one that is not theirs', () =>
    serving(async (ask) => {
      const task = 'anything';
      const hidden = await ask('bob', '/v1/assemble', { root: 'vault', task });
      const absent = await ask('bob', '/v1/assemble', { root: 'fault', task });
      const stable = (text: string): string => text.replace(/"date","[^"]*"/, '');
      expect(stable(hidden.text.replaceAll('vault', 'fault'))).toBe(stable(absent.text));
      expect(hidden.status).toBe(404);
    }));
});

const call = (name: string, given: object): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});
