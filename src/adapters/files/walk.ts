import * as fs from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { Reason } from '../../model/shape.ts';
import { type BytePath, join, openable, placeOf } from '../../text/paths/byte-path.ts';
import { depthOf, MAX_FOLDERS, type Survey } from './left-out.ts';
import { errorCode, peek, reasonOf } from './open-file.ts';

export interface Walked {
  /** Regular files and links, as found; nothing was asked of them yet. */
  readonly files: BytePath[];
  /** Folders that are folders, not links to some. */
  readonly folders: Set<BytePath>;
}

/** Decides what a walk enters and keeps. */
export interface Gate {
  /** Called with what is in a folder, dot names apart, before its entries are judged; false keeps the walk out of it. */
  enter(folder: BytePath, dotNames: readonly string[], found: readonly Found[]): boolean;
  refuses(path: BytePath, kind: Kind): boolean;
  leaveOut(path: BytePath, reason: Reason, detail: string): void;
}

export type Kind = 'file' | 'folder' | 'special';
/** An entry of a folder. */
export interface Found {
  readonly name: string;
  readonly kind: Kind;
}

/** How many folders are read before other work gets its turn. */
const FOLDERS_PER_TURN = 256;

/** Reads the folders below `start` of the root, with an own stack: depth costs no recursion. */
export async function walk({ root, signal }: Survey, start: BytePath, gate: Gate): Promise<Walked> {
  const walked: Walked = { files: [], folders: new Set() };
  const stack = [{ path: start, depth: depthOf(start) }];
  let turn = 0;
  for (let folder = stack.pop(); folder !== undefined; folder = stack.pop()) {
    if (folder.depth > MAX_FOLDERS) {
      gate.leaveOut(folder.path, 'too-deep', `more than ${MAX_FOLDERS} folders`);
      continue;
    }
    const found = readFolder(root, folder.path, gate);
    const dotNames = found?.map(({ name }) => name).filter((name) => name.startsWith('.')) ?? [];
    if (found === null || !gate.enter(folder.path, dotNames, found)) continue;
    walked.folders.add(folder.path);
    for (const { name, kind } of found) {
      const path = join(folder.path, name);
      if (gate.refuses(path, kind)) continue;
      if (kind === 'folder') stack.push({ path, depth: folder.depth + 1 });
      else if (kind === 'file') walked.files.push(path);
      else gate.leaveOut(path, 'special', '');
    }
    turn += 1;
    if (turn % FOLDERS_PER_TURN === 0) {
      await setImmediate();
      signal?.throwIfAborted();
    }
  }
  return walked;
}

/** What lies in a folder; null if it can't be read, which the gate, if there is one, is told. */
export function readFolder(
  root: BytePath,
  folder: BytePath,
  gate: Pick<Gate, 'leaveOut'> | null,
): Found[] | null {
  const place = placeOf(root, folder);
  try {
    return fs
      .readdirSync(openable(place), { withFileTypes: true, encoding: 'latin1' })
      .map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
  } catch (error) {
    const code = errorCode(error);
    // A file system that names no types makes node ask for each entry, by a name it has misread.
    if (code === 'ENOENT') return readUntyped(place);
    if (code !== 'ENOTDIR') gate?.leaveOut(folder, reasonOf(code), code);
    return null;
  }
}

function readUntyped(place: BytePath): Found[] | null {
  try {
    return fs.readdirSync(openable(place), { encoding: 'latin1' }).flatMap((name) => {
      const stat = peek(openable(placeOf(place, name)));
      return stat === null ? [] : [{ name, kind: kindOf(stat) }];
    });
  } catch {
    return null; // gone between the listing of its parent and now
  }
}

function kindOf(entry: fs.Dirent | fs.Stats): Kind {
  if (entry.isFile() || entry.isSymbolicLink()) return 'file';
  return entry.isDirectory() ? 'folder' : 'special';
}
