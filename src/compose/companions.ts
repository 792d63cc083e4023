import { kindOfPiece } from '../gather/piece-kind.ts';
import type { RankedChunk } from '../model/candidate.ts';
import type { Ask } from '../model/task.ts';
import { byPriority, type FileChunks } from '../retrieve/chunks.ts';
import { isNews } from '../retrieve/penalty.ts';
import type { PieceKind } from '../score/value.ts';

/** How many pieces of a kind have room of their own beside the code, and the most of the context that they take. */
interface Quota {
  readonly kind: PieceKind;
  readonly most: number;
  readonly share: number;
}

/**
 * What stands beside the code in a context put together by hand: the tests that speak of the change, the passage about it, and the
 * setting. By value they come late, for changes seldom touch them. By a simulation of the packing 51 instead of 48 of 83 things that
 * experts want for twelve tasks are inside 6k tokens with this, and 106 instead of 105 of 184 for 24 others.
 */
const QUOTAS: readonly Quota[] = [
  { kind: 'test', most: 3, share: 0.1 },
  { kind: 'prose', most: 1, share: 0.08 },
  { kind: 'other', most: 1, share: 0.05 },
];
/** Of the words of the best piece; a piece with fewer is no companion. */
const LEAST_WORDS = 0.4;
const CHARACTERS_PER_TOKEN = 4;
const HEADING_TOKENS = 46;

/** The pieces that come along with a change of a given size, whatever their value. */
export function companionsOf(
  files: readonly FileChunks[],
  ask: Ask,
  available: number,
): ReadonlySet<RankedChunk> {
  const chosen = new Set<RankedChunk>();
  if (ask !== 'change' && ask !== 'topic') return chosen;
  const able = files
    .filter(({ ranked, facts }) => OWN_SOURCES.has(facts.shape.source) && !isNews(ranked.path))
    .flatMap(({ facts, chunks }) =>
      chunks
        .filter(({ words, priority }) => words >= LEAST_WORDS && priority > 0)
        .map((chunk) => ({ chunk, kind: kindOfPiece(facts, chunk) })),
    )
    .sort((a, b) => b.chunk.words - a.chunk.words || byPriority(a.chunk, b.chunk));
  for (const { kind: wanted, most, share } of QUOTAS) {
    let left = share * available;
    for (const { chunk } of able.filter(({ kind }) => kind === wanted).slice(0, most)) {
      const tokens = (chunk.end - chunk.start) / CHARACTERS_PER_TOKEN + HEADING_TOKENS;
      if (tokens > left) continue;
      left -= tokens;
      chosen.add(chunk);
    }
  }
  return chosen;
}

/** Logs, talk and deployment have ways of their own into a context. */
const OWN_SOURCES: ReadonlySet<string> = new Set(['code', 'documentation']);
