import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSource } from '../../src/adapters/sources/own/contract.ts';
import {
  defineSource,
  openWorkspace,
  type Source,
  type SourceDefinition,
} from '../../src/index.ts';
import { inFolder, manyModules, sheaf, writeFiles } from '../support/project.ts';

/** Issues as lines: `#1 title`, and what follows until the next. */
const ISSUES: SourceDefinition = {
  name: 'issues',
  version: '1',
  discover: ['tracker/*.json'],
  read: (raw) => {
    try {
      const issues = JSON.parse(raw) as { number: number; title: string; body: string }[];
      return issues.map(({ number, title, body }) => `#${number} ${title}\n${body}\n`).join('');
    } catch {
      return raw;
    }
  },
  units: (text) => {
    const lines = text.replace(/\n$/, '').split('\n');
    const starts = lines.flatMap((line, i) => (/^#\d/.test(line) ? [i] : []));
    return starts.map((start, i) => ({
      firstLine: start + 1,
      lastLine: starts[i + 1] ?? lines.length,
      name: lines[start] ?? '',
      kind: 'issue',
      names: ['ticket'],
    }));
  },
  compress: (text, { maxTokens, count }) => {
    const titles = text.split('\n').filter((line) => /^#\d/.test(line));
    while (titles.length > 0 && count(titles.join('\n')) > maxTokens) titles.pop();
    return titles.length === 0 ? null : titles.join('\n');
  },
};

const body = (i: number): string =>
  Array.from({ length: 12 }, (_, j) => `Step ${j} of issue ${i} fails with code ${i * j}.`).join(
    '\n',
  );
const EXPORT = JSON.stringify(
  Array.from({ length: 40 }, (_, i) => ({
    number: i + 1,
    title: i === 6 ? 'Invoice is rounded twice' : `Something about part ${i}`,
    body: body(i),
  })),
);
const FILES = {
  'shop/invoice.py': 'def total(cart):\n    return round(sum(cart), 2)\n',
  'tracker/export.json': EXPORT,
};

async function opened<T>(
  root: string,
  sources: readonly (Source | SourceDefinition | string)[],
  work: (workspace: Awaited<ReturnType<typeof openWorkspace>>) => Promise<T>,
): Promise<T> {
  const workspace = await openWorkspace({ root, sources });
  try {
    return await work(workspace);
  } finally {
    await workspace.close();
  }
}

describe('SR-1 a source of an author', () => {
  it('is discovered, read, cut into its units, found, shown and compressed', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      await opened(root, [defineSource(ISSUES)], async (workspace) => {
        const task = 'the invoice is rounded twice';
        expect((await workspace.update()).sources).toEqual({ code: 1, issues: 1 });
        const hits = await workspace.search({ query: task });
        const issue = hits.find(({ path }) => path === 'tracker/export.json');
        expect(issue).toMatchObject({ name: '#7 Invoice is rounded twice', span: [79, 91] });
        const made = await workspace.assemble({ task, sources: ['issues'], maxTokens: 1200 });
        expect(made.parts.map(({ source }) => source)).toEqual(['issues']);
        expect(made.prompt).toContain('#7 Invoice is rounded twice');
        expect(made.sources[0]).toMatchObject({ type: 'issues', file: 'tracker/export.json' });
        expect((await workspace.replay(made.plan)).identical).toBe(true);
        const short = await workspace.summarize({ path: 'tracker/export.json', compress: 200 });
        expect(short.text.split('\n').every((line) => line.startsWith('#'))).toBe(true);
        expect(short).toMatchObject({ source: 'issues', method: 'heavy' });
        const scored = await workspace.score({ task, path: 'tracker/export.json' });
        expect(scored).toMatchObject({ kind: 'scored', source: 'issues' });
        const few = await workspace.assemble({ task, maxTokens: 400, overflow: 'summarize' });
        expect(few.totalTokens).toBeLessThanOrEqual(400);
      });
      // Without the source the file is what it was.
      await opened(root, [], async (workspace) => {
        expect((await workspace.update()).sources).not.toHaveProperty('issues');
        await expect(workspace.assemble({ task: 'x', sources: ['issues'] })).rejects.toMatchObject({
          code: 'usage',
        });
      });
    }));

  it('may be a module that is named by its path, whose default is a plain description', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const module = join(root, 'source.mjs');
      writeFileSync(
        module,
        `export default [{ name: 'notes', version: '1', discover: (path) => path.endsWith('.json') }];\n`,
      );
      await opened(root, [module], async (workspace) => {
        expect((await workspace.update()).sources).toMatchObject({ notes: 1 });
      });
    }));

  it('is loaded by the command where the user names its module, never where a project does', () =>
    inFolder(async (folder) => {
      const root = join(folder, 'project');
      writeFiles(root, FILES);
      // Behind the others by name: what comes first goes to a thread.
      writeFiles(join(root, 'zoo'), manyModules(1200));
      const module = join(folder, 'source.mjs');
      writeFiles(folder, {
        'source.mjs': `import { isMainThread } from 'node:worker_threads';
const name = isMainThread ? 'in-main' : 'in-thread';
export default { name: 'notes', version: '1', discover: 'tracker/*.json', units: () => [{ firstLine: 1, lastLine: 1, name }] };\n`,
        'config/sheaf/config.toml': `[modules]\nsources = [${JSON.stringify(module)}]\n`,
      });
      const env = { XDG_CONFIG_HOME: join(folder, 'config') };
      const place = ['--root', root];
      const asked = ['search', 'issue fails with code', ...place, '--quiet', '--json'];
      // Enough to be analysed in threads, and then a file of a few lines, which is not.
      expect(sheaf(asked, { env }).out).toContain('"in-thread"');
      writeFiles(root, { 'tracker/more.json': '["issue fails with code"]\n' });
      expect(sheaf(asked, { env }).out).toContain('"in-main"');
      const alone = sheaf(['assemble', 'part', ...place, '--sources', 'notes']);
      expect(alone.code).toBe(2);
      expect(alone.err).toContain('sources[0] must be one of');
      writeFiles(root, { 'sheaf.toml': `[modules]\nsources = [${JSON.stringify(module)}]\n` });
      const { code, err } = sheaf(['index', ...place]);
      expect(code).toBe(2);
      expect(err).toContain('"modules.sources" cannot be set by a project');
    }));

  it('is read anew when its version changes, and only then', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const read = (definition: Partial<SourceDefinition>): Promise<[number, string]> =>
        opened(root, [{ ...ISSUES, ...definition }], async (workspace) => {
          const { analysed } = await workspace.update();
          const { text } = await workspace.summarize({
            path: 'tracker/export.json',
            level: 'full',
          });
          return [analysed, text.split('\n')[0] ?? ''];
        });
      const loud = (raw: string): string => (ISSUES.read?.(raw) ?? raw).toUpperCase();
      expect(await read({})).toEqual([2, '#1 Something about part 0']);
      expect(await read({ read: loud })).toEqual([0, '#1 Something about part 0']);
      expect(await read({ read: loud, version: '2' })).toEqual([1, '#1 SOMETHING ABOUT PART 0']);
    }));

  it('that fails says so, with its name and where', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const broken: Partial<SourceDefinition>[] = [
        { read: () => (undefined as unknown as string).trim() },
        { read: () => 5 as unknown as string },
        { units: () => [{ firstLine: 3, lastLine: 1 }] },
        { units: () => 'all' as never },
        {
          discover: () => {
            throw new Error('no idea');
          },
        },
      ];
      for (const [i, definition] of broken.entries()) {
        await opened(root, [{ ...ISSUES, version: `b${i}`, ...definition }], async (workspace) => {
          await expect(workspace.update()).rejects.toMatchObject({
            code: 'unreadable',
            message: expect.stringMatching(/^the source issues failed in (read|units|discover): /),
          });
        });
      }
    }));
});

describe('SR-1 the contract for authors', () => {
  const sample = { path: 'tracker/export.json', raw: EXPORT };

  it('finds nothing wrong with a source that keeps it', async () => {
    expect(await checkSource(defineSource(ISSUES), [sample])).toEqual([]);
  });

  it.each<[string, Partial<SourceDefinition>, RegExp]>([
    ['that does not claim its sample', { discover: '*.csv' }, /not claimed/],
    ['that throws on damage', { read: (raw) => String(JSON.parse(raw)) }, /failed in read/],
    ['that loses its place', { units: () => [{ firstLine: 9999, lastLine: 9999 }] }, /lines 9999/],
    [
      'that compresses to too much',
      { compress: (text) => text },
      /compressed to \d+ tokens, it has/,
    ],
    ['that plays dice', { read: (raw) => `${raw}${Math.random()}` }, /read twice, it differs/],
  ])('names what is wrong with one %s', async (_, definition, problem) => {
    const problems = await checkSource(defineSource({ ...ISSUES, ...definition }), [sample]);
    expect(problems.join('\n')).toMatch(problem);
  });

  it('wants samples', async () => {
    expect(await checkSource(defineSource(ISSUES), [])).toEqual(['there are no samples to try']);
  });
});
