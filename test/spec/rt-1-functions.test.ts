import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import type { SearchHit, SearchRequest } from '../../src/model/results.ts';
import { openWorkspace } from '../../src/workspace.ts';
import { inFolder, sheaf, writeFiles } from '../support/project.ts';

/** Functions of a garage: "car" and "automobile" never stand together, but keep the same company. */
const BODIES: readonly (readonly [string, string])[] = [
  ['swap_pads', 'the car needs brake pads before the engine service'],
  ['oil_change', 'engine service of the automobile brake fluid and oil'],
  ['fix_wheel', 'brake pads of the automobile worn wheel loose'],
  ['replace_disc', 'loose wheel on the car brake disc replaced'],
  ['seal_leak', 'oil leak under the engine of the car gasket replaced'],
  ['gasket_job', 'the automobile lost oil at the engine gasket'],
  ['order_bearing', 'wheel bearing and brake disc for the automobile'],
  ['align', 'wheel alignment of the car after the brake service'],
  ['send_bills', 'invoices sent on friday taxes paid by the office'],
  ['file_bills', 'office pays taxes in spring files invoices by customer'],
  ['copy_bill', 'customer asked for a copy of the invoice from the office'],
  ['run_payroll', 'payroll and taxes office keeps receipts ten years'],
  ['sort_receipts', 'receipts without a customer name go to payroll'],
  ['clean_up', 'spring cleaning of the office old receipts shredded'],
  ['remind', 'customer pays the invoice within thirty days'],
  ['close_month', 'payroll runs on friday taxes follow in spring'],
];
const FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    BODIES.map(([name, doc], i) => [
      `shop/part_${i}.py`,
      `LIMIT_${i} = ${i}\n\n\ndef ${name}(job):\n    """${doc}"""\n    return job.step(${i})\n`,
    ]),
  ),
  'tests/test_pads.py': 'def test_swap_pads_of_a_car():\n    assert swap_pads(job)\n',
  'README.md': '# Garage\n\nHow to swap pads of a car.\n',
};

async function find(root: string, more: Partial<SearchRequest>): Promise<readonly SearchHit[]> {
  const workspace = await openWorkspace({
    root,
    gitDir: null,
    ref: null,
    indexFile: join(root, 'index.db'),
    config: DEFAULTS,
    warn: (sentence) => expect.unreachable(sentence),
    onProgress: () => {},
  });
  try {
    return await workspace.search({ query: 'a car', find: 'functions', ...more });
  } finally {
    await workspace.close();
  }
}

describe('RT-1 search for functions', () => {
  it('finds a function from words that it does not use, and only functions', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const query = 'repair of a car';
      const words = await find(root, { query, without: ['semantic'] });
      const both = await find(root, { query });
      const names = (hits: readonly SearchHit[]): (string | undefined)[] =>
        hits.map(({ name }) => name);
      expect(names(words)).not.toContain('gasket_job'); // says automobile
      expect(names(both)).toContain('gasket_job');
      expect(names(both).indexOf('gasket_job')).toBeLessThan(
        [...names(both), 'run_payroll'].indexOf('run_payroll'),
      );
      for (const { path, name, span } of both) {
        expect(path).toMatch(/\.py$/);
        expect(name).toBeTruthy();
        expect(span?.[1]).toBeGreaterThanOrEqual(span?.[0] ?? Number.POSITIVE_INFINITY);
      }
    }));

  it('puts the function before its test', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const [first, ...rest] = await find(root, { query: 'swap pads of a car' });
      expect(first).toMatchObject({ name: 'swap_pads', path: 'shop/part_0.py' });
      expect(rest.map(({ path }) => path)).toContain('tests/test_pads.py');
      expect(await find(root, { query: 'swap pads of a car', limit: 2 })).toHaveLength(2);
    }));

  it('finds where the trace of a report leads, though all functions have its words', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const query =
        'The job stops\n\nSo it does every night:\n\nTraceback (most recent call last):\n  File "shop/part_2.py", line 6\nKeyError: 2\n';
      const [first, second] = await find(root, { query });
      expect(first).toMatchObject({ name: 'fix_wheel', path: 'shop/part_2.py' });
      expect(first?.score).toBeGreaterThan(second?.score ?? 0);
    }));

  it('answers at the command line, twice the same', () =>
    inFolder((root) => {
      writeFiles(root, FILES);
      const args = ['search', '--functions', '--json', '--root', root, 'oil leak of the engine'];
      const { code, out, err } = sheaf(args);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect((JSON.parse(out) as SearchHit[])[0]?.name).toBe('seal_leak');
      expect(sheaf(args).out).toBe(out);
      expect(sheaf([...args, '--files']).code).toBe(2);
    }));
});
