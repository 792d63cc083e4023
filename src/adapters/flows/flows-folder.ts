import { join } from 'node:path';
import { SheafError } from '../../model/errors.ts';
import { peek } from '../files/open-file.ts';
import type { Disk } from './disk.ts';
import { writeWhole } from './flow-store.ts';

/** The flows of a workspace: one folder each below `.sheaf/flows`, and a file that names the current one. */
export interface FlowsFolder {
  readonly folder: string;
  readonly lockFile: string;
  /** Makes the folder, which git does not see. */
  prepare(): void;
  ids(): string[];
  current(): string | null;
  /** Where a flow lies, by its id or the beginning of it; the current one for null. */
  find(name: string | null): string;
  create(id: string, files: Readonly<Record<string, string>>): void;
  use(id: string): void;
  rename(id: string, to: string): void;
  remove(id: string): void;
}

const CURRENT = 'current';
/** An id is one plain name: it can't lead anywhere else. */
const ID = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,120}$/u;

export function openFlowsFolder(root: string, disk: Disk): FlowsFolder {
  const folder = join(root, '.sheaf', 'flows');
  const lockFile = join(folder, '.writer');
  for (const place of [join(root, '.sheaf'), folder]) refuseOther(place, 'folder');
  refuseOther(`${lockFile}.lock`, 'file');
  const placeOf = (id: string): string => join(folder, id);
  const ids = (): string[] =>
    disk.list(folder).filter((name) => ID.test(name) && isFolder(placeOf(name)));
  const current = (): string | null => {
    const id = disk.read(join(folder, CURRENT))?.trim() ?? '';
    return ID.test(id) && isFolder(placeOf(id)) ? id : null;
  };
  /** A folder that someone made by hand needs no choice while it is the only one. */
  const currentOrOnly = (): string => {
    const all = ids();
    const id = current() ?? (all.length === 1 ? all[0] : undefined);
    if (id !== undefined) return id;
    const hint = all.length === 0 ? 'sheaf flow new "task"' : `sheaf flow use ${all.join(', or ')}`;
    throw new SheafError('not-found', 'there is no current flow', hint);
  };
  const known = (name: string): string => {
    const all = ids();
    if (all.includes(name)) return name;
    const found = name === '' ? [] : all.filter((id) => id.startsWith(name));
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    const isNone = only === undefined;
    throw new SheafError(
      isNone ? 'not-found' : 'usage',
      `${isNone ? 'there is no flow' : 'several flows start with'} ${JSON.stringify(name)}`,
      all.length === 0 ? 'sheaf flow new "task" creates one' : (isNone ? all : found).join(', '),
    );
  };
  const refuseTaken = (id: string): void => {
    if (!ID.test(id)) {
      const said = JSON.stringify(id.slice(0, 80));
      const hint = 'use letters, digits, dots, dashes and underscores, at most 120';
      throw new SheafError('usage', `${said} is not a valid flow id`, hint);
    }
    if (disk.exists(placeOf(id))) throw new SheafError('usage', `there is already a flow ${id}`);
  };
  const use = (id: string): void => writeWhole(disk, folder, CURRENT, `${id}\n`);
  return {
    folder,
    lockFile,
    prepare: () => {
      disk.makeFolder(folder);
      const ignore = join(root, '.sheaf', '.gitignore');
      if (!disk.exists(ignore)) disk.write(ignore, '*\n');
    },
    ids,
    current,
    find: (name) => {
      const id = name === null ? currentOrOnly() : known(name);
      for (const sub of OWN_FOLDERS) refuseOther(join(placeOf(id), sub), 'folder');
      return id;
    },
    create: (id, files) => {
      refuseTaken(id);
      const draft = placeOf(`.new-${id}`);
      disk.remove(draft); // of a run that was killed
      for (const sub of ['ctx/evidence', 'build']) disk.makeFolder(join(draft, sub));
      for (const [file, text] of Object.entries(files)) disk.write(join(draft, file), text);
      disk.rename(draft, placeOf(id));
      disk.sync(folder);
    },
    use,
    rename: (id, to) => {
      refuseTaken(to);
      const isCurrent = current() === id;
      disk.rename(placeOf(id), placeOf(to));
      if (isCurrent) use(to);
    },
    remove: (id) => {
      const gone = placeOf(`.gone-${id}`);
      disk.remove(gone);
      disk.rename(placeOf(id), gone);
      disk.remove(gone);
    },
  };
}

const OWN_FOLDERS = ['ctx', 'ctx/evidence', 'build', '.groom', '.groom/tx', '.groom/undo'] as const;

/** A project may come with a link, a pipe or a file where a folder of ours should be: nothing is read or written through it. */
function refuseOther(path: string, wanted: 'folder' | 'file'): void {
  const stat = peek(path);
  if (stat === null || (wanted === 'folder' ? stat.isDirectory() : stat.isFile())) return;
  const what = stat.isSymbolicLink() ? 'a link' : `not a ${wanted}`;
  throw new SheafError(
    'outside',
    `${path} is ${what}`,
    'flows must be in the workspace: remove it',
  );
}

/** A link could lead out of the workspace: only folders of our own count. */
const isFolder = (path: string): boolean => peek(path)?.isDirectory() === true;
