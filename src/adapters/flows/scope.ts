import * as fs from 'node:fs';
import { isAbsolute } from 'node:path';
import { SheafError } from '../../model/errors.ts';
import { REASONS } from '../../model/shape.ts';
import { type BytePath, bytesOf, openable, placeOf, textOf } from '../../text/paths/byte-path.ts';
import { isReserved } from '../../text/paths/reserved.ts';
import { decode } from '../files/decode.ts';
import { errorCode, readInside } from '../files/open-file.ts';

export interface ScopedText {
  /** Where it really lies, links followed. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly isUtf8: boolean;
}

/** What may be named as evidence: files that really lie in the workspace, but not git's and our own. */
export interface Scope {
  /** Something of this name is in the workspace. Asks for names only, never for what lies outside. */
  exists(path: string): boolean;
  isFolder(path: string): boolean;
  /** The path in its shortest form below the root; null if it leads out. */
  inside(path: string): string | null;
  /** Throws with `name` in the message where the file may not or can not be read. */
  read(path: string, name: string): ScopedText;
}

/** No one reads more than this as evidence; a log's part is better cut out first. */
const MAX_BYTES = 32 * 1024 * 1024;

const LATIN = { encoding: 'latin1' } as const;
const UNREACHED: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  ELOOP: 'a loop of links',
};

export function openScope(root: string): Scope {
  const realRoot: BytePath = fs.realpathSync.native(root, LATIN);
  const roots = [bytesOf(root), realRoot];

  /** By its words alone; what the disk makes of it is seen when it is opened. */
  const normal = (path: string): BytePath | null => {
    let bytes = bytesOf(path);
    if (bytes.includes('\0')) return null;
    if (isAbsolute(bytes)) {
      const above = roots.find((folder) => bytes === folder || bytes.startsWith(`${folder}/`));
      if (above === undefined) return null;
      bytes = bytes.slice(above.length + 1);
    }
    const names: string[] = [];
    for (const name of bytes.split('/')) {
      if (name === '' || name === '.') continue;
      if (name !== '..') names.push(name);
      else if (names.pop() === undefined) return null;
    }
    return names.join('/');
  };
  const look = (path: string): fs.Stats | undefined => {
    const place = normal(path);
    if (place === null) return undefined;
    try {
      return fs.lstatSync(openable(placeOf(realRoot, place)), { throwIfNoEntry: false });
    } catch {
      return undefined; // too long, or a part of the way is a file
    }
  };
  /** Where a path really ends, below the root; null if outside. Throws with `name` if it ends nowhere. */
  const realOf = (place: BytePath, name: string): BytePath | null => {
    try {
      const real = fs.realpathSync.native(openable(placeOf(realRoot, place)), LATIN);
      if (real === realRoot) return '';
      const prefix = realRoot === '/' ? '/' : `${realRoot}/`;
      return real.startsWith(prefix) ? real.slice(prefix.length) : null;
    } catch (error) {
      const why = UNREACHED[errorCode(error)];
      throw why === undefined
        ? new SheafError('not-found', `${name}: no such file`, '', error)
        : new SheafError('unreadable', `${name}: ${why}`, '', error);
    }
  };

  return {
    exists: (path) => look(path) !== undefined,
    isFolder: (path) => look(path)?.isDirectory() === true,
    inside: (path) => {
      const place = normal(path);
      return place === null ? null : textOf(place);
    },
    read: (path, name) => {
      const place = normal(path);
      if (place === null) throw outside(name, 'it leads out of the workspace');
      const real = realOf(place, name);
      if (real === null) throw outside(name, 'it is a link that leaves the workspace');
      // Any case: `.GIT` is `.git` on many systems.
      if (isReserved(place.toLowerCase()) || isReserved(real.toLowerCase())) {
        throw outside(name, 'what lies in .git and .sheaf is no evidence');
      }
      const read = readInside(realRoot, real, { bytes: MAX_BYTES, tail: false });
      if (read.kind === 'left-out') {
        const detail = read.detail === 'EISDIR' ? 'it is a folder' : REASONS[read.reason];
        throw new SheafError('unreadable', `${name}: ${detail}`, read.detail);
      }
      const decoded = decode(read.bytes);
      if (decoded.kind === 'binary')
        throw new SheafError('unreadable', `${name}: ${REASONS.binary}`);
      const isUtf8 = decoded.encoding === 'utf-8' || decoded.encoding === 'ascii';
      return { path: textOf(place), bytes: read.bytes, text: decoded.text, isUtf8 };
    },
  };
}

const outside = (name: string, why: string): SheafError =>
  new SheafError('outside', `${name}: ${why}`, 'evidence must come from inside the workspace');
