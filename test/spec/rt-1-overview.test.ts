import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { inFolder, writeFiles } from '../support/project.ts';

const parts = Array.from({ length: 30 }, (_, i) => [
  `src/part${i}.ts`,
  `/** Part ${i} of the project: its architecture, structure and overview. */\nexport const part${i} = ${i};\n`,
]);
const FILES = {
  ...Object.fromEntries(parts),
  'README.md':
    '# Ferryman\n\nFerryman carries parcels over rivers.\n\n## Usage\n\nCall `ferry(parcel)`.\n',
  'docs/architecture.md': '# Architecture\n\nA queue on each bank, a boat between them.\n',
  'docs/boats.md': '# Boats\n\nHow the project builds a boat: the architecture of a hull.\n',
  'CONTRIBUTING.md': '# Contributing\n\nRun `npm run float` first.\n',
  'package.json': '{ "name": "ferryman", "main": "src/index.ts" }\n',
  'src/index.ts': 'export { ferry } from "./ferry.ts";\n',
  'examples/index.ts': 'import "ferryman";\n',
  'test/fixtures/architecture.md': '# Architecture\n\nOf something else.\n',
};

const shownFor = async (root: string, task: string): Promise<string[]> => {
  const { out } = await command(root, ['assemble', task, '--json']);
  return (JSON.parse(out) as { parts: { path: string }[] }).parts.map(({ path }) => path);
};

describe('RT-1 a task about the project as a whole', () => {
  it.each([
    'explain this project',
    'what does this repo do',
    'give me an overview of the architecture',
    'how is the code base organised',
    'what is ferryman',
    'how does it work',
  ])('brings the pages about all of it, its manifest, where it begins and a map: %s', (task) =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const shown = await shownFor(root, task);
      // The guide for contributors stands in every context.
      expect([...shown].sort()).toEqual([
        'CONTRIBUTING.md',
        'README.md',
        'docs/architecture.md',
        'package.json',
        'project map',
        'src/index.ts',
      ]);
    }),
  );

  it('ends where the pages about all of it end, though its name is all over them', () =>
    inFolder(async (root) => {
      const sections = Array.from(
        { length: 300 },
        (_, i) => `## Pier ${i}\n\n${'Ferryman rows. '.repeat(20)}\n`,
      );
      const long = `# Ferryman\n\nFerryman carries parcels.\n\n${sections.join('\n')}`;
      writeFiles(root, { ...FILES, 'README.md': long, 'README-OARS.md': '# Oars\n\nOf ash.\n' });
      const { out } = await command(root, ['assemble', 'what is ferryman', '--json']);
      const { total_tokens: tokens, prompt } = JSON.parse(out) as {
        total_tokens: number;
        prompt: string;
      };
      expect(tokens).toBeLessThan(6000);
      expect(prompt).not.toContain('Of ash');
    }));

  it('knows a page about all of it by its heading, too', () =>
    inFolder(async (root) => {
      writeFiles(root, { ...FILES, 'docs/guide/one.md': '# Getting Started\n\nBoard at dawn.\n' });
      const { out } = await command(root, ['assemble', 'explain getting started']);
      expect(out).toContain('Board at dawn.');
    }));

  it('brings how to work on it to those who begin', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const { out } = await command(root, ['assemble', 'where do I start']);
      expect(out).toContain('npm run float');
      expect(out).toContain('Ferryman carries parcels');
    }));

  it.each([
    ['a part of it', 'explain how ferryman builds a boat', 'docs/boats.md'],
    ['a change', 'refactor the architecture of part7', 'src/part7.ts'],
  ])('is none that names %s', (_, task, path) =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      expect(await shownFor(root, task)).toContain(path);
    }),
  );

  it('is told of by why: each page once, and why its parts are out', () =>
    inFolder(async (root) => {
      const sections = Array.from(
        { length: 9 },
        (_, i) => `## Step ${i}\n\n${'Row on. '.repeat(40)}\n`,
      );
      writeFiles(root, {
        ...FILES,
        'README.md': `# Ferryman\n\nIt ferries.\n\n${sections.join('\n')}`,
      });
      const why = async (path: string): Promise<string> =>
        (await command(root, ['why', path, 'explain the architecture'])).out;
      const reason = 'README.md tells of the project as a whole, which the task is about.';
      expect((await why('README.md')).split(reason)).toHaveLength(2);
      expect(await why('src/part7.ts')).toContain('out: the task is about the project as a whole');
    }));

  it('stays inside a small budget, and shows how each page begins', () =>
    inFolder(async (root) => {
      const sections = Array.from(
        { length: 60 },
        (_, i) => `## Step ${i}\n\n${'Row on. '.repeat(60)}\n`,
      );
      writeFiles(root, {
        ...FILES,
        'docs/architecture.md': `# Architecture\n\nBanks.\n\n${sections.join('\n')}`,
      });
      const { out } = await command(root, [
        'assemble',
        'explain the architecture',
        '--context-tokens',
        '2500',
        '--json',
      ]);
      const { prompt, total_tokens: tokens } = JSON.parse(out) as {
        prompt: string;
        total_tokens: number;
      };
      expect(tokens).toBeLessThanOrEqual(2500);
      expect(prompt).toContain('Step 0');
      expect(prompt).toContain('Ferryman carries parcels');
    }));
});
