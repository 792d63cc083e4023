import { decode } from '../adapters/files/decode.ts';
import { gunzipBounded } from '../adapters/files/gunzip.ts';
import { isOwnOutput } from '../adapters/files/own-output.ts';
import { stubReason } from '../adapters/files/stubs.ts';
import { isNamed } from '../adapters/git/names.ts';
import type { Hash } from '../adapters/hash/blake3.ts';
import { splitLines } from '../math/lines.ts';
import { isBuiltIn, type Reason, type Shape, STUB_REASONS, shapeKey } from '../model/shape.ts';
import type { LeftOutFile, StateFile } from '../model/state.ts';
import {
  type Batch,
  type ContentKey,
  contentName,
  type IndexWriter,
  type Store,
  type StoredContent,
} from '../ports/store.ts';
import type { Limit, ReadResult, Tree, TreeEntry } from '../ports/tree.ts';
import { type Known, withoutKnown } from '../redact/known.ts';
import { claim, claimByPlace } from './analyse.ts';
import type { RawContent } from './analyser.ts';
import type { Holder } from './holders.ts';
import { knownOf } from './known.ts';
import { waitForOthers } from './others.ts';
import { type Roster, withNames } from './rosters.ts';
import { allowedIn, type IngestSettings } from './settings.ts';
import { startWorkers, type Workers } from './workers.ts';

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
  /** The process does little more than this. */
  readonly endsSoon: boolean;
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
  store: Store,
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
  const lane = openLane(store, writer, totalBytes, request);
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
          names.set(file.path, nameOf(raw));
          await lane.give(raw);
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
  return { files, leftOut, analysed: lane.analysed() };
}

/** Handed over together, so that messages are few. */
const GIVE_CHARACTERS = 250_000;
const MOST_AT_ONCE = 4_000_000;

const keyOf = ({ hash, shape }: RawContent): ContentKey => ({ hash, shape: shapeKey(shape) });
const nameOf = (item: RawContent): string => contentName(keyOf(item));

/** Where contents go to be analysed and stored. */
function openLane(
  store: Store,
  writer: IndexWriter,
  totalBytes: number,
  { settings, endsSoon, signal }: ReadRequest,
) {
  /** What is stored by now, by content name. */
  const stored = new Map<string, StoredContent>();
  /** Names of contents that were given before. */
  const given = new Set<string>();
  const add = (batch: Batch): void => {
    for (const [name, content] of writer.addBatch(batch)) stored.set(name, content);
  };
  const open = (): Workers =>
    startWorkers({ own: settings.own, totalBytes, endsSoon, onBatch: add });
  /** There may be nothing to analyse, be it because a team has all of it: then no thread is started. */
  let workers: Workers | null = null;
  let held: RawContent[] = [];
  /** What other workers are at. */
  let elsewhere: RawContent[] = [];
  let characters = 0;
  let atOnce = GIVE_CHARACTERS;
  let analysed = 0;
  /** Hands on what was held back: all of it is looked up at once, since a store may be far away. */
  const pass = async (): Promise<void> => {
    const items = held;
    held = [];
    characters = 0;
    if (items.length === 0) return;
    for (const [name, content] of store.find(items.map(keyOf))) stored.set(name, content);
    const unknown = items.filter((item) => !stored.has(nameOf(item)));
    const claimed = unknown.length === 0 ? undefined : writer.claim?.(unknown.map(keyOf));
    const own = unknown.filter((item) => claimed?.has(nameOf(item)) ?? true);
    elsewhere.push(...unknown.filter((item) => !(claimed?.has(nameOf(item)) ?? true)));
    // What is known is looked up in ever longer lists; as soon as there is work, it is handed on at once.
    atOnce = own.length === 0 ? Math.min(atOnce * 2, MOST_AT_ONCE) : GIVE_CHARACTERS;
    if (own.length === 0) return;
    analysed += own.length;
    workers ??= open();
    await workers.give(own);
  };
  return {
    stored,
    analysed: () => analysed,
    /** Has a content analysed unless its facts are known. */
    give: async (item: RawContent): Promise<void> => {
      const name = nameOf(item);
      if (given.has(name)) return;
      given.add(name);
      held.push(item);
      characters += item.raw.length;
      if (characters >= atOnce) await pass();
    },
    finish: async (): Promise<void> => {
      await pass();
      await workers?.finish();
      // What others finish is found, what they leave behind is ours.
      while (elsewhere.length > 0) {
        held = elsewhere;
        elsewhere = [];
        const before = analysed;
        await pass();
        if (analysed > before) await workers?.finish();
        else if (elsewhere.length > 0) await waitForOthers(signal);
      }
    },
    stop: async () => workers?.stop(),
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
  if (result.kind === 'left-out') {
    return { path, reason: result.reason, detail: result.detail, stamp, hash: '' };
  }
  const unix = textIn(path, result.bytes, settings);
  const named = unix?.bytes ?? result.bytes;
  const hash = hashOf(named);
  const { blob: told = '' } = entry;
  const isTold = told !== '' && [result.bytes, named].some((each) => isNamed(each, told));
  const blob = isTold ? told : '';
  const leave = (reason: Reason, detail: string): LeftOutFile => {
    return { path, reason, detail, stamp, hash, blob };
  };
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
  const raw = withNames(withoutKnown(text, known), path, shape, rosters);
  const allow = allowedIn(path, settings);
  const left = raw === text ? hash : hashOf(raw);
  const key = allow === undefined ? left : hashOf(`${left} ${JSON.stringify(allow)}`);
  const file = { ...entry, hash, shape, stub, lines, blob };
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
