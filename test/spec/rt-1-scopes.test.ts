import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { inFolder, writeFiles } from '../support/project.ts';

/** The same words everywhere: only the path tells the files apart. */
const TEXT = 'export function drop(entry: string) { return entry.trim(); }\n';
const FILES = {
  'src/alpha/entry.ts': TEXT,
  'src/session-store/entry.ts': TEXT,
  'src/core/router/entry.ts': TEXT,
  'src/router/entry.ts': TEXT,
  'net/http/entry.ts': TEXT,
  'src/compiler.ts': TEXT,
  'packages/p1/package.json': '{\n  "name": "@shop/widgets",\n  "version": "1.0.0"\n}\n',
  'packages/p1/entry.ts': TEXT,
};

const firstOf = async (root: string, task: string): Promise<string> => {
  const { out } = await command(root, ['search', task, '--files', '--json']);
  const hits = JSON.parse(out) as { path: string }[];
  return hits.find(({ path }) => path.endsWith('.ts'))?.path ?? '';
};

describe('RT-1 the scope that a title begins with', () => {
  it.each([
    ['fix(session-store): drop the entry', 'src/session-store/entry.ts'],
    ['fix(sessionStore)!: drop the entry', 'src/session-store/entry.ts'],
    ['feat(core/router): drop the entry', 'src/core/router/entry.ts'],
    ['net/http: drop the entry', 'net/http/entry.ts'],
    ['[compiler] drop the entry', 'src/compiler.ts'],
    ['compiler.ts: drop the entry', 'src/compiler.ts'],
    ['fix(widgets): drop the entry', 'packages/p1/entry.ts'],
    ['fix(@shop/widgets): drop the entry', 'packages/p1/entry.ts'],
  ])('leads to the folder, file or package of its name: %s', (task, path) =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      expect(await firstOf(root, task)).toBe(path);
      const why = await command(root, ['why', path, '--task', task]);
      expect(why.out).toMatch(/named by the task as\n/);
    }),
  );

  it.each(['fix: drop the entry', 'Error: drop the entry', '[bug] drop the entry'])(
    'is none where it names a kind of change or trouble: %s',
    (task) =>
      inFolder(async (root) => {
        writeFiles(root, { ...FILES, 'src/fix/a.ts': '', 'src/error/entry.ts': TEXT });
        const why = await command(root, ['why', 'src/error/entry.ts', '--task', task]);
        expect(why.out).not.toMatch(/named by the task as\n/);
      }),
  );

  it('does not force a whole folder into a context', () =>
    inFolder(async (root) => {
      const many = Object.fromEntries(
        Array.from({ length: 60 }, (_, i) => [
          `src/router/part${i}.ts`,
          `export const part${i} = ${i};\n${'// filler of no interest\n'.repeat(40)}`,
        ]),
      );
      writeFiles(root, { ...FILES, ...many });
      const { out } = await command(root, ['assemble', 'fix(router): drop the entry', '--json']);
      const { parts } = JSON.parse(out) as { parts: { path: string }[] };
      expect(parts[0]?.path).toMatch(/router\/entry\.ts$/);
      expect(parts.filter(({ path }) => path.includes('/part')).length).toBeLessThan(30);
    }));
});
