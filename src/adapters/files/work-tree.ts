import * as fs from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { Variables } from '../../config/find.ts';
import { inOrder } from '../../math/order.ts';
import { SheafError } from '../../model/errors.ts';
import type { Remembered, Tree, TreeEntry } from '../../ports/tree.ts';
import type { BytePath } from '../../text/paths/byte-path.ts';
import {
  bytesOf,
  nameOf,
  openable,
  parentOf,
  placeOf,
  textOf,
} from '../../text/paths/byte-path.ts';
import { createIgnoreRules, isRuleFile, parseRules } from '../../text/paths/ignore-rules.ts';
import { isPlain, isReservedName, OWN_SOURCES } from '../../text/paths/reserved.ts';
import { discover } from './discover.ts';
import { createLeftOuts, isPart, type Survey, toListing } from './left-out.ts';
import { errorCode, readInside } from './open-file.ts';
import { createOwnRules, readRuleFile } from './rules.ts';
import { createStater, isFresh, sizeIn } from './stat-file.ts';
import { type Gate, walk } from './walk.ts';

export interface WorkTreeOptions {
  /** Patterns to leave out, in git's ignore syntax, that no file of the project can take back. */
  readonly ignore?: readonly string[];
  /** Files, folders or patterns below the root that are read, like our own sources, though git ignores them; null for none at all. */
  readonly include?: readonly string[] | null;
  /** From so many files on git is asked which of them changed. */
  readonly manyFiles?: number;
  /** Where the user keeps what they trust; without it nothing is. */
  readonly env?: Variables | undefined;
}

/** Below this we have looked at all files before git has begun. */
const MANY_FILES = 2000;

/** How much is read before other work gets its turn. */
const BYTES_PER_TURN = 4_194_304;
const FILES_PER_TURN = 64;

/** The files of a folder: those git would add if it lies in a work tree, else all no rule leaves out. */
export function workTree(place: string, options: WorkTreeOptions = {}): Tree {
  return {
    async list(signal, before = null) {
      const root = realRoot(place);
      const leftOut = createLeftOuts();
      const own = createOwnRules(options.ignore ?? [], (path) => readRuleFile(root, path));
      const survey = { root, own, leftOut, signal, env: options.env };
      const found = await discover(survey, before, options.manyFiles ?? MANY_FILES);
      const { include = [] } = options;
      const included = include === null ? [] : await includedFiles(survey, include);
      // Rule files in folders the walk was kept out of, where git tracks some files all the same.
      for (const path of found.tracked)
        if (isRuleFile(path)) own.load(parentOf(path), [nameOf(path)]);

      const sift = (path: BytePath): boolean => isPart(path, survey);
      for (const path of found.submodules.filter(sift)) leftOut.add(path, 'submodule', '');
      for (const path of found.nested.filter(sift)) leftOut.add(path, 'nested-repository', '');
      const stat = createStater(survey, found.folders, found.stats, found.blobOf);
      const { same: entries, rest } =
        before === null || found.changed === null
          ? { same: [], rest: found.tracked }
          : asBefore(found.tracked, new Set([...found.changed, ...found.unwatched]), before);
      const take = (path: BytePath, isTracked: boolean): void => {
        const entry = sift(path) ? stat(path, isTracked) : null;
        if (entry !== null) entries.push(entry);
      };
      for (const path of rest) take(path, true);
      const others = new Set([...found.untracked, ...included]);
      if (others.size > 0) for (const path of found.tracked) others.delete(path);
      for (const path of others) take(path, false);
      return { ...toListing(entries, leftOut, found.commit), memory: found.memory };
    },
    async *read(entries, limitOf, signal) {
      const root = realRoot(place);
      let files = 0;
      let bytes = 0;
      for (const { path } of entries) {
        const file = readInside(root, bytesOf(path), limitOf(path));
        files += 1;
        if (file.kind === 'read') bytes += file.bytes.length;
        yield { ...file, path };
        if (files >= FILES_PER_TURN || bytes >= BYTES_PER_TURN) {
          files = 0;
          bytes = 0;
          await setImmediate();
        }
        signal?.throwIfAborted();
      }
    },
  };
}

/** Files asked for by name: our own source folders and what is configured, though git ignores them. */
async function includedFiles(survey: Survey, patterns: readonly string[]): Promise<BytePath[]> {
  const files: BytePath[] = [];
  const gate: Gate = {
    enter(folder, names) {
      survey.own.load(folder, names);
      return true;
    },
    refuses: (path) => isReservedName(nameOf(path)),
    leaveOut: survey.leftOut.add,
  };
  for (const pattern of [...OWN_SOURCES, ...patterns.map(bytesOf)]) {
    const wanted = pattern.replace(/^\/+|\/+$/g, '');
    if (!isPlain(wanted)) continue;
    const start = folderOf(wanted);
    if (!isHere(survey.root, start)) continue;
    const chosen = createIgnoreRules();
    chosen.add('', parseRules(`/${wanted}`, 'include'));
    const walked = await walk(survey, start, gate);
    files.push(...walked.files.filter((file) => chosen.refusalOf(file) !== null));
  }
  return files;
}

/** The innermost folder that a pattern names without wildcards and that holds all it can match. */
function folderOf(pattern: BytePath): BytePath {
  const wildcard = pattern.search(/[*?[\\]/);
  return wildcard === -1 ? pattern : parentOf(pattern.slice(0, wildcard));
}

/** There, and not by way of a link. */
function isHere(root: BytePath, path: BytePath): boolean {
  const place = placeOf(root, path);
  try {
    return fs.realpathSync.native(openable(place), { encoding: 'latin1' }) === place;
  } catch {
    return false; // missing, which is usual for a pattern
  }
}

/** Takes over what is known of files that did not change. The same rules held for them, so they are not asked again. */
function asBefore(
  tracked: readonly BytePath[],
  changed: ReadonlySet<BytePath>,
  before: Remembered,
): { same: TreeEntry[]; rest: readonly BytePath[] } {
  const same: TreeEntry[] = [];
  const rest: BytePath[] = [];
  const fileAt = inOrder(before.files);
  const outAt = inOrder(before.leftOut);
  const withSize = (file: Remembered['leftOut'][number] | undefined): TreeEntry | undefined =>
    file && { path: file.path, bytes: sizeIn(file.stamp), stamp: file.stamp, modified: null };
  for (const path of tracked) {
    const text = textOf(path);
    const entry = fileAt(text) ?? withSize(outAt(text));
    if (entry === undefined || isFresh(entry.stamp) || changed.has(path)) rest.push(path);
    else same.push(entry);
  }
  return { same, rest };
}

function realRoot(root: string): BytePath {
  try {
    const real = fs.realpathSync.native(root, { encoding: 'latin1' });
    if (fs.statSync(openable(real)).isDirectory()) return real;
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') {
      throw new SheafError('unreadable', `${root} can't be read (${code})`, '', error);
    }
  }
  throw new SheafError('not-found', `${root} is not a folder`, 'Name a folder with --root.');
}
