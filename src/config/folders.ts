/* Folders as settings name them: `path`, `name=path`, or a table with `path` and `name`. */

export interface NamedFolder {
  /** Null where the folder's own name will do. */
  readonly name: string | null;
  readonly path: string;
}

/** A path that holds `=` in its first part is written with `./` before it. */
export function readFolder(text: string): NamedFolder {
  const [, name = null, path = text] = /^([^=/\\]*)=(.*)$/s.exec(text) ?? [];
  return { name, path };
}

/** Tables as texts; what is no such table stays, to be refused. */
export function folderTexts(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) => {
    if (typeof item !== 'object' || item === null) return item;
    const { path, name, ...rest } = item as Readonly<Record<string, unknown>>;
    if (typeof path !== 'string' || path === '' || Object.keys(rest).length > 0) return item;
    if (name === undefined) return /^[^/\\]*=/.test(path) ? `./${path}` : path;
    return typeof name === 'string' ? `${name}=${path}` : item;
  });
}
