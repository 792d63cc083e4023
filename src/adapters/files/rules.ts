import { type BytePath, join, nameOf, openable, placeOf } from '../../text/paths/byte-path.ts';
import {
  createIgnoreRules,
  type IgnoreRules,
  MAX_RULE_FILE_BYTES,
  parseRules,
  RULE_FILES,
} from '../../text/paths/ignore-rules.ts';
import { isOwnSource, isReservedName } from '../../text/paths/reserved.ts';
import type { Survey } from './left-out.ts';
import { peek, readInside } from './open-file.ts';
import type { Gate } from './walk.ts';

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

/**
 * Walks a tree. Where git lists the files, only rule files are looked for and what git passes over in silence; else our own reading of
 * all rules decides.
 */
export function gateOfTree(
  lister: 'git' | 'walk',
  { root, own, leftOut }: Survey,
  git: GitRules,
): Gate {
  const isOurs = lister === 'walk';
  return {
    enter(folder, names) {
      if (folder !== '' && isRepository(root, folder, names)) {
        if (isOurs) leftOut.add(folder, 'nested-repository', '');
        return false;
      }
      git.load(folder, names);
      own.load(folder, names);
      return true;
    },
    refuses(path, kind) {
      if (isReservedName(nameOf(path))) return true;
      if (kind === 'file' && !isOurs) return false; // git's word counts
      const isFolder = kind === 'folder';
      if (git.rules.ruleFor(path, isFolder) !== null) return true;
      const origin = own.originFor(path, isFolder);
      if (origin !== null && isOurs) leftOut.add(path, 'ignored', origin);
      return origin !== null;
    },
    leaveOut: leftOut.add,
  };
}

function isRepository(root: BytePath, folder: BytePath, names: readonly string[]): boolean {
  if (!names.includes('.git')) return false;
  const place = placeOf(root, `${folder}/.git`);
  const stat = peek(openable(place));
  return stat?.isDirectory() ? peek(openable(`${place}/HEAD`)) !== null : stat?.isFile() === true;
}

/** What a project and its configuration ask us to leave alone, beside what git ignores. */
export interface OwnRules {
  /** Reads the rule files among the names of a folder. */
  load(folder: BytePath, names: readonly string[]): void;
  /** What refuses a path, apart from the folders it lies in. */
  originFor(path: BytePath, isFolder: boolean): string | null;
  /** The outermost refused folder on the way to a file, or the file, with the rule that says so. */
  refusalOf(file: BytePath): { readonly path: BytePath; readonly origin: string } | null;
}

/** `globs` are the configured patterns: no file of the project can take them back. */
export function createOwnRules(
  globs: readonly string[],
  readRules: (path: BytePath) => string | null,
): OwnRules {
  const files = createIgnoreRules();
  const configured = createIgnoreRules();
  const lines = globs.map((glob) => glob.replaceAll('\n', ' ')).join('\n');
  const bytes = Buffer.from(lines, 'utf8').toString('latin1');
  configured.add('', parseRules(bytes, 'configuration'));
  const loaded = new Set<BytePath>();

  return {
    load(folder, names) {
      if (loaded.has(folder)) return;
      // In this order, since a later file wins.
      for (const name of RULE_FILES) {
        if (!names.includes(name)) continue;
        loaded.add(folder);
        const path = join(folder, name);
        files.add(folder, parseRules(readRules(path) ?? '', path));
      }
    },
    originFor(path, isFolder) {
      if (isOwnSource(path)) return null;
      const rule = configured.ruleFor(path, isFolder) ?? files.ruleFor(path, isFolder);
      return rule?.origin ?? null;
    },
    refusalOf(file) {
      if (isOwnSource(file)) return null;
      const refusal = configured.refusalOf(file) ?? files.refusalOf(file);
      return refusal && { path: refusal.path, origin: refusal.rule.origin };
    },
  };
}
