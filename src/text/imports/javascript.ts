import type { Modules } from '../code/language.ts';
import { fieldsOf } from './loose-json.ts';
import { entriesOf, lookUp, type Package, packagesOf } from './packages.ts';
import { folderOf, foldersUp, inFolder, joinPath } from './paths.ts';
import { mapped, pathMaps } from './tsconfig.ts';

const EXTENSIONS =
  '.ts .tsx .d.ts .mts .cts .js .jsx .mjs .cjs .vue .svelte .astro .json .css .scss .less'.split(
    ' ',
  );
/** What an import of built code means in source. */
const SOURCES: readonly (readonly [string, readonly string[]])[] = [
  ['.d.ts', ['.ts', '.tsx']],
  ['.js', ['.ts', '.tsx', '.jsx', '.d.ts']],
  ['.jsx', ['.tsx']],
  ['.mjs', ['.mts', '.ts']],
  ['.cjs', ['.cts', '.ts']],
];
/** Folders builds go to; the source they were made from lies in `src` or at the top of the package. */
const BUILT =
  /^(?:dist|lib|build|out|es|esm|cjs|types|umd)\/(?:(?:esm|cjs|es|types|src|node|browser)\/)?/;

type Found = string | undefined;

/** The first answer there is; later ones are not even asked for. */
function first<T>(of: Iterable<T>, ask: (value: T) => Found): Found {
  for (const value of of) {
    const found = ask(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const javascriptModules: Modules = {
  manifests: /^(?:package\.json|(?:ts|js)config[\w.-]*\.json)$/,
  resolver: (paths, manifests) => {
    const maps = pathMaps(manifests);
    const packages = packagesOf(manifests);
    const byName = new Map(
      packages.filter(({ name }) => name !== '').map((pkg) => [pkg.name, pkg]),
    );
    const byFolder = new Map(packages.map((pkg) => [pkg.folder, pkg]));

    const spelled = (stem: string, endings: readonly string[]): Found =>
      first(endings, (ending) => (paths.has(stem + ending) ? stem + ending : undefined));
    const probe = (path: string | null): Found => {
      if (path === null || paths.has(path)) return path ?? undefined;
      return (
        first(SOURCES, ([built, sources]) =>
          path.endsWith(built) ? spelled(path.slice(0, -built.length), sources) : undefined,
        ) ??
        (path === '' ? undefined : spelled(path, EXTENSIONS)) ??
        spelled(inFolder(path, 'index'), EXTENSIONS)
      );
    };
    const inPackage = ({ folder }: Package, entries: readonly string[]): Found => {
      const clean = entries.map((entry) => entry.replace(/^\.\//, ''));
      const unbuilt = clean.filter((entry) => BUILT.test(entry));
      return (
        first(clean, (entry) => probe(joinPath(folder, entry))) ??
        first(unbuilt, (entry) => {
          const source = entry.replace(BUILT, '');
          return probe(joinPath(folder, `src/${source}`)) ?? probe(joinPath(folder, source));
        })
      );
    };
    const byConfig = (folder: string, module: string): Found =>
      first(foldersUp(folder), (up) => {
        const map = maps.get(up);
        return map === undefined ? undefined : first(mapped(map, module), probe);
      });
    const byWorkspace = (module: string): Found => {
      const parts = module.split('/');
      const name = parts.slice(0, module.startsWith('@') ? 2 : 1).join('/');
      const pkg = byName.get(name);
      const subpath = module === name ? '.' : `./${module.slice(name.length + 1)}`;
      return pkg === undefined ? undefined : inPackage(pkg, entriesOf(pkg, subpath));
    };
    const byOwnImports = (folder: string, module: string): Found => {
      const pkg = byFolder.get(foldersUp(folder).find((up) => byFolder.has(up)) ?? '');
      if (pkg === undefined) return undefined;
      return inPackage(pkg, lookUp(fieldsOf(pkg.fields['imports']), module));
    };
    const ownEntry = (path: string | null): Found => {
      const pkg = path === null ? undefined : byFolder.get(path);
      return pkg === undefined ? undefined : inPackage(pkg, entriesOf(pkg, '.'));
    };

    return (from, { module: written }) => {
      const module = written.replace(/[?!].*$/s, '');
      if (module === '') return [];
      const folder = folderOf(from);
      if (/^\.{1,2}(?:\/|$)/.test(module)) {
        const target = joinPath(folder, module);
        return [probe(target) ?? ownEntry(target)];
      }
      if (module.startsWith('/'))
        return [probe(joinPath('', module)) ?? probe(joinPath('public', module))];
      if (module.startsWith('#')) return [byOwnImports(folder, module) ?? byConfig(folder, module)];
      return [byConfig(folder, module) ?? byWorkspace(module)];
    };
  },
};
