import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Makes a folder and those above it. Node's own way never ends where a file system denies a folder that is there, as /proc does. */
export function makeFolder(path: string, mode = 0o777): void {
  if (isThere(path)) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!isThere(path)) throw error; // else another process was faster
  }
}
