import { readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { SheafError } from '../../model/errors.ts';
import type { SummaryStore } from '../../ports/models.ts';
import { makeFolder } from '../files/make-folder.ts';
import { errorCode } from '../files/open-file.ts';

/**
 * Summaries in a folder, a file each. What can't be read or written is made anew each time. A relative path stays below the
 * root; a whole path is the user's own choice, which a project's file can't make.
 */
export function summaryFolder(root: string, path: string): SummaryStore {
  const folder = resolve(root, path);
  const isFree = isAbsolute(path);
  if (!isFree && leaves(root, folder)) {
    throw new SheafError(
      'config',
      `summarization.caching.cache_path is not a folder inside the root: ${path.slice(0, 200)}`,
      'Use an absolute path for a folder elsewhere, or leave it empty to keep summaries in the index file.',
    );
  }
  const fileOf = (key: string): string => {
    if (!isFree) checkLinks(root, folder);
    return join(folder, `${key.replaceAll(/[^\w-]/g, '-')}.json`);
  };
  return {
    readSummary: (key) => attempt(() => readFileSync(fileOf(key))),
    writeSummary: (key, body) => {
      attempt(() => {
        makeFolder(folder);
        const file = fileOf(key);
        const draft = `${file}.${process.pid}`;
        try {
          writeFileSync(draft, body, { flag: 'wx' });
          renameSync(draft, file);
        } finally {
          rmSync(draft, { force: true });
        }
        return null;
      });
    },
  };
}

const leaves = (root: string, place: string): boolean => {
  const way = relative(root, place);
  return way === '' || way === '..' || way.startsWith(`..${sep}`);
};

/** A folder that is a link may lead out of the project; nothing is read or written there. */
function checkLinks(root: string, folder: string): void {
  if (leaves(realpathSync(root), realpathSync(folder))) {
    throw new SheafError('outside', 'The folder for summaries is a link out of the workspace.');
  }
}

/** A cache that can't be used is a slower program, not a failing one. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (errorCode(error) === 'unknown error') throw error;
    return null;
  }
}
