import { isAbsolute } from 'node:path';
import { SheafError } from '../../model/errors.ts';
import type { Root } from '../roots/roots.ts';
import { openScope, type Scope } from './scope.ts';

interface Found {
  readonly name: string;
  readonly scope: Scope;
  /** The path as the root knows it. */
  readonly inside: string;
}

/** What may be named as evidence in a workspace of several roots: `name:path`, or where a file of one lies. */
export function openRootsScope(home: string, roots: readonly Root[]): Scope {
  if (roots.length === 0) return openScope(home);
  const scopes = roots.map(({ name, folder }) => ({ name, scope: openScope(folder) }));
  const find = (path: string): Found | null => {
    const named = scopes.filter(({ name }) => path.startsWith(`${name}:`));
    const able = named.length > 0 || !isAbsolute(path) ? named : scopes;
    const [best = null] = able
      .flatMap(({ name, scope }): Found[] => {
        const own = named.length > 0 ? path.slice(name.length + 1).replace(/^\/+/, '') : path;
        const inside = scope.inside(own);
        return inside === null ? [] : [{ name, scope, inside }];
      })
      // Of several roots that hold a file, the innermost.
      .sort((a, b) => a.inside.length - b.inside.length);
    return best;
  };
  return {
    exists: (path) => {
      const found = find(path);
      return found?.scope.exists(found.inside) === true;
    },
    isFolder: (path) => {
      const found = find(path);
      return found?.scope.isFolder(found.inside) === true;
    },
    inside: (path) => {
      const found = find(path);
      return found && `${found.name}:${found.inside}`;
    },
    read: (path, name) => {
      const found = find(path);
      if (found === null) {
        const hint = `write ROOT:PATH; the roots are ${roots.map((root) => root.name).join(', ')}`;
        throw new SheafError('outside', `${name}: it is in no root of the workspace`, hint);
      }
      const read = found.scope.read(found.inside, name);
      return { ...read, path: `${found.name}:${read.path}` };
    },
  };
}
