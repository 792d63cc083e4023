import { decode } from '../adapters/files/decode.ts';
import { gunzipBounded } from '../adapters/files/gunzip.ts';
import { stubReason } from '../adapters/files/stubs.ts';
import type { Hash } from '../adapters/hash/blake3.ts';
import type { IndexStore } from '../adapters/stores/sqlite/store.ts';
import { splitLines } from '../math/lines.ts';
import { isBuiltIn, type Reason, type Shape, STUB_REASONS, shapeKey } from '../model/shape.ts';
import type { LeftOutFile, StateFile } from '../model/state.ts';
import { contentName, type IndexWriter, type StoredContent } from '../ports/store.ts';
import type { ReadResult, Tree, TreeEntry } from '../ports/tree.ts';
import type { Allow } from '../redact/allow.ts';
import { type Known, withoutKnown } from '../redact/known.ts';
import { claim, claimByPlace } from './analyse.ts';
import type { Holder } from './holders.ts';
import { knownOf } from './known.ts';
import { type Lane, openLane } from './lane.ts';
import { withUnixLines } from './line-ends.ts';
import { allowedIn, type IngestSettings } from './settings.ts';

export interface Progress {
  readonly files: number;
  readonly totalFiles: number;
  readonly bytes: number;
  readonly totalBytes: number;
}

export interface ReadRequest {
  readonly tree: Tree;
  readonly settings: IngestSettings;
  readonly hash: Hash;
  /** Files whose secrets are to be removed from all others. */
  readonly holders?: readonly Holder[];
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal | undefined;
}

export interface ReadFiles {
  readonly files: readonly StateFile[];
  readonly leftOut: readonly LeftOutFile[];
  /** Contents that were new. */
  readonly analysed: number;
}

/** A file that was read, on its way to its place in the state. */
interface Looked {
  readonly entry: TreeEntry;
  readonly hash: string;
  /** Names what is analysed: the content, or what is left of it without known secrets. */
  readonly key: string;
  readonly shape: Shape;
  readonly stub: Reason | null;
  readonly lines: number;
  readonly text: string;
  readonly allow: Allow | undefined;
}

export const HEAD_CHARACTERS = 4096;

/** What a file is called and holds: all that a state's root is made of. */
export type Named = Pick<StateFile, 'path' | 'hash'>;

/**
 * Reads files, says what each is, and sees that the facts of every content are stored. `onRead` is called when all are read and some are
 * still being analysed.
 */
export async function readFiles(
  store: IndexStore,
  writer: IndexWriter,
  pending: readonly TreeEntry[],
  request: ReadRequest,
  onRead: (files: readonly Named[]) => void,
): Promise<ReadFiles> {
  const { tree, onProgress, settings, signal } = request;
  const totalBytes = pending.reduce((sum, entry) => sum + entry.bytes, 0);
  const known = knownOf(request.holders ?? [], settings);
  const entries = new Map(pending.map((entry) => [entry.path, entry]));
  const leftOut: LeftOutFile[] = [];
  const looked: Omit<Looked, 'text'>[] = [];
  const lane = openLane(writer, totalBytes, settings.own);
  let analysed = 0;
  let bytes = 0;
  try {
    for await (const result of tree.read(pending, (path) => limitOf(path, settings), signal)) {
      const entry = entries.get(result.path);
      if (entry === undefined) continue;
      bytes += entry.bytes;
      const seen = await look(entry, result, request, known);
      if ('reason' in seen) leftOut.push(seen);
      else {
        const { text, ...file } = seen;
        looked.push(file);
        if (await analyseOnce(store, lane, seen)) analysed++;
      }
      const files = looked.length + leftOut.length;
      onProgress({ files, totalFiles: pending.length, bytes, totalBytes });
    }
    onRead(looked.map(({ entry: { path }, hash }) => ({ path, hash })));
    await lane.finish();
  } finally {
    await lane.stop();
  }
  return { files: looked.map((file) => placed(file, lane.stored)), leftOut, analysed };
}

/** Gives a content to be analysed unless its facts are known; true if it was new. */
async function analyseOnce(store: IndexStore, lane: Lane, looked: Looked): Promise<boolean> {
  const { key: hash, shape, stub, text, allow } = looked;
  if (stub !== null || lane.has(hash, shape)) return false;
  const known = store.find([{ hash, shape: shapeKey(shape) }]);
  lane.note(known);
  if (known.size > 0) return false;
  await lane.give({ hash, shape, raw: text, ...(allow && { allow }) });
  return true;
}

/** What a file turned out to be: something to index, a stub, or nothing we read. */
async function look(
  entry: TreeEntry,
  result: ReadResult,
  { settings, hash: hashOf }: ReadRequest,
  known: readonly Known[],
): Promise<Looked | LeftOutFile> {
  const { path, stamp } = entry;
  const leave = (reason: Reason, detail: string): LeftOutFile => ({ path, reason, detail, stamp });
  if (result.kind === 'left-out') return leave(result.reason, result.detail);
  const own = await unpacked(path, result.bytes, settings);
  const decoded = decode(own);
  if (decoded.kind === 'binary') return leave('binary', '');
  const { text, bytes } = withUnixLines(decoded, result.bytes, own !== result.bytes);
  const shape = claim(entry.path, text.slice(0, HEAD_CHARACTERS), settings);
  if (shape === null) return leave('data', '');
  if (isBuiltIn(shape.source) && !settings.sources[shape.source].enabled) {
    return leave('disabled', shape.source);
  }
  const reason = isOwn(shape) ? null : stubReason(entry.path, text, bytes.length);
  if (reason !== null && !STUB_REASONS.includes(reason)) return leave(reason, '');
  const lines = reason === null ? 0 : splitLines(text).length;
  const hash = hashOf(bytes);
  const clean = withoutKnown(text, known);
  const allow = allowedIn(path, settings);
  const left = clean === text ? hash : hashOf(clean);
  const key = allow === undefined ? left : hashOf(`${left} ${JSON.stringify(allow)}`);
  return { entry, hash, key, shape, stub: reason, lines, text: clean, allow };
}

/** Logs, transcripts, research and what an added source claims are what they are, however their text looks. */
const isOwn = (shape: Shape): boolean =>
  !isBuiltIn(shape.source) ||
  shape.source === 'logs' ||
  shape.source === 'conversation' ||
  shape.source === 'research';

function placed(
  { entry, hash, key, shape, stub, lines }: Omit<Looked, 'text'>,
  stored: ReadonlyMap<string, StoredContent>,
): StateFile {
  const content =
    stub === null ? stored.get(contentName({ hash: key, shape: shapeKey(shape) })) : undefined;
  return {
    path: entry.path,
    hash,
    content: content?.content ?? 0,
    shape,
    stub,
    bytes: entry.bytes,
    lines: content?.lines ?? lines,
    chunks: content?.chunks ?? 0,
    modified: entry.modified,
    stamp: entry.stamp,
  };
}

export function limitOf(path: string, settings: IngestSettings): { bytes: number; tail: boolean } {
  const source = claimByPlace(path, settings);
  if (source === 'logs') return { bytes: settings.maxLogBytes, tail: !path.endsWith('.gz') };
  if (source !== null) {
    return { bytes: settings.maxTranscriptBytes, tail: false };
  }
  return { bytes: settings.maxFileBytes, tail: false };
}

export async function unpacked(
  path: string,
  bytes: Uint8Array,
  settings: IngestSettings,
): Promise<Uint8Array> {
  const isPackedLog = path.endsWith('.gz') && claimByPlace(path, settings) === 'logs';
  return isPackedLog ? gunzipBounded(bytes, settings.maxLogBytes) : bytes;
}
