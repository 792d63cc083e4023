import type { Manifest, Resolver } from './graph.ts';
import { fieldsOf } from './loose-json.ts';
import { entriesOf, lookUp, type Package, packagesOf } from './packages.ts';
import { folderOf, foldersUp, joinPath } from './paths.ts';
import { mapped, pathMaps } from './tsconfig.ts';

const EXTENSIONS = [
  '.ts',
  '.tsx',
  '.d.ts',
  '.mts',
  '.cts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.vue',
  '.svelte',
  '.astro',
  '.json',
  '.css',
  '.scss',
  '.less',
];
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

export function javascriptResolver(
  paths: ReadonlySet<string>,
  manifests: readonly Manifest[],
): Resolver {
  const maps = pathMaps(manifests);
  const packages = packagesOf(manifests);
  const byName = new Map(packages.filter(({ name }) => name !== '').map((pkg) => [pkg.name, pkg]));
  const byFolder = new Map(packages.map((pkg) => [pkg.folder, pkg]));

  const probe = (path: string | null): string | undefined => {
    if (path === null) return undefined;
    if (paths.has(path)) return path;
    for (const [built, sources] of SOURCES) {
      if (!path.endsWith(built)) continue;
      const stem = path.slice(0, -built.length);
      const source = sources
        .map((extension) => stem + extension)
        .find((candidate) => paths.has(candidate));
      if (source !== undefined) return source;
    }
    const prefix = path === '' ? '' : `${path}/`;
    return (
      (path === ''
        ? undefined
        : EXTENSIONS.map((extension) => path + extension).find((candidate) =>
            paths.has(candidate),
          )) ??
      EXTENSIONS.map((extension) => `${prefix}index${extension}`).find((candidate) =>
        paths.has(candidate),
      )
    );
  };
  const inPackage = (pkg: Package, entries: readonly string[]): string | undefined => {
    for (const entry of entries) {
      const clean = entry.replace(/^\.\//, '');
      const found = probe(joinPath(pkg.folder, clean));
      if (found !== undefined) return found;
    }
    for (const entry of entries) {
      const clean = entry.replace(/^\.\//, '');
      const source = clean.replace(BUILT, '');
      if (source === clean) continue;
      const found =
        probe(joinPath(pkg.folder, `src/${source}`)) ?? probe(joinPath(pkg.folder, source));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const byConfig = (folder: string, module: string): string | undefined => {
    for (const up of foldersUp(folder)) {
      const map = maps.get(up);
      if (map === undefined) continue;
      for (const candidate of mapped(map, module)) {
        const found = probe(candidate);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
  const byWorkspace = (module: string): string | undefined => {
    const parts = module.split('/');
    const name = parts.slice(0, module.startsWith('@') ? 2 : 1).join('/');
    const pkg = byName.get(name);
    if (pkg === undefined) return undefined;
    return inPackage(
      pkg,
      entriesOf(pkg, module === name ? '.' : `./${module.slice(name.length + 1)}`),
    );
  };
  const byOwnImports = (folder: string, module: string): string | undefined => {
    const owner = foldersUp(folder).find((up) => byFolder.has(up));
    const pkg = owner === undefined ? undefined : byFolder.get(owner);
    return pkg === undefined
      ? undefined
      : inPackage(pkg, lookUp(fieldsOf(pkg.fields['imports']), module));
  };
  const ownEntry = (path: string | null): string | undefined => {
    const pkg = path === null ? undefined : byFolder.get(path);
    return pkg === undefined ? undefined : inPackage(pkg, entriesOf(pkg, '.'));
  };

  return (file, { module: written }) => {
    const module = written.replace(/[?!].*$/s, '');
    if (module === '') return [];
    const folder = folderOf(file.path);
    let found: string | undefined;
    if (/^\.{1,2}(?:\/|$)/.test(module)) {
      const target = joinPath(folder, module);
      found = probe(target) ?? ownEntry(target);
    } else if (module.startsWith('/'))
      found = probe(joinPath('', module)) ?? probe(joinPath('public', module));
    else if (module.startsWith('#'))
      found = byOwnImports(folder, module) ?? byConfig(folder, module);
    else found = byConfig(folder, module) ?? byWorkspace(module);
    return found === undefined ? [] : [found];
  };
}
