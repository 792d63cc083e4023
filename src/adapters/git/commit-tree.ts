import { groupBy } from '../../math/groups.ts';
import { SheafError } from '../../model/errors.ts';
import type { Listing, ReadResult, Tree, TreeEntry } from '../../ports/tree.ts';
import type { BytePath } from '../../text/paths/byte-path.ts';
import { bytesOf, nameOf, parentOf, textOf } from '../../text/paths/byte-path.ts';
import { isRuleFile, MAX_RULE_FILE_BYTES } from '../../text/paths/ignore-rules.ts';
import type { LeftOuts } from '../files/left-out.ts';
import { createLeftOuts, toListing } from '../files/left-out.ts';
import { createOwnRules } from '../files/own-rules.ts';
import type { FileBytes, Limit } from '../files/read-file.ts';
import { oversized } from '../files/read-file.ts';
import { createSift } from '../files/sift.ts';
import { tailStart } from '../files/tail.ts';
import { linkReason } from './link-target.ts';
import type { GitFile } from './list-files.ts';
import { committedFiles, LINK_MODE, SUBMODULE_MODE } from './list-files.ts';
import type { Blob } from './read-blobs.ts';
import { readBlobs } from './read-blobs.ts';
import { openRepository, resolveCommit } from './repository.ts';
import type { GitPlace } from './run.ts';

export interface CommitTreeOptions {
  /** A bare repository, a `.git` folder, or a folder with one inside. */
  readonly gitDir: string;
  readonly ref: string;
  /** Only this folder of the commit, with paths as it sees them. */
  readonly folder?: string;
  /** Patterns to leave out, in git's ignore syntax, that no file of the project can take back. */
  readonly ignore?: readonly string[];
}

const STAMP = 'oid:';
/** Link texts longer than any path a system takes point nowhere. */
const MAX_LINK_BYTES = 4096;

/** The files of a commit, read from git's objects; nothing is checked out or written. */
export function commitTree(options: CommitTreeOptions): Tree {
  return {
    async list(signal) {
      const place = openRepository(options.gitDir);
      return list(place, await resolveCommit(place, options.ref, signal), options, signal);
    },
    read: (entries, limitOf, signal) =>
      read(openRepository(options.gitDir), entries, limitOf, signal),
  };
}

async function list(
  place: GitPlace,
  commit: string,
  options: CommitTreeOptions,
  signal?: AbortSignal,
): Promise<Listing> {
  const folder = bytesOf(options.folder ?? '').replace(/^\/+|\/+$/g, '');
  const files = await committedFiles(place, commit, textOf(folder), signal);
  if (files === null) {
    throw new SheafError('not-found', `${options.ref} has no folder ${options.folder ?? '.'}`);
  }
  const leftOut = createLeftOuts();
  const ruleFiles = files.filter((file) => isRuleFile(file.path) && isFile(file));
  const texts = await readTexts(place, ruleFiles, MAX_RULE_FILE_BYTES, signal);
  const own = createOwnRules(options.ignore ?? [], (path) => texts.get(path) ?? null);
  for (const [parent, rules] of groupBy(ruleFiles, ({ path }) => parentOf(path))) {
    own.load(
      parent,
      rules.map(({ path }) => nameOf(path)),
    );
  }

  const sift = createSift(own, leftOut);
  const kept = files.filter((file) => sift(file.path));
  await leaveOutLinks(place, kept, leftOut, signal);
  const entries: TreeEntry[] = [];
  for (const file of kept) {
    if (file.mode === SUBMODULE_MODE) leftOut.add(file.path, 'submodule', '');
    else if (!isFile(file)) continue;
    else if (file.bytes === null) leftOut.add(file.path, 'unreadable', 'object missing');
    else {
      const stamp = `${STAMP}${file.oid}`;
      entries.push({ path: textOf(file.path), bytes: file.bytes, stamp, modified: null });
    }
  }
  return { ...toListing(entries, leftOut, commit), memory: '' };
}

async function leaveOutLinks(
  place: GitPlace,
  files: readonly GitFile[],
  leftOut: LeftOuts,
  signal?: AbortSignal,
): Promise<void> {
  const links = files.filter((file) => file.mode === LINK_MODE);
  if (links.length === 0) return;
  const texts = await readTexts(place, links, MAX_LINK_BYTES, signal);
  const paths = new Set<BytePath>();
  for (const { path } of files) {
    for (let at = path; at !== '' && !paths.has(at); at = parentOf(at)) paths.add(at);
  }
  const tree = {
    has: (path: BytePath) => paths.has(path),
    link: (path: BytePath) => texts.get(path),
  };
  for (const { path } of links) leftOut.add(path, linkReason(path, tree), '');
}

async function* read(
  place: GitPlace,
  entries: readonly TreeEntry[],
  limitOf: (path: string) => Limit,
  signal?: AbortSignal,
): AsyncGenerator<ReadResult> {
  const wanted = entries.map((entry) => {
    const limit = limitOf(entry.path);
    const fits = entry.bytes <= limit.bytes || limit.tail;
    return { entry, limit, isWanted: fits && entry.stamp.startsWith(STAMP) };
  });
  // One byte more than wanted, to see whether the tail begins right after a line's end.
  const requests = wanted
    .filter(({ isWanted }) => isWanted)
    .map(({ entry, limit }) => ({
      oid: entry.stamp.slice(STAMP.length),
      keepBytes: limit.bytes + 1,
    }));
  const blobs = readBlobs(place, requests, signal);
  try {
    for (const { entry, limit, isWanted } of wanted) {
      const next = isWanted ? await blobs.next() : null;
      if (next === null) yield { ...oversized(entry.bytes), path: entry.path };
      else if (!next.done) yield { ...fromBlob(next.value, limit.bytes), path: entry.path };
    }
  } finally {
    await blobs.return(undefined);
  }
}

function fromBlob(blob: Blob, limit: number): FileBytes {
  if (blob.kind === 'missing') {
    return { kind: 'left-out', reason: 'unreadable', detail: blob.detail };
  }
  if (blob.size <= limit) return { kind: 'read', bytes: blob.bytes };
  return { kind: 'read', bytes: tailStart(blob.bytes, blob.head, blob.size - limit - 1) };
}

/** The contents of a few small files, as byte strings by path; larger and missing ones are not there. */
async function readTexts(
  place: GitPlace,
  files: readonly GitFile[],
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Map<BytePath, string>> {
  const small = files.filter((file) => file.bytes !== null && file.bytes <= maxBytes);
  const texts = new Map<BytePath, string>();
  const requests = small.map((file) => ({ oid: file.oid, keepBytes: maxBytes }));
  let index = 0;
  for await (const blob of readBlobs(place, requests, signal)) {
    const file = small[index];
    index += 1;
    if (blob.kind === 'blob' && file !== undefined) {
      texts.set(file.path, blob.bytes.toString('latin1'));
    }
  }
  return texts;
}

function isFile(file: GitFile): boolean {
  return file.mode.startsWith('100');
}
