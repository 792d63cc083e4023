import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ranksAfter } from '../../src/flow/groom.ts';
import { parsePart } from '../../src/flow/names.ts';
import { command } from '../support/command.ts';
import { flowProject } from '../support/flow.ts';
import type { Ran } from '../support/project.ts';

interface Session {
  readonly root: string;
  run(...argv: string[]): Promise<Ran>;
  /** Runs a command that must work, and says what it printed. */
  done(...argv: string[]): Promise<string>;
  /** Names of the evidence, in order. */
  names(): Promise<string[]>;
  write(path: string, text: string | Uint8Array): void;
}

async function inFlow(
  files: Readonly<Record<string, string>>,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const project = await flowProject(files);
  const { root, write } = project;
  const run = (...argv: string[]): Promise<Ran> => command(root, argv);
  const done = async (...argv: string[]): Promise<string> => {
    const { code, out, err } = await run(...argv);
    expect(`${code} ${err}`).toMatch(/^0 /);
    return out;
  };
  const names = async (): Promise<string[]> => {
    const { parts } = JSON.parse(await done('evidence', 'status', '--json')) as {
      parts: { number: string; name: string }[];
    };
    return parts.filter(({ number }) => number !== '').map(({ name }) => name);
  };
  try {
    await work({ root, run, done, names, write });
  } finally {
    project.close();
  }
}

const topics = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`src/m${i}.ts`, `export const topic${i} = ${i};\n`]),
  );
const kinds = (names: readonly string[]): string[] =>
  names.map((name) => name.replace(/^\d+_|_ts\.evidence.*$/g, ''));
const ranks = (names: readonly string[]): number[] => names.map((name) => Number(name.slice(0, 3)));

describe('FL-6 files keep the order in which they were added', () => {
  // Not the order of their names.
  const shuffled = (count: number): string[] =>
    Array.from({ length: count }, (_, i) => `m${(i * 7 + 3) % count}`);
  const paths = (order: readonly string[]): string[] => order.map((name) => `src/${name}.ts`);

  it.each([
    [10, 10],
    [11, 5],
    [20, 5],
    [25, 2],
    [60, 1],
    [100, 1],
  ])('%i at once, %i apart inside their band', (count, step) =>
    inFlow(topics(count), async ({ done, names }) => {
      const order = shuffled(count);
      await done('add', ...paths(order));
      const now = await names();
      expect(kinds(now)).toEqual(order);
      expect(ranks(now)).toEqual(order.map((_, i) => 100 + i * step));
    }),
  );

  it('one after the other, twenty-five times, never leaving the band', () =>
    inFlow(topics(25), async ({ done, names }) => {
      const order = shuffled(25);
      for (const path of paths(order)) await done('add', path);
      const now = await names();
      expect(kinds(now)).toEqual(order);
      expect(ranks(now).every((rank) => rank < 200)).toBe(true);
      await done('evidence', 'rebase');
      expect(kinds(await names())).toEqual(order);
    }));

  it('also from a rank on, where others give way', () =>
    inFlow(topics(16), async ({ done, names }) => {
      const order = shuffled(16);
      await done('add', ...paths(order.slice(0, 3)));
      const told = await done('add', '--rank', '105', ...paths(order.slice(3)));
      expect(told).toContain(`110_${order[1]}_ts moved to 118 to make room`);
      const [first = '', second = '', third = '', ...rest] = order;
      expect(kinds(await names())).toEqual([first, ...rest, second, third]);
    }));

  it('and those that find no place in the band follow in the next free ranks', () =>
    inFlow(topics(104), async ({ done, names }) => {
      const order = shuffled(104);
      await done('add', '--rank', '200', `src/${order[103]}.ts`);
      await done('add', ...paths(order.slice(0, 103)));
      const now = await names();
      expect(ranks(now).slice(98)).toEqual([198, 199, 200, 201, 202, 203]);
      expect(kinds(now).filter((name) => name !== order[103])).toEqual(order.slice(0, 103));
    }));

  it('whatever is there before, and however many come', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 90, max: 320 }), { maxLength: 120 }),
        fc.integer({ min: 1, max: 150 }),
        (taken, count) => {
          const parts = taken.flatMap((rank) => parsePart(`ctx/evidence/${rankFile(rank)}`) ?? []);
          const { ranks: fresh, room } = ranksAfter(parts, 100, count);
          const moved = new Map(room.map(({ part, rank }) => [part.rank, rank]));
          const after = taken.map((rank) => moved.get(rank) ?? rank);
          // Nobody shares a place, nobody overtakes anybody, nobody leaves the band, newcomers come last in it.
          expect(new Set([...after, ...fresh]).size).toBe(taken.length + count);
          expect(fresh).toEqual(fresh.toSorted((a, b) => a - b));
          const order = (list: readonly number[]): number[] =>
            list.map((_, i) => i).sort((a, b) => (list[a] ?? 0) - (list[b] ?? 0));
          expect(order(after)).toEqual(order(taken));
          for (const [i, rank] of taken.entries()) {
            expect(Math.floor((after[i] ?? 0) / 100)).toBe(Math.floor(rank / 100));
          }
          const members = after.filter((rank) => rank >= 100 && rank < 200);
          expect(Math.max(0, ...members)).toBeLessThan(fresh[0] ?? 0);
          const isInside = fresh.filter((rank) => rank < 200).length;
          expect(isInside).toBe(Math.min(count, 100 - members.length));
        },
      ),
    );
  });

  it('each once, and what is there already goes where it was asked to', () =>
    inFlow(topics(3), async ({ done, names, write }) => {
      await done('add', 'src/m0.ts', 'src/m1.ts', 'src/m0.ts');
      expect(await names()).toEqual(['100_m0_ts.evidence.md', '110_m1_ts.evidence.md']);
      write('src/m0.ts', 'export const topic0 = "new";\n');
      const told = await done('add', '--rank', '110', 'src/m2.ts', 'src/m0.ts');
      expect(told).toContain('111_m0_ts.evidence.md was there already and is brought up to date');
      expect(await names()).toEqual([
        '110_m2_ts.evidence.md',
        '111_m0_ts.evidence.md',
        '112_m1_ts.evidence.md',
      ]);
      expect(await done('assemble')).toContain('topic0 = "new"');
      await done('undo');
      expect(await names()).toEqual(['100_m0_ts.evidence.md', '110_m1_ts.evidence.md']);
      expect(await done('assemble')).toContain('topic0 = 0');
      // A link is known by its file as well.
      await done('add', '--link', 'src/m2.ts');
      expect(await done('add', '--link', 'src/m2.ts')).toContain('was there already');
      expect(await names()).toHaveLength(3);
    }));
});

const rankFile = (rank: number): string => `${String(rank).padStart(3, '0')}_x${rank}.evidence.md`;

describe('FL-4 tags', () => {
  it('stay when a file is added again, and new ones join them', () =>
    inFlow(topics(1), async ({ done, write }) => {
      const tags = async (): Promise<readonly string[] | undefined> => {
        const { parts } = JSON.parse(await done('evidence', 'plan', '--json')) as {
          parts: { kind: string; tags?: string[] }[];
        };
        return parts.find(({ kind }) => kind === 'm0_ts')?.tags;
      };
      await done('add', 'src/m0.ts#bug,parser');
      await done('add', 'src/m0.ts');
      expect(await tags()).toEqual(['bug', 'parser']);
      write('src/m0.ts', 'export const topic0 = 2;\n');
      await done('add', 'src/m0.ts#late,bug', 'src/m0.ts#later');
      expect(await tags()).toEqual(['bug', 'parser', 'late', 'later']);
      expect(await done('assemble')).toContain('topic0 = 2');
    }));
});

describe('FL-3 a folder that holds something that can not be added', () => {
  it('is refused as a whole, and the file is named', () =>
    inFlow({ 'docs/a.md': '# A\n', 'docs/b.md': '# B\n' }, async ({ run, names, write }) => {
      write('docs/image.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]));
      for (const selector of ['docs', 'docs/*', 'docs/image.png', '.']) {
        const { code, err } = await run('add', 'docs/a.md', selector);
        expect(code).toBe(2);
        expect(err).toMatch(/docs\/image\.png.*: binary content/);
        expect(err).toContain(`selector ${JSON.stringify(selector)}`);
        expect(await names()).toEqual([]);
      }
    }));
});

describe('FL-7 a focus', () => {
  const FILES = {
    'src/alder.ts': 'export const alder = 1;\n',
    'src/birch.ts': 'export const birch = 2;\n',
    'src/cedar.ts': 'export const cedar = 3;\n',
  };

  it('that nothing matches but a link which does not, changes nothing', () =>
    inFlow(FILES, async ({ run, done, names }) => {
      await done('add', 'src/alder.ts', 'src/birch.ts');
      await done('add', '--link', 'src/cedar.ts');
      const before = await names();
      const { code, err } = await run('evidence', 'focus', 'larch');
      expect(code).toBe(2);
      expect(err).toContain('no evidence matches "larch"');
      expect(err).toContain('nothing was changed');
      expect(await names()).toEqual(before);
    }));

  it('that only something inactive matches says so and changes nothing', () =>
    inFlow(FILES, async ({ run, done, names }) => {
      await done('add', ...Object.keys(FILES));
      await done('evidence', 'toggle', 'off', 'alder_ts');
      const before = await names();
      const { code, err } = await run('evidence', 'focus', 'alder');
      expect(code).toBe(2);
      expect(err).toContain('only 100_alder_ts, which is turned off');
      expect(err).toContain('sheaf evidence toggle on 100_alder_ts');
      expect(await names()).toEqual(before);
      // Also under a focus: what it switched off itself can be focused on.
      await done('evidence', 'focus', 'birch');
      expect((await run('evidence', 'focus', 'alder')).code).toBe(2);
      await done('evidence', 'focus', 'cedar');
      expect(await names()).toEqual([
        '100_alder_ts.evidence.md.skip',
        '110_birch_ts.evidence.md.skip',
        '120_cedar_ts.evidence.md',
      ]);
      await done('evidence', 'focus', 'off');
      expect(await names()).toEqual(before);
    }));

  it('counts what matches, and says what of it is a link', () =>
    inFlow(FILES, async ({ done, names }) => {
      await done('add', 'src/alder.ts', 'src/birch.ts');
      await done('add', '--link', 'src/cedar.ts');
      const told = await done('evidence', 'focus', 'alder');
      expect(told).toContain('1 matches, 1 switched off');
      expect(told).toContain('1 link stays active without a match');
      const linked = await done('evidence', 'focus', 'cedar');
      expect(linked).toContain('1 matches (1 link), 2 switched off');
      await done('evidence', 'focus', 'off');
      expect(await names()).toEqual([
        '100_alder_ts.evidence.md',
        '110_birch_ts.evidence.md',
        '120_cedar_ts.evidence.link',
      ]);
    }));
});

describe('FL-5 a link that leads nowhere', () => {
  it('is told at every assembly, in the plan and in the status', () =>
    inFlow({ 'src/a.ts': 'export const a = 1;\n', 'src/b.ts': 'b\n' }, async ({ run, root }) => {
      await run('add', 'src/b.ts');
      await run('add', '--link', 'src/a.ts');
      for (const line of [['assemble'], ['flow', 'assemble'], ['evidence', 'plan']]) {
        expect((await run(...line)).err, line.join(' ')).not.toContain('is left out');
      }
      rmSync(join(root, 'src/a.ts'));
      const said = '110_a_ts.evidence.link is left out: the link leads nowhere: src/a.ts\n';
      for (const line of [['assemble'], ['flow', 'assemble'], ['evidence', 'plan']]) {
        const { code, err, out } = await run(...line);
        expect(`${line.join(' ')} ${code} ${err}`).toContain(`${line.join(' ')} 0 ${said}`);
        expect(out).toContain('b_ts');
      }
      expect((await run('evidence', 'plan')).out).toContain(
        '"problem": "the link leads nowhere: src/a.ts"',
      );
      expect((await run('evidence', 'status')).out).toContain(
        '110_a_ts.evidence.link  0 (~0 tokens)  (the link leads nowhere: src/a.ts)',
      );
      // Nobody misses what was not to be shown.
      expect((await run('assemble', '--quiet')).err).toBe('');
    }));
});

describe('IF-3 help', () => {
  it.each([
    ['evidence', ['toggle [on|off] NAME…', 'rank NAME RANK', 'rebase', 'focus QUERY…', 'drift']],
    ['flow', ['new TASK…', 'list', 'use ID', 'show [ID]', 'rename ID NEW', 'rm ID']],
  ])('of %s lists its actions, one line each', (name, actions) =>
    inFlow({}, async ({ done }) => {
      const help = await done(name, '--help');
      const section = /\nActions\n((?: {2}.+\n)+)/.exec(help)?.[1] ?? '';
      for (const action of actions) {
        const line = section.split('\n').find((each) => each.startsWith(`  ${action}`)) ?? '';
        expect(line.slice(action.length + 2)).toMatch(/^ {2,}[A-Z].*\.$/);
      }
    }),
  );
});
