import type { Modules } from '../code/language.ts';
import { fileOf, folderOf, indexByTail, inFolder, joinPath, nearest } from './paths.ts';

/** For most languages: a path beside the file, else the file whose path ends so, or the nearest of them. */
export const byPath = (...extensions: readonly string[]): Modules => ({
  resolver: (paths) => {
    const tails = indexByTail(
      [...paths].filter((path) => extensions.some((extension) => path.endsWith(extension))),
    );
    const spelled = ['', ...extensions];
    return (from, { module: written }) => {
      // `$DIR/x.sh` and `package:app/x.dart` begin with what only their tools know.
      const module = written.replace(/^(?:\$\{?\w+\}?|\$\([^)]*\)|package:\w+|~|@)\//, './');
      const beside = joinPath(folderOf(from), module);
      const local = spelled.map((extension) => `${beside}${extension}`);
      const found = beside === null ? undefined : local.find((path) => paths.has(path));
      if (found !== undefined) return [found];
      const name = joinPath('', module.replace(/^(?:\.\.?\/)+/, ''));
      if (name === null || name === '') return [];
      const ending = spelled.map((extension) => tails.get(name + extension));
      return [nearest(from, ending.find((group) => group !== undefined) ?? [])];
    };
  },
});

const INCLUDED = /\.(?:h|hh|hpp|hxx|h\+\+|inl|ipp|tpp|inc|def|cuh|c|cc|cpp|m|mm)$/;

/** C and C++ headers: beside the file, else the only one whose path ends so. */
export const includes: Modules = {
  resolver: (paths) => {
    const tails = indexByTail([...paths].filter((path) => INCLUDED.test(path)));
    return (from, { module }) => {
      const isSystem = module.startsWith('<');
      const name = (isSystem ? module.slice(1, -1) : module).trim();
      const beside = isSystem ? null : joinPath(folderOf(from), name);
      if (beside !== null && paths.has(beside)) return [beside];
      const wanted = joinPath('', name.replace(/^(?:\.\.?\/)+/, ''));
      const candidates = wanted === null || wanted === '' ? [] : (tails.get(wanted) ?? []);
      // `<stdio.h>` is the system's even if some folder holds a file so named.
      const inIncludes = candidates.filter((path) => /(?:^|\/)include\//.test(path));
      if (isSystem && !name.includes('/')) return inIncludes.length === 1 ? inIncludes : [];
      if (candidates.length > 1 && isSystem && inIncludes.length !== 1) return [];
      if (candidates.length === 1) return candidates;
      return [nearest(from, inIncludes.length > 0 ? inIncludes : candidates)];
    };
  },
};

/** Sass partials begin with an underscore that imports leave out. */
export const styleModules: Modules = {
  resolver:
    (paths) =>
    (from, { module }) => {
      const target = joinPath(folderOf(from), module);
      if (target === null) return [];
      return [target, inFolder(folderOf(target), `_${fileOf(target)}`)]
        .flatMap((path) => ['', '.scss', '.sass', '.less', '.css'].map((ending) => path + ending))
        .filter((path) => paths.has(path))
        .slice(0, 1);
    },
};
