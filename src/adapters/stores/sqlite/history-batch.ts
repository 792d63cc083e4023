import { remembered } from '../../../math/memo.ts';
import { packCounts, type TermTable, TermTableBuilder } from '../../../math/postings.ts';
import { eachIdentifier, termsOf } from '../../../math/terms.ts';
import type { HistoryCommit } from '../../../ports/store.ts';
import { seal, unseal } from './seal.ts';

/** A message says what it is about early; the rest is quoting, sign-offs and lists. */
export const MESSAGE_CHARACTERS = 1500;

/** A rename in a batch: the commit's number in the batch and the numbers of the two paths. */
export interface Rename {
  readonly commit: number;
  readonly from: number;
  readonly to: number;
}

/** Commits by column, numbered within the batch; parents are numbered across all batches, from 1, 0 = not known. */
export interface CommitColumns {
  readonly oids: Uint8Array;
  readonly oidBytes: number;
  readonly times: Float64Array;
  readonly lengths: Uint32Array;
  readonly parentStarts: Uint32Array;
  readonly parents: Uint32Array;
  readonly fileStarts: Uint32Array;
  readonly files: Uint32Array;
  readonly renames: readonly Rename[];
  readonly paths: readonly string[];
}

export interface BuiltBatch {
  readonly columns: CommitColumns;
  readonly table: TermTable;
  readonly messages: readonly string[];
}

/** `numberOf` gives the overall number of a commit stored before, or 0. */
export function buildBatch(
  commits: readonly HistoryCommit[],
  firstNumber: number,
  numberOf: (oid: string) => number,
): BuiltBatch {
  const local = new Map(commits.map(({ oid }, i) => [oid, firstNumber + i]));
  const pathIds = new Map<string, number>();
  const idOf = (path: string): number => {
    const id = pathIds.get(path) ?? pathIds.size;
    pathIds.set(path, id);
    return id;
  };
  const table = new TermTableBuilder();
  // Messages repeat the same few thousand words; each is cut into terms once.
  const idsOfWord = remembered((word: string) => termsOf(word).map((term) => table.id(term)));
  const parents: number[] = [];
  const parentStarts = [0];
  const files: number[] = [];
  const fileStarts = [0];
  const renames: Rename[] = [];
  const lengths: number[] = [];
  const messages: string[] = [];
  commits.forEach((commit, i) => {
    parents.push(...commit.parents.map((oid) => local.get(oid) ?? numberOf(oid)));
    parentStarts.push(parents.length);
    for (const file of commit.files) {
      files.push(idOf(file.path));
      if (file.from !== undefined) {
        renames.push({ commit: i, from: idOf(file.from), to: idOf(file.path) });
      }
    }
    fileStarts.push(files.length);
    const message = commit.message.slice(0, MESSAGE_CHARACTERS);
    messages.push(message);
    let length = 0;
    // Merges carry no change of their own; their words would only vote for nothing.
    if (commit.parents.length < 2) {
      const counts = new Map<number, number>();
      eachIdentifier(message, (word) => {
        for (const id of idsOfWord(word)) counts.set(id, (counts.get(id) ?? 0) + 1);
      });
      for (const [id, count] of counts) {
        length += count;
        table.add(id, i, packCounts(count, 0, 0, 0));
      }
    }
    lengths.push(length);
  });
  const oidBytes = (commits[0]?.oid.length ?? 40) / 2;
  return {
    table: table.build(),
    messages,
    columns: {
      oids: Buffer.from(commits.map(({ oid }) => oid).join(''), 'hex'),
      oidBytes,
      times: Float64Array.from(commits, ({ time }) => time),
      lengths: Uint32Array.from(lengths),
      parentStarts: Uint32Array.from(parentStarts),
      parents: Uint32Array.from(parents),
      fileStarts: Uint32Array.from(fileStarts),
      files: Uint32Array.from(files),
      renames,
      paths: [...pathIds.keys()],
    },
  };
}

/** Each column as bytes behind one JSON header of lengths: 35,000 commits are read back in a few milliseconds. */
export function packColumns(columns: CommitColumns): Uint8Array {
  const paths = Buffer.from(columns.paths.join('\0'));
  const renames = Uint32Array.from(
    columns.renames.flatMap(({ commit, from, to }) => [commit, from, to]),
  );
  const { times, lengths, parentStarts, parents, fileStarts, files } = columns;
  const numbers = [times, lengths, parentStarts, parents, fileStarts, files, renames];
  const parts: Uint8Array[] = [...numbers.map(bytesOf), paths];
  const header = JSON.stringify({
    oidBytes: columns.oidBytes,
    noPaths: columns.paths.length === 0,
    lengths: parts.map((part) => part.length),
  });
  const size = Buffer.alloc(4);
  size.writeUInt32LE(header.length);
  return seal(Buffer.concat([size, Buffer.from(header), ...parts]));
}

const bytesOf = (array: Uint32Array | Float64Array): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

export function unpackColumns(packed: Uint8Array, oids: Uint8Array): CommitColumns {
  const bytes = Buffer.from(unseal(packed));
  const headerLength = bytes.readUInt32LE(0);
  const header = JSON.parse(bytes.toString('utf8', 4, 4 + headerLength)) as {
    oidBytes: number;
    noPaths: boolean;
    lengths: number[];
  };
  let at = 4 + headerLength;
  const parts = header.lengths.map((length) => {
    const part = bytes.subarray(at, at + length);
    at += length;
    return part;
  });
  const part = (i: number): Buffer => parts[i] ?? Buffer.alloc(0);
  const numbers = (i: number): Uint32Array => new Uint32Array(new Uint8Array(part(i)).buffer);
  const renames = numbers(6);
  return {
    oidBytes: header.oidBytes,
    times: new Float64Array(new Uint8Array(part(0)).buffer),
    lengths: numbers(1),
    parentStarts: numbers(2),
    parents: numbers(3),
    fileStarts: numbers(4),
    files: numbers(5),
    renames: Array.from({ length: renames.length / 3 }, (_, i) => ({
      commit: renames[i * 3] ?? 0,
      from: renames[i * 3 + 1] ?? 0,
      to: renames[i * 3 + 2] ?? 0,
    })),
    oids,
    paths: header.noPaths ? [] : part(7).toString('utf8').split('\0'),
  };
}
