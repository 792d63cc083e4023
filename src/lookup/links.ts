import { manifestsOf } from '../gather/surroundings.ts';
import { resolveImports } from '../graph/resolve.ts';
import { groupBy } from '../math/groups.ts';
import { splitLines } from '../math/lines.ts';
import { remembered } from '../math/memo.ts';
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
  const graph = files.map(({ path, shape: { language, kind } }) => {
    return { path, language, kind, imports: facts.get(path)?.imports ?? [] };
  });
  const edgesFrom = groupBy(resolveImports(graph, manifestsOf(view)), ({ from }) => from);
  const isOnly = definersIn(view);
  const asked = [...facts].map(([path, own]): Asked => {
    const imports = new Map<string, Import[]>();
    for (const { to, line } of edgesFrom.get(path) ?? []) {
      const here = own.imports.filter((imported) => imported.line === line);
      imports.set(to, [...(imports.get(to) ?? []), ...here]);
    }
    return { path, facts: own, lines: splitLines(own.text), imports };
  });
  const definers = groupBy(
    asked.flatMap((file) => file.facts.definitions.map((definition) => ({ file, definition }))),
    ({ definition }) => definition.name,
  );
  return asked.map((file) => ({
    path: file.path,
    isCode: file.facts.shape.source === 'code',
    only: known(file.facts.definitions)
      .filter(({ name }) => isOnly(name))
      .map(({ name, line, lastLine }) => ({ name, first: line, last: lastLine })),
    uses: usesOf(file, definers, isOnly),
    imports: (edgesFrom.get(file.path) ?? []).map(({ to, line }) => ({ path: to, line })),
  }));
}

/** Definitions that others may speak of by their name alone. */
export const known = (definitions: readonly Definition[]): readonly Definition[] =>
  definitions.filter(
    ({ name, within }) => name.length >= MIN_NAME && (within.length === 0 || isTelling(name)),
  );

type Definer = { readonly file: Asked; readonly definition: Definition };

/** Where a file uses what others define, each place once for each of them. */
function usesOf(
  from: Asked,
  definers: ReadonlyMap<string, readonly Definer[]>,
  isOnly: (name: string) => boolean,
): Use[] {
  const own = new Set(from.facts.definitions.map(({ name }) => name));
  const taken = remembered((path: string) => importedFrom(from, path));
  const isUse = ({ file, definition }: Definer, qualifier: string | null): boolean => {
    const imported = taken(file.path);
    const { name } = definition;
    const owner = definition.within.at(-1);
    if (qualifier === null) {
      if (own.has(name)) return false;
      if (imported.names.has(name)) return true;
      if (owner === undefined && (imported.isWhole || isOnly(name))) return true;
    } else if (owner === undefined ? imported.modules.has(qualifier) : qualifier === owner) {
      return true;
    }
    return !own.has(name) && isTelling(name) && isOnly(name);
  };
  return from.facts.references.flatMap(({ name, line }): Use[] => {
    const others = definers.get(name)?.filter(({ file }) => file !== from) ?? [];
    if (name.length < MIN_NAME || others.length === 0) return [];
    const qualifiers = qualifiersIn(from.lines[line - 1] ?? '', name);
    const used = others.filter((other) => qualifiers.some((qualifier) => isUse(other, qualifier)));
    return [...new Map(used.map((other) => [other.file.path, other.definition]))].map(
      ([path, { line: first, lastLine: last }]) => ({ path, name, line, first, last }),
    );
  });
}

/** What a file calls what it takes of another, what may stand before a name of that, and whether all of it is taken. */
function importedFrom(from: Asked, path: string) {
  const imports = from.imports.get(path) ?? [];
  // A name by default, or another one, stands on the line of the import.
  const names = new Set(
    imports.flatMap((imported) => [
      ...imported.names,
      ...((from.lines[imported.line - 1] ?? '').match(IDENTIFIER) ?? []),
    ]),
  );
  return {
    names,
    modules: new Set([...names, ...imports.flatMap(({ module }) => moduleNames(module))]),
    isWhole: imports.some((imported) => imported.names.length === 0 || names.has('*')),
  };
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
  const { starts, lengths } = view.lexical;
  const fileOf = new Int32Array(lengths.length);
  view.state.files.forEach((_, file) => {
    fileOf.fill(file, starts[file] ?? 0, starts[file + 1] ?? 0);
  });
  return (word) => {
    const { chunks } = view.lexical.places(termsOf(word)[0] ?? '');
    const found = new Set<number>();
    chunks.items.forEach((chunk, i) => {
      if (by(chunks.counts[i] ?? 0) > 0) found.add(fileOf[chunk] ?? 0);
    });
    return found;
  };
}

/** So many files of a name are not read to see whether they define just that. */
const MANY = 8;

/** Says whether no more than one file of the project defines a name. */
export function definersIn(view: StateView): (name: string) => boolean {
  const { files } = view.state;
  const naming = filesWith(view, nameOf);
  const defines = (file: number, name: string): boolean => {
    const content = files[file]?.content ?? 0;
    return content !== 0 && view.facts(content).definitions.some((each) => each.name === name);
  };
  return remembered((name) => {
    const named = [...naming(name)].filter((file) => files[file]?.shape.source === 'code');
    if (named.length <= 1 || named.length > MANY) return named.length <= 1;
    return named.filter((file) => defines(file, name)).length <= 1;
  });
}
