import type { FileChunks } from '../retrieve/chunks.ts';
import { insideAny, readPlace } from '../text/paths/place.ts';
import type { FixedContext, GatherRequest } from './gathering.ts';

/** By how much the least of what is picked stands above everything else. */
const PICKED_ABOVE = 3;

/** The files of what is picked: they are looked at in pieces, however they rank. */
export const pickedPaths = ({ picks = [] }: GatherRequest): string[] => [
  ...new Set(picks.flatMap((pick) => readPlace(pick)?.path ?? [])),
];

/** What a reader picked comes before everything, in its own order; what they dropped is no candidate. */
export function withChoice(
  entries: readonly FileChunks[],
  { picks = [], drops = [] }: GatherRequest,
): FileChunks[] {
  if (picks.length + drops.length === 0) return [...entries];
  const [isPicked, isUnwanted] = [insideAny(picks), insideAny(drops)];
  const highest = entries.reduce(
    (most, { chunks }) => chunks.reduce((top, { priority }) => Math.max(top, priority), most),
    0,
  );
  return entries.map((entry) => ({
    ...entry,
    chunks: entry.chunks
      .filter((chunk) => !isUnwanted(chunk.path, chunk))
      .map((chunk) =>
        isPicked(chunk.path, chunk)
          ? { ...chunk, priority: chunk.priority + highest + PICKED_ABOVE }
          : chunk,
      ),
  }));
}

/** The last turns of a conversation without those that were dropped. */
export function withoutDropped(
  { turns, ...fixed }: FixedContext,
  { drops = [] }: GatherRequest,
): FixedContext {
  if (turns === null || drops.length === 0) return { ...fixed, turns };
  const isUnwanted = insideAny(drops);
  const chunks = turns.chunks.filter((chunk) => !isUnwanted(turns.path, chunk));
  return { ...fixed, turns: chunks.length === 0 ? null : { ...turns, chunks } };
}
