import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { peek } from '../files/open-file.ts';

const POINTER = /^gitdir: (.+)\n?$/;

/** The folder behind `.git`, which is a file in a linked work tree or a submodule. */
export function gitFolder(gitDir: string): string {
  if (peek(gitDir)?.isFile() !== true) return gitDir;
  const target = POINTER.exec(readFileSync(gitDir, 'utf8'))?.[1];
  return target === undefined ? gitDir : resolve(dirname(gitDir), target);
}

/** Where what all work trees of a repository have in common lies. */
export const commonFolder = (gitDir: string): string => {
  const own = gitFolder(gitDir);
  return resolve(own, contentOf(resolve(own, 'commondir')).trim());
};

const MOST_BYTES = 1_000_000;

/** Empty for what is not a file, or too long to be one of git's. */
export function contentOf(path: string): string {
  const stat = peek(path);
  return stat?.isFile() && stat.size <= MOST_BYTES ? readFileSync(path, 'latin1') : '';
}
