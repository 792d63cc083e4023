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
import { workTree } from '../files/work-tree.ts';
import { commitTree } from './commit-tree.ts';

const fixtures: Fixture[] = [];
function keep(fixture: Fixture): Fixture {
  fixtures.push(fixture);
  return fixture;
}
afterEach(() => {
  for (const fixture of fixtures.splice(0)) fixture.remove();
});

async function readAll(
  tree: Tree,
  listing: Listing,
  bytes = 1e6,
  tail = false,
): Promise<ReadResult[]> {
  const results: ReadResult[] = [];
  for await (const result of tree.read(listing.entries, () => ({ bytes, tail }))) {
    results.push(result);
  }
  return results;
}
const paths = (listing: Listing): string[] => listing.entries.map((entry) => entry.path);

/** A repository with one of everything. */
function richRepository(): Fixture {
  const fixture = keep(createRepository());
  const { root, write, git, commit } = fixture;
  write('a.txt', 'alpha\n');
  write('crlf.txt', 'one\r\ntwo\r\n');
  write('empty', '');
  write('bin/run', '#!/bin/sh\n');
  fs.chmodSync(join(root, 'bin/run'), 0o755);
  write('with space/ünïcode/名.md', '# 名\n');
  write('new\nline "quoted"\t', 'odd\n');
  write('bytes.bin', Buffer.from(Array.from({ length: 70_000 }, (_, i) => i % 256)));
  fs.writeFileSync(Buffer.from(`${root}/caf\u00e9`, 'latin1'), 'latin name');
  write('fake-header', '0123456789 blob 5\nhello\n\n\n');
  write('.sheafignore', 'private/\n*.csv\n');
  write('docs/.ignore', '!table.csv\n');
  write('docs/table.csv', 'a,b\n');
  write('data.csv', 'a,b\n');
  write('private/x', 'x');
  write('.sheaf/conversations/c.md', 'Ada: hi\n');
  write('.sheaf/index.db', 'x');
  fs.symlinkSync('a.txt', join(root, 'link'));
  fs.symlinkSync('docs', join(root, 'docs-link'));
  fs.symlinkSync('../../x', join(root, 'bin/out'));
  fs.symlinkSync('docs-link/nothing', join(root, 'broken'));
  fs.symlinkSync('ring', join(root, 'ring'));
  const id = commit('base');
  git('update-index', '--add', '--cacheinfo', `160000,${id},libs/sub`);
  fs.mkdirSync(join(root, 'libs/sub'), { recursive: true });
  git('commit', '-q', '-m', 'with a submodule');
  return fixture;
}

describe('IF-3 a commit without checking it out', () => {
  it('lists and reads the same as the clean work tree of the commit', async () => {
    const { root } = richRepository();
    const work = workTree(root);
    const commit = commitTree({ gitDir: join(root, '.git'), ref: 'main' });
    const [ours, theirs] = [await commit.list(), await work.list()];
    expect(paths(ours)).toEqual(paths(theirs));
    expect(paths(ours)).toContain('caf\\xe9');
    expect(paths(ours)).toContain('.sheaf/conversations/c.md');
    expect(ours.commit).toBe(theirs.commit);
    expect(ours.entries.map((entry) => entry.bytes)).toEqual(theirs.entries.map((e) => e.bytes));
    expect(await readAll(commit, ours)).toEqual(await readAll(work, theirs));
    const named = (listing: Listing): unknown =>
      listing.leftOut
        .map(({ path, reason }) => [path, reason])
        .filter(([path]) => path !== 'bin/out');
    expect(named(ours)).toEqual(named(theirs));
    expect(ours.leftOut).toContainEqual({ path: 'bin/out', reason: 'symlink-outside', detail: '' });
    expect(ours.leftOut).toContainEqual({ path: 'libs/sub', reason: 'submodule', detail: '' });
  });

  it('reads a bare clone, a tag and a folder of the commit', async () => {
    const { root, git } = richRepository();
    git('tag', '-a', 'v1', '-m', 'one');
    const bare = join(keep(createFixture()).root, 'bare.git');
    execFileSync('git', ['clone', '-q', '--bare', root, bare]);
    const whole = await commitTree({ gitDir: bare, ref: 'v1' }).list();
    expect(paths(whole)).toEqual(paths(await commitTree({ gitDir: root, ref: 'HEAD' }).list()));
    const tree = commitTree({ gitDir: bare, ref: 'v1', folder: 'with space/' });
    const part = await tree.list();
    expect(paths(part)).toEqual(['ünïcode/名.md']);
    expect(part.entries[0]?.stamp).toMatch(/^oid:[0-9a-f]{40}$/);
    expect(await readAll(tree, part)).toMatchObject([{ kind: 'read', path: 'ünïcode/名.md' }]);
  });

  it('names a ref, folder or repository that is not there', async () => {
    const { root } = richRepository();
    const refused = { code: 'not-found' };
    const tree = commitTree({ gitDir: root, ref: 'no-such-branch' });
    await expect(tree.list()).rejects.toMatchObject(refused);
    await expect(tree.list()).rejects.toThrow(/no-such-branch/);
    for (const ref of ['--all', '-n1', '', 'HEAD:a.txt', 'a\0b', 'HEAD\nmain']) {
      await expect(commitTree({ gitDir: root, ref }).list()).rejects.toMatchObject(refused);
    }
    const folder = commitTree({ gitDir: root, ref: 'HEAD', folder: 'nowhere' });
    await expect(folder.list()).rejects.toMatchObject(refused);
    const nothing = commitTree({ gitDir: join(root, 'docs'), ref: 'HEAD' });
    await expect(nothing.list()).rejects.toMatchObject(refused);
  });

  it('says so if there is no git', async () => {
    const { root } = richRepository();
    const path = process.env['PATH'];
    process.env['PATH'] = '.';
    try {
      const listing = commitTree({ gitDir: root, ref: 'HEAD' }).list();
      await expect(listing).rejects.toMatchObject({ code: 'git' });
    } finally {
      process.env['PATH'] = path;
    }
  });

  it('leaves out large files, or reads their last lines', async () => {
    const { root, write, commit } = keep(createRepository());
    const lines = Array.from({ length: 50_000 }, (_, i) => `line ${i}\n`).join('');
    write('app.log', lines);
    write('small.txt', 'small');
    commit('logs');
    const tree = commitTree({ gitDir: root, ref: 'HEAD' });
    const work = workTree(root);
    const listing = await tree.list();
    const whole = await readAll(tree, listing, 1000, false);
    expect(whole.map((result) => result.kind)).toEqual(['left-out', 'read']);
    for (const bytes of [10, 11, 22, 1000, 200_000]) {
      const last = await readAll(tree, listing, bytes, true);
      expect(last).toEqual(await readAll(work, await work.list(), bytes, true));
    }
  });

  it('goes on after a damaged or missing object', async () => {
    const { root, write, commit } = keep(createRepository());
    for (const name of ['a', 'b', 'c', 'd']) write(name, `content of ${name}\n`.repeat(50));
    commit('start');
    const tree = commitTree({ gitDir: root, ref: 'HEAD' });
    const listing = await tree.list();
    const objectOf = (index: number): string => {
      const oid = listing.entries[index]?.stamp.slice(4) ?? '';
      return join(root, '.git/objects', oid.slice(0, 2), oid.slice(2));
    };
    fs.rmSync(objectOf(0));
    fs.chmodSync(objectOf(2), 0o644);
    fs.writeFileSync(objectOf(2), fs.readFileSync(objectOf(2)).fill(0, 20));
    const kinds = async (): Promise<string[]> =>
      (await readAll(tree, listing)).map((result) => result.kind);
    expect(await kinds()).toEqual(['left-out', 'read', 'left-out', 'read']);
    const again = await tree.list();
    expect(paths(again)).toContain('b');
    expect(paths(again)).toContain('d');
    expect(again.leftOut).toContainEqual({
      path: 'a',
      reason: 'unreadable',
      detail: 'object missing',
    });
  });

  it('fetches nothing for a partial clone', async () => {
    const { root, git } = richRepository();
    git('config', 'uploadpack.allowFilter', 'true');
    const place = join(keep(createFixture()).root, 'partial.git');
    const url = `file://${root}`;
    execFileSync('git', ['clone', '-q', '--bare', '--filter=blob:none', url, place]);
    const objects = (): string =>
      execFileSync('git', ['count-objects', '-v'], { cwd: place, encoding: 'utf8' });
    const before = objects();
    const tree = commitTree({ gitDir: place, ref: 'HEAD' });
    const listing = await tree.list();
    await readAll(tree, listing);
    expect(objects()).toBe(before);
    expect(listing.entries).toEqual([]);
    expect(listing.leftOut.length).toBeGreaterThan(5);
  });

  it('lets a reader stop early', async () => {
    const { root } = richRepository();
    const tree = commitTree({ gitDir: root, ref: 'HEAD' });
    const listing = await tree.list();
    let count = 0;
    for await (const _ of tree.read(listing.entries, () => ({ bytes: 1e6, tail: false }))) {
      count += 1;
      if (count === 2) break;
    }
    expect(count).toBe(2);
  });

  it('gives paths that would leave the workspace no place', async () => {
    const { root, git, write } = keep(createRepository());
    write('a', 'a');
    const blob = git('hash-object', '-w', 'a');
    const tree = execFileSync(
      'git',
      ['hash-object', '-t', 'tree', '-w', '--stdin', '--literally'],
      {
        cwd: root,
        encoding: 'utf8',
        input: Buffer.concat(
          ['..', '.git', 'ok'].flatMap((name) => [
            Buffer.from(`100644 ${name}\0`),
            Buffer.from(blob, 'hex'),
          ]),
        ),
      },
    ).trim();
    const id = execFileSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit-tree', tree, '-m', 'x'],
      { cwd: root, encoding: 'utf8' },
    ).trim();
    const listing = await commitTree({ gitDir: root, ref: id }).list();
    expect(paths(listing)).toEqual(['ok']);
    expect(listing.leftOut).toMatchObject([{ path: '..', reason: 'unreadable' }]);
  });
});
