import { groupBy } from '../../math/groups.ts';
import type { Manifest, Modules } from '../code/language.ts';
import { folderOf, joinPath } from './paths.ts';

const REPLACED =
  /^\s*(?:replace\s+)?([^\s=]+)(?:\s+v\S+)?\s*=>\s*(\.{1,2}(?:\/\S*)?)\s*(?:\/\/.*)?$/;

/** Module prefixes with the folders they stand for: each `go.mod`'s own, and its local replacements. */
function prefixesOf(manifests: readonly Manifest[]): Map<string, string> {
  const prefixes = new Map<string, string>();
  for (const { path, text } of manifests) {
    const folder = folderOf(path);
    const own = /^\s*module\s+"?([^\s"]+)"?/m.exec(text)?.[1];
    if (own !== undefined) prefixes.set(own, folder);
    for (const line of text.split('\n')) {
      const [, name, to] = REPLACED.exec(line) ?? [];
      const target = to === undefined ? null : joinPath(folder, to);
      if (target !== null && name !== undefined && !prefixes.has(name)) prefixes.set(name, target);
    }
  }
  return prefixes;
}

/** A Go import means a folder: every file of the package but its tests. */
export const goModules: Modules = {
  manifests: /^go\.mod$/,
  resolver: (paths, manifests) => {
    const prefixes = prefixesOf(manifests);
    const packages = groupBy(
      [...paths].filter((path) => path.endsWith('.go') && !path.endsWith('_test.go')),
      folderOf,
    );
    return (_from, { module }) => {
      for (let prefix = module; prefix !== ''; prefix = folderOf(prefix)) {
        const folder = prefixes.get(prefix);
        if (folder === undefined) continue;
        const target = joinPath(folder, module.slice(prefix.length));
        return target === null ? [] : (packages.get(target) ?? []);
      }
      return [];
    };
  },
};
