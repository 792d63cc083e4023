import type { ScoredFile, Tier } from '../model/relevance.ts';
import type { StateFile } from '../model/state.ts';
import type { StateView } from '../ports/store.ts';
import type { FileChunks } from '../retrieve/chunks.ts';
import type { GatherRequest } from './gathering.ts';
import { silent } from './rank.ts';

/** By how much the least of what is pinned stands above all that evidence speaks for. */
const PINNED_ABOVE = 3;

export function withPinned(
  candidates: readonly ScoredFile[],
  view: StateView,
  files: readonly ScoredFile[],
  { pins = [] }: GatherRequest,
): readonly ScoredFile[] {
  const known = new Set(candidates.map(({ path }) => path));
  const wanted = new Set(pins.filter((path) => !known.has(path)));
  if (wanted.size === 0) return candidates;
  const scored = new Map(files.map((file) => [file.path, file]));
  const added = view.state.files.flatMap((entry, file) =>
    !wanted.has(entry.path) || entry.content === 0
      ? []
      : [scored.get(entry.path) ?? unscored(entry, file, 1, 'primary')],
  );
  return [...candidates, ...added];
}

/** A file that is wanted though nothing in its text speaks for it. */
export const unscored = (
  entry: StateFile,
  file: number,
  relevance: number,
  tier: Tier,
): ScoredFile => ({
  ...silent(entry, file),
  relevance,
  factors: [],
  priority: 'high',
  multiplier: 1,
  threshold: 0,
  tier,
  standing: 'mentioned',
});

/** Someone says that a pinned file matters: it is primary, whatever its words. */
export function withPinnedTier(
  files: readonly ScoredFile[],
  candidates: readonly ScoredFile[],
  { pins = [] }: GatherRequest,
): readonly ScoredFile[] {
  if (pins.length === 0) return files;
  const pinned = new Set(pins);
  const known = new Set(files.map(({ path }) => path));
  const raised = (file: ScoredFile): ScoredFile =>
    pinned.has(file.path)
      ? { ...file, tier: 'primary', relevance: 1, standing: 'mentioned' }
      : file;
  return [...files, ...candidates.filter(({ path }) => !known.has(path))].map(raised);
}

/** What was pinned comes before everything, in the order of its own chunks. */
export function pinnedFirst(
  chunks: readonly FileChunks[],
  { pins = [] }: GatherRequest,
): FileChunks[] {
  const pinned = new Set(pins);
  if (pinned.size === 0) return [...chunks];
  const highest = chunks.reduce(
    (most, entry) => entry.chunks.reduce((top, { priority }) => Math.max(top, priority), most),
    0,
  );
  return chunks.map((entry) =>
    pinned.has(entry.ranked.path)
      ? {
          ...entry,
          chunks: entry.chunks.map((chunk) => ({
            ...chunk,
            priority: chunk.priority + highest + PINNED_ABOVE,
          })),
        }
      : entry,
  );
}
