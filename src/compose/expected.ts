import { FILES_CHUNKED } from '../gather/reach.ts';
import type { Expected } from '../model/plan.ts';
import { NO_DOUBT } from '../model/relevance.ts';
import { byScore } from '../pack/piece.ts';
import { everyFileProbability } from '../score/value.ts';
import { readPlace } from '../text/paths/place.ts';
import type { Composition } from './composition.ts';
import { copiesOf } from './copies.ts';
import type { ChunkPiece } from './pieces.ts';

/** What the next step is asked about. */
const NEXT_TOKENS = 2000;
const CHARACTERS_PER_TOKEN = 4;
const DIGITS = 4;

/**
 * How much of what is needed is expected to be here, and what further tokens would add; null where relevance is no probability, and
 * where nothing speaks for any file: that none of them is missing says nothing then.
 */
export function expectedOf(
  present: ReadonlySet<string>,
  left: readonly ChunkPiece[],
  composition: Composition,
): Expected | null {
  const { candidates, rules } = composition;
  if (candidates.flow !== undefined || !rules.isCalibrated) return null;
  if (candidates.files.every(({ score }) => score <= 0)) return null;
  // Of a copy nothing is missing, nor of what somebody holds already or does not want.
  const unwanted = (candidates.drops ?? []).flatMap((drop) => readPlace(drop)?.path ?? []);
  const here = new Set([...present, ...unwanted]);
  for (const { chunk, of } of copiesOf(composition)) if (present.has(of.path)) here.add(chunk.path);
  const best = candidates.files.slice(0, FILES_CHUNKED);
  const { doubt = NO_DOUBT } = candidates.surroundings;
  const everyWith = (paths: ReadonlySet<string>): number => {
    const leftOut = best.filter(({ path }) => !paths.has(path));
    // Whoever asks needs something.
    return leftOut.length === best.length
      ? 0
      : everyFileProbability(
          leftOut.map(({ relevance }) => relevance),
          doubt,
        );
  };
  const more = new Set(here);
  let tokens = 0;
  const next: string[] = [];
  for (const piece of [...left].sort(byScore)) {
    tokens +=
      piece.ranges.reduce((sum, { start, end }) => sum + end - start, 0) / CHARACTERS_PER_TOKEN;
    if (tokens > NEXT_TOKENS && next.length > 0) break;
    next.push(piece.path);
    more.add(piece.path);
  }
  const every = everyWith(here);
  const rounded = (value: number): number => Number(value.toFixed(DIGITS));
  return {
    every_file: rounded(every),
    next_tokens: NEXT_TOKENS,
    gain: rounded(everyWith(more) - every),
    path: next.find((path) => !here.has(path)) ?? next[0] ?? null,
    ...(doubt.unfamiliar.length === 0 ? {} : { unfamiliar: doubt.unfamiliar }),
  };
}
