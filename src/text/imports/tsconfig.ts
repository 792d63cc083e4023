import type { Manifest } from '../code/language.ts';
import { type Fields, fieldsOf, parseLooseJson, stringsOf } from './loose-json.ts';
import { starOf } from './packages.ts';
import { fileOf, folderOf, joinPath } from './paths.ts';

/** How a compiler configuration maps modules that are not relative. */
export interface PathMap {
  /** Where modules are looked up when no pattern fits; null without `baseUrl`. */
  readonly base: string | null;
  readonly patterns: readonly { readonly pattern: string; readonly targets: readonly string[] }[];
}

const MAX_EXTENDS = 10;

/** Reads `compilerOptions.paths` and `baseUrl` of every configuration, `extends` and `references` followed. */
export function pathMaps(manifests: readonly Manifest[]): ReadonlyMap<string, PathMap> {
  const configs = new Map<string, Fields>();
  for (const { path, text } of manifests)
    if (fileOf(path) !== 'package.json') configs.set(path, fieldsOf(parseLooseJson(text)));
  const pathOf = (folder: string, reference: string): string | undefined => {
    const joined = joinPath(folder, reference);
    if (joined === null || (!/^\.{1,2}(?:\/|$)|\.json$/.test(reference) && !configs.has(joined)))
      return undefined;
    return ['', '.json', '/tsconfig.json']
      .map((ending) => joined + ending)
      .find((candidate) => configs.has(candidate));
  };
  const read = (path: string, depth: number): PathMap => {
    const config = configs.get(path) ?? {};
    const options = fieldsOf(config['compilerOptions']);
    const folder = folderOf(path);
    const baseUrl =
      typeof options['baseUrl'] === 'string' ? joinPath(folder, options['baseUrl']) : null;
    const own = Object.entries(fieldsOf(options['paths'])).map(([pattern, targets]) => ({
      pattern,
      targets: stringsOf(targets).flatMap((target) => joinPath(baseUrl ?? folder, target) ?? []),
    }));
    if (depth >= MAX_EXTENDS) return { base: baseUrl, patterns: own };
    const follow = (references: readonly string[]): PathMap[] =>
      references
        .flatMap((reference) => pathOf(folder, reference) ?? [])
        .filter((target) => target !== path)
        .map((target) => read(target, depth + 1));
    const parents = follow(stringsOf(config['extends'])).reverse();
    const inherited = parents.find((parent) => parent.patterns.length > 0)?.patterns ?? [];
    const base = baseUrl ?? parents.find((parent) => parent.base !== null)?.base ?? null;
    if (own.length > 0 || inherited.length > 0)
      return { base, patterns: own.length > 0 ? own : inherited };
    // A configuration that only refers to others, as build tools write them, means what those say.
    const list = Array.isArray(config['references']) ? config['references'] : [];
    const referred = follow(list.flatMap((item) => stringsOf(fieldsOf(item)['path'])));
    return { base, patterns: referred.flatMap((map) => map.patterns) };
  };
  const maps = new Map<string, PathMap>();
  for (const path of configs.keys()) {
    const name = fileOf(path);
    if (name === 'tsconfig.json' || (name === 'jsconfig.json' && !maps.has(folderOf(path))))
      maps.set(folderOf(path), read(path, 0));
  }
  return maps;
}

/** Paths a module may mean under a map: by its own name, else by the most specific pattern, else below the base. */
export function mapped({ base, patterns }: PathMap, module: string): string[] {
  const starred = patterns
    .filter(({ pattern }) => starOf(pattern, module) !== null)
    .sort((a, b) => b.pattern.indexOf('*') - a.pattern.indexOf('*'))[0];
  const fitting = patterns.find(({ pattern }) => pattern === module) ?? starred;
  const star = starOf(fitting?.pattern ?? '', module) ?? '';
  const found = (fitting?.targets ?? []).map((target) => target.replace('*', () => star));
  const based = base === null ? null : joinPath(base, module);
  return based === null ? found : [...found, based];
}
