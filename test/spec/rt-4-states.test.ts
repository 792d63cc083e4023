import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/adapters/stores/sqlite/store.ts';
import type { LeftOutFile, State, StateFile } from '../../src/model/state.ts';
import type { Store } from '../../src/ports/store.ts';
import { runs } from '../support/runs.ts';

const fileAt = (path: string, version: number): StateFile => ({
  path,
  hash: `${path}-${version}`,
  content: 0,
  shape: { source: 'code', kind: 'source', language: 'python', options: '' },
  stub: 'generated',
  bytes: version,
  lines: version,
  chunks: 0,
  modified: version % 2 === 0 ? null : version,
  stamp: `stat:${version}`,
});

const byPath = (a: StateFile, b: StateFile): number => (a.path < b.path ? -1 : 1);

type Step =
  | { readonly kind: 'edit' | 'add' | 'remove'; readonly at: number; readonly count: number }
  | { readonly kind: 'leave-out' | 'commit' | 'settings' | 'memory' | 'collect' | 'reopen' };

/** Edits keep the objects of files that stay, as an update does. */
function next(state: State, step: Step, number: number): State {
  const files = [...state.files];
  switch (step.kind) {
    case 'edit':
      for (let i = 0; i < step.count; i++) {
        const at = (step.at + i * 7) % Math.max(1, files.length);
        const file = files[at];
        if (file !== undefined) files[at] = fileAt(file.path, number);
      }
      break;
    case 'add':
      files.push(fileAt(`new${number}.py`, number));
      break;
    case 'remove':
      files.splice(step.at % Math.max(1, files.length), 1);
      break;
    case 'leave-out': {
      const left: LeftOutFile = {
        path: `x${number}`,
        reason: 'binary',
        detail: '',
        stamp: 's',
        hash: '',
      };
      return { ...state, root: `root${number}`, leftOut: [...state.leftOut.slice(-3), left] };
    }
    case 'commit':
      return { ...state, root: `root${number}`, commit: `commit${number}` };
    case 'settings':
      return { ...state, root: `root${number}`, settings: `settings${number}` };
    case 'memory':
      return { ...state, root: `root${number}`, memory: `memory${number}` };
    default:
      return state;
  }
  return { ...state, root: `root${number}`, files: files.sort(byPath) };
}

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      at: fc.nat(200),
      count: fc.constantFrom(1, 1, 1, 2, 30, 100),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('add' as const, 'remove' as const),
      at: fc.nat(200),
      count: fc.constant(1),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'leave-out' as const,
        'commit' as const,
        'settings' as const,
        'memory' as const,
        'collect' as const,
        'reopen' as const,
      ),
    }),
  },
);

const START: State = {
  root: 'root',
  place: 'tree',
  commit: null,
  files: Array.from({ length: 150 }, (_, i) => fileAt(`f${i}.py`, 0)).sort(byPath),
  leftOut: [],
  settings: 'settings',
  memory: '',
};

describe('RT-4 states are read as they were written', () => {
  it('whatever came between: small edits, large ones, new files, collections, other processes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sheaf-states-'));
    let number = 0;
    const open = (file: string): Promise<Store> =>
      openStore({ file, version: 't', statesKept: 2, warn: () => {} });
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { maxLength: 14 }), async (steps) => {
          const file = join(folder, `${number++}.db`);
          let store = await open(file);
          let state = START;
          await store.writing(0, undefined, async (writer) => writer.addState(START));
          for (const step of steps) {
            number++;
            if (step.kind === 'reopen') {
              store.close();
              store = await open(file);
            } else if (step.kind === 'collect') {
              await store.gc(0);
            } else {
              state = next(store.latest('tree') ?? state, step, number);
              const written = state;
              await store.writing(0, undefined, async (writer) => writer.addState(written));
            }
            expect(store.byRoot(state.root)).toEqual(state);
          }
          const other = await open(file);
          expect(other.latest('tree')).toEqual(state);
          const view = other.view('place', 'tree');
          expect(view?.state.files.map(({ path, bytes }) => [path, bytes])).toEqual(
            state.files.map(({ path, bytes }) => [path, bytes]),
          );
          view?.close();
          other.close();
          store.close();
        }),
        { numRuns: runs(30) },
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('views that were closed do not keep the log from being used again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sheaf-log-'));
    try {
      const file = join(folder, 'index.db');
      const store = await openStore({ file, version: 't', statesKept: 1, warn: () => {} });
      for (let i = 0; i < 40; i++) {
        const state = { ...START, root: `root${i}`, memory: `${i}`.repeat(600_000) };
        await store.writing(0, undefined, async (writer) => writer.addState(state));
        store.view('place', 'tree')?.close();
      }
      expect(statSync(`${file}-wal`).size).toBeLessThan(16_000_000);
      store.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('an edit of one file among many adds little to the file of the index', async () => {
    const store = await openStore({
      file: ':memory:',
      version: 't',
      statesKept: 3,
      warn: () => {},
    });
    await store.writing(0, undefined, async (writer) => {
      writer.addState(START);
      for (let i = 1; i <= 20; i++) {
        const before = store.latest('tree') ?? START;
        writer.addState(next(before, { kind: 'edit', at: i, count: 1 }, i));
      }
    });
    // Three are kept, and the one that holds all files.
    expect((await store.gc(0)).states).toBe(4);
    store.close();
  });
});
