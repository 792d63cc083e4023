import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ConfigPart, openWorkspace } from '../../src/index.ts';
import { inFolder, writeFiles } from '../support/project.ts';

const TASK = 'how long may exchange rates be cached';

const session = (cwd: string, said: string): string =>
  `${JSON.stringify({ parentUuid: null, isSidechain: false, cwd, sessionId: 's', type: 'user', message: { role: 'user', content: said }, uuid: 'a', timestamp: '2026-05-01T10:00:00Z' })}\n`;
const rollout = (cwd: string, said: string): string =>
  [
    { timestamp: '2026-05-02T10:00:00Z', type: 'session_meta', payload: { id: 'x', cwd } },
    {
      timestamp: '2026-05-02T10:00:01Z',
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: said }] },
    },
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('');

interface Said {
  readonly prompt: string;
  readonly warnings: readonly string[];
}

/** A project and a home with sessions of it, of another one with a similar name, and of a third. */
async function withHome(
  work: (ask: (config?: ConfigPart) => Promise<Said>, root: string, home: string) => Promise<void>,
): Promise<void> {
  await inFolder(async (made) => {
    const folder = realpathSync(made);
    const [root, home] = [join(folder, 'a/b'), join(folder, 'home')];
    const named = root.replace(/[^A-Za-z0-9]/g, '-');
    writeFiles(root, { 'rates.py': 'def exchange_rates():\n    return {}\n' });
    writeFiles(home, {
      [`.claude/projects/${named}/1.jsonl`]: session(root, 'Exchange rates: cached ten minutes.'),
      [`.claude/projects/${named}/2.jsonl`]: session(`${folder}/a-b`, 'Exchange rates of others.'),
      [`.claude/projects/${named}-web/3.jsonl`]: session(
        `${root}/web`,
        'Exchange rates in the web.',
      ),
      '.codex/sessions/2026/05/02/rollout-4.jsonl': rollout(
        root,
        'Exchange rates come from the bank.',
      ),
      '.codex/sessions/2026/05/02/rollout-6.jsonl': rollout(
        `${root}/../b-other`,
        'Exchange rates elsewhere.',
      ),
      '.codex/sessions/2026/05/02/rollout-5.jsonl': rollout(
        '/elsewhere',
        'Exchange rates elsewhere.',
      ),
    });
    const ask = async (config: ConfigPart = {}): Promise<Said> => {
      const warnings: string[] = [];
      const warn = (sentence: string): void => void warnings.push(sentence);
      const indexFile = join(folder, 'index.db');
      const workspace = await openWorkspace({ root, indexFile, config, env: { HOME: home }, warn });
      try {
        return { prompt: (await workspace.assemble({ task: TASK })).prompt, warnings };
      } finally {
        await workspace.close();
      }
    };
    await work(ask, root, home);
  });
}

const ON = { sources: { conversation: { home_transcripts: true } } };

describe('SR-1 transcripts in the home folder', () => {
  it('are used on demand, and only those that ran in this project', () =>
    withHome(async (ask) => {
      const { prompt } = await ask(ON);
      expect(prompt).toContain('cached ten minutes');
      expect(prompt).toContain('in the web');
      expect(prompt).toContain('come from the bank');
      expect(prompt).not.toContain('of others');
      expect(prompt).not.toContain('rates elsewhere');
      expect(prompt).toContain('~/.claude/1.jsonl');
    }));

  it('are left alone otherwise, also after they were used', () =>
    withHome(async (ask) => {
      await ask(ON);
      expect((await ask()).prompt).not.toContain('cached ten minutes');
    }));

  it('may be turned on in the configuration of the user, never by the project', () =>
    withHome(async (ask, root, home) => {
      const key = '[sources.conversation]\nhome_transcripts = true\n';
      writeFiles(home, { '.config/sheaf/config.toml': key });
      expect((await ask()).prompt).toContain('cached ten minutes');
      writeFiles(home, { '.config/sheaf/config.toml': '' });
      writeFiles(root, { 'sheaf.toml': key });
      await expect(ask()).rejects.toThrow("cannot be set by a project's file");
    }));
});

describe('SR-1 patterns of sources that match nothing', () => {
  it('are told, with the reason', () =>
    withHome(async (ask) => {
      const paths = ['~/chats/*.jsonl', 'talks/**', 'rates.py'];
      const { warnings } = await ask({ sources: { conversation: { paths } } });
      const told = warnings.join('\n');
      expect(told).toContain('"~/chats/*.jsonl" matches no file; it lies outside the root');
      expect(told).toContain('"talks/**" matches no file; patterns are relative to the root');
      expect(told).not.toContain('"rates.py"');
    }));
});
