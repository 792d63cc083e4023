import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { byCodePoint } from '../../math/order.ts';
import { type BytePath, bytesOf, textOf } from '../../text/paths/byte-path.ts';
import { peek } from '../files/open-file.ts';
import { gitFolder } from './folders.ts';
import { changedFiles, stagedFiles, stagedNames, workTreeFiles } from './list-files.ts';
import { isNamed } from './names.ts';
import { findRepository } from './repository.ts';
import type { GitPlace } from './run.ts';

/** Files below a folder that differ from the last commit, sorted, or null where there is no git to say so. */
export async function dirtyFiles(
  root: string,
  asking: Parameters<typeof findRepository>[1],
): Promise<string[] | null> {
  const found = findRepository(root, asking);
  if (found === null) return null;
  const place = { ...found, gitDir: gitFolder(found.gitDir) };
  const [changed, staged, files] = await Promise.all([
    changedFiles(place),
    stagedFiles(place),
    workTreeFiles(place, 'with untracked'),
  ]);
  const edited = await differing(place, found.workTree, [...(changed ?? [])]);
  // git names changed files from the top of the work tree.
  const inside = relative(found.workTree, found.folder).replaceAll(sep, '/');
  const prefix = inside === '' ? '' : bytesOf(`${inside}/`);
  const below = [...edited, ...staged]
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length));
  return [...new Set([...below, ...files.untracked])].map(textOf).sort(byCodePoint);
}

/** Beyond this many the times of files are believed: a tree that was just copied. */
const MOST_COMPARED = 500;

/** Of files whose times or sizes changed, those whose bytes did. Done here: git would run the filters a repository may name. */
async function differing(
  place: GitPlace,
  workTree: string,
  paths: readonly BytePath[],
): Promise<readonly BytePath[]> {
  if (paths.length === 0 || paths.length > MOST_COMPARED) return paths;
  const names = await stagedNames(place, paths);
  return paths.filter((path) => {
    const name = names.get(path);
    return name === undefined || !isBlob(join(workTree, textOf(path)), name);
  });
}

/** Whether the bytes of a file, with the line ends that git stores, have this name in git. */
function isBlob(file: string, name: string): boolean {
  const stat = peek(file);
  if (stat?.isFile() !== true || stat.size > LARGEST_COMPARED) return false;
  const bytes = readFileSync(file);
  return (
    isNamed(bytes, name) ||
    (bytes.includes('\r\n') &&
      isNamed(Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'), name))
  );
}

const LARGEST_COMPARED = 16 * 1024 * 1024;
