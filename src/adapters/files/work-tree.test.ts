import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createFixture,
  createRepository,
  type Fixture,
} from '../../../test/support/git-fixture.ts';
import type { Listing, ReadResult, Tree } from '../../ports/tree.ts';
import { workTree } from './work-tree.ts';

const fixtures: Fixture[] = [];
const repository = (): Fixture => keep(createRepository());
const folder = (): Fixture => keep(createFixture());
function keep(fixture: Fixture): Fixture {
  fixtures.push(fixture);
  return fixture;
}
afterEach(() => {
  for (const fixture of fixtures.splice(0)) fixture.remove();
});

const paths = (listing: Listing): string[] => listing.entries.map((entry) => entry.path);
const reasons = (listing: Listing): Record<string, string> =>
  Object.fromEntries(listing.leftOut.map((left) => [left.path, left.reason]));
const MIB = 1_048_576;

async function readAll(
  tree: Tree,
  listing: Listing,
  tail = false,
  bytes = MIB,
): Promise<ReadResult[]> {
  const results: ReadResult[] = [];
  for await (const result of tree.read(listing.entries, () => ({ bytes, tail }))) {
    results.push(result);
  }
  return results;
}

describe('SR-3 files of a git work tree', () => {
  it('lists tracked and new files, not ignored or deleted ones', async () => {
    const { root, write, commit } = repository();
    write('src/a.ts', 'a');
    write('gone.ts', 'x');
    write('.gitignore', 'dist/\n');
    const head = commit('start');
    fs.rmSync(join(root, 'gone.ts'));
    write('src/new.ts', 'n');
    write('dist/out.js', 'o');
    const listing = await workTree(root).list();
    expect(paths(listing)).toEqual(['.gitignore', 'src/a.ts', 'src/new.ts']);
    expect(listing.commit).toBe(head);
  });

  it('gives the own time only to files git does not know', async () => {
    const { root, write, commit } = repository();
    write('a', 'a');
    commit('start');
    write('b', 'b');
    fs.utimesSync(join(root, 'b'), 1_700_000_000, 1_700_000_000);
    const { entries } = await workTree(root).list();
    expect(entries.map((entry) => entry.modified)).toEqual([null, 1_700_000_000]);
  });

  it('changes the stamp when a file changes', async () => {
    const { root, write } = repository();
    write('a', 'one');
    const before = await workTree(root).list();
    fs.utimesSync(join(root, 'a'), 1, 1);
    const after = await workTree(root).list();
    expect(before.entries[0]?.stamp).toMatch(/^stat:3:[\d.]+:[\d.]+:\d+(?::fresh)?$/);
    expect(after.entries[0]?.stamp).not.toBe(before.entries[0]?.stamp);
  });

  it('obeys .ignore, .aiignore and .sheafignore, nested and negated, for tracked files too', async () => {
    const { root, write, commit } = repository();
    write('.ignore', '*.csv\nsecret/\n');
    write('.sheafignore', '!keep.csv\n');
    write('data/.aiignore', '!mine.csv\n');
    for (const path of [
      'a.csv',
      'keep.csv',
      'data/mine.csv',
      'data/b.csv',
      'secret/x',
      'secret/y',
    ]) {
      write(path, 'x');
    }
    commit('start');
    const listing = await workTree(root, { ignore: ['/data/.aiignore'] }).list();
    expect(paths(listing)).toEqual(['.ignore', '.sheafignore', 'data/mine.csv', 'keep.csv']);
    expect(listing.leftOut).toContainEqual({
      path: 'secret',
      reason: 'ignored',
      detail: '.ignore: secret/',
    });
    expect(reasons(listing)['a.csv']).toBe('ignored');
    expect(reasons(listing)['data/.aiignore']).toBe('ignored');
  });

  it('finds an ignore file that git itself ignores', async () => {
    const { root, write } = repository();
    write('.gitignore', '.sheafignore\n');
    write('sub/.sheafignore', 'x\n');
    write('sub/x', 'x');
    write('sub/y', 'y');
    expect(paths(await workTree(root).list())).toEqual(['.gitignore', 'sub/y']);
  });

  it('never lists .git and .sheaf, but always the sources kept there', async () => {
    const { root, write } = repository();
    write('.sheaf/.gitignore', '*\n');
    write('.sheaf/index.db', 'x');
    write('.sheaf/conversations/2024/chat.md', 'Ada: hello');
    write('.sheaf/research/note.md', 'note');
    write('sub/.sheaf/index.db', 'x');
    write('.ignore', '*.md\n');
    expect(paths(await workTree(root).list())).toEqual([
      '.ignore',
      '.sheaf/conversations/2024/chat.md',
      '.sheaf/research/note.md',
    ]);
  });

  it('reads what is included by name though git ignores it', async () => {
    const { root, write } = repository();
    write('.gitignore', 'logs/\n*.log\n');
    write('logs/app.log', 'x');
    write('logs/old/app.txt', 'x');
    write('var/deep/run.log', 'x');
    write('other.log', 'x');
    const tree = workTree(root, { include: ['logs/', 'var/**/*.log', '../outside', '/etc'] });
    expect(paths(await tree.list())).toEqual([
      '.gitignore',
      'logs/app.log',
      'logs/old/app.txt',
      'var/deep/run.log',
    ]);
  });

  it('names submodules, nested repositories and links', async () => {
    const { root, write, git, commit } = repository();
    write('a.txt', 'a');
    const id = commit('start');
    git('update-index', '--add', '--cacheinfo', `160000,${id},libs/sub`);
    fs.mkdirSync(join(root, 'nested'));
    execFileSync('git', ['init', '-q', join(root, 'nested')]);
    write('nested/x', 'x');
    fs.symlinkSync('a.txt', join(root, 'inside'));
    fs.symlinkSync('/etc/passwd', join(root, 'outside'));
    fs.symlinkSync('missing', join(root, 'broken'));
    fs.symlinkSync('loop', join(root, 'loop'));
    fs.symlinkSync('/etc', join(root, 'folder'));
    const listing = await workTree(root).list();
    expect(paths(listing)).toEqual(['a.txt']);
    expect(reasons(listing)).toEqual({
      broken: 'symlink-broken',
      folder: 'symlink-outside',
      inside: 'symlink',
      'libs/sub': 'submodule',
      loop: 'symlink-broken',
      nested: 'nested-repository',
      outside: 'symlink-outside',
    });
  });

  it('does not follow a folder that became a link', async () => {
    const { root, write, commit } = repository();
    const outside = folder();
    outside.write('file', 'secret');
    write('sub/file', 'mine');
    commit('start');
    const tree = workTree(root);
    const before = await tree.list();
    fs.rmSync(join(root, 'sub'), { recursive: true });
    fs.symlinkSync(outside.root, join(root, 'sub'));
    expect(paths(await tree.list())).toEqual([]);
    const [read] = await readAll(tree, before);
    expect(read).toMatchObject({ kind: 'left-out', reason: 'unreadable' });
  });

  it('counts a file in conflict once', async () => {
    const { root, write, git, commit } = repository();
    write('a', 'base');
    commit('base');
    git('checkout', '-q', '-b', 'other');
    write('a', 'theirs');
    commit('theirs');
    git('checkout', '-q', 'main');
    write('a', 'ours');
    commit('ours');
    expect(() => git('merge', 'other')).toThrow();
    expect(paths(await workTree(root).list())).toEqual(['a']);
  });

  it('takes a subfolder as root, with the rules from above', async () => {
    const { root, write, commit } = repository();
    write('.gitignore', '*.tmp\n/pkg/out/\n');
    write('pkg/a.ts', 'a');
    write('other.ts', 'o');
    const head = commit('start');
    write('pkg/b.tmp', 'b');
    write('pkg/out/c', 'c');
    write('pkg/new.ts', 'n');
    const listing = await workTree(join(root, 'pkg')).list();
    expect(paths(listing)).toEqual(['a.ts', 'new.ts']);
    expect(listing.commit).toBe(head);
  });

  it('lists a folder its repository ignores as if it had none', async () => {
    const { root, write, commit } = repository();
    write('.gitignore', 'scratch/\n');
    commit('start');
    write('scratch/a', 'a');
    const listing = await workTree(join(root, 'scratch')).list();
    expect(paths(listing)).toEqual(['a']);
    expect(listing.commit).toBeNull();
  });

  it('reads a linked work tree, whose .git is a file', async () => {
    const { write, git, commit } = repository();
    write('a', 'a');
    commit('start');
    const linked = join(folder().root, 'linked');
    git('worktree', 'add', '-q', '-b', 'side', linked);
    fs.writeFileSync(join(linked, 'b'), 'b');
    const listing = await workTree(linked).list();
    expect(paths(listing)).toEqual(['a', 'b']);
    expect(listing.commit).toBe(git('rev-parse', 'side'));
  });

  it('lists a repository without commits, and one whose index is broken', async () => {
    const { root, write, commit } = repository();
    write('a', 'a');
    expect(await workTree(root).list()).toMatchObject({ commit: null, entries: [{ path: 'a' }] });
    write('.gitignore', 'b\n');
    commit('start');
    write('b', 'b');
    write('.git/index', 'garbage');
    expect(paths(await workTree(root).list())).toEqual(['.gitignore', 'a']);
  });

  it('gives two clones at other places, times and umasks the same list and bytes', async () => {
    const { root, write, commit } = repository();
    for (const path of ['z', 'ä/ö', 'a b', 'Z', 'a/b', 'a.b']) write(path, path);
    commit('start');
    const clone = (name: string, umask: string): string => {
      const place = join(folder().root, name);
      execFileSync('sh', ['-c', `umask ${umask}; git clone -q "$0" "$1"`, root, place]);
      return place;
    };
    const [one, two] = [workTree(clone('one', '022')), workTree(clone('deeper-two', '077'))];
    const [first, second] = [await one.list(), await two.list()];
    // What git can vouch for depends on whether a file is as young as git's index.
    const plain = (listing: Listing): unknown =>
      listing.entries.map(({ stamp: _, blob: __, ...entry }) => entry);
    expect(plain(first)).toEqual(plain(second));
    expect(first.commit).toBe(second.commit);
    expect(paths(first)).toEqual(['Z', 'a b', 'a.b', 'a/b', 'z', 'ä/ö']);
    expect(await readAll(one, first)).toEqual(await readAll(two, second));
  });

  it('works without git on the PATH', async () => {
    const { root, write, commit } = repository();
    write('.gitignore', 'out/\n');
    write('.git/info/exclude', '*.bak\n');
    write('a', 'a');
    commit('start');
    write('b.bak', 'b');
    write('out/c', 'c');
    const path = process.env['PATH'];
    process.env['PATH'] = '';
    try {
      const listing = await workTree(root).list();
      expect(paths(listing)).toEqual(['.gitignore', 'a']);
      expect(listing.commit).toBeNull();
    } finally {
      process.env['PATH'] = path;
    }
  });
});

describe('SR-3 files of a folder without git', () => {
  it('obeys nested rules and names what it leaves out', async () => {
    const { root, write } = folder();
    write('.gitignore', '*.o\n/build/\n');
    write('sub/.gitignore', '!keep.o\n');
    write('.sheafignore', 'big/\n');
    for (const path of ['a.o', 'sub/keep.o', 'sub/b.o', 'build/x', 'sub/build/y', 'big/z']) {
      write(path, 'x');
    }
    write('inner/.git/HEAD', 'ref: refs/heads/main\n');
    write('inner/file', 'x');
    const listing = await workTree(root).list();
    expect(paths(listing)).toEqual([
      '.gitignore',
      '.sheafignore',
      'sub/.gitignore',
      'sub/build/y',
      'sub/keep.o',
    ]);
    expect(reasons(listing)).toEqual({ big: 'ignored', inner: 'nested-repository' });
  });

  it('refuses a root that is not there or no folder', async () => {
    const { root, write } = folder();
    write('file', 'x');
    await expect(workTree(join(root, 'nowhere')).list()).rejects.toThrow(/not a folder/);
    await expect(workTree(join(root, 'file')).list()).rejects.toThrow(/not a folder/);
  });

  it('stops when it is told to', async () => {
    const { root, write } = repository();
    write('a', 'a');
    await expect(workTree(root).list(AbortSignal.abort())).rejects.toThrow();
  });
});

describe('SR-3 reading', () => {
  it('leaves out what is too large, and reads the tail of a log from a line on', async () => {
    const { root, write } = folder();
    write('long.log', 'first line\nsecond line\nthird line\n');
    const tree = workTree(root);
    const listing = await tree.list();
    expect(await readAll(tree, listing, false, 20)).toEqual([
      { kind: 'left-out', path: 'long.log', reason: 'oversized', detail: '34 bytes' },
    ]);
    const text = async (bytes: number): Promise<string> => {
      const [read] = await readAll(tree, listing, true, bytes);
      return read?.kind === 'read' ? Buffer.from(read.bytes).toString() : '';
    };
    expect(await text(20)).toBe('third line\n');
    expect(await text(11)).toBe('third line\n');
    expect(await text(10)).toBe('hird line\n');
    expect(await text(34)).toBe('first line\nsecond line\nthird line\n');
  });

  it('keeps the mark and the alignment of a UTF-16 log', async () => {
    const { root, write } = folder();
    write('wide.log', Buffer.from('\ufefffirst line\nsecond Ċ line\nthird line\n', 'utf16le'));
    const tree = workTree(root);
    for (const bytes of [40, 41]) {
      const [read] = await readAll(tree, await tree.list(), true, bytes);
      const text = read?.kind === 'read' ? Buffer.from(read.bytes).toString('utf16le') : '';
      expect(text).toBe('\ufeffthird line\n');
    }
  });

  it('says of a vanished file that it is unreadable and goes on', async () => {
    const { root, write } = folder();
    write('a', 'a');
    write('b', 'b');
    const tree = workTree(root);
    const listing = await tree.list();
    fs.rmSync(join(root, 'a'));
    expect(await readAll(tree, listing)).toEqual([
      { kind: 'left-out', path: 'a', reason: 'unreadable', detail: 'ENOENT' },
      { kind: 'read', path: 'b', bytes: Buffer.from('b') },
    ]);
  });

  it('does not follow a link or wait for a pipe put in place of a file', async () => {
    const { root, write } = folder();
    write('a', 'a');
    write('b', 'b');
    const tree = workTree(root);
    const listing = await tree.list();
    fs.rmSync(join(root, 'a'));
    fs.symlinkSync('/etc/passwd', join(root, 'a'));
    fs.rmSync(join(root, 'b'));
    execFileSync('mkfifo', [join(root, 'b')]);
    const results = await readAll(tree, listing);
    expect(results.map((result) => result.kind === 'left-out' && result.reason)).toEqual([
      'symlink-broken',
      'special',
    ]);
  });
});
