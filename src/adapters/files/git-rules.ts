import { type BytePath, join, openable, placeOf } from '../../text/paths/byte-path.ts';
import type { IgnoreRules } from '../../text/paths/ignore-rules.ts';
import {
  createIgnoreRules,
  MAX_RULE_FILE_BYTES,
  parseRules,
} from '../../text/paths/ignore-rules.ts';
import { peek } from './open-file.ts';
import { readInside } from './read-file.ts';

/** `.gitignore` files read by ourselves: they decide where there is no git, and keep walks short where there is. */
export interface GitRules {
  readonly rules: IgnoreRules;
  load(folder: BytePath, names: readonly string[]): void;
  /**
   * True once a `.gitignore` turned up that git must not be let near: it waits for ever on a pipe
   * and reads a file of any size into memory.
   */
  readonly unsafe: boolean;
}

/** `above` is where the repository starts if it starts above the root. */
export function createGitRules(root: BytePath, above: BytePath | null): GitRules {
  const rules = createIgnoreRules();
  const top = above ?? root;
  let unsafe = false;

  const read = (base: BytePath, path: BytePath): string => {
    const stat = peek(openable(placeOf(base, path)));
    const odd = stat !== null && !stat.isFile() && !stat.isSymbolicLink() && !stat.isDirectory();
    if (odd || (stat?.isFile() && stat.size > MAX_RULE_FILE_BYTES)) unsafe = true;
    return readRuleFile(base, path) ?? '';
  };

  const between = top === root ? [] : root.slice(placeOf(top, 'x').length - 1).split('/');
  rules.addAbove(between.join('/'), parseRules(read(top, '.git/info/exclude'), 'exclude'));
  for (let depth = 0; depth < between.length; depth++) {
    const path = join(between.slice(0, depth).join('/'), '.gitignore');
    rules.addAbove(between.slice(depth).join('/'), parseRules(read(top, path), path));
  }

  return {
    rules,
    load(folder, names) {
      if (!names.includes('.gitignore')) return;
      const path = join(folder, '.gitignore');
      rules.add(folder, parseRules(read(root, path), path));
    },
    get unsafe() {
      return unsafe;
    },
  };
}

export function readRuleFile(root: BytePath, path: BytePath): string | null {
  const file = readInside(root, path, { bytes: MAX_RULE_FILE_BYTES, tail: false });
  return file.kind === 'read' ? file.bytes.toString('latin1') : null;
}
