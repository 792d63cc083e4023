import { remembered } from '../math/memo.ts';
import type { Import } from '../model/document.ts';
import { LANGUAGES, languageNamed } from '../text/code/known.ts';
import type { Manifest, Modules } from '../text/code/language.ts';
import { fileOf } from '../text/imports/paths.ts';
import { rootOf, rootPrefix } from '../text/paths/roots.ts';

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

/**
 * Which file imports which, as far as imports lead to files of the tree. Edges lie in the order of the files, then of their lines. In a workspace of
 * several roots an import means what it means in its own; what that does not have is looked for in the others, by their manifests.
 */
export function resolveImports(
  files: readonly GraphFile[],
  manifests: readonly Manifest[],
): Edge[] {
  const resolve = resolverIn(files, manifests);
  const edges: Edge[] = [];
  for (const file of files) {
    const modules = languageNamed(file.language)?.modules;
    if (modules === undefined || file.imports.length === 0) continue;
    const seen = new Set<string>();
    for (const imported of file.imports) {
      for (const to of resolve(modules, file.path, imported)) {
        const key = `${imported.line} ${to}`;
        if (to === undefined || to === file.path || seen.has(key)) continue;
        seen.add(key);
        edges.push({ from: file.path, to, line: imported.line });
      }
    }
  }
  return edges;
}

type Found = readonly (string | undefined)[];

function resolverIn(
  files: readonly GraphFile[],
  manifests: readonly Manifest[],
): (modules: Modules, from: string, imported: Import) => Found {
  /** The rules of a language on the files that a root holds, by the names they have there; on all files for null. */
  const resolverOf = remembered((root: string | null) => {
    const prefix = root === null ? '' : rootPrefix(root);
    const isOwn = ({ path }: { readonly path: string }): boolean => path.startsWith(prefix);
    const paths = new Set(files.filter(isOwn).map(({ path }) => path.slice(prefix.length)));
    return remembered((modules: Modules) => {
      const own = manifests
        .filter((manifest) => isOwn(manifest) && modules.manifests?.test(fileOf(manifest.path)))
        .map(({ path, text }) => ({ path: path.slice(prefix.length), text }));
      const resolve = modules.resolver(paths, own);
      return (from: string, imported: Import): Found =>
        resolve(from.slice(prefix.length), imported).map((to) => to && prefix + to);
    });
  });
  return (modules, from, imported) => {
    const root = rootOf(from);
    const own = resolverOf(root)(modules)(from, imported);
    const isNamed = modules.manifests !== undefined || modules.isGlobal === true;
    const isHere = root === null || !isNamed || own.some((to) => to !== undefined);
    return isHere ? own : resolverOf(null)(modules)(from, imported);
  };
}
