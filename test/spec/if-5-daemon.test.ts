import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { git, writeFiles } from '../support/project.ts';

/* The program as it is built: the hook and the daemon are processes of their own. */

const BIN = join(import.meta.dirname, '../../bin/sheaf.js');
let folder = '';
let root = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sheaf-d-'));
  root = join(folder, 'shop');
  writeFiles(root, { 'session.py': 'def renew(session):\n    session.expires = now() + HOUR\n' });
  git(root, 'init', '-q');
});
const env = (own: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  XDG_CACHE_HOME: join(folder, 'c'),
  ...own,
});

interface Ran {
  readonly code: number | null;
  readonly out: string;
}

const sheaf = (argv: readonly string[], input = '', own = {}): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [BIN, ...argv], { env: env(own), cwd: root });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString('utf8');
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out }));
    child.stdin.end(input);
  });

let asked = 0;
/** In a conversation of its own, so that nothing is known already. */
const prompting = (): string =>
  JSON.stringify({
    session_id: `s${asked++}`,
    cwd: root,
    hook_event_name: 'UserPromptSubmit',
    prompt: 'how is a session renewed?',
  });
/** A busy machine may not answer at once; whatever happens, each try ends well. */
async function answered(own = {}): Promise<string> {
  for (let i = 0; i < 10; i++) {
    const { code, out } = await sheaf(['hook'], prompting(), own);
    expect(code).toBe(0);
    if (out !== '') return out;
    await sleep(200);
  }
  return '';
}
const pid = async (): Promise<number | null> => {
  const { out } = await sheaf(['daemon', 'status', '--json']);
  return (JSON.parse(out) as { pid?: number }).pid ?? null;
};
afterEach(async () => {
  await sheaf(['daemon', 'stop']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('IF-5 sheaf daemon', { timeout: 120_000 }, () => {
  it('is started by the first hook, serves the next, and goes when it is told', async () => {
    expect(await answered()).toContain('def renew');
    const first = await pid();
    expect(first).not.toBeNull();
    expect(await answered()).toContain('def renew');
    expect(await pid()).toBe(first);
    expect((await sheaf(['daemon', 'stop'])).out).toBe('stopped\n');
    expect(await pid()).toBeNull();
  });

  it('has a socket that only the user can open', async () => {
    await answered();
    const run = join(folder, 'c/sheaf/run');
    const [name = ''] = readdirSync(run);
    expect(statSync(run).mode & 0o777).toBe(0o700);
    expect(statSync(join(run, name)).mode & 0o777).toBe(0o600);
  });

  it('is followed by exactly one when it was killed and several ask at once', async () => {
    await answered();
    const killed = await pid();
    if (killed === null) throw new Error('there is no daemon to kill');
    process.kill(killed, 'SIGKILL');
    const all = await Promise.all(Array.from({ length: 4 }, () => sheaf(['hook'], prompting())));
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(await answered()).toContain('def renew');
    const next = await pid();
    expect(next).not.toBe(killed);
    await sleep(500);
    expect(await pid()).toBe(next);
    expect(await sheaf(['daemon'])).toMatchObject({
      code: 0,
      out: 'another daemon runs already\n',
    });
  });

  it('makes way for one with other settings', async () => {
    await answered();
    const first = await pid();
    expect(await answered({ SHEAF_BUDGET_TOKENIZER: 'chars4' })).toContain('def renew');
    expect(await pid()).not.toBe(first);
  });

  it('sees an edited file in the next answer', async () => {
    await answered();
    writeFiles(root, { 'session.py': 'def renew(session):\n    session.expires = later()\n' });
    expect(await answered()).toContain('later()');
  });

  it('is not needed', async () => {
    expect(await answered({ SHEAF_DAEMON: 'off' })).toContain('def renew');
    expect(await pid()).toBeNull();
  });
});
