import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { byCodePoint } from '../../math/order.ts';
import { type BytePath, bytesOf, textOf } from '../../text/paths/byte-path.ts';
import { peek } from '../files/open-file.ts';
import { changedFiles, stagedFiles, stagedNames, workTreeFiles } from './list-files.ts';
import { findRepository } from './repository.ts';
import type { GitPlace } from './run.ts';

const POINTER = /^gitdir: (.+)\n?$/;

/** The folder behind `.git`, which is a file in a linked work tree or a submodule. */
export function gitFolder(gitDir: string): string {
  if (peek(gitDir)?.isFile() !== true) return gitDir;
  const target = POINTER.exec(readFileSync(gitDir, 'utf8'))?.[1];
  return target === undefined ? gitDir : resolve(dirname(gitDir), target);
}

/** Files below a folder that differ from the last commit, sorted, or null where there is no git to say so. */
export async function dirtyFiles(root: string, signal?: AbortSignal): Promise<string[] | null> {
  const found = findRepository(root, signal);
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
  const named = (content: Buffer): boolean => {
    const hash = createHash(name.length === 40 ? 'sha1' : 'sha256');
    return hash.update(`blob ${content.length}\0`).update(content).digest('hex') === name;
  };
  return (
    named(bytes) ||
    (bytes.includes('\r\n') &&
      named(Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')))
  );
}

const LARGEST_COMPARED = 16 * 1024 * 1024;
