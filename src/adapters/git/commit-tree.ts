import { groupBy } from '../../math/groups.ts';
import { SheafError } from '../../model/errors.ts';
import type { Reason } from '../../model/shape.ts';
import type { Tree, TreeEntry } from '../../ports/tree.ts';
import type { BytePath } from '../../text/paths/byte-path.ts';
import { bytesOf, join, nameOf, parentOf, textOf } from '../../text/paths/byte-path.ts';
import { isRuleFile, MAX_RULE_FILE_BYTES } from '../../text/paths/ignore-rules.ts';
import { createLeftOuts, isPart, type LeftOuts, toListing } from '../files/left-out.ts';
import { type FileBytes, oversized, refused, tailStart } from '../files/open-file.ts';
import { createOwnRules } from '../files/rules.ts';
import { committedFiles, type GitFile, LINK_MODE, SUBMODULE_MODE } from './list-files.ts';
import { type Blob, readBlobs } from './read-blobs.ts';
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
      const place = openRepository(options.gitDir, signal);
      const commit = await resolveCommit(place, options.ref);
      const folder = bytesOf(options.folder ?? '').replace(/^\/+|\/+$/g, '');
      const files = await committedFiles(place, commit, textOf(folder));
      if (files === null) {
        throw new SheafError('not-found', `${options.ref} has no folder ${options.folder ?? '.'}`);
      }
      const leftOut = createLeftOuts();
      const ruleFiles = files.filter((file) => isRuleFile(file.path) && isFile(file));
      const texts = await readTexts(place, ruleFiles, MAX_RULE_FILE_BYTES);
      const own = createOwnRules(options.ignore ?? [], (path) => texts.get(path) ?? null);
      for (const [parent, rules] of groupBy(ruleFiles, ({ path }) => parentOf(path))) {
        const names = rules.map(({ path }) => nameOf(path));
        own.load(parent, names);
      }

      const kept = files.filter((file) => isPart(file.path, { own, leftOut }));
      await leaveOutLinks(place, kept, leftOut);
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
    },
    async *read(entries, limitOf, signal) {
      const wanted = entries.map((entry) => {
        const limit = limitOf(entry.path);
        const fits = entry.bytes <= limit.bytes || limit.tail;
        return { entry, limit, isWanted: fits && entry.stamp.startsWith(STAMP) };
      });
      // One byte more than wanted, to see whether the tail begins right after a line's end.
      const requests = wanted.flatMap(({ entry, limit, isWanted }) =>
        isWanted ? [{ oid: entry.stamp.slice(STAMP.length), keepBytes: limit.bytes + 1 }] : [],
      );
      const blobs = readBlobs(openRepository(options.gitDir, signal), requests);
      try {
        for (const { entry, limit, isWanted } of wanted) {
          const next = isWanted ? await blobs.next() : null;
          if (next === null) yield { ...oversized(entry.bytes), path: entry.path };
          else if (!next.done) yield { ...fromBlob(next.value, limit.bytes), path: entry.path };
        }
      } finally {
        await blobs.return(undefined);
      }
    },
  };
}

async function leaveOutLinks(
  place: GitPlace,
  files: readonly GitFile[],
  leftOut: LeftOuts,
): Promise<void> {
  const links = files.filter((file) => file.mode === LINK_MODE);
  if (links.length === 0) return;
  const texts = await readTexts(place, links, MAX_LINK_BYTES);
  const paths = new Set<BytePath>();
  for (const { path } of files) {
    for (let at = path; at !== '' && !paths.has(at); at = parentOf(at)) paths.add(at);
  }
  for (const { path } of links) leftOut.add(path, linkReason(path, paths, texts), '');
}

/** As many links in a row as Linux follows. */
const MAX_LINKS = 40;

/** Where a link of a commit leads, told by the texts of links alone: nothing of a commit lies on a disk. */
function linkReason(
  path: BytePath,
  paths: ReadonlySet<BytePath>,
  texts: ReadonlyMap<BytePath, string>,
): Reason {
  let links = 0;
  let reached = '';
  // Names still to go, last one first.
  const todo = path.split('/').reverse();
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      if (reached === '') return 'symlink-outside';
      reached = parentOf(reached);
      continue;
    }
    const next = join(reached, name);
    const text = texts.get(next);
    if (text === undefined) {
      if (!paths.has(next)) return 'symlink-broken';
      reached = next;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS || text === '') return 'symlink-broken';
    if (text.startsWith('/')) return 'symlink-outside';
    todo.push(...text.split('/').reverse());
  }
  return 'symlink';
}

function fromBlob(blob: Blob, limit: number): FileBytes {
  if (blob.kind === 'missing') return refused('unreadable', blob.detail);
  if (blob.size <= limit) return { kind: 'read', bytes: blob.bytes };
  return { kind: 'read', bytes: tailStart(blob.bytes, blob.head, blob.size - limit - 1) };
}

/** The contents of a few small files, as byte strings by path; larger and missing ones are not there. */
async function readTexts(
  place: GitPlace,
  files: readonly GitFile[],
  maxBytes: number,
): Promise<Map<BytePath, string>> {
  const small = files.filter((file) => file.bytes !== null && file.bytes <= maxBytes);
  const texts = new Map<BytePath, string>();
  const requests = small.map((file) => ({ oid: file.oid, keepBytes: maxBytes }));
  let index = 0;
  for await (const blob of readBlobs(place, requests)) {
    const path = small[index++]?.path ?? '';
    if (blob.kind === 'blob') texts.set(path, blob.bytes.toString('latin1'));
  }
  return texts;
}

function isFile(file: GitFile): boolean {
  return file.mode.startsWith('100');
}
