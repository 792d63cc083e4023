import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import type { SummaryResult } from '../../src/model/summary.ts';
import type { Io } from '../../src/surfaces/cli/io.ts';
import { main } from '../../src/surfaces/cli/main.ts';
import { openWorkspace } from '../../src/workspace.ts';
import { chat, serving, stopServing } from '../support/model-server.ts';
import {
  commitAll,
  copyOf,
  forgetIndex,
  git,
  inFolder,
  type Ran,
  writeFiles,
} from '../support/project.ts';

afterEach(stopServing);

const SESSION = `"""Sessions of the shop: made at login, refreshed by requests."""
import secrets
import time

LIFETIME_SECONDS = 1800


class Session:
    """A visitor who is logged in."""

    def __init__(self, user, now=time.time):
        self.user = user
        self.now = now
        self.token = secrets.token_hex(16)
        self.expires = now() + LIFETIME_SECONDS

    def refresh(self):
        """Moves the expiry; called for every request."""
        if self.is_over():
            raise KeyError('session is over')
        self.expires = self.now() + LIFETIME_SECONDS
        return self.expires

    def is_over(self):
        return self.expires <= self.now()


def find(store, token):
    """The session of a token, or None."""
    for session in store:
        if session.token == token and not session.is_over():
            return session
    return None
`;

/** Ten days of a service: noise, and two errors that differ. */
const LOG = Array.from({ length: 600 }, (_, i) => {
  const day = String(1 + Math.floor(i / 60)).padStart(2, '0');
  const minute = String(i % 60).padStart(2, '0');
  const at = `2025-03-${day} 09:${minute}:00`;
  if (i === 7) return `${at} ERROR payment of order 77 refused: card expired`;
  if (i === 580) return `${at} ERROR mail to customer 12 bounced: mailbox full`;
  return `${at} INFO request ${i} served in ${(i * 37) % 90} ms`;
}).join('\n');

const FILES = {
  'shop/session.py': SESSION,
  '.gitignore': 'private/\n',
  'private/service.log': `${LOG}\n`,
  'private/note.md': '# Note\n\nThe key is AKIAIOSFODNN7EXAMPLQ. Rotate it on Friday.\n',
};

async function inShop<T>(work: (root: string) => Promise<T>): Promise<T> {
  return inFolder(async (root) => {
    copyOf('summarize', root, writeShop);
    return work(root);
  });
}

function writeShop(root: string): void {
  writeFiles(root, FILES);
  git(root, 'init', '-q');
  commitAll(root, 'A shop');
}

async function sheaf(root: string, ...argv: string[]): Promise<Ran> {
  const texts = { out: '', err: '' };
  const sink = (name: 'out' | 'err'): Io['out'] => ({
    write: (text) => {
      texts[name] += text;
    },
    isTTY: false,
    columns: 80,
  });
  const io: Io = {
    out: sink('out'),
    err: sink('err'),
    readInput: async () => '',
    env: {},
    cwd: root,
    now: () => 0,
    signal: new AbortController().signal,
    version: '1.2.3',
  };
  const code = await main(argv, io);
  return { code, ...texts };
}

/** What programs get of a summary. */
interface Printed extends Pick<SummaryResult, 'path' | 'source' | 'text' | 'tokenizer'> {
  readonly from_cache: boolean;
  readonly receipt: {
    readonly kinds: Readonly<Record<string, number>>;
    readonly tokens_before: number;
    readonly tokens_after: number;
    readonly lines_before: number;
  };
}

async function summary(root: string, ...argv: string[]): Promise<Printed> {
  const { code, out, err } = await sheaf(root, 'summarize', ...argv, '--json');
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as Printed;
}

/** The day of the commit is today's; the rest is the same every time. */
const withoutDay = (text: string): string => text.replaceAll(/\d{4}-\d\d-\d\d(?= ·)/g, 'DAY');

describe('IF-2 sheaf summarize', () => {
  it.each(['full', 'detailed', 'summary', 'stub'])('prints a file at level %s', (level) =>
    inShop(async (root) => {
      const args = ['shop/session.py', '--level', level, '--max-tokens', '120'];
      const { code, out, err } = await sheaf(root, 'summarize', ...args);
      expect(code, err).toBe(0);
      await expect(withoutDay(`${out}---\n${err}`)).toMatchFileSnapshot(
        `../golden/cli/summarize-${level}.txt`,
      );
    }),
  );

  it('gives programs the receipt, the method and the size', () =>
    inShop(async (root) => {
      const result = await summary(root, 'shop/session.py', '--ratio', '0.5', '-t', 'refresh');
      expect(result).toMatchObject({
        path: 'shop/session.py',
        source: 'code',
        level: 'compressed',
        method: 'medium',
        model: null,
        from_cache: false,
        tokenizer: 'o200k',
      });
      const { tokens_before: before, tokens_after: after, kinds } = result.receipt;
      expect(after).toBeLessThanOrEqual(before / 2);
      expect(Object.keys(kinds).length).toBeGreaterThan(0);
      expect(result.text).toContain('def refresh');
    }));

  it('reads a file that is ignored, a log with all its days, and shows no secret of it', () =>
    inShop(async (root) => {
      const log = await summary(root, 'private/service.log', '--ratio', '0.05');
      expect(log.source).toBe('logs');
      expect(log.receipt.lines_before).toBe(600);
      expect(log.text).toContain('card expired');
      expect(log.text).toContain('mailbox full');
      const note = await summary(root, join(root, 'private/note.md'), '--level', 'full');
      expect(note.path).toBe('private/note.md');
      expect(note.text).toContain('Rotate it on Friday');
      expect(note.text).not.toContain('AKIA');
    }));

  it('reads a commit as it was', () =>
    inShop(async (root) => {
      writeFileSync(join(root, 'shop/session.py'), 'nothing = 1\n');
      const then = await summary(root, 'shop/session.py', '--ref', 'HEAD', '--level', 'full');
      expect(then.text).toBe(SESSION);
    }));

  it.each([
    [['shop/sesion.py'], 2, 'no such file'],
    [['session.py'], 2, 'hint: Did you mean shop/session.py?'],
    [['../outside.md'], 2, 'not inside the workspace'],
    [['.git/config'], 2, '.git/config'],
    [['shop'], 2, 'not a regular file'],
    [['shop/session.py', '--level', 'stub', '--ratio', '0.5'], 2, 'cannot be used together'],
    [['shop/session.py', '--ratio', '1.5'], 2, '--ratio'],
  ])('refuses %j', (args, code, message) =>
    inShop(async (root) => {
      const ran = await sheaf(root, 'summarize', ...args);
      expect(ran.err).toContain(message);
      expect(ran.code).toBe(code);
      expect(ran.out).toBe('');
    }),
  );

  it('does not shorten where the configuration forbids it', () =>
    inShop(async (root) => {
      const ran = await sheaf(
        root,
        'summarize',
        'shop/session.py',
        '--set',
        'summarization.enabled=false',
      );
      expect(ran.err).toContain('Shortening documents is turned off');
    }));
});

describe('SM-3 summaries of files are kept', () => {
  const keptOf = async (root: string, ...argv: string[]): Promise<boolean> =>
    (await summary(root, 'shop/session.py', ...argv)).from_cache;

  it('in the index, until the file changes or someone asks for a new one', () =>
    inShop(async (root) => {
      expect(await keptOf(root, '--no-cache')).toBe(false);
      expect(await keptOf(root, '--cache')).toBe(false);
      expect(await keptOf(root)).toBe(true);
      expect(await keptOf(root, '--no-cache')).toBe(false);
      expect(await keptOf(root, '--level', 'detailed')).toBe(false);
      writeFileSync(
        join(root, 'shop/session.py'),
        `${SESSION}\n\ndef count(store):\n    return 1\n`,
      );
      const changed = await summary(root, 'shop/session.py');
      expect(changed.from_cache).toBe(false);
      expect(changed.text).toContain('count');
    }));

  it('in a folder, where one is named', () =>
    inShop(async (root) => {
      forgetIndex(root); // which may hold the summary of the same file in another shop
      const place = ['--set', 'summarization.caching.cache_path=.sheaf/summaries'];
      expect(await keptOf(root, ...place)).toBe(false);
      expect(await keptOf(root, ...place)).toBe(true);
      expect(await keptOf(root)).toBe(false);
    }));
});

describe('SM-2 a language model that is configured', () => {
  it('gets the redacted text, and its summary is kept', () =>
    inShop(async (root) => {
      const { baseUrl, asked } = await serving(() => chat('Notes on a key to be rotated.'));
      const long = `${FILES['private/note.md']}${'The rest says nothing new. '.repeat(300)}\n`;
      mkdirSync(join(root, 'docs'));
      writeFileSync(join(root, 'docs/note.md'), long);
      const model = { provider: 'openai-compatible', base_url: baseUrl, model: 'm' } as const;
      const open = (): ReturnType<typeof openWorkspace> =>
        openWorkspace({
          root,
          gitDir: null,
          ref: null,
          indexFile: null,
          config: { ...DEFAULTS, summarization: { ...DEFAULTS.summarization, ...model } },
          warn: () => {},
          onProgress: () => {},
        });
      for (const isKept of [false, true]) {
        const workspace = await open();
        const result = await workspace.summarize({ path: 'docs/note.md' });
        await workspace.close();
        expect(result).toMatchObject({
          text: 'Notes on a key to be rotated.',
          model: 'm',
          fromCache: isKept,
        });
      }
      expect(asked).toHaveLength(1);
      expect(JSON.stringify(asked)).toContain('Rotate it on Friday');
      expect(JSON.stringify(asked)).not.toContain('AKIA');
      expect(readFileSync(join(root, 'docs/note.md'), 'utf8')).toContain('AKIA');
    }));
});
