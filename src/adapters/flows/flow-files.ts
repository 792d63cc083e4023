import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { SheafError } from '../../model/errors.ts';
import type { Part, PartName } from '../../model/flow.ts';
import { errorCode } from '../files/open-file.ts';
import { isFresh, stampOf } from '../files/stat-file.ts';
import { placeOf } from '../roots/paths.ts';
import type { Root } from '../roots/roots.ts';
import type { Scope } from './scope.ts';

/** A file of `ctx/` as it lies there, whoever put it. */
export type FlowFile = Omit<Part, Exclude<keyof PartName, 'file'>>;

export const sha256 = (content: string | Uint8Array): string =>
  `sha256:${createHash('sha256').update(content).digest('hex')}`;

const FOLDERS = ['ctx', 'ctx/evidence'] as const;
/** Parts are read whole; what is larger was put there by mistake. */
const MAX_PART_BYTES = 64 * 1024 * 1024;

/** All files of a flow's `ctx/` and `ctx/evidence/`. Other folders and special files are no parts. */
export function readFlowFiles(flow: string, scope: Scope): FlowFile[] {
  return FOLDERS.flatMap((folder) =>
    namesIn(join(flow, folder)).flatMap((name) => {
      const file = `${folder}/${name}`;
      const stat = fs.lstatSync(join(flow, file), { throwIfNoEntry: false });
      if (stat === undefined) return []; // gone since
      if (stat.isSymbolicLink()) return [readLinked(flow, file, scope)];
      if (!stat.isFile()) return [];
      if (stat.size <= MAX_PART_BYTES) return [readAgain(flow, file, stampOf(stat))];
      return [{ ...empty(file, `larger than ${MAX_PART_BYTES} bytes`), bytes: stat.size }];
    }),
  );
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw new SheafError('unreadable', `cannot read ${folder}`, '', error);
  }
}

const empty = (file: string, problem: string): FlowFile => ({
  file,
  bytes: 0,
  cid: sha256(''),
  text: '',
  target: null,
  problem,
});

/** A running process reads a flow for every change of it, and few of its files have changed since. */
const kept = new Map<string, { readonly stamp: string; readonly file: FlowFile }>();
const MOST_KEPT_BYTES = 16 * 1024 * 1024;
let keptBytes = 0;

/** A file as it was read before, the same object, while its stamp says that it is the same. */
function readAgain(flow: string, file: string, stamp: string): FlowFile {
  const place = join(flow, file);
  const before = kept.get(place);
  if (before?.stamp === stamp) return before.file;
  const read = readPlain(flow, file);
  keptBytes -= before?.file.bytes ?? 0;
  kept.delete(place);
  if (isFresh(stamp) || read.problem !== null) return read;
  if (keptBytes + read.bytes > MOST_KEPT_BYTES) {
    kept.clear();
    keptBytes = 0;
  }
  if (read.bytes <= MOST_KEPT_BYTES) {
    kept.set(place, { stamp, file: read });
    keptBytes += read.bytes;
  }
  return read;
}

function readPlain(flow: string, file: string): FlowFile {
  try {
    const bytes = readUnlinked(join(flow, file));
    const text = new TextDecoder().decode(bytes);
    return { file, bytes: bytes.length, cid: sha256(bytes), text, target: null, problem: null };
  } catch (error) {
    return empty(file, errorCode(error));
  }
}

/** What was a file a moment ago is not followed if it has become a link. */
function readUnlinked(path: string): Buffer {
  const fd = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0));
  try {
    return fs.readFileSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

/** A link is followed into the workspace and nowhere else. */
function readLinked(flow: string, file: string, scope: Scope): FlowFile {
  const place = join(flow, file);
  const target = resolve(dirname(place), fs.readlinkSync(place));
  const path = scope.inside(target);
  if (path === null) return empty(file, 'the link leaves the workspace');
  try {
    const { bytes, text } = scope.read(path, `the link to ${path}`);
    return { file, bytes: bytes.length, cid: sha256(bytes), text, target: path, problem: null };
  } catch (error) {
    if (!(error instanceof SheafError)) throw error;
    const isGone = error.code === 'not-found';
    const problem = isGone ? `the link leads nowhere: ${path}` : error.message;
    return { ...empty(file, problem), target: path };
  }
}

/** What a link in `ctx/evidence/` must say to lead to a workspace path. */
export const linkTarget = (
  home: string,
  roots: readonly Root[],
  flow: string,
  path: string,
): string => relative(join(flow, 'ctx', 'evidence'), placeOf(path, home, roots));
