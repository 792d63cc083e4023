import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { inFolder } from '../support/project.ts';

/** Everything below a folder, with contents. */
const held = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(folder, name);
      return statSync(path).isFile() ? `${name}: ${readFileSync(path, 'utf8')}` : name;
    });

/** What in a clone may be a link, and what it leads to outside. */
const LINKS: readonly (readonly [at: string, to: string])[] = [
  ['.sheaf', 'folder'],
  ['.sheaf', 'absent'],
  ['.sheaf/.gitignore', 'file'],
  ['.sheaf/.gitignore', 'absent'],
  ['.sheaf/index.db', 'file'],
  ['.sheaf/index.db', 'absent'],
  ['.sheaf/flows', 'folder'],
  ['.sheaf/flows', 'absent'],
  ['.sheaf/flows/current', 'file'],
  ['.sheaf/flows/.writer.lock', 'absent'],
  ['.sheaf/flows/.writer.lock', 'file'],
  [`.sheaf/flows/.current.${process.pid}.tmp`, 'file'],
  ['.sheaf/conversations', 'folder'],
  ['.sheaf/research', 'folder'],
];

describe('SR-3 links below .sheaf that came with a project', () => {
  it.each(LINKS)('%s to a %s outside is not followed', (at, to) =>
    inFolder(async (folder) => {
      const [root, outside] = [join(folder, 'project'), join(folder, 'outside')];
      mkdirSync(join(outside, 'folder'), { recursive: true });
      writeFileSync(join(outside, 'file'), 'FOREIGN words of another\n');
      writeFileSync(join(outside, 'folder/talk.md'), '**User**: FOREIGN words of another\n');
      mkdirSync(dirname(join(root, at)), { recursive: true });
      writeFileSync(join(root, 'own.md'), '# Words\n\nWords of another kind.\n');
      symlinkSync(join(outside, to), join(root, at));
      const before = held(outside);
      for (const argv of [
        ['index'],
        ['flow', 'new', 'words of another'],
        ['add', 'own.md'],
        ['assemble'],
        ['assemble', 'words of another'],
        ['search', 'FOREIGN words'],
      ]) {
        const { out, err } = await command(root, argv);
        expect(out).not.toContain('FOREIGN words of another');
        expect(err).not.toContain('unexpected');
      }
      expect(held(outside)).toEqual(before);
    }),
  );
});
