import { dirname, join, relative, resolve } from 'node:path';

export const CONFIG_FILE = 'sheaf.toml';

/** Reads a text file; null if there is none. The only effect this folder needs. */
export type ReadText = (path: string) => string | null;

export interface ConfigFile {
  readonly path: string;
  /** How messages call it: relative to the root, so the same on every machine. */
  readonly name: string;
  readonly text: string;
}

/** The nearest `sheaf.toml` at or above the root. */
export function findConfig(root: string, readText: ReadText): ConfigFile | null {
  const start = resolve(root);
  for (let folder = start; ; folder = dirname(folder)) {
    const path = join(folder, CONFIG_FILE);
    const text = readText(path);
    if (text !== null) return { path, name: relative(start, path).replaceAll('\\', '/'), text };
    if (dirname(folder) === folder) return null;
  }
}
