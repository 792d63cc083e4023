import type { Modules } from '../code/language.ts';
import { fieldsOf, parseLooseJson, stringsOf } from './loose-json.ts';
import { folderOf, joinPath } from './paths.ts';

/** PHP classes by PSR-4 prefixes of every `composer.json`, files by path. */
export const phpModules: Modules = {
  manifests: /^composer\.json$/,
  resolver: (paths, manifests) => {
    const prefixes = manifests
      .flatMap(({ path, text }) => {
        const fields = fieldsOf(parseLooseJson(text));
        return ['autoload', 'autoload-dev']
          .flatMap((key) => Object.entries(fieldsOf(fieldsOf(fields[key])['psr-4'])))
          .flatMap(([prefix, targets]) =>
            stringsOf(targets).map((target) => [prefix, joinPath(folderOf(path), target)] as const),
          );
      })
      .sort((a, b) => b[0].length - a[0].length);
    return (from, { module }) => {
      if (module.endsWith('.php') || module.startsWith('.')) {
        const target = joinPath(folderOf(from), module) ?? '';
        return [target, module].filter((path) => paths.has(path)).slice(0, 1);
      }
      for (const [prefix, folder] of prefixes) {
        if (folder === null || !module.startsWith(prefix)) continue;
        const target = joinPath(folder, `${module.slice(prefix.length).replaceAll('\\', '/')}.php`);
        if (target !== null && paths.has(target)) return [target];
      }
      return [];
    };
  },
};
