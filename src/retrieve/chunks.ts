import type { FieldWeights } from '../math/bm25.ts';
import { byCodePoint } from '../math/order.ts';
import { countTerms } from '../math/terms.ts';
import type { RankedChunk, RankedFile } from '../model/candidate.ts';
import type { Chunk, Facts } from '../model/document.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { SATURATION } from './files.ts';
import type { FrameHit } from './mentions.ts';
import { FULL_QUERY, fullQuery } from './query.ts';

/** For ranking chunks: words of comments count half, the enclosing class lends its name. */
export const CHUNK_FIELDS: FieldWeights = { body: 1, doc: -0.5, name: 6, within: 3, path: 3 };

/** P2 of the design: measured on 300 issues, +5 to +6 points of edited lines over the simpler sum. */
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
  depth: 0.2,
};
const CHARACTERS_PER_TOKEN = 4;

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
  frames: readonly FrameHit[],
): FileChunks[] {
  const scores = view.lexical.score(fullQuery(task.sections, FULL_QUERY), CHUNK_FIELDS, SATURATION);
  let max = 0;
  for (const { file } of files) {
    const end = view.lexical.starts[file + 1] ?? 0;
    for (let c = view.lexical.starts[file] ?? 0; c < end; c++) max = Math.max(max, scores[c] ?? 0);
  }
  const taskWords = new Set(countTerms(task.text).keys());
  return files.flatMap((ranked, rank) => {
    const content = view.state.files[ranked.file]?.content ?? 0;
    if (content === 0) return [];
    const facts = view.facts(content);
    const start = view.lexical.starts[ranked.file] ?? 0;
    const relative = facts.chunks.map((_, i) => (max === 0 ? 0 : (scores[start + i] ?? 0) / max));
    const framesHere = frames.filter(({ file }) => file === ranked.file);
    return [
      { ranked, facts, chunks: prioritise(ranked, rank, facts, relative, framesHere, taskWords) },
    ];
  });
}

function prioritise(
  ranked: RankedFile,
  rank: number,
  facts: Facts,
  relative: readonly number[],
  frames: readonly FrameHit[],
  taskWords: ReadonlySet<string>,
): RankedChunk[] {
  // The penalty is applied to the whole priority below, so the file's own part is taken without it.
  const fileScore = ranked.penalty === 0 ? 0 : ranked.score / ranked.penalty;
  const base = facts.chunks.map((chunk, i) => {
    const frame = frameOf(chunk, frames);
    const neighbours = Math.max(relative[i - 1] ?? 0, relative[i + 1] ?? 0);
    const isNamed = chunk.within.some((name) => taskWords.has(`w:${name.toLowerCase()}`));
    const value =
      fileScore +
      WEIGHTS.chunk * (relative[i] ?? 0) +
      WEIGHTS.frame * frame +
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
    const priority =
      ranked.penalty * (value + small) - WEIGHTS.depth * Math.log(1 + (place.get(i) ?? 0));
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
