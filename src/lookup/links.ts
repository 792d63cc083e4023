import { manifestsOf } from '../gather/surroundings.ts';
import { groupBy } from '../graph/paths.ts';
import { resolveImports } from '../graph/resolve.ts';
import { splitLines } from '../math/lines.ts';
import { nameOf } from '../math/postings.ts';
import { termsOf } from '../math/terms.ts';
import type { Definition, Facts, Import } from '../model/document.ts';
import type { LinkedFile, Use } from '../model/flow.ts';
import type { StateView } from '../ports/store.ts';

/** A name so short that its use tells nothing. */
const MIN_NAME = 3;

interface Asked {
  readonly path: string;
  readonly facts: Facts;
  readonly lines: readonly string[];
  /** By path: the imports that lead there. */
  readonly imports: ReadonlyMap<string, readonly Import[]>;
}

/**
 * How files hang together: which they import, and what of each other they use. A use is known by an import, by a qualified
 * name, or by a name that nothing else in the project defines. Paths that are not in the state are passed over.
 */
export function linksOf(view: StateView, paths: readonly string[]): LinkedFile[] {
  const { files } = view.state;
  const wanted = new Set(paths);
  const facts = new Map(
    files
      .filter(({ path, content }) => wanted.has(path) && content !== 0)
      .map(({ path, content }) => [path, view.facts(content)]),
  );
  const edges = resolveImports(
    files.map(({ path, shape: { language, kind } }) => {
      return { path, language, kind, imports: facts.get(path)?.imports ?? [] };
    }),
    manifestsOf(view),
  );
  const isOnly = definersIn(view);
  const asked = [...facts].map(([path, own]): Asked => {
    const imports = new Map<string, Import[]>();
    for (const { to, line } of edges.filter(({ from }) => from === path)) {
      const here = own.imports.filter((imported) => imported.line === line);
      imports.set(to, [...(imports.get(to) ?? []), ...here]);
    }
    return { path, facts: own, lines: splitLines(own.text), imports };
  });
  return asked.map((file) => ({
    path: file.path,
    isCode: file.facts.shape.source === 'code',
    only: file.facts.definitions
      .filter(({ name }) => name.length >= MIN_NAME && isOnly(name))
      .map(({ name, line, lastLine }) => ({ name, first: line, last: lastLine })),
    uses: asked.flatMap((other) => (other === file ? [] : usesOf(file, other, isOnly))),
    imports: edges
      .filter(({ from }) => from === file.path)
      .map(({ to, line }) => ({ path: to, line })),
  }));
}

/** Where a file uses what another one defines. */
function usesOf(from: Asked, to: Asked, isOnly: (name: string) => boolean): Use[] {
  const defined = groupBy(to.facts.definitions, ({ name }) => name);
  const own = new Set(from.facts.definitions.map(({ name }) => name));
  const imports = from.imports.get(to.path) ?? [];
  // What a file calls it, by default or as something else, stands on the line of the import.
  const names = new Set(
    imports.flatMap((imported) => [
      ...imported.names,
      ...((from.lines[imported.line - 1] ?? '').match(IDENTIFIER) ?? []),
    ]),
  );
  const isWhole = imports.some((imported) => imported.names.length === 0 || names.has('*'));
  const modules = new Set([...names, ...imports.flatMap(({ module }) => moduleNames(module))]);
  const isUse = (name: string, definition: Definition, qualifier: string | null): boolean => {
    const owner = definition.within.at(-1);
    if (qualifier === null) {
      if (own.has(name)) return false;
      if (names.has(name) || (owner === undefined && (isWhole || isOnly(name)))) return true;
    } else if (owner === undefined ? modules.has(qualifier) : qualifier === owner) return true;
    return !own.has(name) && isTelling(name) && isOnly(name);
  };
  return from.facts.references.flatMap(({ name, line }): Use[] => {
    if (name.length < MIN_NAME) return [];
    const qualifiers = qualifiersIn(from.lines[line - 1] ?? '', name);
    const found = (defined.get(name) ?? []).find((definition) =>
      qualifiers.some((qualifier) => isUse(name, definition, qualifier)),
    );
    if (found === undefined) return [];
    return [{ path: to.path, name, line, first: found.line, last: found.lastLine }];
  });
}

/** `update` and `then` are said of many things; a name made of several words is not. */
export const isTelling = (name: string): boolean => /[\p{Ll}\p{N}]\p{Lu}|[^_]_+[^_]/u.test(name);

/** `./store/index.ts` may be spoken of as `index` or as `store`. */
const moduleNames = (module: string): string[] =>
  module
    .replace(/\.[cm]?[jt]sx?$|\.(?:py|rb|h|hpp|sh)$/, '')
    .split(/[^\p{L}\p{N}_$]+/u)
    .slice(-2);

const QUALIFIER = /([\p{L}\p{N}_$]*)\s*(?:\?\.|\.|::|->|#)\s*$/u;
const WORD = /[\p{L}\p{N}_$]/u;
const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** Longer ones are data. */
const LINE_READ = 2000;

/** What stands before each place where a line says a name: `Store` in `Store.open`, empty for a value, null for nothing. */
function qualifiersIn(line: string, name: string): (string | null)[] {
  const text = line.slice(0, LINE_READ);
  const found: (string | null)[] = [];
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const next = text[at + name.length] ?? '';
    if (WORD.test(text[at - 1] ?? '') || WORD.test(next)) continue;
    found.push(QUALIFIER.exec(text.slice(0, at))?.[1] ?? null);
  }
  // A name that is not on its line was found in another way, such as by a macro.
  return found.length === 0 ? [null] : found;
}

/** Says which files hold a term, by their numbers; `by` picks the field of its counts. */
export function filesWith(
  view: StateView,
  by: (counts: number) => number = (counts) => counts,
): (word: string) => Set<number> {
  const { starts } = view.lexical;
  const fileAt = (chunk: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= chunk) low = middle;
      else high = middle;
    }
    return low;
  };
  return (word) => {
    const { chunks } = view.lexical.places(termsOf(word)[0] ?? '');
    const found = new Set<number>();
    chunks.items.forEach((chunk, i) => {
      if (by(chunks.counts[i] ?? 0) > 0) found.add(fileAt(chunk));
    });
    return found;
  };
}

/** So many files of a name are not read to see whether they define just that. */
const MANY = 8;

/** Says whether no more than one file of the project defines a name. */
export function definersIn(view: StateView): (name: string) => boolean {
  const { files } = view.state;
  const known = new Map<string, boolean>();
  const naming = filesWith(view, nameOf);
  const defines = (file: number, name: string): boolean => {
    const content = files[file]?.content ?? 0;
    return content !== 0 && view.facts(content).definitions.some((each) => each.name === name);
  };
  const isOnly = (name: string): boolean => {
    const named = [...naming(name)].filter((file) => files[file]?.shape.source === 'code');
    if (named.length <= 1 || named.length > MANY) return named.length <= 1;
    return named.filter((file) => defines(file, name)).length <= 1;
  };
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const now = isOnly(name);
    known.set(name, now);
    return now;
  };
}
