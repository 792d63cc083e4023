import { decode } from '../adapters/files/decode.ts';
import { gunzipBounded } from '../adapters/files/gunzip.ts';
import { isOwnOutput } from '../adapters/files/own-output.ts';
import { stubReason } from '../adapters/files/stubs.ts';
import type { Hash } from '../adapters/hash/blake3.ts';
import type { IndexStore } from '../adapters/stores/sqlite/store.ts';
import { startPool } from '../adapters/threads/pool.ts';
import { splitLines } from '../math/lines.ts';
import { isBuiltIn, type Reason, type Shape, STUB_REASONS, shapeKey } from '../model/shape.ts';
import type { LeftOutFile, StateFile } from '../model/state.ts';
import type { OwnSources } from '../ports/source.ts';
import { type Batch, contentName, type IndexWriter, type StoredContent } from '../ports/store.ts';
import type { Limit, ReadResult, Tree, TreeEntry } from '../ports/tree.ts';
import { type Known, withoutKnown } from '../redact/known.ts';
import { claim, claimByPlace } from './analyse.ts';
import { createAnalyser, type RawContent } from './analyser.ts';
import type { Holder } from './holders.ts';
import { knownOf } from './known.ts';
import { type Roster, withNames } from './rosters.ts';
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
  /** Names for the ids in exports of chats. */
  readonly rosters?: readonly Roster[];
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
  readonly file: Omit<StateFile, 'content' | 'chunks'>;
  /** What is analysed: the content, or what is left of it without known secrets, under a name of its own. */
  readonly raw: RawContent;
}

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
  const looked: Looked['file'][] = [];
  /** Names of what is stored of each file, by path. */
  const names = new Map<string, string>();
  const lane = openLane(store, writer, totalBytes, settings.own);
  let analysed = 0;
  let bytes = 0;
  try {
    for await (const result of tree.read(pending, (path) => limitOf(path, settings), signal)) {
      const entry = entries.get(result.path);
      if (entry === undefined) continue;
      bytes += entry.bytes;
      const seen = look(entry, result, request, known);
      if ('reason' in seen) leftOut.push(seen);
      else {
        const { file, raw } = seen;
        looked.push(file);
        if (file.stub === null) {
          names.set(file.path, contentName({ hash: raw.hash, shape: shapeKey(raw.shape) }));
          if (await lane.give(raw)) analysed++;
        }
      }
      const files = looked.length + leftOut.length;
      onProgress({ files, totalFiles: pending.length, bytes, totalBytes });
    }
    onRead(looked);
    await lane.finish();
  } finally {
    await lane.stop();
  }
  const files = looked.map((file) => {
    const stored = lane.stored.get(names.get(file.path) ?? '');
    return { ...file, content: 0, chunks: 0, ...stored };
  });
  return { files, leftOut, analysed };
}

/** Below this a thread costs more to start than it saves. */
const THREADS_ABOVE_BYTES = 600_000;
/** Handed over together, so that messages are few. */
const GIVE_CHARACTERS = 250_000;

/** Threads run the bundled script; run from the sources, as tests do, the same work is done here. */
const THREAD_SCRIPT = new URL('./ingest-thread.js', import.meta.url);
const canThread = /\.c?js$/.test(import.meta.url);

/** Where contents go to be analysed and stored: threads for much, this thread for little. */
function openLane(store: IndexStore, writer: IndexWriter, totalBytes: number, own: OwnSources) {
  /** What is stored by now, by content name. */
  const stored = new Map<string, StoredContent>();
  /** Names of contents that were given before. */
  const given = new Set<string>();
  const add = (batch: Batch): void => {
    for (const [name, content] of writer.addBatch(batch)) stored.set(name, content);
  };
  const workers =
    canThread && own.modules !== null && totalBytes > THREADS_ABOVE_BYTES
      ? startPool<RawContent, Batch>(THREAD_SCRIPT, own.modules, add)
      : { ...createAnalyser(own, add), stop: async () => undefined };
  let held: RawContent[] = [];
  let characters = 0;
  const pass = async (): Promise<void> => {
    const items = held;
    const size = characters;
    held = [];
    characters = 0;
    if (items.length === 0) return;
    await workers.give(items, size);
  };
  return {
    stored,
    /** Has a content analysed unless its facts are known; true if it was new. */
    give: async (item: RawContent): Promise<boolean> => {
      const key = { hash: item.hash, shape: shapeKey(item.shape) };
      const name = contentName(key);
      if (given.has(name)) return false;
      given.add(name);
      const known = store.find(key);
      if (known !== undefined) {
        stored.set(name, known);
        return false;
      }
      held.push(item);
      characters += item.raw.length;
      if (characters >= GIVE_CHARACTERS) await pass();
      return true;
    },
    finish: async (): Promise<void> => {
      await pass();
      await workers.finish();
    },
    stop: workers.stop,
  };
}

/** What a file turned out to be: something to index, a stub, or nothing we read. */
function look(
  entry: TreeEntry,
  result: ReadResult,
  { settings, hash: hashOf, rosters = [] }: ReadRequest,
  known: readonly Known[],
): Looked | LeftOutFile {
  const { path, stamp } = entry;
  const leave = (reason: Reason, detail: string): LeftOutFile => ({ path, reason, detail, stamp });
  if (result.kind === 'left-out') return leave(result.reason, result.detail);
  const unix = textIn(path, result.bytes, settings);
  if (unix === null) return leave('binary', '');
  const { text, bytes } = unix;
  if (isOwnOutput(text)) return leave('own-output', '');
  const shape = claim(path, text, settings);
  if (shape === null) return leave('data', '');
  if (isBuiltIn(shape.source) && !settings.sources[shape.source].enabled) {
    return leave('disabled', shape.source);
  }
  if (!isOwn(shape) && bytes.length > settings.maxFileBytes) {
    return leave('oversized', `${bytes.length} bytes`);
  }
  const stub = isOwn(shape) ? null : stubReason(path, text, bytes.length);
  if (stub !== null && !STUB_REASONS.includes(stub)) return leave(stub, '');
  const lines = stub === null ? 0 : splitLines(text).length;
  const hash = hashOf(bytes);
  const raw = withNames(withoutKnown(text, known), path, shape, rosters);
  const allow = allowedIn(path, settings);
  const left = raw === text ? hash : hashOf(raw);
  const key = allow === undefined ? left : hashOf(`${left} ${JSON.stringify(allow)}`);
  const file = { ...entry, hash, shape, stub, lines };
  return { file, raw: { hash: key, shape, raw, ...(allow && { allow }) } };
}

/** Logs, transcripts, research and what an added source claims are what they are, however their text looks. */
const isOwn = ({ source }: Shape): boolean =>
  !isBuiltIn(source) || ['logs', 'conversation', 'research'].includes(source);

/** Exports of chats are long, and known only once they are read. */
const MAY_BE_TALK = /\.jsonl$|(?:^|\/)conversations[^/]*\.json$/;

export function limitOf(path: string, settings: IngestSettings): Limit {
  const source = claimByPlace(path, settings);
  if (source === 'logs') return { bytes: settings.maxLogBytes, tail: !path.endsWith('.gz') };
  const isLong = source !== null || MAY_BE_TALK.test(path);
  return { bytes: isLong ? settings.maxTranscriptBytes : settings.maxFileBytes, tail: false };
}

/**
 * The text of a file with the line ends that git stores, and the bytes that name it; null if it is binary. Git writes other line ends into a
 * work tree where attributes or settings say so, and the same commit should be the same state on every machine and when it is read
 * from git's objects. What is packed is named by the bytes it was unpacked from.
 */
export function textIn(
  path: string,
  bytes: Uint8Array,
  settings: IngestSettings,
): { readonly text: string; readonly bytes: Uint8Array } | null {
  const isPacked = path.endsWith('.gz') && claimByPlace(path, settings) === 'logs';
  const decoded = decode(isPacked ? gunzipBounded(bytes, settings.maxLogBytes) : bytes);
  if (decoded.kind === 'binary') return null;
  const { text, encoding } = decoded;
  if (!text.includes('\r\n')) return { text, bytes };
  const isAsIs = isPacked || encoding === 'utf-16le' || encoding === 'utf-16be';
  return { text: text.replaceAll('\r\n', '\n'), bytes: isAsIs ? bytes : withoutReturns(bytes) };
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** The bytes without each carriage return before a line feed. */
function withoutReturns(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED) continue;
    kept[length++] = bytes[at] ?? 0;
  }
  return kept.subarray(0, length);
}
