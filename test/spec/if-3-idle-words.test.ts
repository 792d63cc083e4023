import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GLOBAL_OPTIONS } from '../../src/surfaces/cli/globals.ts';
import {
  flagOf,
  type Operation,
  type Options,
  restOf,
  wordsFor,
} from '../../src/surfaces/operation.ts';
import { OPERATIONS } from '../../src/surfaces/table.ts';
import { command } from '../support/command.ts';
import { flowProject } from '../support/flow.ts';
import { inFolder, type Ran, sheaf, writeFiles } from '../support/project.ts';

/** A flag as it is typed, with a value it accepts. */
function typed(name: string, options: Options): string[] {
  const option = options[name] ?? GLOBAL_OPTIONS[name];
  if (option?.type === 'boolean') return [flagOf(name)];
  const value = option !== undefined && 'values' in option ? (option.values?.[0] ?? 'x') : 'x';
  const isNumber = ['integer', 'size', 'number'].includes(option?.type ?? '');
  return [`${flagOf(name)}=${isNumber ? '1' : value}`];
}

/** The fewest words an operation can do with. */
function needed({ positionals }: Operation): string[] {
  return Object.values(positionals).flatMap((spec) =>
    spec.required === true ? [wordsFor(spec)?.[0] ?? 'x'] : [],
  );
}

const given = (operation: Operation, key: string): string[] => {
  const spec = operation.positionals[key];
  return spec === undefined ? typed(key, operation.options) : [wordsFor(spec)?.[0] ?? 'x'];
};

/** One command line for each thing that an operation says it does not take. */
function idleLines(operation: Operation): string[][] {
  const { name, positionals, options, refuses = [], apart = [] } = operation;
  const least = [name, ...needed(operation)];
  const lines = refuses.map((flag) => [...least, ...typed(flag, options)]);
  const places = Object.values(positionals);
  const takesAll =
    restOf(operation) !== undefined || places.some((spec) => spec.words || spec.many);
  const word = least[1] ?? places.flatMap((spec) => wordsFor(spec) ?? [])[0] ?? 'gc';
  if (!takesAll) lines.push([...least, ...Array<string>(places.length + 1).fill(word)]);
  for (const group of apart) {
    group.forEach((key, i) => {
      for (const other of group.slice(i + 1)) {
        lines.push([...least, ...given(operation, key), ...given(operation, other)]);
      }
    });
  }
  for (const { actions = {} } of Object.values(positionals)) {
    const special = new Set(Object.values(actions).flatMap((action) => action.options ?? []));
    for (const [action, { words, options: own = [] }] of Object.entries(actions)) {
      const must = words.filter((word) => !word.startsWith('[')).map((_, i) => String(i + 1));
      for (const flag of special) {
        if (!own.includes(flag)) lines.push([name, action, ...must, ...typed(flag, options)]);
      }
      if (must.length > 0) lines.push([name, action, ...must.slice(1)]);
      const isOpen = words.some((word) => word.endsWith('…'));
      if (!isOpen) lines.push([name, action, ...words.map((_, i) => String(i + 1)), 'surplus']);
    }
  }
  return lines;
}

describe('IF-3 nothing that is typed is ignored', () => {
  const LINES = OPERATIONS.flatMap(idleLines);

  it('sees every operation and enough lines', () => {
    expect(LINES.length).toBeGreaterThan(90);
    const seen = new Set(LINES.map(([name]) => name));
    // These take any words there are, and every flag they have changes what they do.
    const open = ['replay', 'report'];
    expect(OPERATIONS.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual(
      open.filter((name) => !seen.has(name)),
    );
  });

  it.each(LINES.map((line) => [line.join(' '), line] as const))('sheaf %s', (_, line) =>
    inFolder(async (root) => {
      const { code, out, err } = await command(root, line);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toMatch(/^error: .+\n {2}hint: .+\n$|"hint": "[^"]/);
      expect(err).toMatch(/does not (?:take|apply)|cannot be used together|is missing/);
    }),
  );
});

/** A flow of four files. */
async function inFlow(
  work: (run: (...argv: string[]) => Promise<Ran>, root: string) => Promise<void>,
): Promise<void> {
  const names = ['a', 'b', 'c', 'd'];
  const files = names.map((name) => [`src/${name}.ts`, `export const ${name} = 1;\n`]);
  const project = await flowProject(Object.fromEntries(files));
  const run = (...argv: string[]): Promise<Ran> => command(project.root, argv);
  try {
    expect((await run('add', ...files.map(([path = '']) => path))).code).toBe(0);
    await work(run, project.root);
  } finally {
    project.close();
  }
}

const status = async (run: (...argv: string[]) => Promise<Ran>): Promise<string[]> => {
  const { out } = await run('evidence', 'status', '--json');
  const { parts } = JSON.parse(out) as { parts: { number: string; name: string }[] };
  return parts.filter(({ number }) => number !== '').map(({ name }) => name);
};

describe('IF-3 words that could be ignored act, or are refused and change nothing', () => {
  it('toggle and remove act on all that is named', () =>
    inFlow(async (run) => {
      await run('evidence', 'toggle', 'off', 'e1', 'e2', '120-120');
      expect(await status(run)).toEqual([
        '100_a_ts.evidence.md.skip',
        '110_b_ts.evidence.md.skip',
        '120_c_ts.evidence.md.skip',
        '130_d_ts.evidence.md',
      ]);
      const mixed = await run('evidence', 'toggle', 'e1', 'e4', 'e1');
      expect(mixed.out).toMatch(/^✓ Toggled: 100_a_ts\.evidence\.md, 130_d_ts\.evidence\.md\.skip/);
      await run('evidence', 'remove', 'a_ts', '120-139');
      expect(await status(run)).toEqual(['110_b_ts.evidence.md.skip']);
    }));

  it.each([
    ['evidence toggle off e1 e9', 'no evidence "e9"'],
    ['evidence toggle on e1 off e2', 'no evidence "off"'],
    ['evidence rebase foo', 'does not take "foo"'],
    ['evidence status e1', 'does not take "e1"'],
    ['evidence rank e1 200 300', 'does not take "300"'],
    ['evidence rank e1', 'RANK is missing'],
    ['evidence rank e1 x', 'RANK must be'],
    ['evidence rank e1 1e2', 'RANK must be'],
    ['evidence rank e1 -5', 'RANK must be'],
    ['evidence rank e1 1000', 'above 999'],
    ['evidence deps e1 e2', 'does not take "e2"'],
    ['evidence drift e1', 'does not take "e1"'],
    ['evidence drift --dry-run', 'needs --heal'],
    ['evidence status --heal', '--heal does not apply'],
    ['evidence status --dry-run', '--dry-run does not apply'],
    ['evidence status --ref HEAD', '--ref does not apply'],
    ['add src/a.ts --ref HEAD', '--ref does not apply'],
    ['add --link src/a.ts#tag', 'a link has no tags'],
    ['add --link src/a.ts::1,1', 'a link holds its whole file'],
    ['flow list foo', 'does not take "foo"'],
    ['flow use fix other', 'does not take "other"'],
    ['flow new', 'TASK is missing'],
    ['flow rm', 'ID is missing'],
    ['undo twice', 'does not take "twice"'],
    ['env e1', 'does not take "e1"'],
    ['ask --coverage what is missing', 'cannot be used together'],
    ['search x --task-file y', 'cannot be used together'],
    ['search - --task-file y', 'cannot be used together'],
    ['assemble x --changed --since HEAD', 'cannot be used together'],
    ['assemble x --budget 8k --context-tokens 8k', 'cannot be used together'],
    ['assemble x --compact', '--compact does not apply to the format mdctx'],
    ['assemble x --api anthropic --format markdown', '--api does not apply to the format markdown'],
    ['gather x --names-only', 'unknown flag --names-only'],
    ['index gc --status', 'cannot be used together'],
    ['shell --json', '--json does not apply'],
    ['help diff --root .', '--root does not apply'],
  ])('sheaf %s', (line, said) =>
    inFlow(async (run) => {
      const before = await status(run);
      const { code, out, err } = await run(...line.split(' '));
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain(said);
      expect(await status(run)).toEqual(before);
    }),
  );

  it('an empty word is no name and no rank', () =>
    inFlow(async (run) => {
      const before = await status(run);
      for (const line of [
        ['evidence', 'rank', 'e1', ''],
        ['evidence', 'toggle', ''],
        ['flow', 'new', ''],
        ['flow', 'new', ' '],
      ]) {
        expect((await run(...line)).code, line.join(' ')).toBe(2);
      }
      expect(await status(run)).toEqual(before);
    }));
});

describe('IF-3 how a context looks', () => {
  const LOOKS = ['--list-sources', '--names-only', '--group-by-type', '--compact', '--api=openai'];

  it.each([
    ['mdctx', []],
    ['docs', ['--names-only', '--compact']],
    ['markdown', ['--list-sources', '--names-only', '--group-by-type', '--compact']],
    ['xml', ['--list-sources', '--names-only', '--group-by-type', '--compact']],
    ['plain', ['--list-sources', '--names-only', '--group-by-type', '--compact']],
    ['json', ['--list-sources', '--names-only', '--compact']],
    ['messages', ['--api=openai']],
  ])('%s takes %j, which is seen in the bytes, and refuses all else', (format, takes) =>
    inFolder(async (root) => {
      const lines = Array.from(
        { length: 60 },
        (_, i) => `export const token${i} = read(${i * 7});`,
      );
      writeFiles(root, {
        'src/reader.ts': `${lines.join('\n')}\n`,
        'AGENTS.md': 'Use tabs.\n',
        'docs/tokens.md': '# Tokens\n\nThe reader reads tokens.\n',
      });
      const run = async (...looks: string[]): Promise<Ran> =>
        command(root, ['assemble', 'src/reader.ts tokens', '--quiet', '-f', format, ...looks]);
      const plain = await run();
      expect(plain).toMatchObject({ code: 0, err: '' });
      for (const look of LOOKS) {
        const { code, out, err } = await run(look);
        expect(`${look} ${code}`).toBe(`${look} ${takes.includes(look) ? 0 : 2}`);
        if (code === 0) expect(out, look).not.toBe(plain.out);
        else expect(err).toContain(`does not apply to the format ${format}`);
      }
    }),
  );
});

describe('FL-10 the shell', () => {
  it('ignores no word either, and passes on what it was told itself', () =>
    inFolder(async (root) => {
      writeFiles(root, { 'a.ts': 'export const a = 1;\n', 'b.ts': 'export const b = 2;\n' });
      sheaf(['flow', 'new', 'x', '--root', root]);
      sheaf(['add', 'a.ts', 'b.ts', '--root', root]);
      const index = join(root, 'own.db');
      const said = (line: string): Ran =>
        sheaf(['shell', '--root', root, '--index', index, '--set', 'budget.max_tokens=5000'], {
          input: `${line}\n`,
        });
      expect(said('/evidence toggle off e1 e2').out).toContain(
        '100_a_ts.evidence.md.skip, 110_b_ts',
      );
      expect(said('/evidence budget').out).toContain('of 5000 token limit');
      for (const [line, why] of [
        ['/evidence rebase foo', 'does not take "foo"'],
        ['/evidence status --heal', '--heal does not apply'],
        ['/undo twice', 'does not take "twice"'],
        ['/exit now', '/exit takes no arguments'],
        ['/evidense status', 'hint: /assemble'],
      ] as const) {
        const { code, out, err } = said(line);
        expect({ line, code, out }).toEqual({ line, code: 2, out: '' });
        expect(err).toContain(why);
      }
      expect(said('/help diff').code).toBe(0);
      expect(said('/evidence deps e1').code).toBe(0);
      expect(existsSync(index)).toBe(true);
      expect(sheaf(['index', '--status', '--root', root]).err).toContain('There is no index');
    }));
});
