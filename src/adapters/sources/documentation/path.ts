/** A workspace path taken apart, in lower case where case tells nothing. */
export interface PathParts {
  readonly folders: readonly string[];
  /** The file's name as written. */
  readonly base: string;
  /** Lower case, without the extension. */
  readonly stem: string;
  /** Lower case, without the dot; empty if there is none. */
  readonly extension: string;
}

export function pathParts(path: string): PathParts {
  const segments = path.split('/');
  const base = segments.pop() ?? '';
  const dot = base.lastIndexOf('.');
  const cut = dot > 0 ? dot : base.length;
  return {
    folders: segments.map((folder) => folder.toLowerCase()),
    base,
    stem: base.slice(0, cut).toLowerCase(),
    extension: base.slice(cut + 1).toLowerCase(),
  };
}

/** Extensions that say how prose is written. */
export const PROSE_LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    markdown: 'md markdown mdx mdown mkd mkdn qmd rmd',
    restructuredtext: 'rst rest',
    asciidoc: 'adoc asciidoc',
    text: 'txt text',
  }).flatMap(([language, endings]) => endings.split(' ').map((ending) => [ending, language])),
);
