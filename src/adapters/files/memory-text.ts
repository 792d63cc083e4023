import type { LeftOut } from '../../ports/tree.ts';
import type { BytePath } from '../../text/paths/byte-path.ts';
import type { WorkTreeFiles } from '../git/list-files.ts';

/** git's index and the rules that lie with it at the time of a listing. */
export interface GitNow {
  /** Names all that git's list of files hangs on beside folders and rule files; empty where that can't be told, as in a linked work tree. */
  readonly stamp: string;
  /**
   * Whether the index was written in an earlier second. git notes the times of files in whole seconds, so only then
   * will a file that changes after this listing have other times than those in the index.
   */
  readonly rested: boolean;
}

/** What a listing leaves for the next, in columns. */
export interface Memory {
  readonly folders: BytePath[];
  /** Whether the walk went on into a folder after reading it. */
  readonly entered: boolean[];
  /** When each folder changed last, and its number: three a folder, zeros for one that may be changing. */
  readonly stamps: number[];
  /** All in each folder that a walk goes by, between slashes: plain files are git's business. */
  readonly names: string[];
  /** A sum over all names in a folder, so that a file that was only replaced is no news. */
  readonly sums: number[];
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

type Column = 'folders' | 'entered' | 'stamps' | 'names' | 'sums';
interface Packed extends Pick<Memory, 'rules' | 'leftOut'>, GitNow, Record<Column, string> {
  readonly format: number;
  readonly lists: readonly string[];
}

/** Empty if it can't be kept: an index may hold paths that no file can have. */
export function packMemory({ git, rules, leftOut, ...columns }: Memory): string {
  const isOdd = (path: BytePath): boolean => path.includes(BETWEEN);
  if (LISTS.some((name) => git.files[name].some(isOdd))) return '';
  return JSON.stringify({
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
  } satisfies Packed);
}

/** Null if there is none, or one of another kind. */
export function unpackMemory(text: string): Memory | null {
  const packed = text === '' ? null : (JSON.parse(text) as Packed);
  if (packed?.format !== FORMAT) return null;
  const { rules, leftOut, stamp, rested } = packed;
  const lists = LISTS.map((name, i) => {
    const joined = packed.lists[i] ?? '';
    return [name, joined === '' ? [] : joined.split(BETWEEN)] as const;
  });
  const files = Object.fromEntries(lists) as Record<(typeof LISTS)[number], string[]>;
  return {
    folders: packed.folders.split(BETWEEN),
    entered: Array.from(packed.entered, (sign) => sign === '1'),
    stamps: unpackNumbers(packed.stamps),
    names: packed.names.split(BETWEEN),
    sums: unpackNumbers(packed.sums),
    rules,
    leftOut,
    git: { stamp, rested, files: { ...files, complete: true } },
  };
}

const packNumbers = (numbers: readonly number[]): string =>
  Buffer.from(Float64Array.from(numbers).buffer).toString('base64');

/** Copied, since a number may only begin at a multiple of its size. */
const unpackNumbers = (text: string): number[] =>
  Array.from(new Float64Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer));
