import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import type { AbsentFile, FileReasons } from '../../src/model/explanation.ts';
import type { PlannedPart } from '../../src/model/plan.ts';
import type { WhyRequest, Workspace } from '../../src/model/results.ts';
import { openWorkspace } from '../../src/workspace.ts';
import { command } from '../support/command.ts';
import { inFolder, writeFiles } from '../support/project.ts';
import { makeShop } from '../support/shop.ts';

const TASKS = [
  'Session cookie is not refreshed by a request\n\nThe expiry of the session stays as it is.',
  'Invoices lose cents when totals are rounded',
  'Total of a cart is wrong\n\nSee shop/mail.py, where `send_invoice` uses it.',
  'Refresh fails\n\n```\nTraceback (most recent call last):\n  File "shop/session.py", line 15, in refresh\n  File "shop/cookies.py", line 3, in read_cookie\nKeyError: session\n```',
];

const FILES_ASKED = 7;

/** One workspace for all questions: indexing is not what is tested here. */
async function inShop(work: (workspace: Workspace) => Promise<void>): Promise<void> {
  await inFolder(async (root) => {
    makeShop(root);
    const workspace = await openWorkspace({
      root,
      gitDir: null,
      ref: null,
      indexFile: null,
      config: DEFAULTS,
      warn: () => {},
      onProgress: () => {},
    });
    try {
      await work(workspace);
    } finally {
      await workspace.close();
    }
  });
}

const asking = (place: string, task: string, maxTokens = 4000): WhyRequest => ({
  place,
  task,
  maxTokens,
});

function explained(result: FileReasons | AbsentFile): FileReasons {
  if (result.kind === 'absent') throw new Error(`${result.path}: ${result.reason}`);
  return result;
}

describe('SC-6 why names the true reason', () => {
  it('names a signal whose absence lowers the rank, or the fewest that do together', () =>
    inShop(async (workspace) => {
      let single = 0;
      let seen = 0;
      for (const text of TASKS) {
        const search = { query: text, find: 'files', limit: 100 } as const;
        const rankOf = async (path: string, without: readonly string[]): Promise<number> => {
          const hits = await workspace.search({ ...search, without });
          const at = hits.findIndex((hit) => hit.path === path);
          return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
        };
        const hits = await workspace.search({ ...search, without: [] });
        for (const { path } of hits.slice(0, FILES_ASKED)) {
          const why = await workspace.why(asking(path, text));
          if (why.kind === 'absent') continue; // a stub: findable by its path, but without a text
          const here = await rankOf(path, []);
          expect(why.rank, path).toBe(here);
          expect(await rankOf(path, why.decisive), path).toBeGreaterThan(here);
          const there = await rankOf(path, (why.top_signal ?? '').split(','));
          expect(there, path).toBeGreaterThan(here);
          // Where one switch alone does it, one alone is named.
          const best = Math.max(...why.ablations.map((a) => a.rank_without ?? 1000));
          if (best > here) expect(why.decisive, path).toHaveLength(1);
          if (why.decisive.length === 1) single++;
          seen++;
        }
      }
      expect(seen).toBeGreaterThan(20);
      expect(single).toBeGreaterThan(0); // else nothing was tried with one signal
    }));

  it('takes the score apart without a rest', () =>
    inShop(async (workspace) => {
      const text = 'Refresh sessions';
      const why = explained(await workspace.why(asking('shop/session.py', text)));
      const sum = why.signals.reduce((total, { contribution }) => total + contribution, 0);
      expect(why.score).toBeCloseTo(sum * why.penalty, 9);
      const words = why.terms.reduce((total, { contribution }) => total + contribution, 0);
      expect(why.signals.find(({ signal }) => signal === 'lexical')?.raw).toBeCloseTo(words, 9);
      expect(why.terms.map(({ term }) => term)).toContain('session');
    }));

  it('shows the commits that voted, the mentions, the frames and the chains', () =>
    inShop(async (workspace) => {
      const [, rounding = '', mention = '', trace = ''] = TASKS;
      const mail = explained(await workspace.why(asking('shop/mail.py', rounding)));
      expect(mail.commits[0]?.subject).toBe('Invoices: no more cents lost when totals are rounded');
      expect(mail.commits[0]?.oid).toMatch(/^[0-9a-f]{10}$/);
      const named = explained(await workspace.why(asking('shop/mail.py', mention)));
      expect(named.mentions).toEqual(['shop/mail.py']);
      expect(named.standing).toBe('mentioned');
      const framed = explained(await workspace.why(asking('shop/session.py', trace)));
      expect(framed.frames).toEqual([{ path: 'shop/session.py', line: 15, function: 'refresh' }]);
      const [link] = framed.chains[0] ?? [];
      expect(link?.path).toBe('shop/session.py');
      expect(link?.reason).toContain('trace');
    }));

  it('says from which budget on something comes in, and it is true', () =>
    inShop(async (workspace) => {
      const [task = ''] = TASKS;
      const assembleAt = (maxTokens: number): ReturnType<Workspace['assemble']> =>
        workspace.assemble({ task, maxTokens });
      const out = explained(await workspace.why(asking('shop/cookies.py', task, 60)));
      expect(out.decision).toBe('out');
      expect(out.reason).toContain('over budget');
      const { entry } = out;
      if (entry === null) throw new Error('there is no budget for it');
      const paths = async (tokens: number): Promise<string[]> =>
        (await assembleAt(tokens)).parts.map((part) => part.path);
      expect(await paths(entry.context_tokens)).toContain('shop/cookies.py');
      expect(await paths(entry.context_tokens - 1)).not.toContain('shop/cookies.py');
      const inside = explained(
        await workspace.why(asking('shop/cookies.py', task, entry.context_tokens)),
      );
      expect(inside.decision).toBe('in');
      expect(inside.level).toBe(entry.level);
    }));

  it('answers for a line as well as for a file', () =>
    inShop(async (workspace) => {
      const [text = ''] = TASKS;
      const line = explained(await workspace.why(asking('shop/session.py:15', text)));
      expect(line).toMatchObject({ path: 'shop/session.py', line: 15, decision: 'in' });
      const beyond = await workspace.why(asking('shop/session.py:999', text));
      expect(beyond).toMatchObject({ kind: 'absent', reason: expect.stringContaining('not 999') });
    }));

  it.each([
    ['package-lock.json', /lock file/],
    ['logo.png', /binary/],
    ['build/out.py', /ignore rule/],
    ['shop/sesion.py', /no such file/],
  ])('says why there is nothing to say of %s', (path, reason) =>
    inShop(async (workspace) => {
      const answer = await workspace.why(asking(path, 'Refresh sessions'));
      expect(answer).toMatchObject({ kind: 'absent', reason: expect.stringMatching(reason) });
    }),
  );

  it('says so of a file that nothing points at', () =>
    inShop(async (workspace) => {
      const answer = explained(await workspace.why(asking('shop/rounding.py', 'zebra quagga')));
      expect(answer).toMatchObject({ decision: 'out', rank: null, top_signal: null, entry: null });
      expect(answer.reason).toContain('nothing in the task points at it');
    }));
});

describe('SC-6 why says what the context does', () => {
  const PARTS = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`src/part${i}.ts`, `export const part${i} = ${i};\n`]),
  );
  const FILES = {
    ...PARTS,
    'src/invoices.ts': [
      "import type { Letterhead } from './paper.ts';",
      '',
      '/** Rounds the invoice total, and prints the invoice. */',
      'export function roundInvoice(total: number, head: Letterhead): string {',
      '  return head.name + Math.round(total);',
      '}',
      '',
    ].join('\n'),
    'src/paper.ts': 'export interface Letterhead {\n  readonly name: string;\n}\n',
  };
  const TASK = 'invoice total is rounded wrong in roundInvoice';

  it('of a file that evidence leads to: its relevance, tier and reason are those of the plan', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const { out } = await command(root, ['assemble', TASK, '--json']);
      const { parts } = JSON.parse(out) as { parts: PlannedPart[] };
      const part = parts.find(({ path }) => path === 'src/paper.ts');
      expect(part).toBeDefined();
      const why = await command(root, ['why', 'src/paper.ts', TASK, '--json']);
      const told = JSON.parse(why.out) as FileReasons;
      expect(told).toMatchObject({ decision: 'in', tier: part?.tier, level: part?.level });
      expect(told.relevance).toBe(part?.relevance);
      expect(told.relevance_by_itself).toBeLessThan(told.relevance);
      const { out: text } = await command(root, ['why', 'src/paper.ts', TASK]);
      expect(text).toContain('evidence leads to it');
      expect(text).not.toContain('left out');
      expect(text).toMatch(/counts as +0\.050/);
    }));

  it('without a size: nothing is over budget that there is room for', () =>
    inFolder(async (root) => {
      const lines = Array.from(
        { length: 60 },
        (_, i) => `export function job${i}() {\n  return ${i};\n}\n`,
      );
      writeFiles(root, {
        ...FILES,
        'src/invoices.ts': `${FILES['src/invoices.ts']}\n${lines.join('\n')}`,
      });
      for (const line of [1, 5, 100, 200]) {
        const { out } = await command(root, ['why', `src/invoices.ts:${line}`, TASK]);
        expect(out).not.toContain('over budget');
        expect(out).toContain('because no size is given');
      }
      const sized = await command(root, ['why', 'src/paper.ts', TASK, '--context-tokens', '2000']);
      expect(sized.out).toMatch(/It is included from \d+ tokens of context \(available: 2,000\)/);
    }));

  it('of what the request leaves out, and not that nothing points at it', () =>
    inFolder(async (root) => {
      writeFiles(root, { ...FILES, 'logs/app.log': '2026-01-01 10:00:00 ERROR invoice total\n' });
      const reason = async (path: string, ...more: string[]): Promise<string> =>
        (await command(root, ['why', path, TASK, ...more])).out.split('\n', 1)[0] ?? '';
      const file = 'src/invoices.ts';
      expect(await reason(file, '--exclude', 'src/')).toContain(
        'left out by --include or --exclude',
      );
      expect(await reason(file, '--include', 'docs/')).toContain('--include or --exclude');
      expect(await reason(file, '--sources', 'logs')).toContain('by --sources: its source is code');
      const add = await command(root, ['why', 'logs/app.log', 'add a letterhead to the invoice']);
      expect(add.out).toContain('logs are only looked at where a task is about a fault');
    }));

  it('of a slip: a folder, or a name in another case', () =>
    inFolder(async (root) => {
      writeFiles(root, { ...FILES, 'lib/Invoices.ts': 'export const a = 1;\n' });
      expect((await command(root, ['why', 'src/', TASK])).out).toContain(
        'a folder: name a file in it',
      );
      const { out, code } = await command(root, ['why', 'src/Invoices.ts', TASK]);
      expect(code).toBe(2);
      expect(out).toMatch(/did you mean src\/invoices\.ts\?/);
      expect(out.indexOf('src/invoices.ts')).toBeLessThan(out.indexOf('lib/Invoices.ts'));
    }));
});
