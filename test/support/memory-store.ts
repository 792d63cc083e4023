import { unpackFacts } from '../../src/adapters/stores/sqlite/contents.ts';
import {
  type PackedCommits,
  packCommits,
  placeOfOid,
  readMessage,
  tipsOf,
  unpackBatches,
} from '../../src/adapters/stores/sqlite/history.ts';
import { openHistory } from '../../src/adapters/stores/sqlite/history-view.ts';
import { openLexical } from '../../src/adapters/stores/sqlite/lexical.ts';
import { seal } from '../../src/adapters/stores/sqlite/seal.ts';
import {
  BLOCKS_PER_SEGMENT,
  findIn,
  joined,
  type Layout,
  type Segment,
  similar,
} from '../../src/adapters/stores/sqlite/segments.ts';
import { pathTable } from '../../src/adapters/stores/sqlite/states.ts';
import type { TermTable } from '../../src/math/term-table.ts';
import type { AssemblyRecord } from '../../src/model/record.ts';
import type { State } from '../../src/model/state.ts';
import type { ModelStore } from '../../src/ports/models.ts';
import {
  contentName,
  type GcReport,
  type IndexWriter,
  type PackedContent,
  type StateView,
  type Store,
  type StoredContent,
} from '../../src/ports/store.ts';

export interface StoreLimits {
  readonly statesKept: number;
  readonly segmentsJoined: number;
}

interface Held {
  readonly contents: ReadonlyMap<number, PackedContent>;
  readonly names: ReadonlyMap<string, StoredContent>;
  readonly segments: readonly Segment[];
  readonly blocks: ReadonlyMap<number, Uint8Array>;
  readonly states: readonly State[];
  readonly batches: readonly (PackedCommits & { readonly id: number })[];
}

const NOTHING: Held = {
  contents: new Map(),
  names: new Map(),
  segments: [],
  blocks: new Map(),
  states: [],
  batches: [],
};

/** A store that is gone with its last reference, for tests of what stands on one. What it holds is replaced, never changed. */
export function memoryStore({ statesKept, segmentsJoined }: StoreLimits): Store {
  let held = NOTHING;
  let numbers = 0;
  const records: AssemblyRecord[] = [];
  const models = memoryModels(() => held);
  const put = (
    into: Held,
    { contents, chunkCounts, lengths }: Layout<readonly number[]>,
    table: TermTable,
  ): Held => {
    const id = ++numbers;
    const layout = {
      contents: Uint32Array.from(contents),
      chunkCounts: Uint32Array.from(chunkCounts),
      lengths: Uint32Array.from(lengths),
    };
    const blocks = table.blocks.map((block, i) => {
      const at = id * BLOCKS_PER_SEGMENT + i;
      return [at, seal(block, String(at))] as const;
    });
    return {
      ...into,
      segments: [...into.segments, { id, firsts: table.firsts, ...layout }],
      blocks: new Map([...into.blocks, ...blocks]),
    };
  };
  const join = (ids: readonly number[], keep: (content: number) => boolean): void => {
    const { segments, blocks } = held;
    const old = segments.filter(({ id }) => ids.includes(id));
    const { table, ...layout } = joined(old, (at) => blocks.get(at), keep);
    const rest = { ...held, segments: segments.filter((segment) => !old.includes(segment)) };
    held = layout.contents.length === 0 ? rest : put(rest, layout, table);
  };
  const writer: IndexWriter = {
    addBatch: ({ contents, chunkCounts, lengths, table }) => {
      const ids = contents.map(() => ++numbers);
      const stored = contents.map(({ lines, chunks, ...content }, i) => {
        const found = { content: ids[i] ?? 0, lines, chunks };
        return [contentName(content), found] as const;
      });
      const layout = { contents: ids, chunkCounts: [...chunkCounts], lengths: [...lengths] };
      held = put(
        {
          ...held,
          contents: new Map([
            ...held.contents,
            ...contents.map((content, i) => [ids[i] ?? 0, content] as const),
          ]),
          names: new Map([...held.names, ...stored]),
        },
        layout,
        table,
      );
      return new Map(stored);
    },
    addState: (state) => {
      const others = held.states.filter(({ place }) => place !== state.place);
      const own = held.states.filter(({ place }) => place === state.place);
      held = { ...held, states: [...others, ...[...own, state].slice(-statesKept)] };
    },
    addCommits: (commits) => {
      const packed = packCommits(unpackBatches(held.batches), commits);
      if (packed === null) return;
      const id = ++numbers;
      const blocks = packed.blocks(id).map(({ id: at, body }) => [at, body] as const);
      held = {
        ...held,
        batches: [...held.batches, { id, ...packed.row }],
        blocks: new Map([...held.blocks, ...blocks]),
      };
    },
    joinHistory: () => () => false,
    merge: () => {
      const next = (): readonly number[] =>
        similar(
          held.segments.map(({ id, lengths }) => ({ id, chunks: lengths.length })),
          segmentsJoined,
        );
      for (let ids = next(); ids.length > 0; ids = next()) join(ids, () => true);
    },
  };
  const gc = (): GcReport => {
    const commits = held.states.filter(({ place }) => place.startsWith('commit:'));
    const old = commits.slice(0, Math.max(0, commits.length - statesKept));
    const states = held.states.filter((state) => !old.includes(state));
    const used = new Set(states.flatMap(({ files }) => files.map(({ content }) => content)));
    const before = held.contents.size;
    for (const { id } of held.segments) join([id], (content) => used.has(content));
    held = {
      ...held,
      states,
      contents: new Map([...held.contents].filter(([content]) => used.has(content))),
      names: new Map([...held.names].filter(([, { content }]) => used.has(content))),
    };
    const contents = before - held.contents.size;
    const none = { rootsGone: 0, oldIndexes: 0, bytesBefore: 0, bytesAfter: 0 };
    return { states: states.length, roots: 1, contents, ...none };
  };
  const newest = (fits: (state: State) => boolean): State | null =>
    held.states.findLast(fits) ?? null;
  return {
    file: 'memory',
    find: (keys) =>
      new Map(
        keys.flatMap((key) => {
          const found = held.names.get(contentName(key));
          return found === undefined ? [] : [[contentName(key), found]];
        }),
      ),
    latest: (place) => newest((state) => state.place === place),
    latestCommit: () => newest(({ place }) => place.startsWith('commit:')),
    byRoot: (root) => newest((state) => state.root === root),
    writing: (_, __, work) => work(writer),
    view: (by, value) => {
      const state = newest((each) => each[by] === value);
      return state && openView(held, state, models);
    },
    knowsCommit: (oid) =>
      unpackBatches(held.batches).some(({ oids }) => placeOfOid(oids, oid) >= 0),
    twin: () => null,
    gc: async () => gc(),
    discard: () => undefined,
    knownTips: () => tipsOf(unpackBatches(held.batches)),
    record: (record) => records.push(record),
    records: () => [...records],
    close: () => undefined,
  };
}

function openView(held: Held, state: State, models: ModelStore): StateView {
  const fileOf = new Map(state.files.map(({ path }, i) => [path, i]));
  const find = findIn((ids) => new Map([...held.blocks].filter(([id]) => ids.includes(id))));
  const paths = pathTable(state.files);
  return {
    state,
    lexical: openLexical(held.segments, { files: state.files, paths }, find),
    history: openHistory(
      {
        batches: () => unpackBatches(held.batches),
        find,
        message: (batch, i) =>
          readMessage((at) => held.blocks.get(at) ?? new Uint8Array(), batch, i),
      },
      state.commit,
      (path) => fileOf.get(path),
    ),
    models,
    facts: (content) => {
      const packed = held.contents.get(content);
      if (packed === undefined) throw new Error(`there is no content ${content}`);
      return unpackFacts(packed);
    },
    close: () => undefined,
  };
}

function memoryModels(held: () => Held): ModelStore {
  const kept = new Map<string, Uint8Array>();
  const read = (key: string): Uint8Array | null => kept.get(key) ?? null;
  return {
    contentNames: (contents) =>
      new Map(
        contents.flatMap((content) => {
          const packed = held().contents.get(content);
          return packed === undefined ? [] : [[content, contentName(packed)]];
        }),
      ),
    readModel: (key) => read(`model ${key}`),
    writeModel: (key, body) => void kept.set(`model ${key}`, body),
    readSummary: (key) => read(`summary ${key}`),
    writeSummary: (key, body) => void kept.set(`summary ${key}`, body),
    readVectors: (model, contents) =>
      new Map(
        contents.flatMap((content) => {
          const body = read(`${model} ${content}`);
          return body === null ? [] : [[content, body]];
        }),
      ),
    writeVectors: (model, vectors) => {
      for (const [content, body] of vectors) kept.set(`${model} ${content}`, body);
    },
  };
}
