import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { inFolder, type Ran } from '../support/project.ts';

interface Place {
  readonly root: string;
  readonly state: string;
  write(toml: string, at?: string): void;
  run(...argv: string[]): Promise<Ran>;
}

const inPlace = (work: (place: Place) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    const root = join(folder, 'project/part');
    const state = join(folder, 'state');
    mkdirSync(root, { recursive: true });
    const env = { HOME: join(folder, 'home'), XDG_STATE_HOME: state };
    await work({
      root,
      state,
      write: (toml, at = root) => writeFileSync(join(at, 'sheaf.toml'), toml),
      run: (...argv) => command(root, argv, { env }),
    });
  });

const PROTECTED = [
  'summarization.base_url = "http://127.0.0.1:9/v1"',
  'relevance.semantic.base_url = "http://localhost:9/v1"',
  'relevance.reranker.api_key_env = "AWS_SECRET_ACCESS_KEY"',
  'summarization.provider = "ollama"',
  'relevance.semantic.provider = "transformers"',
  'relevance.semantic.model = "/etc"',
  'relevance.reranker.enabled = true',
  'summarization.caching.cache_path = "../elsewhere"',
  'index.max_file_bytes = 400000000',
];
const NEVER = ['modules.sources = ["/evil.js"]', 'models.allowed_hosts = ["evil.example"]'];

describe("SR-4 a project's file acts only with the user's trust", () => {
  it.each(PROTECTED)('%s is refused until the user trusts it, here or above', (line) =>
    inPlace(async ({ root, write, run }) => {
      for (const at of [root, join(root, '..')]) {
        write(`${line}\n`, at);
        const refused = await run('config');
        expect(refused.code).toBe(2);
        expect(refused.err).toMatch(/sheaf\.toml:1: .*\n.*if you trust this file, run sheaf trust/);
        expect((await run('trust')).out).toMatch(
          /^trusts .*sheaf\.toml: (\.\.\/)?sheaf\.toml:1\n$/,
        );
        expect(await run('config')).toMatchObject({ code: 0 });
        write(`${line}\n# changed\n`, at);
        expect(await run('config')).toMatchObject({ code: 2 });
        write(`${line}\n`, at);
        expect((await run('trust', '--revoke')).code).toBe(0);
        expect(await run('config')).toMatchObject({ code: 2 });
        rmSync(join(at, 'sheaf.toml'));
      }
    }),
  );

  it.each(NEVER)('%s is refused, trusted or not', (line) =>
    inPlace(async ({ write, run }) => {
      write(`${line}\n`);
      for (const argv of [['config'], ['trust'], ['config']]) {
        const { code, err } = await run(...argv);
        expect(code).toBe(2);
        expect(err).toContain("cannot be set by a project's file");
      }
    }),
  );

  it('lets a project turn models off and lower limits', () =>
    inPlace(async ({ write, run }) => {
      write(
        'summarization.provider = "none"\nrelevance.semantic.provider = "none"\nindex.max_file_bytes = 2000\n',
      );
      expect(await run('config')).toMatchObject({ code: 0, err: '' });
    }));

  it('keeps the list to the user, and shows it', () =>
    inPlace(async ({ root, state, write, run }) => {
      expect(await run('trust', '--list')).toEqual({ code: 0, out: '', err: '' });
      expect((await run('trust')).err).toContain('there is no sheaf.toml');
      expect((await run('trust', '--revoke')).err).toContain('is not trusted');
      write(`${PROTECTED[0]}\n`);
      await run('trust');
      await run('trust');
      const list = join(state, 'sheaf/trusted');
      expect(statSync(list).mode & 0o777).toBe(0o600);
      expect(statSync(join(state, 'sheaf')).mode & 0o777).toBe(0o700);
      expect(readFileSync(list, 'utf8').split('\n')).toHaveLength(2);
      expect((await run('trust', '--list')).out).toMatch(/^[0-9a-f]{12} {2}\/.*\/sheaf\.toml\n$/);
      expect(JSON.parse((await run('trust', '--list', '--json')).out)).toMatchObject({
        files: [{ path: join(root, 'sheaf.toml') }],
      });
    }));

  it('needs no trust for a file with the same content elsewhere to be refused', () =>
    inPlace(async ({ root, write, run }) => {
      write(`${PROTECTED[0]}\n`);
      await run('trust');
      const other = join(root, 'inner');
      mkdirSync(other);
      write(`${PROTECTED[0]}\n`, other);
      expect((await run('config', '--root', other)).code).toBe(2);
    }));
});

describe('SR-4 a key goes to its host alone', () => {
  const ask = (place: Place, address: string, key: string): Promise<Ran> => {
    writeFileSync(join(place.root, 'note.md'), `# Note\n\n${'A session. '.repeat(900)}\n`);
    const set = { provider: 'openai-compatible', base_url: address, api_key_env: key };
    const flags = Object.entries(set).flatMap(([name, value]) => [
      '--set',
      `summarization.${name}=${value}`,
    ]);
    const hosts = ['--set', 'models.allowed_hosts=example.org'];
    return place.run('summarize', 'note.md', '--no-cache', ...flags, ...hosts);
  };

  it.each([
    [
      'another host',
      'https://example.org/v1',
      'PATH@example.com',
      'The key is not sent to example.org',
    ],
    ['no host', 'https://example.org/v1', 'PATH', 'it is for this machine'],
    ['plain http', 'http://example.org/v1', 'PATH@example.org', 'only over https'],
    ['a query', 'https://example.org/v1?to=evil', 'PATH@example.org', 'holds a query'],
    ['a user', 'https://me@example.org/v1', 'PATH@example.org', 'or a user'],
  ])('and not with %s', (_, address, key, said) =>
    inPlace(async (place) => {
      const { err } = await ask(place, address, key);
      expect(err).toContain(said);
      expect(err).not.toMatch(/^Sent /m);
    }),
  );

  it.each(['sk-not-a-name', 'KEY@', '@host', 'KEY@a/b'])('which %s does not name', (key) =>
    inPlace(async (place) => {
      const { code, err } = await ask(place, 'https://example.org/v1', key);
      expect(code).toBe(2);
      expect(err).toContain('is not the name of a variable with the host it is for');
      expect(err).not.toContain('sk-not');
    }),
  );
});
