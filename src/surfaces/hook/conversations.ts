import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HeldPlace } from '../../model/push.ts';
import { cacheFolder, ownFolder, type Variables } from './places.ts';

/* What each conversation was sent, so that nothing is sent twice: places and hashes, no contents. */

const MOST_CONVERSATIONS = 200;
const MOST_DAYS = 14;
const MOST_PLACES = 500;
const DAY_MS = 24 * 60 * 60 * 1000;
const ENDING = '.json';

interface Kept {
  readonly root: string;
  readonly held: readonly HeldPlace[];
}

function fileOf(env: Variables, conversation: string): { folder: string; file: string } | null {
  const cache = cacheFolder(env);
  if (cache === null || ownFolder(cache) === null) return null;
  const folder = ownFolder(join(cache, 'conversations'));
  if (folder === null) return null;
  const name = createHash('sha256').update(conversation).digest('hex').slice(0, 32);
  return { folder, file: join(folder, `${name}${ENDING}`) };
}

/** What a conversation holds of a project. */
export function heldIn(env: Variables, conversation: string, root: string): readonly HeldPlace[] {
  const place = fileOf(env, conversation);
  if (place === null || statSync(place.file, { throwIfNoEntry: false }) === undefined) return [];
  const kept = readKept(readFileSync(place.file, 'utf8'));
  return kept?.root === root ? kept.held : [];
}

/** Null for a file that a crash or another version left behind: then everything is new. */
function readKept(text: string): Kept | null {
  try {
    const { root, held } = JSON.parse(text) as Partial<Kept>;
    if (typeof root !== 'string' || !Array.isArray(held)) return null;
    const isPlace = (value: unknown): value is HeldPlace => {
      const { place, hash } = Object(value) as Partial<HeldPlace>;
      return typeof place === 'string' && typeof hash === 'string';
    };
    return { root, held: held.filter(isPlace) };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export function keepHeld(env: Variables, conversation: string, kept: Kept): void {
  const place = fileOf(env, conversation);
  if (place === null) return;
  const { folder, file } = place;
  const draft = `${file}.${process.pid}`;
  const text = JSON.stringify({ ...kept, held: kept.held.slice(-MOST_PLACES) });
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
  forgetOld(folder);
}

/** The agent no longer knows what it was sent. */
export function forget(env: Variables, conversation: string): void {
  const place = fileOf(env, conversation);
  if (place !== null) rmSync(place.file, { force: true });
}

function forgetOld(folder: string): void {
  const known = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? [] : [{ path, time: stat.mtimeMs }];
  });
  const oldest = Date.now() - MOST_DAYS * DAY_MS;
  const newestFirst = known.sort((a, b) => b.time - a.time);
  for (const [i, { path, time }] of newestFirst.entries()) {
    if (i >= MOST_CONVERSATIONS || time < oldest) rmSync(path, { force: true });
  }
}
