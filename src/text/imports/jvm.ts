import { groupBy } from '../../math/groups.ts';
import type { Modules } from '../code/language.ts';
import { folderOf, indexByTail, nearest, withoutExtension } from './paths.ts';

/** Java, Kotlin, Scala, Groovy: a class is looked for by its package's path under any source root. */
export const jvmModules: Modules = {
  isGlobal: true,
  resolver: (paths) => {
    const sources = [...paths].filter((path) => /\.(?:java|kt|kts|scala|groovy)$/.test(path));
    const classes = indexByTail(sources, withoutExtension);
    const members = groupBy(sources, folderOf);
    const folders = indexByTail(members.keys());
    return (from, { module, names }) => {
      const path = module.replaceAll('.', '/');
      // `a.b.C.D` may be a class inside C, and a static import names a member.
      for (let name = path; name.includes('/'); name = folderOf(name)) {
        const found = nearest(from, classes.get(name) ?? []);
        if (found !== undefined) return [found];
      }
      if (!names.includes('*')) return [];
      return (folders.get(path) ?? []).flatMap((folder) => members.get(folder) ?? []);
    };
  },
};
