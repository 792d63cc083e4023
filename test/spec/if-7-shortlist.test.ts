import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadTokenizer } from '../../src/adapters/tokenizers/tokenizers.ts';
import type { Shortlist } from '../../src/index.ts';
import { openWorkspace } from '../../src/index.ts';
import { OPERATIONS } from '../../src/surfaces/table.ts';
import { command } from '../support/command.ts';
import { commitAll, copyOf, git, inFolder, type Ran, writeFiles } from '../support/project.ts';
import { runs } from '../support/runs.ts';

const TASK = 'the token reader drops the last token of a line';
const MOST_TOKENS = 1500;

/** Twenty files of readers that all have the words of the task, each with functions of a few lines. */
function makeReaders(root: string): void {
  git(root, 'init', '-q');
  const functions = (i: number): string =>
    Array.from({ length: 8 }, (_, n) => {
      const body = `  const step${n} = line.split(" ");\n`.repeat(5 + ((2 * i + n) % 50));
      return `export function readToken${i}x${n}(line: string, last: number): string[] {\n${body}  return step${n}.slice(${i}, last);\n}\n`;
    }).join('\n');
  writeFiles(root, {
    'README.md': '# Reader\n\nReads tokens from lines.\n',
    ...Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`src/token-reader-${i}.ts`, functions(i)]),
    ),
  });
  commitAll(root, 'read tokens');
}

const inReaders = <T>(work: (root: string) => Promise<T>): Promise<T> =>
  inFolder((folder) => {
    const root = join(folder, 'readers');
    copyOf('readers', root, makeReaders);
    return work(root);
  });

const run = (root: string, ...argv: string[]): Promise<Ran> => command(root, argv);

async function listIn(root: string, ...more: string[]): Promise<Pick<Shortlist, 'id' | 'files'>> {
  const { out, err } = await run(root, 'shortlist', TASK, '--json', ...more);
  expect(err).not.toContain('error');
  return JSON.parse(out) as Pick<Shortlist, 'id' | 'files'>;
}

const flat = ({ files }: Pick<Shortlist, 'files'>) =>
  files
    .flatMap(({ path, candidates }) => candidates.map((candidate) => ({ path, ...candidate })))
    .sort((a, b) => a.number - b.number);

/** Parts of an assembled context. */
interface Assembled {
  readonly total_tokens: number;
  readonly parts: readonly { readonly path: string; readonly spans: readonly [number, number][] }[];
  readonly picks_left_out?: readonly string[];
}

async function assembled(root: string, ...more: string[]): Promise<Assembled> {
  const { out, err } = await run(root, 'assemble', TASK, '--json', ...more);
  expect(err).not.toContain('error:');
  return JSON.parse(out) as Assembled;
}

const holds = ({ parts }: Assembled, path: string, first: number, last: number): boolean =>
  parts.some((part) => part.path === path && part.spans.some(([a, b]) => a <= first && last <= b));
const touches = ({ parts }: Assembled, path: string, first: number, last: number): boolean =>
  parts.some((part) => part.path === path && part.spans.some(([a, b]) => a <= last && first <= b));

describe('IF-7 a reader chooses from a shortlist', () => {
  it('numbers up to forty candidates from 1 in at most 1,500 tokens, as text and as JSON', () =>
    inReaders(async (root) => {
      const { count } = await loadTokenizer('o200k');
      const text = (await run(root, 'shortlist', TASK)).out;
      const json = (await run(root, 'shortlist', TASK, '--json')).out;
      expect(count(text)).toBeLessThanOrEqual(MOST_TOKENS);
      expect(count(json)).toBeLessThanOrEqual(MOST_TOKENS);
      const list = JSON.parse(json) as Shortlist;
      const { output } = OPERATIONS.find(({ name }) => name === 'shortlist') ?? {};
      expect(Object.keys(list)).toEqual(Object.keys(Object(output?.['properties'])));
      const candidates = flat(list);
      expect(candidates.map(({ number }) => number)).toEqual(candidates.map((_, i) => i + 1));
      expect(candidates.length).toBe(40);
      expect(text.startsWith(`shortlist ${list.id}\n`)).toBe(true);
      // Both say the same of each.
      for (const { path, number, lines, symbol } of candidates) {
        expect(text).toContain(`\n ${number} ${lines.join('-')} ${symbol?.slice(0, 15)}`);
        expect(text).toContain(`\n${path}\n`);
      }
      expect(text).toContain('(line: string, last: number): string[]');
    }));

  it('lists the best files however little speaks for them, unless a least relevance is set', () =>
    inReaders(async (root) => {
      const count = async (...more: string[]): Promise<number> =>
        flat(await listIn(root, ...more)).length;
      expect(await count()).toBe(40);
      const names = ['include_minimum', 'supporting_threshold', 'primary_threshold'];
      const all = names.flatMap((name) => ['--set', `relevance.thresholds.${name}=0.99`]);
      expect(await count(...all)).toBeLessThan(40);
    }));

  it('has the best piece of many files, whole functions, and the lines they really have', () =>
    inReaders(async (root) => {
      const candidates = flat(await listIn(root));
      expect(new Set(candidates.map(({ path }) => path)).size).toBe(20);
      for (const { path, lines, symbol = '' } of candidates) {
        const text = readFileSync(join(root, path), 'utf8').split('\n');
        const own = text.slice(lines[0] - 1, lines[1]).join('\n');
        const [name = ''] = symbol.split(', ');
        expect(own).toContain(`function ${name}(`);
      }
    }));

  it('packs what was picked before all others and never what was dropped, with every strategy', () =>
    inReaders(async (root) => {
      const candidates = flat(await listIn(root));
      const [a, b, out] = [candidates[30], candidates[37], candidates[0]];
      if (a === undefined || b === undefined || out === undefined) throw new Error('a short list');
      const choice = ['--pick', `${a.number},${b.number}`, '--drop', String(out.number)];
      for (const strategy of ['value', 'optimal', 'greedy', 'interleaved', 'score-weighted']) {
        const size = ['--context-tokens', '3k', '--strategy', strategy];
        const usual = await assembled(root, ...size);
        expect(touches(usual, out.path, ...out.lines), strategy).toBe(true);
        const made = await assembled(root, ...size, ...choice);
        expect(holds(made, a.path, ...a.lines), strategy).toBe(true);
        expect(holds(made, b.path, ...b.lines), strategy).toBe(true);
        expect(touches(made, out.path, ...out.lines), strategy).toBe(false);
        expect(made.total_tokens).toBeLessThanOrEqual(3000);
        expect(made.picks_left_out).toBeUndefined();
      }
    }));

  it('says what was picked and does not fit', () =>
    inReaders(async (root) => {
      const long = flat(await listIn(root)).filter(({ lines: [a, b] }) => b - a > 12);
      const pick = long.map(({ number }) => number).join(',');
      const { out, err } = await run(
        root,
        'assemble',
        TASK,
        '--json',
        '--context-tokens',
        '8000',
        '--pick',
        pick,
      );
      const made = JSON.parse(out) as Assembled;
      const left = long
        .filter(({ path, lines }) => !holds(made, path, ...lines))
        .map(({ path, lines }) => `${path}:${lines.join('-')}`);
      expect(left.length).toBeGreaterThan(0);
      expect(left.length).toBeLessThan(long.length);
      expect(made.picks_left_out?.toSorted()).toEqual(left.toSorted());
      expect(err).toContain('no room');
    }));

  it('refuses numbers of another state with the new list, and what is no number', () =>
    inReaders(async (root) => {
      const { id } = await listIn(root);
      const pick = ['assemble', TASK, '--pick', '2,4-5', '--shortlist', id];
      expect((await run(root, ...pick)).code).toBe(0);
      appendFileSync(join(root, 'README.md'), '\nAnother line.\n');
      const refused = await run(root, ...pick);
      const now = (await run(root, 'shortlist', TASK)).out;
      expect(refused.code).toBe(2);
      expect(refused.out).toBe('');
      expect(refused.err).toContain(id);
      for (const line of now.trimEnd().split('\n')) expect(refused.err).toContain(line);
      expect(now).not.toContain(id);
      // The same for another task, which has another list.
      const { id: newer } = await listIn(root);
      const other = ['assemble', 'count the tokens', '--pick', '1', '--shortlist', newer];
      expect((await run(root, ...other)).code).toBe(2);
      for (const [wrong, said] of [
        [['--pick', '41'], 'no 41 on the shortlist'],
        [['--pick', '0'], '--pick takes numbers'],
        [['--pick', '7-3'], '--pick takes numbers'],
        [['--drop', 'two'], '--drop takes numbers'],
        [['--pick', '1-3', '--drop', '2'], '2 is both picked and dropped'],
        [['--shortlist', newer], '--shortlist needs --pick or --drop'],
      ] as const) {
        const { code, err } = await run(root, 'assemble', TASK, ...wrong);
        expect([code, err]).toEqual([2, expect.stringContaining(said)]);
      }
    }));

  it('replays any choice byte for byte from its plan alone, and diff names the choice', () =>
    inReaders(async (root) => {
      const workspace = await openWorkspace({ root });
      const list = await workspace.shortlist({ task: TASK });
      const numbers = fc.uniqueArray(fc.integer({ min: 1, max: flat(list).length }), {
        minLength: 2,
        maxLength: 8,
      });
      const size = fc.integer({ min: 800, max: 20_000 });
      await fc.assert(
        fc.asyncProperty(numbers, size, async ([first = 1, ...pick], maxTokens) => {
          const request = { task: TASK, maxTokens, isDryRun: true };
          const choice = { pick, drop: [first], shortlist: list.id };
          const made = await workspace.assemble({ ...request, ...choice });
          const again = await workspace.replay(made.plan);
          expect(again.identical).toBe(true);
          expect(again.prompt).toBe(made.prompt);
          // Numbers mean nothing elsewhere: the plan has places.
          expect(made.plan.options['picks']).toHaveLength(pick.length);
        }),
        { numRuns: runs(20) },
      );
      await workspace.close();
      const [before, after] = [join(root, '../a.json'), join(root, '../b.json')];
      await run(root, 'assemble', TASK, '--plan', before, '--out', join(root, '../a.md'));
      await run(
        root,
        'assemble',
        TASK,
        '--pick',
        '9',
        '--plan',
        after,
        '--out',
        join(root, '../b.md'),
      );
      expect((await run(root, 'diff', before, after)).out).toMatch(
        /^option {5}picks: .*token-reader/m,
      );
    }));

  it('tells why: you picked it, or you dropped it', () =>
    inReaders(async (root) => {
      const [first] = flat(await listIn(root));
      if (first === undefined) throw new Error('an empty list');
      const place = `${first.path}:${first.lines[0] + 1}`;
      const why = async (...choice: string[]): Promise<string> =>
        (await run(root, 'why', place, '--task', TASK, ...choice)).out;
      expect(await why('--drop', '1')).toContain(
        `you dropped ${first.path}:${first.lines.join('-')}`,
      );
      expect(await why('--pick', '1')).toContain(
        `you picked ${first.path}:${first.lines.join('-')}`,
      );
      expect(await why()).not.toContain('you ');
    }));

  it('does not take a choice for a flow, whose folder decides, but gathers one', () =>
    inReaders(async (root) => {
      const candidates = flat(await listIn(root));
      const last = candidates.at(-1);
      const gathered = await run(
        root,
        'gather',
        TASK,
        '--pick',
        String(last?.number),
        '--context-tokens',
        '2k',
      );
      expect(gathered.out).toContain(last?.path.replace('src/', '').replace('.ts', '_ts'));
      const { code, err } = await run(root, 'assemble', '--pick', '1');
      expect([code, err]).toEqual([2, expect.stringContaining('does not apply to a flow')]);
    }));

  it('shows of a function what stands between its name and its body', () =>
    inFolder(async (root) => {
      writeFiles(root, {
        'shop/cart.py': 'def price_of(\n    cart,\n    item,\n):\n    return cart.prices[item]\n',
        'shop/total.py': 'def cart_total(cart, rate=1) -> float:\n    return rate\n',
      });
      const { out } = await run(root, 'shortlist', 'price of the cart total');
      expect(out).toContain(' price_of(cart, item,) ');
      expect(out).toContain(' cart_total(cart, rate=1) -> float ');
      expect(out).not.toContain('return');
    }));

  it('is empty where nothing matches, and says so', () =>
    inReaders(async (root) => {
      const { out, err, code } = await run(root, 'shortlist', 'zebra quagga okapi');
      expect([code, out.trim().split('\n').length]).toEqual([0, 1]);
      expect(err).toContain('nothing in the project matches');
    }));
});
