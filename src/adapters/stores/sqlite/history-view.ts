import { bm25, type TermPlaces } from '../../../math/bm25.ts';
import { addTo } from '../../../math/groups.ts';
import { late } from '../../../math/memo.ts';
import { byCodePoint } from '../../../math/order.ts';
import type { CommitFiles, CommitHit, HistoryView } from '../../../ports/store.ts';
import type { Db } from './database.ts';
import { countOf, type HistoryBatch, placeOfOid, readBatches, readMessage } from './history.ts';
import { average, NOWHERE, openPostings } from './lexical.ts';

/** Only the text of a message counts: a commit has no names, no comments and no path. */
const MESSAGE_FIELDS = { body: 1, doc: 0, name: 0, within: 0, path: 0 };
const RENAME_STEPS = 16;

/** A commit, by its place in its batch. */
interface Commit {
  readonly batch: HistoryBatch;
  readonly i: number;
}

const timeOf = ({ batch, i }: Commit): number => batch.times[i] ?? 0;
const filesOf = ({ batch, i }: Commit): Uint32Array =>
  batch.files.subarray(batch.fileStarts[i], batch.fileStarts[i + 1]);
const oidOf = ({ batch: { oids, oidBytes }, i }: Commit): string =>
  Buffer.from(oids.subarray(i * oidBytes, (i + 1) * oidBytes)).toString('hex');

function findCommit(batches: readonly HistoryBatch[], oid: string): Commit | undefined {
  return batches
    .map((batch) => ({ batch, i: placeOfOid(batch.oids, oid) }))
    .find(({ i }) => i >= 0);
}

/** Which commits the tip can see: itself and its ancestors, by overall number. */
function ancestors(batches: readonly HistoryBatch[], tip: Commit): Uint8Array {
  const seen = new Uint8Array(countOf(batches) + 1);
  const stack = [tip.batch.first + tip.i];
  for (let number = stack.pop(); number !== undefined; number = stack.pop()) {
    const own = number;
    if (own === 0 || seen[own] === 1) continue;
    seen[own] = 1;
    const batch = batches.findLast(({ first }) => first <= own);
    if (batch === undefined) continue;
    const i = own - batch.first;
    stack.push(...batch.parents.subarray(batch.parentStarts[i], batch.parentStarts[i + 1]));
  }
  return seen;
}

interface Move {
  readonly time: number;
  readonly to: string;
}

/** Renames among the visible commits, oldest first, by the old name. */
function moves(batches: readonly HistoryBatch[], seen: Uint8Array): Map<string, Move[]> {
  const byName = new Map<string, Move[]>();
  for (const { first, renames, times, paths } of batches) {
    for (let r = 0; r < renames.length; r += 3) {
      const [commit = 0, from = 0, to = 0] = renames.subarray(r, r + 3);
      if (seen[first + commit] !== 1) continue;
      addTo(byName, paths[from] ?? '', { time: times[commit] ?? 0, to: paths[to] ?? '' });
    }
  }
  for (const list of byName.values()) list.sort((a, b) => a.time - b.time);
  return byName;
}

const EMPTY: HistoryView = {
  count: 0,
  newest: 0,
  places: (terms) => terms.map(() => NOWHERE),
  touched: () => ({ starts: new Int32Array(1), files: new Int32Array(0) }),
  search: () => [],
  touching: () => [],
  times: () => new Map(),
};

const GONE = -1;
const MOVED = -2;

/** The history below a commit, as a searchable collection. */
export function openHistory(
  db: Db,
  commit: string | null,
  fileOf: (path: string) => number | undefined,
): HistoryView {
  const batches = commit === null ? [] : readBatches(db);
  const tip = commit === null ? undefined : findCommit(batches, commit);
  if (tip === undefined) return EMPTY;
  const seen = ancestors(batches, tip);
  const renames = late(() => moves(batches, seen));
  /** What a path of an old commit is called now, or null if it is gone. */
  const current = (path: string, time: number): string | null => {
    let move: Move | undefined = { time, to: path };
    for (let step = 0; step < RENAME_STEPS && move !== undefined; step++) {
      const { time: since, to: name }: Move = move;
      if (fileOf(name) !== undefined) return name;
      move = renames()
        .get(name)
        ?.find((next) => next.time >= since);
    }
    return null;
  };
  const visible = batches.flatMap((batch) =>
    Array.from(batch.times, (_, i) => ({ batch, i })).filter(
      ({ i }) => seen[batch.first + i] === 1,
    ),
  );
  // Ordinals of the collection are the visible commits with words, in overall order.
  const documents = visible.filter(({ batch, i }) => batch.lengths[i] !== 0);
  const ordinals = new Int32Array(seen.length).fill(-1);
  documents.forEach(({ batch, i }, ordinal) => {
    ordinals[batch.first + i] = ordinal;
  });
  const lengths = Float64Array.from(documents, ({ batch, i }) => batch.lengths[i] ?? 0);
  const collection = { lengths, averageLength: average(lengths), starts: new Int32Array(1) };
  const placements = batches.map((batch) => ({
    segment: batch,
    ordinals: ordinals.subarray(batch.first),
    copies: new Map(),
  }));
  const places = openPostings(db, placements, 'history_blocks');
  /** The files of all documents in one pass. Most paths still exist and most others are gone for good; the rest is followed. */
  const touched = late((): CommitFiles => {
    const placed = new Map(
      batches.map((batch) => [
        batch,
        Int32Array.from(
          batch.paths,
          (path) => fileOf(path) ?? (renames().has(path) ? MOVED : GONE),
        ),
      ]),
    );
    const starts = new Int32Array(documents.length + 1);
    const files = new Int32Array(batches.reduce((sum, batch) => sum + batch.files.length, 0));
    let at = 0;
    documents.forEach((document, ordinal) => {
      const known = placed.get(document.batch);
      for (const id of filesOf(document)) {
        let file = known?.[id] ?? GONE;
        if (file === MOVED) {
          const name = current(document.batch.paths[id] ?? '', timeOf(document));
          file = (name === null ? undefined : fileOf(name)) ?? GONE;
        }
        if (file >= 0) files[at++] = file;
      }
      starts[ordinal + 1] = at;
    });
    return { starts, files: files.subarray(0, at) };
  });
  const pathsOf = (of: Commit): string[] =>
    Array.from(filesOf(of), (id) => current(of.batch.paths[id] ?? '', timeOf(of))).filter(
      (path) => path !== null,
    );
  const hit = (of: Commit, score: number): CommitHit => ({
    oid: oidOf(of),
    time: timeOf(of),
    paths: [...new Set(pathsOf(of))],
    score,
    get message(): string {
      return readMessage(db, of.batch, of.i);
    },
  });
  return {
    count: documents.length,
    newest: timeOf(tip),
    places,
    touched,
    search: (terms, saturation, limit) => {
      places(terms.map(({ term }) => term)); // all at once, so that each block is read once
      const placesOf = (term: string): TermPlaces => {
        const [chunks = NOWHERE] = places([term]);
        return { chunks, documents: NOWHERE };
      };
      const scores = bm25(collection, terms, placesOf, MESSAGE_FIELDS, saturation);
      return (
        documents
          .map((document, ordinal) => ({ document, score: scores[ordinal] ?? 0 }))
          .filter(({ score }) => score > 0)
          // Ids decide last: numbers depend on the order in which history was read.
          .sort(
            (a, b) =>
              b.score - a.score ||
              timeOf(b.document) - timeOf(a.document) ||
              byCodePoint(oidOf(a.document), oidOf(b.document)),
          )
          .slice(0, limit)
          .map(({ document, score }) => hit(document, score))
      );
    },
    touching: (path, limit) => {
      const ids = new Map(batches.map((batch) => [batch, batch.paths.indexOf(path)]));
      return visible
        .filter((each) => {
          const id = ids.get(each.batch) ?? -1;
          return id >= 0 && filesOf(each).includes(id);
        })
        .sort((a, b) => timeOf(b) - timeOf(a) || byCodePoint(oidOf(a), oidOf(b)))
        .slice(0, limit)
        .map((each) => hit(each, 0));
    },
    times: () => {
      const times = new Map<string, number>();
      for (const each of visible) {
        const time = timeOf(each);
        for (const path of pathsOf(each)) {
          if (time > (times.get(path) ?? 0)) times.set(path, time);
        }
      }
      return times;
    },
  };
}
