import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder, ownFolder, type Variables } from '../hook/places.ts';

/* What an installation changed, so that it can be taken back to the byte: the bytes that came in, not the file they came into. */

/** One change of a file: at `start`, `inserted` took the place of `removed`. */
export interface Change {
  readonly start: number;
  readonly inserted: string;
  readonly removed: string;
  /** Names the text after the change; another one means that somebody has edited it since. */
  readonly after: string;
  readonly isNew: boolean;
  /** Folders that were made for it, the innermost first. */
  readonly folders: readonly string[];
}

type Journal = Record<string, Change>;

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The smallest change from one text to another. */
export function changeOf(
  before: string,
  after: string,
): Pick<Change, 'start' | 'inserted' | 'removed'> {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return {
    start,
    inserted: after.slice(start, after.length - end),
    removed: before.slice(start, before.length - end),
  };
}

export const undone = (text: string, { start, inserted, removed }: Change): string =>
  text.slice(0, start) + removed + text.slice(start + inserted.length);

function journalFile(env: Variables): string | null {
  const cache = cacheFolder(env);
  if (cache === null || ownFolder(cache) === null) return null;
  return join(cache, 'installed.json');
}

export function readJournal(env: Variables): Journal {
  const file = journalFile(env);
  if (file === null || !fs.existsSync(file)) return {};
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Journal;
}

export function writeJournal(env: Variables, journal: Journal): void {
  const file = journalFile(env);
  if (file !== null) replace(file, JSON.stringify(journal, null, 1));
}

export const readOr = (file: string): string | null =>
  fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;

/** Writes a file as a whole, where a link leads if it is one, and keeps its mode; the folders that had to be made, the innermost first. */
export function replace(file: string, text: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(file); !fs.existsSync(folder); folder = dirname(folder))
    folders.push(folder);
  fs.mkdirSync(dirname(file), { recursive: true });
  const real = fs.existsSync(file) ? fs.realpathSync(file) : file;
  const mode = fs.existsSync(real) ? fs.statSync(real).mode & 0o777 : 0o600;
  const draft = `${real}.${process.pid}`;
  fs.writeFileSync(draft, text, { mode, flag: 'wx' });
  fs.chmodSync(draft, mode);
  fs.renameSync(draft, real);
  return folders;
}

/** Removes a file and the folders that were made for it, as far as they are empty. */
export function remove(file: string, folders: readonly string[]): void {
  fs.rmSync(file, { force: true });
  for (const folder of folders) {
    if (!fs.existsSync(folder)) continue;
    if (fs.readdirSync(folder).length > 0) return;
    fs.rmdirSync(folder);
  }
}
