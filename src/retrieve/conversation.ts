import {
  bm25,
  type Collection,
  type FieldWeights,
  type TermPlaces,
  type WeightedTerm,
} from '../math/bm25.ts';
import { byCodePoint } from '../math/order.ts';
import { bodyOf, docOf, nameOf, type Postings, packCounts, withinOf } from '../math/postings.ts';
import { countTerms } from '../math/terms.ts';
import type { Chunk } from '../model/document.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { namedTimes, type Period, saidWithin } from './periods.ts';
import { FULL_QUERY, fullQuery } from './query.ts';
import type { ChunkPlace } from './sources.ts';
import { otherForms } from './word-forms.ts';

/** A turn of a conversation that may answer the task. */
export interface RankedTurn extends ChunkPlace {
  readonly score: number;
}

/**
 * Measured with bench/quality/conversation.ts: plain turns find 59 % of the evidence within ten,
 * with both neighbours in full 73 %, with them at 0.6 and what follows 77 %. Flat around here.
 */
const SATURATION = { k1: 1.2, b: 0.5 };
/** The doc field of a turn holds the words of its neighbours, which its body counts too. */
const FIELDS: FieldWeights = { body: 1, doc: -0.4, name: 1, within: 1, path: 0 };
/** A turn near one that answers well is likely about the same; it is lent a part of the best score around it. */
const AROUND = { turns: 8, share: 0.5 };
/** Who is named in the question mostly said it. */
const NAMED_SPEAKER = 0.3;
const NAMED_TIME = 0.3;
/** Parts that speak in every transcript: to name them says nothing. */
const ROLES = new Set(['user', 'assistant', 'system', 'tool', 'human', 'ai', 'note', 'unknown']);

/** The turns of all conversations that best fit a task, best first. */
export function rankTurns(view: StateView, task: Task, limit: number): RankedTurn[] {
  const talks = talksOf(view);
  if (talks.length === 0) return [];
  const collection = collectionOf(view, talks);
  const terms = fullQuery(task.sections, FULL_QUERY);
  const { classes, places } = wordClasses(view, collection.turnOf, terms);
  const scores = bm25(collection, classes, places, FIELDS, SATURATION);
  const asked = new Set(countTerms(task.text).keys());
  const periods = namedTimes(task.text);
  const ranked = talks.flatMap(({ file, path, chunks }, t) => {
    const first = collection.starts[t] ?? 0;
    const own = chunks.map(
      (chunk, i) => (scores[first + i] ?? 0) * (1 + favour(chunk, asked, periods)),
    );
    return chunks.map((chunk, sequence): RankedTurn => {
      const first = Math.max(0, sequence - AROUND.turns);
      // An export may hold many conversations, one after the other.
      const around = own
        .slice(first, sequence + AROUND.turns + 1)
        .filter((_, i) => chunks[first + i]?.within.join() === chunk.within.join());
      return {
        file,
        path,
        sequence,
        firstLine: chunk.firstLine,
        lastLine: chunk.lastLine,
        score: (own[sequence] ?? 0) + AROUND.share * Math.max(...around),
      };
    });
  });
  return ranked
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || byCodePoint(a.path, b.path) || a.sequence - b.sequence)
    .slice(0, limit);
}

function favour(chunk: Chunk, asked: ReadonlySet<string>, periods: readonly Period[]): number {
  const { speaker = '', time = '' } = chunk.meta ?? {};
  const isNamed =
    !ROLES.has(speaker.toLowerCase()) &&
    [...countTerms(speaker).keys()].some((term) => term.startsWith('w:') && asked.has(term));
  return (isNamed ? NAMED_SPEAKER : 0) + (saidWithin(time, periods) ? NAMED_TIME : 0);
}

interface Talk {
  readonly file: number;
  readonly path: string;
  readonly chunks: readonly Chunk[];
}

/** The conversations of a state, in the order of its files. */
function talksOf(view: StateView): Talk[] {
  return view.state.files.flatMap(({ shape, content, path }, file) =>
    shape.source === 'conversation' && content !== 0
      ? [{ file, path, chunks: view.facts(content).chunks }]
      : [],
  );
}

/** Turns as a collection of their own: how rare a word is in talk has nothing to do with the code beside it. */
function collectionOf(
  { lexical }: StateView,
  talks: readonly Talk[],
): Collection & { readonly turnOf: Int32Array } {
  const starts = new Int32Array(talks.length + 1);
  const lengths: number[] = [];
  /** The turn that a chunk of the state is; -1 for none. */
  const turnOf = new Int32Array(lexical.lengths.length).fill(-1);
  talks.forEach(({ file, chunks }, i) => {
    const from = lexical.starts[file] ?? 0;
    for (let c = 0; c < chunks.length; c++) {
      turnOf[from + c] = lengths.push(lexical.lengths[from + c] ?? 0) - 1;
    }
    starts[i + 1] = lengths.length;
  });
  const sum = lengths.reduce((total, length) => total + length, 0);
  const averageLength = lengths.length === 0 ? 0 : sum / lengths.length;
  return { lengths: Float64Array.from(lengths), starts, averageLength, turnOf };
}

const NOWHERE: Postings = { items: new Int32Array(0), counts: new Uint32Array(0) };

/** The query with all forms of a word as one term, and the places of each among the turns. */
function wordClasses(
  { lexical }: StateView,
  turnOf: Int32Array,
  terms: readonly WeightedTerm[],
): { classes: WeightedTerm[]; places: (term: string) => TermPlaces } {
  const taken = new Set<string>();
  const classes: WeightedTerm[] = [];
  const known = new Map<string, TermPlaces>();
  for (const { term, weight } of terms) {
    if (taken.has(term)) continue;
    const forms = term.startsWith('p:') ? otherForms(term.slice(2)).map((form) => `p:${form}`) : [];
    const members = [term, ...forms].filter((member) => !taken.has(member));
    for (const member of members) taken.add(member);
    const chunks = joined(
      members.map((member) => lexical.places(member).chunks),
      turnOf,
    );
    known.set(term, { chunks, documents: NOWHERE });
    classes.push({ term, weight });
  }
  return { classes, places: (term) => known.get(term) ?? { chunks: NOWHERE, documents: NOWHERE } };
}

/** Several terms' places among the turns as those of one. */
function joined(parts: readonly Postings[], turnOf: Int32Array): Postings {
  const counts = new Map<number, number>();
  for (const part of parts) {
    part.items.forEach((chunk, i) => {
      const turn = turnOf[chunk] ?? -1;
      if (turn >= 0) counts.set(turn, addCounts(counts.get(turn) ?? 0, part.counts[i] ?? 0));
    });
  }
  const items = Int32Array.from(counts.keys()).sort();
  return { items, counts: Uint32Array.from(items, (turn) => counts.get(turn) ?? 0) };
}

const addCounts = (a: number, b: number): number =>
  packCounts(
    bodyOf(a) + bodyOf(b),
    docOf(a) + docOf(b),
    nameOf(a) + nameOf(b),
    withinOf(a) + withinOf(b),
  );
