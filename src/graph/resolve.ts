import type { Import } from '../model/document.ts';
import { LANGUAGES, languageNamed } from '../text/code/known.ts';
import type { Manifest, Modules, Resolver } from '../text/code/language.ts';

/** What the graph needs to know of a file. */
export interface GraphFile {
  readonly path: string;
  readonly language: string;
  readonly kind: string;
  readonly imports: readonly Import[];
}

/** `from` imports `to` at a line. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly line: number;
}

const MANIFEST = new RegExp(
  [...new Set(LANGUAGES.flatMap(({ modules }) => modules?.manifests?.source ?? []))].join('|'),
);

/** True for files `resolveImports` wants to see as manifests. */
export const isManifest = (path: string): boolean =>
  MANIFEST.test(path.slice(path.lastIndexOf('/') + 1));

/** Which file imports which, as far as imports lead to files of the tree. Edges lie in the order of the files, then of their lines. */
export function resolveImports(
  files: readonly GraphFile[],
  manifests: readonly Manifest[],
): Edge[] {
  const paths: ReadonlySet<string> = new Set(files.map(({ path }) => path));
  const resolvers = new Map<Modules, Resolver>();
  const resolverOf = (language: string): Resolver | undefined => {
    const modules = languageNamed(language)?.modules;
    if (modules === undefined) return undefined;
    const resolver = resolvers.get(modules) ?? modules.resolver(paths, manifests);
    resolvers.set(modules, resolver);
    return resolver;
  };
  const edges: Edge[] = [];
  for (const file of files) {
    const resolve = file.imports.length === 0 ? undefined : resolverOf(file.language);
    if (resolve === undefined) continue;
    const seen = new Set<string>();
    for (const imported of file.imports) {
      for (const to of resolve(file.path, imported)) {
        const key = `${imported.line} ${to}`;
        if (to === undefined || to === file.path || seen.has(key)) continue;
        seen.add(key);
        edges.push({ from: file.path, to, line: imported.line });
      }
    }
  }
  return edges;
}
