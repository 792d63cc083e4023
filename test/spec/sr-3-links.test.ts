import { execFileSync } from 'node:child_process';
import {
  linkSync,
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
import { git, inFolder, writeFiles } from '../support/project.ts';
import { runs } from '../support/runs.ts';

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

/** What else may lie where a file or folder of ours is expected. */
const MAKERS: Readonly<Record<string, (path: string, outside: string) => void>> = {
  pipe: (path) => execFileSync('mkfifo', [path]),
  file: (path) => writeFileSync(path, 'words\n'),
  folder: (path) => mkdirSync(path),
  'link to itself': (path) => symlinkSync(path, path),
  'second name of a file outside': (path, outside) => linkSync(outside, path),
};
const PLACES = [
  ...['.sheaf', '.sheaf/.gitignore', '.sheaf/flows', '.sheaf/flows/current'],
  ...['.sheaf/flows/.writer.lock', `.sheaf/flows/.current.${process.pid}.tmp`],
  ...['.sheaf/flows/f/ctx', '.sheaf/flows/f/build', '.sheaf/flows/f/.groom/tx'],
  ...['.sheaf/flows/f/.groom/tx/plan.json', '.sheaf/flows/f/ctx/evidence/100_a.evidence.md'],
];

/** A quick run tries another kind at each place. */
const KINDS = runs(Object.keys(MAKERS).length, 1);

describe('SR-3 other things below .sheaf that came with a project', () => {
  it.each(PLACES)('%s is refused or replaced, whatever it is', (at) =>
    inFolder(async (folder) => {
      const outside = join(folder, 'outside');
      writeFileSync(outside, 'FOREIGN words of another\n');
      const [all, first] = [Object.entries(MAKERS), PLACES.indexOf(at) % 5];
      for (const [kind, make] of [...all, ...all].slice(first, first + KINDS)) {
        const root = join(folder, kind.replaceAll(' ', '-'), 'project');
        writeFiles(root, { 'own.md': '# Words\n\nWords of another kind.\n' });
        git(root, 'init', '-q');
        mkdirSync(dirname(join(root, at)), { recursive: true });
        make(join(root, at), outside);
        for (const argv of [
          ['index'],
          ['flow', 'new', 'words of another'],
          ['flow', 'use', 'f'],
          ['add', 'own.md'],
          ['assemble'],
          ['undo'],
          ['search', 'words'],
        ]) {
          const { code, err } = await command(root, argv);
          expect([0, 1, 2]).toContain(code);
          expect(err).not.toContain('unexpected');
          if (argv[0] === 'index' || argv[0] === 'search') expect([kind, code]).toEqual([kind, 0]);
        }
        expect(readFileSync(outside, 'utf8')).toBe('FOREIGN words of another\n');
      }
    }),
  );
});
