import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/support/effort.ts';
import {
  createFixture,
  createRepository,
  type Fixture,
} from '../../../test/support/git-fixture.ts';
import type { Listing, ReadResult, Tree } from '../../ports/tree.ts';
import { workTree } from './work-tree.ts';

const MIB = 1_048_576;
let fixture: Fixture | undefined;
afterEach(() => {
  // Too deep for node's own removal.
  if (fixture !== undefined) execFileSync('rm', ['-rf', fixture.root]);
  fixture = undefined;
});

const reasonOf = (listing: Listing, path: string): string | undefined =>
  listing.leftOut.find((left) => left.path === path)?.reason;

async function readAll(tree: Tree, listing: Listing): Promise<ReadResult[]> {
  const results: ReadResult[] = [];
  const limit = { bytes: 2 * MIB, tail: false };
  for await (const result of tree.read(listing.entries, () => limit)) results.push(result);
  return results;
}

/** Makes `count` folders of this name inside each other, by steps, since the whole path is too long to name. */
function nest(root: string, name: string, count: number): void {
  const script = `const fs = require('node:fs');
    for (let i = 0; i < ${count}; i++) { fs.mkdirSync('${name}'); process.chdir('${name}'); }
    fs.writeFileSync('file', 'deep');`;
  execFileSync(process.execPath, ['-e', script], { cwd: root });
}

describe.each([
  ['in a repository', createRepository],
  ['without git', createFixture],
])('SR-3 a hostile tree %s', (_, create) => {
  it('is listed and read in bounded time, each oddity with its reason', async () => {
    fixture = create();
    const { root, write } = fixture;
    write('good.txt', 'good');
    write('line.txt', `${'x'.repeat(MIB)}\n`);
    write('bytes.txt', Buffer.from([0x61, 0xff, 0xfe, 0x80, 0x0a]));
    write('new\nline\u001b[31m.txt', 'odd');
    fs.writeFileSync(Buffer.from(`${root}/caf\u00e9-\u00ff`, 'latin1'), 'odd name');
    fs.mkdirSync(Buffer.from(`${root}/f\u00ff`, 'latin1'));
    fs.writeFileSync(Buffer.from(`${root}/f\u00ff/in`, 'latin1'), 'odd folder');
    fs.symlinkSync('.', join(root, 'self'));
    fs.mkdirSync(join(root, 'round'));
    fs.symlinkSync('../round', join(root, 'round/about'));
    fs.symlinkSync('two', join(root, 'one'));
    fs.symlinkSync('one', join(root, 'two'));
    execFileSync('mkfifo', [join(root, 'pipe'), join(root, 'round/.sheafignore')]);
    fs.writeFileSync(join(root, 'sparse.bin'), '');
    fs.truncateSync(join(root, 'sparse.bin'), 10 * 1024 * MIB);
    nest(root, 'd', 1100);
    nest(root, 'longer-name', 400);
    const socket = createServer();
    await new Promise<void>((resolve) => socket.listen(join(root, 'socket'), resolve));

    const started = processorMs();
    const tree = workTree(root);
    const listing = await tree.list();
    const results = await readAll(tree, listing);
    expect(processorMs() - started).toBeLessThan(10_000);
    socket.close();

    const outcome = new Map(
      results.map((result) => [
        result.path,
        result.kind === 'read' ? Buffer.from(result.bytes).toString('latin1') : result.reason,
      ]),
    );
    expect(outcome.get('good.txt')).toBe('good');
    expect(outcome.get('line.txt')?.length).toBe(MIB + 1);
    expect(outcome.get('new\nline\u001b[31m.txt')).toBe('odd');
    expect(outcome.get('caf\\xe9-\\xff')).toBe('odd name');
    expect(outcome.get('f\\xff/in')).toBe('odd folder');
    expect(outcome.get('sparse.bin')).toBe('oversized');
    expect(reasonOf(listing, 'pipe')).toBe('special');
    expect(reasonOf(listing, 'socket')).toBe('special');
    expect(reasonOf(listing, 'round/.sheafignore')).toBe('special');
    expect(reasonOf(listing, 'self')).toBe('symlink');
    expect(reasonOf(listing, 'round/about')).toBe('symlink');
    expect(reasonOf(listing, 'one')).toBe('symlink-broken');
    expect(reasonOf(listing, Array(1001).fill('d').join('/'))).toBe('too-deep');
    const deep = listing.leftOut.filter((left) => left.path.startsWith('longer-name/'));
    expect(deep.map((left) => [left.reason, left.detail])).toEqual([['too-deep', 'ENAMETOOLONG']]);
    expect(listing.entries.every((entry) => !/^[dl].*\/file$/.test(entry.path))).toBe(true);
  }, 30_000);

  it('is not held up by a pipe, or by gigabytes, where ignore rules are expected', async () => {
    fixture = create();
    const { root, write } = fixture;
    write('a.txt', 'a');
    write('pipe/b.txt', 'b');
    execFileSync('mkfifo', [join(root, 'pipe/.gitignore')]);
    write('huge/.gitignore', '');
    fs.truncateSync(join(root, 'huge/.gitignore'), 4 * 1024 * MIB);
    const started = processorMs();
    const { entries } = await workTree(root).list();
    expect(processorMs() - started).toBeLessThan(5000);
    expect(entries.map((entry) => entry.path)).toEqual(['a.txt', 'huge/.gitignore', 'pipe/b.txt']);
  }, 30_000);

  it.runIf(process.getuid?.() === 0)('names folders and files it may not read', async () => {
    fixture = create();
    const { root, write } = fixture;
    write('open.txt', 'x');
    write('closed/file', 'x');
    write('secret.txt', 'x');
    fs.chmodSync(root, 0o755);
    fs.chmodSync(join(root, 'closed'), 0o000);
    fs.chmodSync(join(root, 'secret.txt'), 0o000);
    process.seteuid?.(65_534);
    try {
      const tree = workTree(root);
      const listing = await tree.list();
      expect(listing.leftOut).toEqual([{ path: 'closed', reason: 'unreadable', detail: 'EACCES' }]);
      const results = await readAll(tree, listing);
      expect(results.map((result) => [result.path, result.kind])).toEqual([
        ['open.txt', 'read'],
        ['secret.txt', 'left-out'],
      ]);
    } finally {
      process.seteuid?.(0);
    }
  });
});
