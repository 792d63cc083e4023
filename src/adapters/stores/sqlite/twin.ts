import type { State } from '../../../model/state.ts';
import { bytes, type Db, text } from './database.ts';
import { placeIn, readBlobs, readState, type StoredState } from './states.ts';

/** So many roots are looked at for one that is like a new one, the last that changed first. */
const LIKELY_ROOTS = 8;

/**
 * The newest state of another root's files that has most paths in common with a listing, made under the same settings: another work tree or
 * clone of the same project. Null if none has half of them.
 */
export function readTwin(
  db: Db,
  home: string,
  settings: string,
  { commit, paths }: { readonly commit: string | null; readonly paths: readonly string[] },
): State | null {
  const rows = db.all(
    `SELECT ${bytes('place')}, max(base IS ?) AS same FROM states
     WHERE settings = ? AND place LIKE '% tree' AND place <> ? GROUP BY place ORDER BY same DESC, max(id) DESC LIMIT ?`,
    commit,
    settings,
    placeIn(home, 'tree'),
    LIKELY_ROOTS,
  );
  const wanted = new Set(paths);
  let twin: StoredState | null = null;
  let most = wanted.size / 2;
  for (const row of rows) {
    const [other = ''] = text(row, 'place').split(' ', 1);
    const stored = readState(db, other, 'place', 'tree');
    const common = stored?.state.files.filter(({ path }) => wanted.has(path)).length ?? 0;
    if (common <= most) continue;
    [twin, most] = [stored, common];
    if (row['same'] === 1) break;
  }
  if (twin === null) return null;
  const blobs = readBlobs(db, twin);
  const files = twin.state.files.map((file, i) => ({ ...file, blob: blobs[i] ?? '' }));
  return { ...twin.state, files };
}
