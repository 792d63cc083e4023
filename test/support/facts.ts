import { packFacts } from '../../src/adapters/stores/sqlite/contents.ts';
import { cut } from '../../src/chunk/cut.ts';
import { lineStarts } from '../../src/math/lines.ts';
import { EMPTY_OUTLINE, type Facts, type Outline } from '../../src/model/document.ts';
import { type Shape, shapeKey } from '../../src/model/shape.ts';
import type { State, StateFile } from '../../src/model/state.ts';
import { type Batch, contentName, type IndexWriter, type Store } from '../../src/ports/store.ts';
import { Inverter } from '../../src/retrieve/inverted.ts';

export const SHAPE: Shape = { source: 'code', kind: 'source', language: 'text', options: '' };

const NO_KEY = { hash: '', shape: '' };

/** Facts of a text with an outline given by hand. */
export function factsOf(text: string, outline: Partial<Outline> = {}, shape: Shape = SHAPE): Facts {
  const whole = { ...EMPTY_OUTLINE, ...outline };
  return { ...whole, shape, text, chunks: cut(text, whole), redactions: {} };
}

export function batchOf(contents: readonly { hash: string; facts: Facts }[]): Batch {
  const inverter = new Inverter();
  for (const { facts } of contents) inverter.add(facts);
  const { table, chunkCounts, lengths } = inverter.finish();
  return {
    table,
    chunkCounts,
    lengths,
    contents: contents.map(({ hash, facts }) => ({
      hash,
      shape: shapeKey(facts.shape),
      lines: lineStarts(facts.text).length,
      chunks: facts.chunks.length,
      ...packFacts(facts),
    })),
  };
}

/** Writes what is new of the contents as one batch, then the state; returns it. */
export function writeFiles(
  store: Pick<Store, 'find'>,
  writer: IndexWriter,
  files: readonly { path: string; hash: string; facts: Facts }[],
  root: string,
): State {
  const keys = files.map(({ hash, facts }) => ({ hash, shape: shapeKey(facts.shape) }));
  const missing = new Map(files.map((file, i) => [contentName(keys[i] ?? NO_KEY), file]));
  for (const name of store.find(keys).keys()) missing.delete(name);
  if (missing.size > 0) writer.addBatch(batchOf([...missing.values()]));
  const stored = store.find(keys);
  const rows: StateFile[] = [...files]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, hash, facts }) => ({
      path,
      hash,
      content: stored.get(contentName({ hash, shape: shapeKey(facts.shape) }))?.content ?? 0,
      shape: facts.shape,
      stub: null,
      bytes: facts.text.length,
      lines: lineStarts(facts.text).length,
      chunks: facts.chunks.length,
      modified: null,
      stamp: `test:${hash}`,
    }));
  const state: State = {
    root,
    place: 'tree',
    commit: null,
    files: rows,
    leftOut: [],
    settings: '',
    memory: '',
  };
  writer.addState(state);
  return state;
}
