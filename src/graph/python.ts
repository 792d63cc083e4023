import type { Manifest, Resolver } from './graph.ts';
import { fileOf, folderOf, joinPath, nearest } from './paths.ts';

const ROOT_FILES = new Set(['pyproject.toml', 'setup.py', 'setup.cfg']);

/** The dotted name of a path below a root; null if it can't be one. */
function dotted(path: string, root: string): string | null {
  const below = root === '' ? path : path.slice(root.length + 1);
  const bare = below.replace(/\.pyi?$/, '').replace(/(?:^|\/)__init__$/, '');
  return bare === '' || bare.includes('.') ? null : bare.replaceAll('/', '.');
}

export function pythonResolver(
  paths: ReadonlySet<string>,
  manifests: readonly Manifest[],
): Resolver {
  const sources = [...paths].filter((path) => /\.pyi?$/.test(path));
  const declared = new Set(['', 'src', 'lib', 'python']);
  for (const { path } of manifests) {
    if (!ROOT_FILES.has(fileOf(path))) continue;
    const folder = folderOf(path);
    declared.add(folder);
    declared.add(folder === '' ? 'src' : `${folder}/src`);
  }
  const isPackage = (folder: string): boolean =>
    paths.has(`${folder}/__init__.py`) || paths.has(`${folder}/__init__.pyi`);
  /** The folder above the outermost package a file lies in. */
  const packageRoot = (path: string): string => {
    let folder = folderOf(path);
    while (folder !== '' && isPackage(folder)) folder = folderOf(folder);
    return folder;
  };
  const modules = new Map<string, string[]>();
  const scripts = new Map<string, string>(); // folder/name of modules that only their neighbours can import
  const add = (name: string | null, path: string): void => {
    if (name === null) return;
    const known = modules.get(name);
    if (known === undefined) modules.set(name, [path]);
    else if (!known.includes(path)) known.push(path);
  };
  for (const path of sources) {
    const root = packageRoot(path);
    const isLoose = folderOf(path) === root && !declared.has(root);
    if (isLoose) scripts.set(path.replace(/\.pyi?$/, ''), path);
    else add(dotted(path, root), path);
    for (const folder of declared)
      if (folder === '' || path.startsWith(`${folder}/`)) add(dotted(path, folder), path);
  }
  const at = (folder: string | null): string | undefined => {
    if (folder === null) return undefined;
    return [
      `${folder}.py`,
      `${folder}/__init__.py`,
      `${folder}.pyi`,
      `${folder}/__init__.pyi`,
    ].find((path) => paths.has(path));
  };
  /** What a name means for a file: a neighbour first, as for scripts, then any module so called. */
  const absolute = (from: string, name: string): string | undefined => {
    if (name === '') return undefined;
    const folder = folderOf(from);
    const beside = scripts.get((folder === '' ? '' : `${folder}/`) + name.replaceAll('.', '/'));
    return beside ?? nearest(from, modules.get(name) ?? []);
  };

  return (file, { module, names }) => {
    const dots = /^\.*/.exec(module)?.[0].length ?? 0;
    const rest = module.slice(dots);
    let base: string | null = null;
    if (dots > 0) {
      base = joinPath(folderOf(file.path), '../'.repeat(dots - 1) + rest.replaceAll('.', '/'));
      if (base === null) return [];
    }
    const child = (name: string): string | undefined =>
      base === null
        ? absolute(file.path, `${module}.${name}`)
        : at(base === '' ? name : `${base}/${name}`);
    const whole =
      base === null
        ? absolute(file.path, module)
        : (at(base) ?? (paths.has(`${base}/__init__.py`) ? `${base}/__init__.py` : undefined));
    if (names.length === 0) return whole === undefined ? [] : [whole];
    const found = names.map((name) => child(name) ?? whole);
    return [
      ...new Set(found.filter((path): path is string => path !== undefined && path !== file.path)),
    ];
  };
}
