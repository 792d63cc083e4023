import { remembered } from '../../../math/memo.ts';
import type { Reason, Shape } from '../../../model/shape.ts';
import type { StateFile } from '../../../model/state.ts';

/** Files by column: a third of the size of a list of objects, and as fast to read. */
export interface FileColumns {
  readonly paths: readonly string[];
  readonly contents: readonly number[];
  readonly shapes: readonly number[];
  readonly shapeTable: readonly Shape[];
  readonly stubs: readonly (Reason | 0)[];
  readonly bytes: readonly number[];
  readonly lines: readonly number[];
  readonly chunks: readonly number[];
  readonly modified: readonly (number | null)[];
}

/** What only an update needs to see. */
export interface IdentityColumns {
  readonly hashes: readonly string[];
  readonly stamps: readonly string[];
}

export function columnsOf(files: readonly StateFile[]): FileColumns {
  const byKey = new Map<string, number>();
  const shapeTable: Shape[] = [];
  const indexOf = remembered((shape: Shape): number => {
    const key = JSON.stringify(shape);
    const index = byKey.get(key) ?? shapeTable.push(shape) - 1;
    byKey.set(key, index);
    return index;
  });
  return {
    paths: files.map((file) => file.path),
    contents: files.map((file) => file.content),
    shapes: files.map((file) => indexOf(file.shape)),
    shapeTable,
    stubs: files.map((file) => file.stub ?? 0),
    bytes: files.map((file) => file.bytes),
    lines: files.map((file) => file.lines),
    chunks: files.map((file) => file.chunks),
    modified: files.map((file) => file.modified),
  };
}
export const identityOf = (files: readonly StateFile[]): IdentityColumns => ({
  hashes: files.map((file) => file.hash),
  stamps: files.map((file) => file.stamp),
});

const UNKNOWN_SHAPE: Shape = { source: 'code', kind: 'source', language: 'text', options: '' };

/** The file with a number; without its identity where nobody asked for it. */
export const fileIn = (
  files: FileColumns,
  identity: IdentityColumns | null,
  i: number,
): StateFile => ({
  path: files.paths[i] ?? '',
  hash: identity?.hashes[i] ?? '',
  content: files.contents[i] ?? 0,
  shape: files.shapeTable[files.shapes[i] ?? 0] ?? UNKNOWN_SHAPE,
  stub: files.stubs[i] || null,
  bytes: files.bytes[i] ?? 0,
  lines: files.lines[i] ?? 0,
  chunks: files.chunks[i] ?? 0,
  modified: files.modified[i] ?? null,
  stamp: identity?.stamps[i] ?? '',
});
