import * as fs from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { byCodePoint } from '../../math/order.ts';
import type { Tree, TreeEntry } from '../../ports/tree.ts';
import { parseJson } from '../../text/imports/loose-json.ts';
import { bytesOf } from '../../text/paths/byte-path.ts';
import { errorCode, readInside } from './open-file.ts';
import { stampOf } from './stat-file.ts';

/* Coding agents keep what was said in the user's home, for all projects together. Each session tells the folder it ran in. */

/** Where each agent keeps its sessions, below the home; how folders there are named after projects, if they are. */
const HOMES = [
  { name: '.claude', folder: '.claude/projects', isByProject: true },
  { name: '.codex', folder: '.codex/sessions', isByProject: false },
] as const;

/** The newest sessions; whoever has more hardly means the others. */
const MOST_FILES = 2000;
/** The folder a session ran in stands at its beginning. */
const HEAD_BYTES = 64 * 1024;
const CWD = /"cwd"\s*:\s*("(?:[^"\\]|\\.){1,4000}")/;

interface Session {
  readonly entry: TreeEntry;
  /** Below the home. */
  readonly place: string;
}

/** A project's files, and the transcripts of it that lie in the user's home, under paths that begin with `~/`. */
export function withHomeTranscripts(tree: Tree, root: string, home: string): Tree {
  const isOurs = (path: string): boolean => path.startsWith('~/');
  return {
    async list(signal, before) {
      const listing = await tree.list(signal, before);
      const found = sessionsOf(root, home).map(({ entry }) => entry);
      const entries = [...listing.entries, ...found].sort((a, b) => byCodePoint(a.path, b.path));
      return { ...listing, entries };
    },
    async *read(entries, limitOf, signal) {
      const places = entries.some(({ path }) => isOurs(path))
        ? new Map(sessionsOf(root, home).map(({ entry, place }) => [entry.path, place]))
        : new Map<string, string>();
      const real = realHome(home);
      for (const entry of entries) {
        const place = places.get(entry.path);
        if (place === undefined || real === null) yield* tree.read([entry], limitOf, signal);
        else {
          const file = readInside(real, bytesOf(place), limitOf(entry.path));
          yield { ...file, path: entry.path };
        }
        signal?.throwIfAborted();
      }
    },
  };
}

const realHome = (home: string): string | null =>
  orNull(() => fs.realpathSync.native(home, { encoding: 'latin1' }));

/** What is not there, or not ours to read, is as good as nothing; anything else is an error. */
function orNull<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(errorCode(error))) return null;
    throw error;
  }
}

function sessionsOf(root: string, home: string): Session[] {
  const real = orNull(() => fs.realpathSync(root)) ?? root;
  const project = real.replace(/[^A-Za-z0-9]/g, '-');
  return HOMES.flatMap(({ name, folder, isByProject }) => {
    const tops = isByProject
      ? namesIn(join(home, folder))
          .filter((own) => own.startsWith(project))
          .map((own) => `${folder}/${own}`)
      : [folder];
    const files = tops
      .flatMap((top) => filesBelow(home, top, isByProject ? 0 : DEPTH))
      .sort((a, b) => b.stat.mtimeMs - a.stat.mtimeMs || byCodePoint(a.place, b.place))
      .slice(0, MOST_FILES);
    return files
      .filter(({ place }) => ranIn(join(home, place), real))
      .map(({ place, stat }): Session => {
        const path = `~/${name}/${place.slice(place.lastIndexOf('/') + 1)}`;
        const modified = Math.floor(stat.mtimeMs / 1000);
        return { place, entry: { path, bytes: stat.size, stamp: stampOf(stat), modified } };
      });
  });
}

/** Sessions of Codex lie in folders of years, months and days. */
const DEPTH = 3;

const namesIn = (folder: string): string[] => orNull(() => fs.readdirSync(folder)) ?? [];

function filesBelow(
  home: string,
  place: string,
  depth: number,
): { readonly place: string; readonly stat: fs.Stats }[] {
  return namesIn(join(home, place)).flatMap((name) => {
    const own = `${place}/${name}`;
    const stat = orNull(() => fs.lstatSync(join(home, own)));
    if (stat?.isDirectory() === true && depth > 0) return filesBelow(home, own, depth - 1);
    return stat?.isFile() === true && name.endsWith('.jsonl') ? [{ place: own, stat }] : [];
  });
}

/** Whether a session ran in the project or below it: names of folders alone are not unique. */
function ranIn(file: string, root: string): boolean {
  const cwd = CWD.exec(orNull(() => headOf(file)) ?? '')?.[1];
  if (cwd === undefined) return false;
  const folder = resolve(String(parseJson(cwd)));
  return folder === root || folder.startsWith(`${root}${sep}`);
}

function headOf(file: string): string {
  const fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0));
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.toString('utf8', 0, fs.readSync(fd, head, 0, HEAD_BYTES, 0));
  } finally {
    fs.closeSync(fd);
  }
}
