import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDamage } from '../../../model/errors.ts';
import { open } from './open.ts';
import { forgetGone, readRoots } from './roots.ts';

/** The index of a project with sources of its own, which shares nothing with others (see `origin.ts`). */
const ALONE = /^alone-[0-9a-f]{32}\.db$/;

/** Removes the indexes of such projects that are gone, beside the index of all others. */
export function forgetAlone(
  file: string,
  nowMs: number,
): { readonly roots: number; readonly bytes: number } {
  const folder = dirname(file);
  const names = readdirSync(folder);
  const gone = names
    .filter((name) => ALONE.test(name) && join(folder, name) !== file)
    .filter((name) => isDeserted(join(folder, name), nowMs));
  // With the log and the locks that lie beside each.
  const files = names.filter((name) => gone.some((each) => name.startsWith(each)));
  let bytes = 0;
  for (const name of files) {
    bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
    rmSync(join(folder, name), { force: true });
  }
  return { roots: gone.length, bytes };
}

function isDeserted(file: string, nowMs: number): boolean {
  try {
    const db = open(file);
    try {
      db.transaction(() => forgetGone(db, '', nowMs));
      return readRoots(db).length === 0;
    } finally {
      db.close();
    }
  } catch (error) {
    if (isDamage(error)) return false; // whoever asks the project next makes it anew
    throw error;
  }
}
