import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/surfaces/cli/main.ts';
import { chat } from '../support/model-server.ts';
import { inFolder } from '../support/project.ts';

/** This machine under a name that is not always allowed. */
const OTHER = '127.0.0.2';

async function sheaf(cwd: string, env: Record<string, string>, ...argv: string[]): Promise<string> {
  const texts = { out: '', err: '' };
  const sink = (name: 'out' | 'err') => ({
    write: (text: string): void => {
      texts[name] += text;
    },
    isTTY: false,
    columns: 80,
  });
  const code = await main(argv, {
    out: sink('out'),
    err: sink('err'),
    readInput: async () => '',
    env,
    cwd,
    now: () => 0,
    signal: new AbortController().signal,
    version: '1.2.3',
  });
  return `${code} ${texts.err}`;
}

/** Runs work with a chat model at an address that only a user may allow. */
async function withModel(
  work: (port: number, asked: () => number) => Promise<void>,
): Promise<void> {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    asked++;
    const answer = chat('A note on sessions.');
    response.end(JSON.stringify(answer === 'silence' ? {} : answer.body));
  });
  await new Promise<void>((done) => server.listen(0, OTHER, done));
  try {
    await work((server.address() as AddressInfo).port, () => asked);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('IF-3 text is sent only to hosts that the user allows', () => {
  it("by the user's configuration, a variable or a flag, and by no project", () =>
    inFolder(async (folder) => {
      const project = join(folder, 'project');
      const home = join(folder, 'home');
      mkdirSync(project);
      mkdirSync(join(home, '.config/sheaf'), { recursive: true });
      const long = `# Note\n\n${'A session says nothing new. '.repeat(300)}\n`;
      writeFileSync(join(project, 'note.md'), long);
      const env = { HOME: home };
      const ask = (more: Record<string, string> = {}, ...flags: string[]): Promise<string> =>
        sheaf(project, { ...env, ...more }, 'summarize', 'note.md', '--no-cache', ...flags);
      await withModel(async (port, asked) => {
        const model = `[summarization]\nprovider = "openai-compatible"\nbase_url = "http://${OTHER}:${port}/v1"\n`;
        const own = join(home, '.config/sheaf/config.toml');
        writeFileSync(own, model);
        const refused = await ask();
        expect(refused).toContain(`Text is not sent to ${OTHER}`);
        expect(refused).toContain(`models.allowed_hosts in your own config.toml`);
        writeFileSync(join(project, 'sheaf.toml'), `models.allowed_hosts = ["${OTHER}"]\n`);
        expect(await ask()).toMatch(
          /^2 error: sheaf\.toml:1: "models\.allowed_hosts" cannot be set/,
        );
        writeFileSync(join(project, 'sheaf.toml'), '');
        expect(asked()).toBe(0);

        expect(await ask({ ALLOWED_SHEAF_HOSTS: OTHER })).not.toContain('not sent');
        expect(await ask({}, '--set', `models.allowed_hosts=${OTHER}`)).not.toContain('not sent');
        writeFileSync(own, `models.allowed_hosts = ["${OTHER}"]\n${model}`);
        expect(await ask()).not.toContain('not sent');
        expect(asked()).toBe(3);
      });
    }));
});
