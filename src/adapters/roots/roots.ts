import { realpathSync, statSync } from 'node:fs';
import { basename, isAbsolute, join, normalize, resolve, sep } from 'node:path';
import type { Config } from '../../config/defaults.ts';
import { readFolder } from '../../config/folders.ts';
import { SheafError } from '../../model/errors.ts';
import { isRootName } from '../../text/paths/roots.ts';
import { errorCode } from '../files/open-file.ts';

/** One of several folders that are asked together. */
export interface Root {
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
}

/** The roots of a workspace that has several, in the order of their names; none for one that is a single folder. */
export function rootsOf({ workspace }: Pick<Config, 'workspace'>, home: string): readonly Root[] {
  const roots = workspace.roots.map((text) => rootOf(text, home));
  const places = new Map<string, Root>();
  const names = new Map<string, Root>();
  for (const root of roots) {
    const real = realpathSync(root.folder);
    refuseSecond(places.get(real), root);
    refuseClash(names.get(root.name.toLowerCase()), root);
    places.set(real, root);
    names.set(root.name.toLowerCase(), root);
  }
  return roots.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const NAMING = 'give it another with name = "…" under [[workspace.roots]], or --root NAME=DIR';

function rootOf(text: string, home: string): Root {
  const { name: given, path } = readFolder(text);
  const folder = resolve(home, path);
  const name = given ?? basename(folder);
  if (!isRootName(name)) {
    const rule = 'a name has 2 to 64 letters, digits, dots, dashes and underscores';
    const sentence = `${JSON.stringify(name.slice(0, 80))} cannot be the name of a root: ${rule}`;
    throw new SheafError('config', sentence, NAMING);
  }
  if (path.includes('\0') || !isFolder(folder)) {
    const sentence = `the root ${name} (${path}) is not a folder`;
    throw new SheafError('not-found', sentence, 'name a folder that exists, or leave the root out');
  }
  refuseStray(name, path, folder, home);
  return { name, folder };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(errorCode(error))) return false;
    throw new SheafError('unreadable', `cannot read the root ${path}`, '', error);
  }
}

/** A path that claims to lie inside needs no trust, so it must: a project may hold a link to anything. */
function refuseStray(name: string, path: string, folder: string, home: string): void {
  if (isAbsolute(path) || normalize(path).startsWith('..')) return;
  const [top, real] = [realpathSync(home), realpathSync(folder)];
  if (real === top || real.startsWith(top.endsWith(sep) ? top : `${top}${sep}`)) return;
  const sentence = `the root ${name} (${path}) is a link that leads out of the project`;
  throw new SheafError('outside', sentence, 'name the folder that it leads to');
}

function refuseSecond(first: Root | undefined, root: Root): void {
  if (first === undefined) return;
  const sentence = `the roots ${first.name} and ${root.name} are the same folder`;
  throw new SheafError('config', sentence, 'leave one of them out');
}

function refuseClash(first: Root | undefined, root: Root): void {
  if (first === undefined) return;
  const sentence = `two roots are called ${root.name}: ${first.folder} and ${root.folder}`;
  throw new SheafError('config', sentence, NAMING);
}

/** Folders of other roots inside a root, as its paths begin: what lies there belongs to them. */
export const inner = ({ folder }: Root, roots: readonly Root[]): readonly string[] => {
  const top = join(realpathSync(folder), sep);
  return roots.flatMap((other) => {
    const real = join(realpathSync(other.folder), sep);
    return real !== top && real.startsWith(top)
      ? [real.slice(top.length).replaceAll('\\', '/')]
      : [];
  });
};
