import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

export const CONFIG_FILE = 'sheaf.toml';

/** Reads a text file; null if there is none. The only effect this folder needs. */
export type ReadText = (path: string) => string | null;

export type Variables = Readonly<Record<string, string | undefined>>;

export interface ConfigFile {
  readonly path: string;
  /** How messages call it: the same on every machine where that is possible. */
  readonly name: string;
  readonly text: string;
}

/** The nearest `sheaf.toml` at or above the root. */
export function projectFile(root: string, readText: ReadText): ConfigFile | null {
  const start = resolve(root);
  for (let folder = start; ; folder = dirname(folder)) {
    const path = join(folder, CONFIG_FILE);
    const text = readText(path);
    if (text !== null) return { path, name: relative(start, path).replaceAll('\\', '/'), text };
    if (dirname(folder) === folder) return null;
  }
}

/** Where the user's own configuration lies, whether it is there or not; null for a user without a home. */
export function userPlace(env: Variables, home: string | null): Omit<ConfigFile, 'text'> | null {
  // A relative path in these variables would mean another file in every folder, a project's among them.
  const usual = home === null ? '' : join(home, '.config');
  const folders = [env['XDG_CONFIG_HOME'], env['APPDATA'], usual];
  const folder = folders.find((path) => path !== undefined && isAbsolute(path));
  if (folder === undefined) return null;
  const path = join(folder, 'sheaf', 'config.toml');
  const isAtHome = home !== null && path.startsWith(`${home}${sep}`);
  return { path, name: isAtHome ? `~${path.slice(home.length).replaceAll('\\', '/')}` : path };
}
