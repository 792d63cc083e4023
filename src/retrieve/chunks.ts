import { byCodePoint } from '../math/order.ts';
import { countTerms } from '../math/terms.ts';
import type { RankedChunk, RankedFile } from '../model/candidate.ts';
import type { Chunk, Facts } from '../model/document.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain } from './chains.ts';
import { rankTurns } from './conversation.ts';
import { CHUNK_FIELDS, SATURATION } from './fields.ts';
import type { FrameHit } from './mentions.ts';
import { FULL_QUERY, fullQuery } from './query.ts';

/**
 * P2 of the design: measured on 300 issues, +5 to +6 points of edited lines over the simpler sum. What further chunks of a file lose was 0.2
 * there; more brings further files into 8k tokens (+2 points of 360 commits have all of theirs) for half a point of lines, which 300 issues did not lose.
 */
const WEIGHTS = {
  chunk: 3,
  frame: 0.5,
  neighbour: 0.3,
  firstLine: 0.4,
  namedClass: 0.2,
  namedClassWithinRank: 15,
  topFile: 0.3,
  topFileWithinRank: 3,
  smallFileTokens: 2000,
  depth: 0.3,
};
const CHARACTERS_PER_TOKEN = 4;
/** The best chunk of so many of the best files is the measure of all chunks. */
const FILES_MEASURED = 40;
/** As in the ranking of files: half the weight of the words. */
const SEMANTIC_MIX = 0.5;

/** What speaks for single chunks beside their words. */
export interface ChunkEvidence {
  readonly frames: readonly FrameHit[];
  readonly chains: readonly Chain[];
  readonly semantic: Float64Array | null;
}

export interface FileChunks {
  readonly ranked: RankedFile;
  readonly facts: Facts;
  readonly chunks: readonly RankedChunk[];
}

/** Priorities of the chunks of the best files. */
export function rankChunks(
  view: StateView,
  task: Task,
  files: readonly RankedFile[],
  { frames, chains, semantic }: ChunkEvidence,
): FileChunks[] {
  const scores = view.lexical.score(fullQuery(task.sections, FULL_QUERY), CHUNK_FIELDS, SATURATION);
  let max = 0;
  // Further files, which come where there is much room, must not move the measure: more room would then change what comes first.
  for (const { file } of files.slice(0, FILES_MEASURED)) {
    const end = view.lexical.starts[file + 1] ?? 0;
    for (let c = view.lexical.starts[file] ?? 0; c < end; c++) max = Math.max(max, scores[c] ?? 0);
  }
  const closest = semantic?.reduce((most, value) => Math.max(most, value), 0) ?? 0;
  const turns = turnScores(view, task, files);
  const taskWords = new Set(countTerms(task.text).keys());
  view.expect?.(files.map(({ file }) => view.state.files[file]?.content ?? 0));
  return files.flatMap((ranked, rank) => {
    const content = view.state.files[ranked.file]?.content ?? 0;
    if (content === 0) return [];
    const facts = view.facts(content);
    const start = view.lexical.starts[ranked.file] ?? 0;
    const relative = facts.chunks.map((_, i) => {
      if (ranked.source === 'conversation') return turns(ranked.file, i);
      const words = max === 0 ? 0 : (scores[start + i] ?? 0) / max;
      return closest === 0
        ? words
        : words + (SEMANTIC_MIX * (semantic?.[start + i] ?? 0)) / closest;
    });
    const framesHere = frames.filter(({ file }) => file === ranked.file);
    const linked = linkedChunks(chains, ranked.file);
    return [
      {
        ranked,
        facts,
        chunks: prioritise(ranked, rank, facts, relative, framesHere, linked, taskWords),
      },
    ];
  });
}

/** Turns are ranked by what surrounds them and who said them, not as pieces of a document. */
function turnScores(
  view: StateView,
  task: Task,
  files: readonly RankedFile[],
): (file: number, sequence: number) => number {
  const scores = new Map<string, number>();
  if (files.some(({ source }) => source === 'conversation')) {
    const turns = rankTurns(view, task, Number.MAX_SAFE_INTEGER);
    const best = turns[0]?.score ?? 0;
    for (const { file, sequence, score } of turns) {
      scores.set(`${file}:${sequence}`, best === 0 ? 0 : score / best);
    }
  }
  return (file, sequence) => scores.get(`${file}:${sequence}`) ?? 0;
}

/** The chunks of a file that chains of evidence lead to, with the strength of the best. */
function linkedChunks(chains: readonly Chain[], file: number): Map<number, number> {
  const linked = new Map<number, number>();
  for (const { links, score } of chains) {
    for (const link of links) {
      if (link.file !== file) continue;
      linked.set(link.sequence, Math.max(score, linked.get(link.sequence) ?? 0));
    }
  }
  return linked;
}

/** The least priority of a piece that a chain of full strength leads to. */
const LINKED = 0.1;

/** Chunks are weighed against sums of strengths: first in the four main lists is worth what full strength in all four is. */
const FIRST_PLACES_AS_STRENGTHS = 32;

function prioritise(
  ranked: RankedFile,
  rank: number,
  facts: Facts,
  relative: readonly number[],
  frames: readonly FrameHit[],
  linked: ReadonlyMap<number, number>,
  taskWords: ReadonlySet<string>,
): RankedChunk[] {
  // The penalty is applied to the whole priority below, so the file's own part is taken without it.
  const ownScale = ranked.parts === undefined ? 1 : FIRST_PLACES_AS_STRENGTHS;
  const fileScore = ranked.penalty === 0 ? 0 : (ownScale * ranked.score) / ranked.penalty;
  const base = facts.chunks.map((chunk, i) => {
    const frame = Math.max(frameOf(chunk, frames), linked.get(i) ?? 0);
    const neighbours = Math.max(relative[i - 1] ?? 0, relative[i + 1] ?? 0);
    const isNamed = chunk.within.some((name) => taskWords.has(`w:${name.toLowerCase()}`));
    const ownWorth = fileScore + WEIGHTS.chunk * (relative[i] ?? 0) + WEIGHTS.frame * frame;
    // The rest was measured on code: a first turn or a neighbouring section is worth nothing by itself.
    if (facts.shape.source !== 'code') return { value: ownWorth, frame };
    const value =
      ownWorth +
      WEIGHTS.neighbour * neighbours +
      (chunk.firstLine === 1 ? WEIGHTS.firstLine : 0) +
      (isNamed && rank < WEIGHTS.namedClassWithinRank ? WEIGHTS.namedClass : 0) +
      (rank < WEIGHTS.topFileWithinRank ? WEIGHTS.topFile : 0);
    return { value, frame };
  });
  const order = [...base.keys()].sort(
    (a, b) => (base[b]?.value ?? 0) - (base[a]?.value ?? 0) || a - b,
  );
  const place = new Map(order.map((chunk, j) => [chunk, j]));
  const fileTokens = facts.text.length / CHARACTERS_PER_TOKEN;
  return facts.chunks.map((chunk, i) => {
    const { value = 0, frame = 0 } = base[i] ?? {};
    const small = fileScore / (1 + fileTokens / WEIGHTS.smallFileTokens);
    const own =
      ranked.penalty * (value + small) - WEIGHTS.depth * Math.log(1 + (place.get(i) ?? 0));
    // Below 0 nothing speaks for a piece; where a chain leads to it, something does.
    const priority = Math.max(own, LINKED * (linked.get(i) ?? 0)) || own;
    return {
      file: ranked.file,
      path: ranked.path,
      sequence: i,
      firstLine: chunk.firstLine,
      lastLine: chunk.lastLine,
      start: chunk.start,
      end: chunk.end,
      priority,
      frame,
      words: relative[i] ?? 0,
      worth: 0,
    };
  });
}

function frameOf(chunk: Chunk, frames: readonly FrameHit[]): number {
  let best = 0;
  for (const { frame, score } of frames) {
    const inLines = frame.line >= chunk.firstLine && frame.line <= chunk.lastLine;
    // Line numbers of a report are often from another version; the function's name holds longer.
    const byName = frame.function !== '' && chunk.names.includes(frame.function);
    if (inLines || byName) best = Math.max(best, score);
  }
  return best;
}

export function byPriority(a: RankedChunk, b: RankedChunk): number {
  return b.priority - a.priority || byCodePoint(a.path, b.path) || a.sequence - b.sequence;
}
