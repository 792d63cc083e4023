import type { Manifest } from './graph.ts';
import { type Fields, fieldsOf, parseLooseJson, stringsOf } from './loose-json.ts';
import { fileOf, folderOf, joinPath } from './paths.ts';

/** How a compiler configuration maps modules that are not relative. */
export interface PathMap {
  /** Where modules are looked up when no pattern fits; null without `baseUrl`. */
  readonly base: string | null;
  readonly patterns: readonly {
    readonly head: string;
    readonly tail: string;
    readonly targets: readonly string[];
  }[];
}

const MAX_EXTENDS = 10;

/** Reads `compilerOptions.paths` and `baseUrl` of every configuration, `extends` and `references` followed. */
export function pathMaps(manifests: readonly Manifest[]): ReadonlyMap<string, PathMap> {
  const configs = new Map<string, Fields>();
  for (const { path, text } of manifests) {
    if (/^(?:ts|js)config[\w.-]*\.json$/.test(fileOf(path)))
      configs.set(path, fieldsOf(parseLooseJson(text)));
  }
  const pathOf = (folder: string, reference: string): string | null => {
    const joined = joinPath(folder, reference);
    if (joined === null || (!/^\.{1,2}(?:\/|$)|\.json$/.test(reference) && !configs.has(joined)))
      return null;
    return (
      [joined, `${joined}.json`, `${joined}/tsconfig.json`].find((candidate) =>
        configs.has(candidate),
      ) ?? null
    );
  };
  const read = (path: string, depth: number): PathMap => {
    const config = configs.get(path) ?? {};
    const options = fieldsOf(config['compilerOptions']);
    const folder = folderOf(path);
    const baseUrl =
      typeof options['baseUrl'] === 'string' ? joinPath(folder, options['baseUrl']) : null;
    const own = Object.entries(fieldsOf(options['paths'])).map(([pattern, targets]) => {
      const star = pattern.indexOf('*');
      return {
        head: star === -1 ? pattern : pattern.slice(0, star),
        tail: star === -1 ? '\n' : pattern.slice(star + 1), // no module holds a line break: an exact pattern
        targets: stringsOf(targets)
          .map((target) => joinPath(baseUrl ?? folder, target))
          .filter((target): target is string => target !== null),
      };
    });
    if (depth >= MAX_EXTENDS) return { base: baseUrl, patterns: own };
    const follow = (references: readonly string[]): PathMap[] =>
      references
        .map((reference) => pathOf(folder, reference))
        .filter((target): target is string => target !== null && target !== path)
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

/** Paths a module may mean under a map, the most specific pattern first. */
export function mapped(map: PathMap, module: string): string[] {
  const fitting = map.patterns
    .filter(({ head, tail }) =>
      tail === '\n'
        ? module === head
        : module.length >= head.length + tail.length &&
          module.startsWith(head) &&
          module.endsWith(tail),
    )
    .sort(
      (a, b) => Number(b.tail === '\n') - Number(a.tail === '\n') || b.head.length - a.head.length,
    );
  const found = fitting.slice(0, 1).flatMap(({ head, tail, targets }) => {
    const middle = tail === '\n' ? '' : module.slice(head.length, module.length - tail.length);
    return targets.map((target) => target.replace('*', () => middle));
  });
  const based = map.base === null ? null : joinPath(map.base, module);
  return based === null ? found : [...found, based];
}
