import type { Count } from '../compress/item.ts';
import { nameText } from '../format/names.ts';
import type { ProjectMap } from '../gather/gathering.ts';
import { groupBy } from '../math/groups.ts';
import { byCodePoint } from '../math/order.ts';
import { shownPath } from '../text/paths/roots.ts';

interface Folder {
  readonly name: string;
  readonly folders: readonly Folder[];
  /** Files below it. */
  readonly files: number;
  /** Place of the best chosen file below it. */
  readonly best: number;
}

/** Folders listed in one; what is left of them is a line. */
const MOST_LISTED = 16;
const LEAST_LISTED = 2;
/** After so many folders that no longer fit nobody looks further. */
const MOST_REFUSED = 8;

/**
 * The folders of a project with the number of files below each, in at most so many tokens: the ways to the chosen files first, the best one's before
 * all, then the largest folders. Empty where there are none, or not even the outermost find room.
 */
export function mapText({ paths, chosen }: ProjectMap, most: number, count: Count): string {
  const places = new Map(chosen.map((path, place) => [path, place]));
  const files = paths.map((path) => ({ names: path.split('/'), place: places.get(path) }));
  const root = folderOf('.', files, 0);
  const fits = (open: ReadonlySet<Folder>, listed: number): boolean =>
    count(drawn(root, open, listed)) <= most;
  let open = new Set([root]);
  let listed = MOST_LISTED;
  while (listed >= LEAST_LISTED && !fits(open, listed)) listed /= 2;
  if (listed < LEAST_LISTED || root.folders.length === 0) return '';
  let waiting = listedIn(root, listed);
  for (let refused = 0; refused < MOST_REFUSED; ) {
    const [next, ...rest] = waiting.filter(({ folders }) => folders.length > 0).sort(byWorth);
    if (next === undefined) break;
    const more = new Set([...open, next]);
    const isTaken = fits(more, listed);
    if (isTaken) open = more;
    else refused++;
    waiting = isTaken ? [...rest, ...listedIn(next, listed)] : rest;
  }
  return drawn(root, open, listed);
}

interface Placed {
  readonly names: readonly string[];
  readonly place: number | undefined;
}

/** A folder that holds nothing but another one is one with it: `main/java/org`. */
function folderOf(name: string, files: readonly Placed[], depth: number): Folder {
  const below = files.filter(({ names }) => names.length > depth + 1);
  const groups = groupBy(below, ({ names }) => names[depth] ?? '');
  const folders = Array.from(groups, ([inner, own]) => folderOf(inner, own, depth + 1));
  const [only] = folders;
  if (depth > 0 && only !== undefined && only.files === files.length) {
    return { ...only, name: `${name}/${only.name}` };
  }
  const best = files.reduce(
    (least, { place = Number.POSITIVE_INFINITY }) => Math.min(least, place),
    Number.POSITIVE_INFINITY,
  );
  return { name, folders, files: files.length, best };
}

const byWorth = (a: Folder, b: Folder): number =>
  Number(a.best > b.best) - Number(a.best < b.best) ||
  b.files - a.files ||
  byCodePoint(a.name, b.name);

const listedIn = ({ folders }: Folder, listed: number): Folder[] =>
  folders.toSorted(byWorth).slice(0, listed);

const counted = (files: number): string => `${files} file${files === 1 ? '' : 's'}`;

/** The open folders with what they hold, one to a line. */
function drawn(root: Folder, open: ReadonlySet<Folder>, listed: number): string {
  const lines: string[] = [];
  const draw = (folder: Folder, indent: string): void => {
    lines.push(`${indent}${shownPath(`${nameText(folder.name)}/`)} ${counted(folder.files)}\n`);
    if (!open.has(folder)) return;
    const shown = listedIn(folder, listed).sort((a, b) => byCodePoint(a.name, b.name));
    for (const inner of shown) draw(inner, `${indent}  `);
    const rest = folder.folders.filter((inner) => !shown.includes(inner));
    const files = rest.reduce((sum, inner) => sum + inner.files, 0);
    if (rest.length > 0) lines.push(`${indent}  … ${rest.length} more with ${counted(files)}\n`);
  };
  draw(root, '');
  return lines.join('');
}
