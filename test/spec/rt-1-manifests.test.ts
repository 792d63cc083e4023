import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { inFolder, writeFiles } from '../support/project.ts';

const parcels = Array.from({ length: 25 }, (_, i) => [
  `src/parcel${i}.go`,
  `package src\n\n// UpdateParcel${i} updates the dependencies of a parcel.\nfunc UpdateParcel${i}() {}\n`,
]);
const FILES = {
  ...Object.fromEntries(parcels),
  'go.mod': 'module example.org/shop\n\nrequire (\n\tgithub.com/gin-gonic/gin v1.9.0\n)\n',
  'ui/package.json': '{ "name": "ui", "devDependencies": { "vite": "^5.0.0" } }\n',
  'examples/a/package.json': '{ "name": "a", "devDependencies": { "vite": "^5.0.0" } }\n',
};

const shownFor = async (root: string, task: string): Promise<string[]> => {
  const { out } = await command(root, ['assemble', task, '--json']);
  return (JSON.parse(out) as { parts: { path: string }[] }).parts.map(({ path }) => path);
};

describe('RT-1 what a project stands on', () => {
  it('is where it says so, for a task that changes it, whatever the words of the files', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const shown = await shownFor(root, 'update dependencies');
      expect(shown).toContain('go.mod');
      expect(shown).toContain('ui/package.json');
      expect(shown).not.toContain('examples/a/package.json');
    }));

  it('is nothing to a task about what depends on what in the code', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      expect(await shownFor(root, 'update the dependency graph of parcels')).not.toContain(
        'go.mod',
      );
    }));
});
