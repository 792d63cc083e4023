import { bm25, type TermPlaces } from '../../../math/bm25.ts';
import { addTo } from '../../../math/groups.ts';
import { late, rememberedOf } from '../../../math/memo.ts';
import { byCodePoint } from '../../../math/order.ts';
import { SheafError } from '../../../model/errors.ts';
import type { CommitFiles, CommitHit, HistoryView, Touch } from '../../../ports/store.ts';
import { commitsIn } from '../../../text/paths/roots.ts';
import { countOf, type HistoryBatch, placeOfOid } from './history.ts';
import { NOWHERE, openPostings } from './lexical.ts';
import type { FindTerms } from './segments.ts';

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

/** The batches of commits by their overall number. */
function batchOf(batches: readonly HistoryBatch[]): (number: number) => HistoryBatch {
  let [batch] = batches;
  return (number) => {
    if (batch === undefined || number < batch.first || number - batch.first >= batch.times.length)
      batch = batches.findLast(({ first }) => first <= number);
    if (batch === undefined) throw new SheafError('damaged', 'A commit of the index is missing.');
    return batch;
  };
}

/** Which commits the tips can see: themselves and their ancestors, by overall number. */
function ancestors(batches: readonly HistoryBatch[], tips: readonly Commit[]): Uint8Array {
  const seen = new Uint8Array(countOf(batches) + 1);
  const batchAt = batchOf(batches);
  const stack = tips.map(({ batch, i }) => batch.first + i);
  for (let number = stack.pop(); number !== undefined; number = stack.pop()) {
    if (number === 0 || seen[number] === 1) continue;
    seen[number] = 1;
    // By number, because all of them are walked: tens of thousands of objects would be more work than the walk.
    const batch = batchAt(number);
    const i = number - batch.first;
    const end = batch.parentStarts[i + 1] ?? 0;
    for (let p = batch.parentStarts[i] ?? 0; p < end; p++) stack.push(batch.parents[p] ?? 0);
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
      const commit = renames[r] ?? 0;
      if (seen[first + commit] !== 1) continue;
      const to = paths[renames[r + 2] ?? 0] ?? '';
      addTo(byName, paths[renames[r + 1] ?? 0] ?? '', { time: times[commit] ?? 0, to });
    }
  }
  for (const list of byName.values()) list.sort((a, b) => a.time - b.time);
  return byName;
}

/** How many commits lie between each and the first it comes from, the longest way; parents are numbered before their children. */
function depthsOf(batches: readonly HistoryBatch[]): Int32Array {
  const depths = new Int32Array(countOf(batches) + 1);
  for (const { first, times, parents, parentStarts } of batches) {
    for (let i = 0; i < times.length; i++) {
      const end = parentStarts[i + 1] ?? 0;
      let depth = 0;
      for (let p = parentStarts[i] ?? 0; p < end; p++) {
        depth = Math.max(depth, 1 + (depths[parents[p] ?? 0] ?? 0));
      }
      depths[first + i] = depth;
    }
  }
  return depths;
}

/** What a file was called before a commit. */
function formerName({ batch: { renames, paths }, i }: Commit, id: number): string {
  for (let r = 0; r < renames.length; r += 3) {
    if (renames[r] === i && renames[r + 2] === id) return paths[renames[r + 1] ?? -1] ?? '';
  }
  return paths[id] ?? '';
}

const EMPTY: HistoryView = {
  count: 0,
  newest: 0,
  places: (terms) => terms.map(() => NOWHERE),
  touched: () => ({ starts: new Int32Array(1), files: new Int32Array(0) }),
  search: () => [],
  touching: () => [],
  latest: () => [],
  times: () => new Map(),
};

/** The score that so many reach; 0 if there are fewer. */
function nthLargest(scores: Float64Array, count: number): number {
  let found = 0;
  const positive = new Float64Array(scores.length);
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i] ?? 0;
    if (score > 0) positive[found++] = score;
  }
  return positive.subarray(0, found).sort()[found - count] ?? 0;
}

const GONE = -1;
const MOVED = -2;

/** What a store keeps of commits. */
export interface Past {
  batches(): readonly HistoryBatch[];
  readonly find: FindTerms;
  /** The message of the i-th commit of a batch. */
  message(batch: HistoryBatch, i: number): string;
}

/** The history below a commit, as a searchable collection. */
export function openHistory(
  past: Past,
  commit: string | null,
  fileOf: (path: string) => number | undefined,
): HistoryView {
  const batches = commit === null ? [] : past.batches();
  const oids = commit === null ? [] : [...commitsIn(commit).values()];
  const tips = oids.flatMap((oid) => findCommit(batches, oid) ?? []);
  if (tips.length === 0) return EMPTY;
  const seen = ancestors(batches, tips);
  const renames = late(() => moves(batches, seen));
  const moveOf = (path: string, since: number): Move | undefined =>
    renames()
      .get(path)
      ?.find(({ time }) => time >= since);
  /** Where a move led in the end; hundreds of commits touched what was moved with it. */
  const ledTo = rememberedOf((first: Move): string | null => {
    let move: Move | undefined = first;
    for (let step = 1; step < RENAME_STEPS && move !== undefined; step++) {
      if (fileOf(move.to) !== undefined) return move.to;
      move = moveOf(move.to, move.time);
    }
    return null;
  });
  /** What a path of an old commit is called now, or null if it is gone. */
  const current = (path: string, time: number): string | null => {
    if (fileOf(path) !== undefined) return path;
    const move = moveOf(path, time);
    return move === undefined ? null : ledTo(move);
  };
  const batchAt = batchOf(batches);
  // Ordinals of the collection are the visible commits with words, in overall order. By number: tens of thousands of objects would be
  // more work than the search.
  const documents = new Int32Array(seen.length);
  const lengths = new Float64Array(seen.length);
  const ordinals = new Int32Array(seen.length).fill(-1);
  let count = 0;
  let sum = 0;
  for (const batch of batches) {
    for (let i = 0; i < batch.times.length; i++) {
      const number = batch.first + i;
      const length = batch.lengths[i] ?? 0;
      if (seen[number] !== 1 || length === 0) continue;
      ordinals[number] = count;
      documents[count] = number;
      lengths[count++] = length;
      sum += length;
    }
  }
  const visibleIn = (batch: HistoryBatch): Commit[] =>
    Array.from(batch.times, (_, i) => ({ batch, i })).filter(
      ({ i }) => seen[batch.first + i] === 1,
    );
  const documentAt = (ordinal: number): Commit => {
    const number = documents[ordinal] ?? 0;
    const batch = batchAt(number);
    return { batch, i: number - batch.first };
  };
  const collection = {
    lengths: lengths.subarray(0, count),
    averageLength: sum / Math.max(1, count),
    starts: new Int32Array(1),
  };
  const placements = batches.map((batch) => ({
    segment: batch,
    ordinals: ordinals.subarray(batch.first),
    copies: new Map(),
    isCopied: new Uint8Array(0),
  }));
  const places = openPostings(placements, past.find);
  /** The files of all documents in one pass. Most paths still exist and most others are gone for good; the rest is followed. */
  const touched = late((): CommitFiles => {
    const starts = new Int32Array(count + 1);
    const files = new Int32Array(batches.reduce((sum, batch) => sum + batch.files.length, 0));
    let at = 0;
    // By number and without objects, as above.
    for (const batch of batches) {
      const placed = batch.paths.map(
        (path) => fileOf(path) ?? (renames().has(path) ? MOVED : GONE),
      );
      for (let i = 0; i < batch.times.length; i++) {
        const ordinal = ordinals[batch.first + i] ?? -1;
        if (ordinal < 0) continue;
        const end = batch.fileStarts[i + 1] ?? 0;
        for (let f = batch.fileStarts[i] ?? 0; f < end; f++) {
          const id = batch.files[f] ?? 0;
          let file = placed[id] ?? GONE;
          if (file === MOVED) {
            const name = current(batch.paths[id] ?? '', batch.times[i] ?? 0);
            file = (name === null ? undefined : fileOf(name)) ?? GONE;
          }
          if (file >= 0) files[at++] = file;
        }
        starts[ordinal + 1] = at;
      }
    }
    return { starts, files: files.subarray(0, at) };
  });
  const pathsOf = (of: Commit): string[] =>
    Array.from(filesOf(of), (id) => current(of.batch.paths[id] ?? '', timeOf(of))).filter(
      (path) => path !== null,
    );
  const hit = (of: Commit, score: number): CommitHit => {
    const paths = late(() => [...new Set(pathsOf(of))]);
    return {
      oid: oidOf(of),
      time: timeOf(of),
      get paths(): readonly string[] {
        return paths();
      },
      score,
      get message(): string {
        return past.message(of.batch, of.i);
      },
    };
  };
  // Commits of one second are ordered by how far they are from the first: a child is newer than its parents.
  const depths = late(() => depthsOf(batches));
  const depthOf = ({ batch, i }: Commit): number => depths()[batch.first + i] ?? 0;
  const newestFirst = (a: Commit, b: Commit): number =>
    timeOf(b) - timeOf(a) || depthOf(b) - depthOf(a) || byCodePoint(oidOf(a), oidOf(b));
  /** The visible commits that touched a file of a name, newest first. Only these are ordered: there may be a hundred thousand. */
  const touchesOf = (name: string): { readonly of: Commit; readonly id: number }[] =>
    batches
      .flatMap((batch) => {
        const id = batch.paths.indexOf(name);
        const found: { readonly of: Commit; readonly id: number }[] = [];
        for (let at = id < 0 ? -1 : batch.files.indexOf(id), i = 0; at >= 0; ) {
          while ((batch.fileStarts[i + 1] ?? 0) <= at) i++;
          if (seen[batch.first + i] === 1) found.push({ of: { batch, i }, id });
          at = batch.files.indexOf(id, batch.fileStarts[i + 1] ?? at + 1);
        }
        return found;
      })
      .sort((a, b) => newestFirst(a.of, b.of));
  return {
    count,
    newest: Math.max(...tips.map(timeOf)),
    places,
    touched,
    search: (terms, saturation, limit) => {
      places(terms.map(({ term }) => term)); // all at once, so that each block is read once
      const placesOf = (term: string): TermPlaces => {
        const [chunks = NOWHERE] = places([term]);
        return { chunks, documents: NOWHERE };
      };
      const scores = bm25(collection, terms, placesOf, MESSAGE_FIELDS, saturation);
      const least = nthLargest(scores, limit);
      const best: { readonly document: Commit; readonly score: number }[] = [];
      for (let ordinal = 0; ordinal < scores.length; ordinal++) {
        const score = scores[ordinal] ?? 0;
        if (score > 0 && score >= least) best.push({ document: documentAt(ordinal), score });
      }
      return (
        best
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
    latest: (limit) => {
      const all = batches.flatMap(visibleIn).filter((of) => filesOf(of).length > 0);
      // Only the newest are ordered: there may be a hundred thousand.
      const least = nthLargest(Float64Array.from(all, timeOf), limit);
      const newest = all.filter((of) => timeOf(of) >= least).sort(newestFirst);
      return newest.slice(0, limit).map((of) => hit(of, 0));
    },
    touching: (path, limit) => {
      const found: Touch[] = [];
      let name = path;
      let touches = touchesOf(name);
      for (let t = 0; t < touches.length && found.length < limit; t++) {
        const touch = touches[t];
        if (touch === undefined) break;
        const commit = hit(touch.of, 0);
        const { oid, time, paths } = commit;
        const formerPath = formerName(touch.of, touch.id);
        found.push({
          ...{ oid, time, paths, path: name, formerPath },
          get message(): string {
            return commit.message;
          },
        });
        if (formerPath === name) continue;
        // From here on it is looked for by the name it had, in commits before this one.
        name = formerPath;
        touches = touchesOf(name).filter(({ of }) => newestFirst(touch.of, of) < 0);
        t = -1;
      }
      return found;
    },
    times: () => {
      const times = new Map<string, number>();
      for (const each of batches.flatMap(visibleIn)) {
        const time = timeOf(each);
        for (const path of pathsOf(each)) {
          if (time > (times.get(path) ?? 0)) times.set(path, time);
        }
      }
      return times;
    },
  };
}
