import { remembered } from '../math/memo.ts';
import type { Import } from '../model/document.ts';
import { LANGUAGES, languageNamed } from '../text/code/known.ts';
import type { Manifest, Modules } from '../text/code/language.ts';
import { fileOf } from '../text/imports/paths.ts';

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
export const isManifest = (path: string): boolean => MANIFEST.test(fileOf(path));

/** Which file imports which, as far as imports lead to files of the tree. Edges lie in the order of the files, then of their lines. */
export function resolveImports(
  files: readonly GraphFile[],
  manifests: readonly Manifest[],
): Edge[] {
  const paths: ReadonlySet<string> = new Set(files.map(({ path }) => path));
  const resolverOf = remembered((modules: Modules) => {
    const own = manifests.filter(({ path }) => modules.manifests?.test(fileOf(path)));
    return modules.resolver(paths, own);
  });
  const edges: Edge[] = [];
  for (const file of files) {
    const modules = languageNamed(file.language)?.modules;
    if (modules === undefined || file.imports.length === 0) continue;
    const resolve = resolverOf(modules);
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
