import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createRepository, type Fixture } from '../../../test/support/git-fixture.ts';
import type { Listing, Remembered, Tree } from '../../ports/tree.ts';
import { workTree } from './work-tree.ts';

const fixtures: Fixture[] = [];
afterAll(() => {
  for (const fixture of fixtures) fixture.remove();
});

const TICK_MS = 80;
/** After this an index was written in an earlier second. */
const REST_MS = 1100;
const known = (listing: Listing): Remembered => ({
  files: listing.entries,
  leftOut: [],
  commit: listing.commit,
  memory: listing.memory,
});
/** Stamps of files changed just now are marked, and by the next listing no longer. */
const settled = ({ entries, leftOut, commit }: Listing): unknown => ({
  // What git says of contents is only asked for in a tree seen for the first time.
  entries: entries.map(({ blob, ...entry }) => ({
    ...entry,
    stamp: entry.stamp.replace(':fresh', ''),
  })),
  leftOut,
  commit,
});

const gitPath = (root: string, name: string): string => {
  const args = ['-C', root, 'rev-parse', '--git-path', name];
  return relative(root, resolve(root, execFileSync('git', args, { encoding: 'utf8' }).trim()));
};

/** What changes between two listings, each of which a memory must not hide. */
const CHANGES: Readonly<Record<string, (root: string) => void>> = {
  'a file is edited and keeps its length': (root) => fs.writeFileSync(join(root, 'src/a.ts'), 'b'),
  'a file is edited and keeps its length and time': (root) => {
    const { atime, mtime } = fs.statSync(join(root, 'src/a.ts'));
    fs.writeFileSync(join(root, 'src/a.ts'), 'b');
    fs.utimesSync(join(root, 'src/a.ts'), atime, mtime);
  },
  'a file is edited that git was told not to look at': (root) =>
    fs.writeFileSync(join(root, 'lib/assumed.ts'), 'b'),
  'a file git does not know is edited': (root) => fs.writeFileSync(join(root, 'pipe.txt'), 'b'),
  'a file is edited': (root) => fs.appendFileSync(join(root, 'src/a.ts'), 'more'),
  'a file comes': (root) => fs.writeFileSync(join(root, 'src/new.ts'), 'n'),
  'a file goes': (root) => fs.rmSync(join(root, 'src/a.ts')),
  'a file is replaced': (root) => {
    fs.writeFileSync(join(root, 'src/tmp'), 'other');
    fs.renameSync(join(root, 'src/tmp'), join(root, 'src/a.ts'));
  },
  'a pipe comes': (root) => execFileSync('mkfifo', [join(root, 'src/pipe')]),
  'a pipe goes': (root) => fs.rmSync(join(root, 'pipe')),
  'a folder comes with rules of its own': (root) => {
    fs.mkdirSync(join(root, 'src/inner'));
    fs.writeFileSync(join(root, 'src/inner/.sheafignore'), '*.log\n');
    fs.writeFileSync(join(root, 'src/inner/x.log'), 'x');
  },
  'a rule changes': (root) => fs.writeFileSync(join(root, '.sheafignore'), 'a.ts\n'),
  'a rule goes': (root) => fs.rmSync(join(root, '.sheafignore')),
  'a folder becomes a link to its copy': (root) => {
    fs.renameSync(join(root, 'src'), join(root, 'moved'));
    fs.symlinkSync('moved', join(root, 'src'));
  },
  'a repository is made inside': (root) =>
    execFileSync('git', ['init', '-q', join(root, 'lib/deep')]),
  'a folder is emptied': (root) => fs.rmSync(join(root, 'lib'), { recursive: true }),
  'HEAD moves': (root) =>
    execFileSync(
      'git',
      [
        '-C',
        root,
        '-c',
        'user.name=a',
        '-c',
        'user.email=a@b',
        'commit',
        '-qm',
        'x',
        '--allow-empty',
      ],
      { stdio: 'ignore' },
    ),
  'a file is staged': (root) =>
    execFileSync('git', ['-C', root, 'add', '-f', 'src/b.log', 'pipe.txt']),
  'a .gitignore is edited in place': (root) =>
    fs.writeFileSync(join(root, '.gitignore'), 'pipe.txt\n'),
  'git learns to ignore a file': (root) =>
    fs.writeFileSync(join(root, gitPath(root, 'info/exclude')), 'pipe.txt\n'),
  'a file becomes a link': (root) => {
    fs.rmSync(join(root, 'src/a.ts'));
    fs.symlinkSync('b.log', join(root, 'src/a.ts'));
  },
  nothing: () => undefined,
};

describe('RT-4 what a listing remembers of the one before', () => {
  /** A work tree, or one that is linked to a repository elsewhere. */
  const project = (isLinked = false): string => {
    const fixture = createRepository();
    fixtures.push(fixture);
    const { write, commit, git } = fixture;
    const root = isLinked ? join(fixture.root, 'linked') : fixture.root;
    const later = (path: string, text: string): void => fs.writeFileSync(join(root, path), text);
    write('src/a.ts', 'a');
    write('lib/assumed.ts', 'a');
    write('src/b.log', 'b');
    write('lib/deep/c.ts', 'c');
    write('__proto__/d.ts', 'd');
    write('.sheafignore', '*.log\n');
    write('.gitignore', 'nothing\n');
    commit('start');
    if (isLinked) git('worktree', 'add', '-q', '-b', 'side', root);
    git('-C', root, 'update-index', '--assume-unchanged', 'lib/assumed.ts');
    later('pipe.txt', 'not yet known to git');
    execFileSync('mkfifo', [join(root, 'pipe')]);
    return root;
  };

  const EDIT = 'a file is edited and keeps its length';
  const hidesNothing = async (
    pause: number,
    change: (root: string) => void,
    isLinked: boolean,
  ): Promise<void> => {
    const root = project(isLinked);
    const tree: Tree = workTree(root, { manyFiles: 0 });
    await setTimeout(pause);
    const first = await tree.list();
    expect(first.memory).not.toBe('');
    change(root);
    await setTimeout(TICK_MS);
    const [quick, slow] = [await tree.list(undefined, known(first)), await tree.list()];
    expect(settled(quick)).toEqual(settled(slow));
    // The memory it leaves serves as well.
    const again = await tree.list(undefined, known(quick));
    expect(settled(again)).toEqual(settled(slow));
  };
  const PLACES = [
    ['of its own', false],
    ['linked', true],
  ] as const;
  const cases = PLACES.flatMap(([place, isLinked]) =>
    Object.entries(CHANGES).map(([name, change]) => [name, place, change, isLinked] as const),
  );
  it.concurrent.each(cases)(
    'hides nothing when %s, the index at rest, the work tree %s',
    (_, __, change, isLinked) => hidesNothing(REST_MS, change, isLinked),
  );
  // Alone: beside others the index would be older when its turn comes.
  it.each(PLACES)(
    `hides nothing when ${EDIT}, the index just written, the work tree %s`,
    (_, isLinked) => hidesNothing(TICK_MS, CHANGES[EDIT] ?? expect.fail(), isLinked),
  );

  it('names the pipe it does not look for again', async () => {
    const root = project();
    // Until git's index is at rest: a second may begin between the two listings.
    await setTimeout(REST_MS);
    const first = await workTree(root).list();
    const second = await workTree(root).list(undefined, known(first));
    expect(second.memory).toBe(first.memory);
    expect(second.leftOut).toContainEqual({ path: 'pipe', reason: 'special', detail: '' });
  });

  it.each([
    ['of its own', false],
    ['linked', true],
  ])('does not look at a file that git calls unchanged in a work tree %s', async (_, isLinked) => {
    const root = project(isLinked);
    await setTimeout(REST_MS);
    const first = await workTree(root).list();
    const told = first.entries.map((entry) => ({
      ...entry,
      stamp: entry.stamp.replace(/.$/, 'x'),
    }));
    const second = await workTree(root, { manyFiles: 0 }).list(undefined, {
      ...known(first),
      files: told,
    });
    const looked = (path: string): boolean =>
      second.entries.find((entry) => entry.path === path)?.stamp.endsWith('x') === false;
    expect(['src/a.ts', 'lib/assumed.ts', 'pipe.txt'].map(looked)).toEqual([false, true, true]);
  });

  it('is not kept where a folder could not be read, nor believed if it is of another kind', async () => {
    const root = project();
    const other = { files: [], leftOut: [], commit: null, memory: '{"format":0}' };
    const listing = await workTree(root).list(undefined, other);
    expect(settled(listing)).toEqual(settled(await workTree(root).list()));
  });
});
