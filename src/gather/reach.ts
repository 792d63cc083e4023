import { DEFAULTS } from '../config/defaults.ts';
import type { ScoredFile } from '../model/relevance.ts';
import type { StateView } from '../ports/store.ts';
import { byPriority, type FileChunks } from '../retrieve/chunks.ts';
import type { GatherRequest } from './gathering.ts';

/** Further files hardly ever matter, and reading them costs; they are looked at where these would leave room. */
export const FILES_CHUNKED = 40;
/** However large the room. */
const MOST_FILES_CHUNKED = 2000;
/** Not every piece of a file is wanted, so there must be more to choose from than fits. */
const ENOUGH_TO_CHOOSE = 2;
const BYTES_PER_TOKEN = 4;

/** The best files that may stand in a context, and those that must. */
export function candidatesOf(
  files: readonly ScoredFile[],
  most: number = FILES_CHUNKED,
): ScoredFile[] {
  return files
    .filter(({ standing }) => standing !== 'below-threshold')
    .filter((file, i) => i < most || !isOneOfMany(file));
}

/** Under `classic` few files are relevant, and all of them count. */
const isOneOfMany = ({ standing, match }: ScoredFile): boolean =>
  standing === 'room' || (standing === 'relevant' && match === undefined);

/** How many of the best files are looked at. Of most files little is of use, so that for a size to fill they may have to be many. */
export function filesToLookAt(
  view: StateView,
  files: readonly ScoredFile[],
  request: GatherRequest,
  piecesOf: (most: number) => readonly FileChunks[],
): number {
  const { tokens = 0, isFilled = false, leastFiles = FILES_CHUNKED, config = DEFAULTS } = request;
  const enough = tokens * BYTES_PER_TOKEN * ENOUGH_TO_CHOOSE;
  if (!isFilled) return Math.max(leastFiles, filesWithin(enough, view, files));
  const { max_chunks_per_doc: ofEach } = config.assembly;
  const largest = Math.min(files.length, MOST_FILES_CHUNKED);
  let most = leastFiles;
  while (most < largest && lengthOfUse(piecesOf(most), ofEach) < enough) most *= 2;
  return most;
}

/** Characters of the pieces that anything speaks for; of each file at most so many, unless that is 0. */
const lengthOfUse = (files: readonly FileChunks[], ofEach: number): number =>
  files
    .flatMap(({ chunks }) => {
      const able = chunks.filter(({ priority }) => priority > 0);
      return ofEach === 0 ? able : able.sort(byPriority).slice(0, ofEach);
    })
    .reduce((sum, { start, end }) => sum + end - start, 0);

/** How many of the best files have so many bytes. */
function filesWithin(most: number, { state }: StateView, files: readonly ScoredFile[]): number {
  let left = most;
  const at = files.findIndex(({ file, score }) => {
    left -= state.files[file]?.bytes ?? 0;
    return left <= 0 || score <= 0;
  });
  return Math.min(MOST_FILES_CHUNKED, at < 0 ? files.length : at + 1);
}
