import * as fs from 'node:fs';
import { crc32 } from 'node:zlib';
import { addTo } from '../../math/groups.ts';
import type { LeftOut } from '../../ports/tree.ts';
import type { BytePath } from '../../text/paths/byte-path.ts';
import { join, nameOf, openable, parentOf, placeOf } from '../../text/paths/byte-path.ts';
import { RULE_FILES } from '../../text/paths/ignore-rules.ts';
import { commonFolder, gitFolder } from '../git/folders.ts';
import type { WorkTreeFiles } from '../git/list-files.ts';
import { peek } from './open-file.ts';
import { FRESH_MS, isFresh, stampOf } from './stat-file.ts';
import { type Found, type Gate, readFolder } from './walk.ts';

/** git's index and the rules that lie with it at the time of a listing. */
interface GitNow {
  /** Names all that git's list of files hangs on beside folders and rule files; empty where that can't be told. */
  readonly stamp: string;
  /**
   * Whether the index was written in an earlier second. git notes the times of files in whole seconds, so only then
   * will a file that changes after this listing have other times than those in the index.
   */
  readonly rested: boolean;
}

/** As they were read, or as they are collected. */
type Numbers = number[] | Float64Array;

/** What a listing leaves for the next, in columns. */
interface Memory {
  readonly folders: BytePath[];
  /** Whether the walk went on into a folder after reading it. */
  readonly entered: boolean[];
  /** When each folder changed last, and its number: three a folder, zeros for one that may be changing. */
  readonly stamps: Numbers;
  /** All in each folder that a walk goes by, between slashes: plain files are git's business. */
  readonly names: string[];
  /** A sum over all names in a folder, so that a file that was only replaced is no news. */
  readonly sums: Numbers;
  /** Rule files with their stamps. */
  readonly rules: [BytePath, string][];
  readonly leftOut: LeftOut[];
  readonly git: GitNow & { readonly files: WorkTreeFiles };
}

/** Raise it when what is kept changes: an older memory is then forgotten. */
const FORMAT = 3;
/** Stands in no path. One long string is read much faster than thousands, and this needs no escapes in it. */
const BETWEEN = '//';
const LISTS = ['tracked', 'submodules', 'untracked', 'nested', 'unwatched'] as const;

/** Empty if it can't be kept: an index may hold paths that no file can have. */
function packMemory(memory: Memory): string {
  const isOdd = (path: BytePath): boolean => path.includes(BETWEEN);
  const isPlain = !LISTS.some((name) => memory.git.files[name].some(isOdd));
  return isPlain ? JSON.stringify(packed(memory)) : '';
}

const packed = ({ git, rules, leftOut, ...columns }: Memory) => ({
  format: FORMAT,
  folders: columns.folders.join(BETWEEN),
  entered: columns.entered.map(Number).join(''),
  stamps: packNumbers(columns.stamps),
  names: columns.names.join(BETWEEN),
  sums: packNumbers(columns.sums),
  rules,
  leftOut,
  stamp: git.stamp,
  rested: git.rested,
  lists: LISTS.map((name) => git.files[name].join(BETWEEN)),
});

/** Null if there is none, or one of another kind. */
function unpackMemory(text: string): Memory | null {
  const kept = text === '' ? null : (JSON.parse(text) as ReturnType<typeof packed>);
  if (kept?.format !== FORMAT) return null;
  const { rules, leftOut, stamp, rested } = kept;
  const lists = LISTS.map(
    (name, i) => [name, kept.lists[i] ? kept.lists[i].split(BETWEEN) : []] as const,
  );
  const files = Object.fromEntries(lists) as Record<(typeof LISTS)[number], string[]>;
  return {
    folders: kept.folders.split(BETWEEN),
    entered: kept.entered.split('').map((sign) => sign === '1'),
    stamps: unpackNumbers(kept.stamps),
    names: kept.names.split(BETWEEN),
    sums: unpackNumbers(kept.sums),
    rules,
    leftOut,
    git: { stamp, rested, files: { ...files, blobs: new Map(), complete: true } },
  };
}

const packNumbers = (numbers: ArrayLike<number>): string =>
  Buffer.from(Float64Array.from(numbers).buffer).toString('base64');

/** Copied, since a number may only begin at a multiple of its size. */
function unpackNumbers(text: string): Float64Array {
  const bytes = Buffer.from(text, 'base64');
  const numbers = new Float64Array(bytes.length / Float64Array.BYTES_PER_ELEMENT);
  bytes.copy(new Uint8Array(numbers.buffer));
  return numbers;
}

/** What a walk beside git learnt: which folders there are, where rules lie, what git passes over in silence. */
export interface Recalled {
  readonly folders: Set<BytePath>;
  /** Names of rule files by folder. */
  readonly rules: ReadonlyMap<BytePath, readonly string[]>;
  readonly leftOut: readonly LeftOut[];
  /** What git said, if it would say the same again; else it has to be asked. */
  readonly git: WorkTreeFiles | null;
  /** Whether files that are as git's index has them are as they were when their stamps were taken. */
  readonly trustsIndex: boolean;
  readonly memory: (git: WorkTreeFiles) => string;
}

const WATCHED_NAMES: readonly string[] = ['.git', '.gitignore', ...RULE_FILES];
/** Reasons that show in the stamp of the folder they lie in; of others nothing can be remembered. */
const LASTING: readonly string[] = ['special', 'too-deep'];

/** A gate that notes what a walk sees; `memory` is empty where the walk could come out otherwise next time. */
export function noting(
  root: BytePath,
  gate: Gate,
  now: GitNow,
): { readonly gate: Gate; readonly memory: (git: WorkTreeFiles) => string } {
  const sums: number[] = [];
  const memory: Omit<Memory, 'git'> = {
    folders: [],
    entered: [],
    stamps: [],
    names: [],
    sums,
    rules: [],
    leftOut: [],
  };
  return {
    gate: {
      ...gate,
      enter(folder, dotNames, found) {
        const entered = gate.enter(folder, dotNames, found);
        const at = memory.folders.push(folder) - 1;
        memory.entered.push(entered);
        memory.names.push(namesIn(found));
        sums.push(sumOf(found));
        stampFolder(root, folder, memory.stamps, at);
        for (const name of dotNames) {
          if (!WATCHED_NAMES.includes(name) || name === '.git') continue;
          const path = join(folder, name);
          memory.rules.push([path, fileStamp(root, path)]);
        }
        return entered;
      },
      leaveOut(path, reason, detail) {
        memory.leftOut.push({ path, reason, detail });
        gate.leaveOut(path, reason, detail);
      },
    },
    memory: (files) =>
      memory.leftOut.every(({ reason }) => LASTING.includes(reason))
        ? packMemory({ ...memory, git: { ...now, files } })
        : '',
  };
}

/**
 * What a new walk would learn, if it would learn the same as the one that left the memory. A folder's times
 * change when a name in it comes or goes, not when a file is written; such a folder is read
 * again, and as long as it holds the same folders, rules and oddities nothing has changed.
 */
export function recall(root: BytePath, text: string, now: GitNow): Recalled | null {
  const memory = unpackMemory(text);
  if (memory === null) return null;
  for (const [path, stamp] of memory.rules) {
    if (stamp === '' || fileStamp(root, path) !== stamp) return null;
  }
  const { folders, stamps, names: before } = memory;
  const folderSet = new Set<BytePath>();
  let isSame = true;
  let listsSame = true;
  for (let at = 0; at < folders.length; at++) {
    const folder = folders[at] ?? '';
    if (memory.entered[at]) folderSet.add(folder);
    const state = stampFolder(root, folder, stamps, at);
    if (state === 'same') continue;
    if (state === 'gone') return null;
    isSame = false;
    const found = readFolder(root, folder, null);
    if (found === null || namesIn(found) !== before[at]) return null;
    const sum = sumOf(found);
    if (sum !== memory.sums[at]) listsSame = false;
    memory.sums[at] = sum;
  }
  const rules = new Map<BytePath, string[]>();
  for (const [path] of memory.rules) addTo(rules, parentOf(path), nameOf(path));
  const { git } = memory;
  const saysSame = listsSame && git.stamp !== '' && git.stamp === now.stamp;
  return {
    folders: folderSet,
    rules,
    leftOut: memory.leftOut,
    git: saysSame ? git.files : null,
    trustsIndex: saysSame && git.rested,
    memory: (files) =>
      isSame && git.files === files && git.rested === now.rested
        ? text
        : packMemory({ ...memory, git: { ...now, files } }),
  };
}

export const NO_GIT: GitNow = { stamp: '', rested: false };

const asBytes = (path: string): BytePath => Buffer.from(path, 'utf8').toString('latin1');

export function gitNow(gitDir: string): GitNow {
  // A linked work tree has an index of its own, and shares the rules.
  const own = gitFolder(gitDir);
  const index = peek(openable(placeOf(asBytes(own), 'index')));
  const stamp = index === null ? '' : lastingStamp(index);
  const common = own === gitDir ? gitDir : commonFolder(gitDir);
  const hasRules = fs.existsSync(`${common}/info/exclude`);
  const rules = hasRules ? fileStamp(asBytes(common), 'info/exclude') : 'none';
  if (index === null || stamp === '' || rules === '') return NO_GIT;
  const second = (ms: number): number => Math.floor(ms / 1000);
  return {
    stamp: own === gitDir ? `${stamp} ${rules}` : `${own} ${stamp} ${common} ${rules}`,
    rested: second(Date.now() - FRESH_MS) > second(index.ctimeMs),
  };
}

const wordOf = ({ name, kind }: Found): string => `${kind} ${name}`;

/** The same for the same names in any order. */
const sumOf = (found: readonly Found[]): number =>
  found.reduce((sum, each) => sum + crc32(wordOf(each)), 0);

function namesIn(found: readonly Found[]): string {
  const isWatched = ({ name, kind }: Found) => kind !== 'file' || WATCHED_NAMES.includes(name);
  return found.filter(isWatched).map(wordOf).sort().join('/');
}

/** Notes the stamp of the folder with this number; one that can't be trusted to last counts as changed. */
function stampFolder(
  root: BytePath,
  folder: BytePath,
  stamps: Numbers,
  number: number,
): 'same' | 'changed' | 'gone' {
  const stat = peek(openable(placeOf(root, folder)));
  if (stat === null || !stat.isDirectory()) return 'gone';
  const lasts = Date.now() - stat.ctimeMs >= FRESH_MS;
  const seen = [stat.mtimeMs, stat.ctimeMs, stat.ino];
  const at = number * seen.length;
  if (lasts && seen.every((value, i) => stamps[at + i] === value)) return 'same';
  for (const [i, value] of seen.entries()) stamps[at + i] = lasts ? value : 0;
  return 'changed';
}

/** Empty for one that can't be trusted to stay as it is. */
function fileStamp(root: BytePath, path: BytePath): string {
  const stat = peek(openable(placeOf(root, path)));
  return stat === null ? '' : lastingStamp(stat);
}

function lastingStamp(stat: fs.Stats): string {
  const stamp = stat.isFile() ? stampOf(stat) : '';
  return isFresh(stamp) ? '' : stamp;
}
