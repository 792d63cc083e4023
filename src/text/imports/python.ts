import { addTo } from '../../math/groups.ts';
import type { Modules } from '../code/language.ts';
import { folderOf, inFolder, joinPath, nearest } from './paths.ts';

/** The dotted name of a path below a root; null if it can't be one. */
function dotted(path: string, root: string): string | null {
  const below = root === '' ? path : path.slice(root.length + 1);
  const bare = below.replace(/\.pyi?$/, '').replace(/(?:^|\/)__init__$/, '');
  return bare === '' || bare.includes('.') ? null : bare.replaceAll('/', '.');
}

export const pythonModules: Modules = {
  manifests: /^(?:pyproject\.toml|setup\.py|setup\.cfg)$/,
  resolver: (paths, manifests) => {
    const declared = new Set(['', 'src', 'lib', 'python']);
    for (const { path } of manifests) {
      declared.add(folderOf(path));
      declared.add(inFolder(folderOf(path), 'src'));
    }
    /** The file of a module or package. */
    const at = (bare: string): string | undefined =>
      ['.py', '/__init__.py', '.pyi', '/__init__.pyi']
        .map((ending) => bare + ending)
        .find((path) => paths.has(path));
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
      if (name !== null && !modules.get(name)?.includes(path)) addTo(modules, name, path);
    };
    for (const path of paths) {
      if (!/\.pyi?$/.test(path)) continue;
      const root = packageRoot(path);
      const isLoose = folderOf(path) === root && !declared.has(root);
      if (isLoose) scripts.set(path.replace(/\.pyi?$/, ''), path);
      else add(dotted(path, root), path);
      for (const folder of declared)
        if (folder === '' || path.startsWith(`${folder}/`)) add(dotted(path, folder), path);
    }
    /** What a name means for a file: a neighbour first, as for scripts, then any module so called. */
    const absolute = (from: string, name: string): string | undefined => {
      if (name === '') return undefined;
      const beside = scripts.get(inFolder(folderOf(from), name.replaceAll('.', '/')));
      return beside ?? nearest(from, modules.get(name) ?? []);
    };

    return (from, { module, names }) => {
      const rest = module.replace(/^\.+/, '');
      const dots = module.length - rest.length;
      const base =
        dots === 0
          ? ''
          : joinPath(folderOf(from), '../'.repeat(dots - 1) + rest.replaceAll('.', '/'));
      if (base === null) return [];
      const found = (name: string): string | undefined => {
        if (dots > 0) return at(name === '' ? base : inFolder(base, name));
        return absolute(from, name === '' ? module : `${module}.${name}`);
      };
      const whole = found('');
      return names.length === 0 ? [whole] : names.map((name) => found(name) ?? whole);
    };
  },
};
