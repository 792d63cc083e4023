import { readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { late } from '../../math/memo.ts';
import type { BytePath } from '../../text/paths/byte-path.ts';
import { nameOf } from '../../text/paths/byte-path.ts';
import { commonFolder, contentOf, gitFolder } from '../git/folders.ts';
import { indexTimes, type SeenTimes } from '../git/index-times.ts';
import { changedFiles, type WorkTreeFiles } from '../git/list-files.ts';
import type { WorkTreePlace } from '../git/repository.ts';
import { peek } from './open-file.ts';
import { readRuleFile } from './rules.ts';
import { type BlobOf, FRESH_MS } from './stat-file.ts';

function seenTimes(
  gitDir: string,
  blobs: WorkTreeFiles['blobs'],
): ReadonlyMap<BytePath, SeenTimes> {
  const [id = ''] = blobs.values();
  try {
    return indexTimes(readFileSync(join(gitDir, 'index')), id.length / 2);
  } catch {
    return new Map(); // it was replaced meanwhile: the files are read
  }
}

/** Whole seconds say that git, or the file system, keeps no more. */
const isAsSeen = ({ mtimeMs, ctimeMs }: Stats, seen: SeenTimes | undefined): boolean =>
  seen !== undefined &&
  seen.mtimeMs % 1000 !== 0 &&
  Math.abs(seen.mtimeMs - mtimeMs) < TIME_DIGITS_MS &&
  Math.abs(seen.ctimeMs - ctimeMs) < TIME_DIGITS_MS;

/** A time in milliseconds is exact to a quarter of a microsecond. */
const TIME_DIGITS_MS = 0.001;

/** What makes the bytes of a work tree others than those that git keeps, line ends aside. */
const CHANGES_BYTES = /\b(?:filter|ident|working-tree-encoding)\b/;

/**
 * Says which files hold what git's index says. git compares size, times, owner and inode of each with those it noted when it wrote the file:
 * an index that came with a project from elsewhere fits none. git compares seconds. Files as young as the index are believed only if the digits
 * after the seconds fit, too; those that changed since git began to look never.
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
    const seen = late(() => seenTimes(gitDir, blobs));
    return (path, stat) => {
      const blob = changed.has(path) ? undefined : blobs.get(path);
      const isPast = stat.ctimeMs < beganMs - FRESH_MS;
      const isOld = (): boolean => Math.floor(stat.mtimeMs / 1000) < second;
      return isPast && blob !== undefined && (isOld() || isAsSeen(stat, seen().get(path)))
        ? blob
        : undefined;
    };
  };
}
