import type { Manifest, Resolver } from './graph.ts';
import { fieldsOf, parseLooseJson, stringsOf } from './loose-json.ts';
import {
  fileOf,
  folderOf,
  groupBy,
  indexByTail,
  joinPath,
  nearest,
  tailsOf,
  withoutExtension,
} from './paths.ts';

/** Java, Kotlin, Scala, Groovy: a class is looked for by its package's path under any source root. */
export function jvmResolver(paths: ReadonlySet<string>): Resolver {
  const sources = [...paths].filter((path) => /\.(?:java|kt|kts|scala|groovy)$/.test(path));
  const classes = groupBy(
    sources.flatMap((path) => tailsOf(withoutExtension(path)).map((tail) => ({ tail, path }))),
    ({ tail }) => tail,
  );
  const folders = groupBy(
    [...new Set(sources.map(folderOf))].flatMap((folder) =>
      tailsOf(folder).map((tail) => ({ tail, folder })),
    ),
    ({ tail }) => tail,
  );
  const members = groupBy(sources, folderOf);
  return (file, { module, names }) => {
    const path = module.replaceAll('.', '/');
    // `a.b.C.D` may be a class inside C, and a static import names a member.
    for (let name = path; name.includes('/'); name = folderOf(name)) {
      const found = nearest(
        file.path,
        (classes.get(name) ?? []).map((entry) => entry.path),
      );
      if (found !== undefined) return found === file.path ? [] : [found];
    }
    if (!names.includes('*')) return [];
    return (folders.get(path) ?? [])
      .flatMap(({ folder }) => members.get(folder) ?? [])
      .filter((target) => target !== file.path);
  };
}

/** C and C++ headers: beside the file, else the only one whose path ends so. */
export function includeResolver(paths: ReadonlySet<string>): Resolver {
  const tails = indexByTail(
    [...paths].filter((path) =>
      /\.(?:h|hh|hpp|hxx|h\+\+|inl|ipp|tpp|inc|def|cuh|c|cc|cpp|m|mm)$/.test(path),
    ),
  );
  return (file, { module }) => {
    const isSystem = module.startsWith('<');
    const name = (isSystem ? module.slice(1, -1) : module).trim();
    const beside = isSystem ? null : joinPath(folderOf(file.path), name);
    if (beside !== null && paths.has(beside)) return [beside];
    const wanted = joinPath('', name.replace(/^(?:\.\.?\/)+/, ''));
    const candidates = wanted === null || wanted === '' ? [] : (tails.get(wanted) ?? []);
    // `<stdio.h>` is the system's even if some folder holds a file so named.
    const inIncludes = candidates.filter((path) => /(?:^|\/)include\//.test(path));
    if (isSystem && !name.includes('/')) return inIncludes.length === 1 ? inIncludes : [];
    if (candidates.length > 1 && isSystem && inIncludes.length !== 1) return [];
    const found =
      candidates.length === 1
        ? candidates[0]
        : nearest(file.path, inIncludes.length > 0 ? inIncludes : candidates);
    return found === undefined || found === file.path ? [] : [found];
  };
}

/** PHP classes by PSR-4 prefixes of every `composer.json`, files by path. */
export function phpResolver(paths: ReadonlySet<string>, manifests: readonly Manifest[]): Resolver {
  const prefixes: { readonly prefix: string; readonly folder: string }[] = [];
  for (const { path, text } of manifests) {
    if (fileOf(path) !== 'composer.json') continue;
    const fields = fieldsOf(parseLooseJson(text));
    for (const section of ['autoload', 'autoload-dev']) {
      for (const [prefix, targets] of Object.entries(
        fieldsOf(fieldsOf(fields[section])['psr-4']),
      )) {
        for (const target of stringsOf(targets)) {
          const folder = joinPath(folderOf(path), target);
          if (folder !== null) prefixes.push({ prefix, folder });
        }
      }
    }
  }
  prefixes.sort((a, b) => b.prefix.length - a.prefix.length);
  return (file, { module }) => {
    if (module.endsWith('.php') || module.startsWith('.')) {
      const target = joinPath(folderOf(file.path), module) ?? '';
      return [target, module].filter((path) => paths.has(path)).slice(0, 1);
    }
    for (const { prefix, folder } of prefixes) {
      if (!module.startsWith(prefix)) continue;
      const target = joinPath(folder, `${module.slice(prefix.length).replaceAll('\\', '/')}.php`);
      if (target !== null && paths.has(target)) return target === file.path ? [] : [target];
    }
    return [];
  };
}

/** For the rest: a path beside the file, else the only file whose path ends so. */
export function pathResolver(paths: ReadonlySet<string>, extensions: readonly string[]): Resolver {
  const tails = indexByTail(
    [...paths].filter((path) => extensions.some((extension) => path.endsWith(extension))),
  );
  return (file, { module: written }) => {
    // `$DIR/x.sh` and `package:app/x.dart` begin with what only their tools know.
    const module = written.replace(/^(?:\$\{?\w+\}?|\$\([^)]*\)|package:\w+|~|@)\//, './');
    const beside = joinPath(folderOf(file.path), module);
    const spelled = ['', ...extensions];
    const local =
      beside === null
        ? undefined
        : spelled.map((extension) => beside + extension).find((path) => paths.has(path));
    if (local !== undefined) return local === file.path ? [] : [local];
    const name = joinPath('', module.replace(/^(?:\.\.?\/)+/, ''));
    if (name === null || name === '') return [];
    for (const extension of spelled) {
      const found = tails.get(name + extension) ?? [];
      if (found.length === 1) return found[0] === file.path ? [] : found;
      if (found.length > 1)
        return [nearest(file.path, found) ?? ''].filter(
          (path) => path !== '' && path !== file.path,
        );
    }
    return [];
  };
}

/** Sass partials begin with an underscore that imports leave out. */
export function styleResolver(paths: ReadonlySet<string>): Resolver {
  return (file, { module }) => {
    const target = joinPath(folderOf(file.path), module);
    if (target === null) return [];
    const folder = folderOf(target);
    const partial = `${folder === '' ? '' : `${folder}/`}_${fileOf(target)}`;
    const spelled = [target, partial].flatMap((path) =>
      ['', '.scss', '.sass', '.less', '.css'].map((extension) => path + extension),
    );
    return spelled.filter((path) => paths.has(path)).slice(0, 1);
  };
}
