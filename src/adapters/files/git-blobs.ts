import type { Stats } from 'node:fs';
import { join } from 'node:path';
import type { BytePath } from '../../text/paths/byte-path.ts';
import { nameOf } from '../../text/paths/byte-path.ts';
import { commonFolder, contentOf, gitFolder } from '../git/folders.ts';
import { changedFiles, type WorkTreeFiles } from '../git/list-files.ts';
import type { WorkTreePlace } from '../git/repository.ts';
import { peek } from './open-file.ts';
import { readRuleFile } from './rules.ts';
import { type BlobOf, FRESH_MS } from './stat-file.ts';

/** What makes the bytes of a work tree others than those that git keeps, line ends aside. */
const CHANGES_BYTES = /\b(?:filter|ident|working-tree-encoding)\b/;

/**
 * Says which files hold what git's index says. git compares size, times, owner and inode of each with those it noted when it wrote the file:
 * an index that came with a project from elsewhere fits none. Files as young as the index are not believed, since git notes seconds, nor those
 * that changed since git began to look.
 */
export function startJudging(
  place: WorkTreePlace,
  root: BytePath,
): (files: WorkTreeFiles) => Promise<BlobOf> {
  const gitDir = gitFolder(place.gitDir);
  const index = (): Stats | null => peek(join(gitDir, 'index'));
  const [before, beganMs] = [index(), Date.now()];
  const second = Math.floor((before?.mtimeMs ?? 0) / 1000);
  const changing = changedFiles({ ...place, gitDir });
  changing.catch(() => undefined); // awaited below
  return async ({ tracked, blobs }) => {
    const changed = await changing;
    const rules = tracked.filter((path) => nameOf(path) === '.gitattributes');
    const texts = [
      ...rules.map((path) => readRuleFile(root, path)),
      contentOf(join(commonFolder(gitDir), 'info/attributes')),
    ];
    const isPlain = !texts.some((text) => CHANGES_BYTES.test(text ?? ''));
    const after = index();
    const isSame = after?.ino === before?.ino && after?.ctimeMs === before?.ctimeMs;
    if (changed === null || before === null || !isSame || !isPlain) return () => undefined;
    return (path, { mtimeMs, ctimeMs }) => {
      const isOld = Math.floor(mtimeMs / 1000) < second && ctimeMs < beganMs - FRESH_MS;
      return isOld && !changed.has(path) ? blobs.get(path) : undefined;
    };
  };
}
