import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startJudging } from '../files/git-blobs.ts';
import { FRESH_MS } from '../files/stat-file.ts';
import { indexTimes } from './index-times.ts';
import { workTreeFiles } from './list-files.ts';
import { findRepository } from './repository.ts';

const PATHS = ['a', 'folder/some name.py', 'folder/some names.py', 'folder/x/deep.ts', 'ü.md'];
const ID_BYTES = 20;

function repository(version: string): { readonly root: string; readonly index: string } {
  const root = mkdtempSync(join(tmpdir(), 'index-times-'));
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  git('init', '-q');
  mkdirSync(join(root, 'folder/x'), { recursive: true });
  for (const path of PATHS) writeFileSync(join(root, path), `of ${path}`);
  git('add', '.');
  git('update-index', '--index-version', version);
  // What has further flags is written in a longer form.
  if (version !== '2') git('update-index', '--skip-worktree', 'a');
  return { root, index: join(root, '.git/index') };
}

const seenIn = (index: Buffer): string[] =>
  [...indexTimes(index, ID_BYTES).keys()].map((path) => Buffer.from(path, 'latin1').toString());

describe("the times in git's index", () => {
  it.each(['2', '3', '4'])('are those of the files, in version %s', (version) => {
    const { root, index } = repository(version);
    const times = indexTimes(readFileSync(index), ID_BYTES);
    expect(seenIn(readFileSync(index))).toEqual(PATHS);
    for (const path of PATHS) {
      const { mtimeMs, ctimeMs } = lstatSync(join(root, path));
      const seen = times.get(Buffer.from(path).toString('latin1'));
      expect(seen?.mtimeMs).toBeCloseTo(mtimeMs, 3);
      expect(seen?.ctimeMs).toBeCloseTo(ctimeMs, 3);
    }
  });

  it.each(['2', '4'])(
    'are none in an index that ends early or is none, in version %s',
    (version) => {
      const whole = readFileSync(repository(version).index);
      for (let end = 0; end < whole.length; end++) {
        const seen = seenIn(whole.subarray(0, end));
        expect([0, PATHS.length]).toContain(seen.length);
      }
      expect(seenIn(Buffer.alloc(500, 'DIRC\0\0\0\u0004'))).toEqual([]);
    },
  );

  it('tell what a file holds that is as young as the index, until it is touched', async () => {
    const { root, index } = repository('2');
    const [path = ''] = PATHS;
    // The index is as young as its files, whatever the clock said when they were written.
    utimesSync(index, lstatSync(index).atime, lstatSync(join(root, path)).mtime);
    const place = findRepository(root);
    if (place === null) throw new Error('git finds no repository');
    const blobOf = async (): Promise<string | undefined> => {
      // A change within the last tick is never believed.
      while (Date.now() - lstatSync(join(root, path)).ctimeMs <= 2 * FRESH_MS);
      const judging = startJudging(place, root);
      const judged = await judging(await workTreeFiles(place, 'tracked only'));
      return judged(path, lstatSync(join(root, path)));
    };
    expect(await blobOf()).toMatch(/^[0-9a-f]{40}$/);
    // Other bytes, as many, under the same time: git sees seconds and may see nothing.
    const { atime, mtime } = lstatSync(join(root, path));
    writeFileSync(join(root, path), 'to a');
    utimesSync(join(root, path), atime, mtime);
    expect(await blobOf()).toBeUndefined();
  });
});
