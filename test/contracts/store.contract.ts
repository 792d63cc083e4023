import { afterEach, describe, expect, it } from 'vitest';
import type { Facts } from '../../src/model/document.ts';
import { shapeKey } from '../../src/model/shape.ts';
import type { State } from '../../src/model/state.ts';
import type { HistoryCommit, StateView, Store } from '../../src/ports/store.ts';
import { batchOf, factsOf, SHAPE, writeFiles } from '../support/facts.ts';
import type { StoreLimits } from '../support/memory-store.ts';
import { naiveScores } from '../support/naive-bm25.ts';

const LIMITS: StoreLimits = { statesKept: 2, segmentsJoined: 2 };
const FIELDS = { body: 1, doc: -0.5, name: 6, within: 3, path: 3 };
const SATURATION = { k1: 1.5, b: 0.75 };
const TERMS = ['w:alpha', 'p:beta', 'w:gamma', 'p:src', 'w:nowhere'].map((term, i) => ({
  term,
  weight: 1 + i / 4,
}));
const KEY = shapeKey(SHAPE);

interface File {
  readonly path: string;
  readonly hash: string;
  readonly facts: Facts;
}

const file = (path: string, text: string): File => ({
  path,
  hash: `hash-of-${text.replaceAll(/\s/g, '_')}`,
  facts: factsOf(text),
});
/** Twelve versions of a small tree: files change, come, go and lie at two places. */
const VERSIONS: readonly (readonly File[])[] = Array.from({ length: 12 }, (_, i) => [
  file('src/alpha.ts', `alpha beta ${'gamma '.repeat(i)}\n`),
  file('src/beta.ts', `beta ${i % 3}\nalpha\n`),
  ...(i % 2 === 0 ? [file('docs/gamma.md', 'gamma gamma beta\n')] : []),
  ...(i > 6 ? [file('src/copy.ts', 'gamma gamma beta\n')] : []),
]);

const commit = (n: number, parents: number[], message: string, path: string): HistoryCommit => ({
  oid: n.toString(16).padStart(40, '0'),
  parents: parents.map((parent) => parent.toString(16).padStart(40, '0')),
  time: n * 1000,
  message,
  files: [{ path }],
});

/** What every store keeps. `open` gives a new, empty one. */
export function storeContract(open: (limits: StoreLimits) => Promise<Store>): void {
  describe('RT-4 the contract of stores', () => {
    const opened: Store[] = [];
    const openNew = async (limits: StoreLimits = LIMITS): Promise<Store> => {
      const store = await open(limits);
      opened.push(store);
      return store;
    };
    afterEach(() => {
      for (const store of opened.splice(0)) store.close();
    });
    const writeAll = (store: Store, versions = VERSIONS): Promise<void> =>
      store.writing(1000, undefined, async (writer) => {
        for (const [i, files] of versions.entries()) {
          writeFiles(store, writer, files, `root${i}`);
          writer.merge();
        }
      });
    const viewOf = (store: Store, root: string): StateView => {
      const view = store.view('root', root);
      if (view === null) throw new Error(`there is no state ${root}`);
      return view;
    };
    const scoresIn = ({ lexical }: StateView): number[] => [
      ...lexical.score(TERMS, FIELDS, SATURATION),
    ];
    const naive = (files: readonly File[]): number[] =>
      naiveScores(files, TERMS, FIELDS, SATURATION);
    const textsIn = (view: StateView): string[] =>
      view.state.files.map(({ content }) => view.facts(content).text);
    const byPath = (files: readonly File[]): readonly File[] =>
      files.toSorted((a, b) => (a.path < b.path ? -1 : 1));

    it('has nothing at first', async () => {
      const store = await openNew();
      expect(store.latest('tree')).toBeNull();
      expect(store.latestCommit()).toBeNull();
      expect(store.byRoot('root0')).toBeNull();
      expect(store.view('root', 'root0')).toBeNull();
      expect(store.find([{ hash: 'a', shape: KEY }]).size).toBe(0);
      expect(store.knownTips()).toEqual([]);
      expect(store.knowsCommit('0'.repeat(40))).toBe(false);
      expect(store.records()).toEqual([]);
    });

    it('finds facts by their content and shape, and no others', async () => {
      const store = await openNew();
      const facts = factsOf('alpha\n\\x00 "quoted" \u{1F600}\n');
      await store.writing(1000, undefined, async (writer) => {
        const stored = writer.addBatch(batchOf([{ hash: 'a', facts }]));
        expect([...store.find([{ hash: 'a', shape: KEY }])]).toEqual([...stored]);
        expect([...stored.keys()]).toEqual([`a ${KEY}`]);
        expect(stored.get(`a ${KEY}`)).toMatchObject({ chunks: facts.chunks.length });
      });
      const others = [
        { hash: 'b', shape: KEY },
        { hash: 'a', shape: `${KEY}x` },
      ];
      expect(store.find([...others, { hash: 'a', shape: KEY }]).size).toBe(1);
      expect(store.find([]).size).toBe(0);
    });

    it('gives facts back as they were', async () => {
      const store = await openNew();
      const files = [file('src/a.ts', 'alpha\n\\x00 "quoted" \u{1F600}\n')];
      await writeAll(store, [files]);
      const view = viewOf(store, 'root0');
      const [{ content } = { content: 0 }] = view.state.files;
      expect(view.facts(content)).toEqual(files[0]?.facts);
      view.close();
    });

    it('has states whole or not at all', async () => {
      const store = await openNew();
      await writeAll(store, VERSIONS.slice(0, 1));
      const whole = store.latest('tree');
      const broken = store.writing(1000, undefined, async (writer) => {
        writer.addBatch(batchOf([file('src/new.ts', 'delta\n')]));
        throw new Error('killed');
      });
      await expect(broken).rejects.toThrow('killed');
      expect(store.latest('tree')).toEqual(whole);
      // What was written before the end is not lost.
      expect(store.find([{ hash: 'hash-of-delta_', shape: KEY }]).size).toBe(1);
    });

    it('gives states back by place, by root and by kind, with all their fields', async () => {
      const store = await openNew();
      const state: State = {
        root: 'r1',
        place: 'commit:abc',
        commit: 'abc',
        settings: 'back\\slash',
        memory: 'remembered',
        leftOut: [{ path: 'x.bin', reason: 'binary', detail: '', stamp: 's', hash: '' }],
        files: [],
      };
      await store.writing(1000, undefined, async (writer) => {
        const tree = writeFiles(store, writer, VERSIONS[0] ?? [], 'r0');
        writer.addState({ ...state, files: tree.files });
        expect(store.latest('tree')).toEqual(tree);
        expect(store.latest('commit:abc')).toEqual({ ...state, files: tree.files });
        expect(store.latestCommit()?.root).toBe('r1');
        expect(store.byRoot('r0')).toEqual(tree);
        expect(store.latest('commit:other')).toBeNull();
      });
    });

    it('says that nothing is new by giving the same object', async () => {
      const store = await openNew();
      await writeAll(store, VERSIONS.slice(0, 1));
      expect(store.latest('tree')).toBe(store.latest('tree'));
    });

    it('scores a state bit by bit as a naive scorer does, whatever was merged', async () => {
      const store = await openNew();
      await store.writing(1000, undefined, async (writer) => {
        for (const [i, files] of VERSIONS.entries()) {
          writeFiles(store, writer, files, `root${i}`);
          writer.merge();
          const view = viewOf(store, `root${i}`);
          expect(scoresIn(view)).toEqual(naive(files));
          expect(textsIn(view)).toEqual(byPath(files).map(({ facts }) => facts.text));
          view.close();
        }
      });
    });

    it('keeps so many states of a place, and collects what no state has', async () => {
      const store = await openNew();
      await writeAll(store);
      const last = VERSIONS.length - 1;
      expect(store.byRoot(`root${last - 2}`)).toBeNull();
      expect(store.byRoot(`root${last - 1}`)).not.toBeNull();
      const report = await store.gc(1000);
      expect(report.states).toBe(LIMITS.statesKept);
      expect(report.contents).toBeGreaterThan(0);
      const [first, newest] = [VERSIONS[0]?.[0], VERSIONS[last]?.[0]].map((each) =>
        store.find([{ hash: each?.hash ?? '', shape: KEY }]),
      );
      expect([first?.size, newest?.size]).toEqual([0, 1]);
      for (const i of [last - 1, last]) {
        const view = viewOf(store, `root${i}`);
        expect(scoresIn(view)).toEqual(naive(VERSIONS[i] ?? []));
        view.close();
      }
      const again = await store.gc(1000);
      expect(again.contents).toBe(0);
    });

    it('shows a view nothing of what is written and merged meanwhile', async () => {
      const store = await openNew();
      await writeAll(store, VERSIONS.slice(0, 1));
      const view = viewOf(store, 'root0');
      // What is first asked only after the writer is done counts most.
      await store.writing(1000, undefined, async (writer) => {
        for (const [i, files] of VERSIONS.slice(1).entries()) {
          writeFiles(store, writer, files, `later${i}`);
          writer.merge();
        }
      });
      expect(store.byRoot('root0')).toBeNull();
      expect(scoresIn(view)).toEqual(naive(VERSIONS[0] ?? []));
      expect(textsIn(view)).toEqual(byPath(VERSIONS[0] ?? []).map(({ facts }) => facts.text));
      view.close();
    });

    it('adds commits in any number of batches, and shows a state those below its own', async () => {
      const commits = [
        commit(1, [], 'add the parser', 'src/alpha.ts'),
        commit(2, [1], 'parse faster', 'src/beta.ts'),
        commit(3, [2], 'parser of the future', 'src/alpha.ts'),
      ];
      const store = await openNew();
      await store.writing(1000, undefined, async (writer) => {
        writer.addCommits(commits.slice(0, 1));
        writer.addCommits(commits);
        writer.addCommits(commits.slice(1));
        const tree = writeFiles(store, writer, VERSIONS[0] ?? [], 'r');
        writer.addState({ ...tree, commit: commits[1]?.oid ?? null });
      });
      expect(commits.map(({ oid }) => store.knowsCommit(oid))).toEqual([true, true, true]);
      expect(store.knowsCommit('f'.repeat(40))).toBe(false);
      expect(store.knownTips()).toEqual([commits[2]?.oid]);
      const view = viewOf(store, 'r');
      const hits = view.history.search([{ term: 'p:pars', weight: 1 }], SATURATION, 9);
      expect(hits.map(({ message, paths }) => [message, paths])).toEqual([
        ['parse faster', ['src/beta.ts']],
        ['add the parser', ['src/alpha.ts']],
      ]);
      expect(view.history.count).toBe(2);
      expect(view.history.newest).toBe(2000);
      view.close();
    });

    it('keeps models, vectors and summaries for whoever asks next', async () => {
      const store = await openNew();
      await writeAll(store, VERSIONS.slice(0, 1));
      const view = viewOf(store, 'root0');
      const { models } = view;
      const contents = view.state.files.map(({ content }) => content);
      expect([...(models?.contentNames(contents).values() ?? [])].sort()).toEqual(
        (VERSIONS[0] ?? []).map(({ hash }) => `${hash} ${KEY}`).sort(),
      );
      const body = new Uint8Array([0, 1, 255]);
      expect(models?.readModel('m')).toBeNull();
      models?.writeModel('m', body);
      models?.writeModel('m', body);
      models?.writeSummary('s', body);
      models?.writeVectors('m', new Map([['c', body]]));
      models?.writeVectors('m', new Map([['c', body]]));
      expect(models?.readModel('m')).toEqual(body);
      expect(models?.readSummary('s')).toEqual(body);
      expect([...(models?.readVectors('m', ['c', 'd']) ?? [])]).toEqual([['c', body]]);
      view.close();
    });
  });
}
