import { bm25 } from '../../../math/bm25.ts';
import { byCodePoint } from '../../../math/order.ts';
import type { Postings } from '../../../math/postings.ts';
import type { CommitFiles, CommitHit, HistoryView } from '../../../ports/store.ts';
import type { Db } from './database.ts';
import { type HistoryBatch, placeOfOid, readBatches, readMessage } from './history.ts';
import { findPostings } from './segments.ts';

/** Only the text of a message counts: a commit has no names, no comments and no path. */
const MESSAGE_FIELDS = { body: 1, doc: 0, name: 0, within: 0, path: 0 };
const RENAME_STEPS = 16;

/** Which commits the base can see: itself and its ancestors, by overall number. */
function ancestors(batches: readonly HistoryBatch[], base: number, total: number): Uint8Array {
  const seen = new Uint8Array(total + 1);
  const stack = base > 0 ? [base] : [];
  if (base > 0) seen[base] = 1;
  for (let number = stack.pop(); number !== undefined; number = stack.pop()) {
    const batch = batchOf(batches, number);
    if (batch === undefined) continue;
    const i = number - batch.first;
    const end = batch.parentStarts[i + 1] ?? 0;
    for (let p = batch.parentStarts[i] ?? 0; p < end; p++) {
      const parent = batch.parents[p] ?? 0;
      if (parent === 0 || seen[parent] === 1) continue;
      seen[parent] = 1;
      stack.push(parent);
    }
  }
  return seen;
}

function batchOf(batches: readonly HistoryBatch[], number: number): HistoryBatch | undefined {
  return batches.findLast((batch) => batch.first <= number);
}

function timeOf(batches: readonly HistoryBatch[], number: number): number {
  const batch = batchOf(batches, number);
  return batch?.times[number - batch.first] ?? 0;
}

function oidOf(batches: readonly HistoryBatch[], number: number): string {
  const batch = batchOf(batches, number);
  if (batch === undefined) return '';
  const at = (number - batch.first) * batch.oidBytes;
  return Buffer.from(batch.oids.subarray(at, at + batch.oidBytes)).toString('hex');
}

function numberOf(batches: readonly HistoryBatch[], oid: string): number {
  for (const batch of batches) {
    const place = placeOfOid(batch.oids, oid);
    if (place >= 0) return batch.first + place;
  }
  return 0;
}

interface Move {
  readonly time: number;
  readonly to: string;
}

/** Renames among the visible commits, oldest first, by the old name. */
function moves(batches: readonly HistoryBatch[], seen: Uint8Array): Map<string, Move[]> {
  const byName = new Map<string, Move[]>();
  for (const batch of batches) {
    for (const { commit, from, to } of batch.renames) {
      if (seen[batch.first + commit] !== 1) continue;
      const name = batch.paths[from] ?? '';
      const list = byName.get(name) ?? [];
      list.push({ time: batch.times[commit] ?? 0, to: batch.paths[to] ?? '' });
      byName.set(name, list);
    }
  }
  for (const list of byName.values()) list.sort((a, b) => a.time - b.time);
  return byName;
}

/** What a path of an old commit is called now, or null if it is gone. */
function follow(
  path: string,
  time: number,
  exists: (path: string) => boolean,
  renames: ReadonlyMap<string, Move[]>,
): string | null {
  let name = path;
  let since = time;
  for (let step = 0; step < RENAME_STEPS; step++) {
    if (exists(name)) return name;
    const next = renames.get(name)?.find((move) => move.time >= since);
    if (next === undefined) return null;
    name = next.to;
    since = next.time;
  }
  return null;
}

const NONE: Postings = { items: new Int32Array(0), counts: new Uint32Array(0) };
const EMPTY: HistoryView = {
  count: 0,
  newest: 0,
  places: (terms) => terms.map(() => NONE),
  touched: () => ({ starts: new Int32Array(1), files: new Int32Array(0) }),
  search: () => [],
  times: () => new Map(),
};

/** The files of all visible commits in one pass. Most paths still exist and most others are gone for good; the rest is followed. */
function filesTouched(
  batches: readonly HistoryBatch[],
  ordinals: Int32Array,
  count: number,
  fileOf: (path: string) => number | undefined,
  renames: ReadonlyMap<string, Move[]>,
): CommitFiles {
  const starts = new Int32Array(count + 1);
  const files = new Int32Array(batches.reduce((sum, batch) => sum + batch.files.length, 0));
  const exists = (path: string): boolean => fileOf(path) !== undefined;
  const followed = (path: string, time: number): number => {
    const name = follow(path, time, exists, renames);
    return name === null ? GONE : (fileOf(name) ?? GONE);
  };
  let at = 0;
  for (const batch of batches) {
    const known = Int32Array.from(
      batch.paths,
      (path) => fileOf(path) ?? (renames.has(path) ? MOVED : GONE),
    );
    for (let i = 0; i < batch.times.length; i++) {
      const ordinal = ordinals[batch.first + i] ?? -1;
      if (ordinal < 0) continue;
      const end = batch.fileStarts[i + 1] ?? 0;
      for (let f = batch.fileStarts[i] ?? 0; f < end; f++) {
        const id = batch.files[f] ?? 0;
        const place = known[id] ?? GONE;
        const file = place === MOVED ? followed(batch.paths[id] ?? '', batch.times[i] ?? 0) : place;
        if (file >= 0) files[at++] = file;
      }
      // Ordinals rise with the commits of a batch, and from batch to batch.
      starts[ordinal + 1] = at;
    }
  }
  return { starts, files: files.subarray(0, at) };
}

const GONE = -1;
const MOVED = -2;

/** The history below a commit, as a searchable collection. */
export function openHistory(
  db: Db,
  commit: string | null,
  fileOf: (path: string) => number | undefined,
): HistoryView {
  if (commit === null) return EMPTY;
  const exists = (path: string): boolean => fileOf(path) !== undefined;
  const batches = readBatches(db);
  const total = batches.reduce((sum, batch) => sum + batch.times.length, 0);
  const base = numberOf(batches, commit);
  if (base === 0) return EMPTY;
  const seen = ancestors(batches, base, total);
  let renames: Map<string, Move[]> | undefined;
  const current = (path: string, time: number): string | null => {
    if (exists(path)) return path;
    renames ??= moves(batches, seen);
    return follow(path, time, exists, renames);
  };
  // Ordinals of the collection are the visible commits in overall order.
  const ordinals = new Int32Array(total + 1).fill(-1);
  const numbers: number[] = [];
  const lengths: number[] = [];
  for (const batch of batches) {
    for (let i = 0; i < batch.times.length; i++) {
      const number = batch.first + i;
      const length = batch.lengths[i] ?? 0;
      if (seen[number] !== 1 || length === 0) continue;
      ordinals[number] = numbers.length;
      numbers.push(number);
      lengths.push(length);
    }
  }
  const collection = {
    lengths: Float64Array.from(lengths),
    averageLength: lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length),
    starts: new Int32Array(1),
  };
  const known = new Map<string, Postings>();
  const load = (terms: readonly string[]): void => {
    const missing = terms.filter((term) => !known.has(term)).sort(byCodePoint);
    const found = batches.map((batch) => findPostings(db, batch, missing, 'history_blocks'));
    for (const term of missing) {
      const items: number[] = [];
      const counts: number[] = [];
      batches.forEach((batch, i) => {
        const postings = found[i]?.get(term);
        postings?.items.forEach((item, at) => {
          const ordinal = ordinals[batch.first + item] ?? -1;
          if (ordinal < 0) return;
          items.push(ordinal);
          counts.push(postings.counts[at] ?? 0);
        });
      });
      known.set(term, { items: Int32Array.from(items), counts: Uint32Array.from(counts) });
    }
  };
  const placesOf = (term: string): { chunks: Postings; documents: Postings } => ({
    chunks: known.get(term) ?? NONE,
    documents: NONE,
  });
  const times = Float64Array.from(numbers, (number) => timeOf(batches, number));
  const hit = (number: number, score: number): CommitHit => {
    const batch = batchOf(batches, number);
    if (batch === undefined) throw new RangeError('a commit outside every batch');
    const i = number - batch.first;
    const time = batch.times[i] ?? 0;
    const files = [...batch.files.subarray(batch.fileStarts[i], batch.fileStarts[i + 1])];
    const paths = files
      .map((id) => current(batch.paths[id] ?? '', time))
      .filter((path) => path !== null);
    return {
      oid: oidOf(batches, number),
      time,
      paths: [...new Set(paths)],
      score,
      get message(): string {
        return readMessage(db, batch, i);
      },
    };
  };
  let touched: CommitFiles | undefined;
  return {
    count: numbers.length,
    newest: timeOf(batches, base),
    places: (terms) => {
      load(terms);
      return terms.map((term) => known.get(term) ?? NONE);
    },
    touched: () => {
      renames ??= moves(batches, seen);
      touched ??= filesTouched(batches, ordinals, numbers.length, fileOf, renames);
      return touched;
    },
    search: (terms, saturation, limit) => {
      load(terms.map(({ term }) => term));
      const scores = bm25(collection, terms, placesOf, MESSAGE_FIELDS, saturation);
      const order: number[] = [];
      scores.forEach((score, ordinal) => {
        if (score > 0) order.push(ordinal);
      });
      const number = (ordinal: number): number => numbers[ordinal] ?? 0;
      // Ids decide last: numbers depend on the order in which history was read.
      order.sort(
        (a, b) =>
          (scores[b] ?? 0) - (scores[a] ?? 0) ||
          (times[b] ?? 0) - (times[a] ?? 0) ||
          byCodePoint(oidOf(batches, number(a)), oidOf(batches, number(b))),
      );
      return order.slice(0, limit).map((ordinal) => hit(number(ordinal), scores[ordinal] ?? 0));
    },
    times: () => {
      const times = new Map<string, number>();
      for (const batch of batches) {
        for (let i = 0; i < batch.times.length; i++) {
          if (seen[batch.first + i] !== 1) continue;
          const time = batch.times[i] ?? 0;
          for (const id of batch.files.subarray(batch.fileStarts[i], batch.fileStarts[i + 1])) {
            const path = current(batch.paths[id] ?? '', time);
            if (path !== null && time > (times.get(path) ?? 0)) times.set(path, time);
          }
        }
      }
      return times;
    },
  };
}
