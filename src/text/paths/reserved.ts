import type { BytePath } from './byte-path.ts';

/** Folders of `.sheaf/` that hold sources rather than our own data; they are read in any case. */
export const OWN_SOURCES: readonly string[] = ['.sheaf/conversations', '.sheaf/research'];

/** git's folder and ours are no part of the project, wherever they lie. */
export const isReservedName = (name: string): boolean => name === '.git' || name === '.sheaf';

export function isReserved(path: BytePath): boolean {
  if (!path.includes('.git') && !path.includes('.sheaf')) return false;
  const names = (isOwnSource(path) ? path.slice('.sheaf/'.length) : path).split('/');
  return names.some(isReservedName);
}

export const isOwnSource = (path: BytePath): boolean =>
  path.startsWith('.sheaf/') && OWN_SOURCES.some((folder) => path.startsWith(`${folder}/`));

const STRANGE = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** A path that stays below the root by its own words; an index or a tree object may hold others. */
export const isPlain = (path: BytePath): boolean => !STRANGE.test(path) && !path.includes('\0');
