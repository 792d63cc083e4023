import * as composed from '../compose/candidates.ts';
import { groupBy } from '../math/groups.ts';
import { splitLines } from '../math/lines.ts';
import { byCodePoint } from '../math/order.ts';
import { EMPTY_OUTLINE, type Facts, type Outline } from '../model/document.ts';
import type { Shape } from '../model/shape.ts';
import type { Hit } from './read.ts';

/** Hits that stand in a context together or not at all: one, or several whose lines overlap. */
export interface HitPiece {
  readonly hits: readonly Hit[];
  readonly text: string;
  readonly score: number;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** The pieces of one document, in reading order. */
export interface HitDocument {
  readonly path: string;
  readonly shape: Shape;
  readonly pieces: readonly HitPiece[];
}

/** The same with all that is known of its text. */
export interface KnownDocument extends HitDocument {
  readonly facts: Facts;
}

/** Best first (RT-2): by score, then path, sequence and offset. */
export const byRank = (a: Hit, b: Hit): number =>
  b.score - a.score ||
  byCodePoint(a.path, b.path) ||
  a.sequence - b.sequence ||
  a.offset - b.offset;

const ended = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

/** Hits by document, documents by their best hit. A hit whose line nobody knows follows the one before it. */
export function documentsOf(hits: readonly Hit[], shapeOf: (hit: Hit) => Shape): HitDocument[] {
  return [...groupBy(hits, ({ path }) => path)].flatMap(([path, own]) => {
    const [best] = own;
    if (best === undefined) return [];
    // Lines that only some hits know would not fit those of the others.
    const hasLines = own.every(({ line }) => line !== null);
    const lineOf = ({ line }: Hit): number => (hasLines ? (line ?? 0) : 0);
    const ordered = own.toSorted(
      (a, b) => lineOf(a) - lineOf(b) || a.sequence - b.sequence || a.offset - b.offset,
    );
    const pieces: HitPiece[] = [];
    for (const hit of ordered) {
      const last = pieces.at(-1);
      const { text, score } = hit;
      const lines = splitLines(text);
      const firstLine = lineOf(hit) || (last?.lastLine ?? 0) + 1;
      const lastLine = firstLine + lines.length - 1;
      const piece = { hits: [hit], text, score, firstLine, lastLine };
      if (last === undefined || firstLine > last.lastLine) pieces.push(piece);
      else pieces[pieces.length - 1] = joined(last, piece, lines);
    }
    return [{ path, shape: shapeOf(best), pieces }];
  });
}

/** Two stretches of the same lines as one: what the second has beyond the first follows it. */
const joined = (first: HitPiece, second: HitPiece, lines: readonly string[]): HitPiece => ({
  hits: [...first.hits, ...second.hits],
  text: [first.text, ...lines.slice(first.lastLine - second.firstLine + 1)].map(ended).join(''),
  score: Math.max(first.score, second.score),
  firstLine: first.firstLine,
  lastLine: Math.max(first.lastLine, second.lastLine),
});

/** The texts of the pieces; each but the last ends its line, for the next begins one. */
const textsOf = ({ pieces }: HitDocument): string[] =>
  pieces.map(({ text }, i) => (i === pieces.length - 1 ? text : ended(text)));

export const textOf = (document: HitDocument): string => textsOf(document).join('');

/** A document whose chunks are its pieces; what else is known of its text is kept. */
export function known(document: HitDocument, outline: Outline = EMPTY_OUTLINE): KnownDocument {
  let end = 0;
  const texts = textsOf(document);
  const chunks = document.pieces.map(({ firstLine, lastLine, hits: [hit] }, i) => {
    const start = end;
    end += texts[i]?.length ?? 0;
    const name = hit?.name ?? '';
    return { start, end, firstLine, lastLine, kind: 'block', name, names: [], within: [] };
  });
  const { shape } = document;
  const facts = { ...outline, redactions: {}, shape, text: texts.join(''), chunks };
  return { ...document, facts };
}

/** A token of the best hit is worth so much, on the scale of logarithms that packing uses; one of half the score half as much. */
const BEST_PRIORITY = 8;
/** Scores below this share of the best one count as this much. */
const LEAST_SHARE = 0.001;

/** Scores of any scale as shares of the best one. */
function sharesOf(scores: readonly number[]): (score: number) => number {
  const best = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  const zero = scores.reduce((least, score) => Math.min(least, score), 0);
  return (score) => (best === zero ? 1 : Math.max(LEAST_SHARE, (score - zero) / (best - zero)));
}

/** What a context is composed from: every hit is relevant, because somebody searched for it. */
export function candidatesOf(
  task: string,
  documents: readonly KnownDocument[],
): composed.Candidates {
  const shareOf = sharesOf(documents.flatMap(({ pieces }) => pieces.map(({ score }) => score)));
  const chosen = documents.map(({ path, shape, pieces, facts }): composed.Chosen => {
    const shares = pieces.map(({ score }) => shareOf(score));
    const relevance = shares.reduce((most, share) => Math.max(most, share), 0);
    const own = facts.chunks.map(({ start, end, firstLine, lastLine }, i) => {
      const priority = BEST_PRIORITY + Math.log(shares[i] ?? 1);
      return { start, end, firstLine, lastLine, priority };
    });
    const standing = { tier: 'primary', standing: 'relevant' } as const;
    return { path, source: shape.source, relevance, ...standing, facts, pieces: own };
  });
  const names = new Map(documents.map((document) => [document.path, namingOf(document)]));
  return { ...composed.chosenCandidates(task, chosen), names };
}

/** A document with one hit is called what the hit is; one that stands for its summary says so. */
function namingOf({ pieces }: HitDocument): composed.Naming {
  const hits = pieces.flatMap((piece) => piece.hits);
  const [only, ...rest] = hits;
  const { name = null, type = null } = rest.length === 0 ? (only ?? {}) : {};
  return {
    ...(name === null ? {} : { name }),
    ...(type === null ? {} : { type }),
    ...(hits.every(({ isSummary }) => isSummary) ? { level: 'summary' } : {}),
  };
}
