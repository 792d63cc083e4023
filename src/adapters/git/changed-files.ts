import { copyFileSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BytePath } from '../../text/paths/byte-path.ts';
import { records } from './list-files.ts';
import type { GitPlace } from './run.ts';
import { runGit } from './run.ts';

/**
 * The tracked files whose size, times or number differ from those in git's index; null if git can't say. git looks at
 * thousands of files in a fraction of the time that we take, and on another core.
 *
 * It is given a copy of the index that bears no time: of a file as young as its index it would otherwise compare
 * the bytes, and for that run the filter programs a repository may name.
 */
export async function changedFiles(place: GitPlace): Promise<ReadonlySet<BytePath> | null> {
  let folder = '';
  try {
    // A folder that nobody else may enter: names of files are nobody else's business.
    folder = mkdtempSync(join(tmpdir(), 'sheaf-git-'));
    const index = join(folder, 'index');
    copyFileSync(join(place.gitDir, 'index'), index);
    utimesSync(index, 0, 0);
    const args = ['diff-files', '-z', '--name-only', '--ignore-submodules=all'];
    const { code, stdout } = await runGit(place, args, { GIT_INDEX_FILE: index });
    return code === 0 ? new Set(records(stdout)) : null;
  } catch {
    place.signal?.throwIfAborted();
    return null; // no room for the copy, or an index that is being replaced: we look ourselves
  } finally {
    if (folder !== '') rmSync(folder, { recursive: true, force: true });
  }
}
