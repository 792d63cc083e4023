import { describe, expect, it } from 'vitest';
import type { HistoryCommit, StateView } from '../../src/ports/store.ts';
import { factsOf, SHAPE } from '../support/facts.ts';
import { memoryStore } from '../support/memory-store.ts';

const oid = (n: number): string => n.toString(16).padStart(40, '0');
const commit = (
  n: number,
  parents: number[],
  message: string,
  files: HistoryCommit['files'],
  time = n * 1000,
): HistoryCommit => ({
  oid: oid(n),
  parents: parents.map(oid),
  time,
  message,
  files,
});
const M = (path: string): HistoryCommit['files'][number] => ({ path });
const QUERY = [{ term: 'p:pars', weight: 1 }];
const SATURATION = { k1: 1.2, b: 0.75 };

async function withHistory(
  batches: readonly (readonly HistoryCommit[])[],
  base: number,
  paths: readonly string[],
  look: (view: StateView) => void,
): Promise<void> {
  const store = memoryStore({ statesKept: 2, segmentsJoined: 8 });
  await store.writing(0, undefined, async (writer) => {
    for (const batch of batches) writer.addCommits(batch);
    const facts = factsOf('x\n');
    writer.addState({
      root: 'r',
      place: 'tree',
      commit: oid(base),
      leftOut: [],
      settings: '',
      memory: '',
      files: [...paths].sort().map((path) => ({
        path,
        hash: '',
        content: 0,
        shape: SHAPE,
        stub: null,
        bytes: facts.text.length,
        lines: 1,
        chunks: 0,
        modified: null,
        stamp: '',
      })),
    });
    const view = store.view('root', 'r');
    if (view === null) throw new Error('no view');
    look(view);
  });
  store.close();
}

describe('RT-1 history is a collection of documents', () => {
  const trunk = [
    commit(1, [], 'add the parser', [M('old/parse.py')]),
    commit(2, [1], 'move things', [{ path: 'src/parse.py', from: 'old/parse.py' }]),
    commit(3, [2], 'fix parsing of empty input', [M('src/parse.py'), M('src/lex.py')]),
  ];

  it('finds commits by their message, best first, with the files as they are called now', () =>
    withHistory([trunk], 3, ['src/parse.py', 'src/lex.py'], ({ history }) => {
      const hits = history.search(QUERY, SATURATION, 10);
      expect(hits.map((hit) => [hit.message, hit.paths])).toEqual([
        ['add the parser', ['src/parse.py']],
        ['fix parsing of empty input', ['src/parse.py', 'src/lex.py']],
      ]);
      expect(history.newest).toBe(3000);
      expect(history.times().get('src/lex.py')).toBe(3000);
    }));

  it('sees only ancestors of the commit a state stands on', () =>
    withHistory(
      [[...trunk, commit(4, [3], 'parse parse parse', [M('src/lex.py')])]],
      2,
      ['src/parse.py'],
      ({ history }) => {
        expect(history.search(QUERY, SATURATION, 10).map((hit) => hit.oid)).toEqual([oid(1)]);
        expect(history.count).toBe(2);
      },
    ));

  it('is extended in batches and gives the same as one pass', async () => {
    const collect = (batches: readonly (readonly HistoryCommit[])[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        withHistory(batches, 3, ['src/parse.py', 'src/lex.py'], ({ history }) =>
          resolve(
            history
              .search(QUERY, SATURATION, 10)
              .map(({ oid: id, score, paths, message }) => ({ id, score, paths, message })),
          ),
        ).catch(reject);
      });
    const [first, second, third] = trunk;
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('trunk');
    expect(await collect([[first], [second, third]])).toEqual(await collect([trunk]));
    expect(await collect([[first], [first, second], [third]])).toEqual(await collect([trunk]));
  });

  it('passes over merges and commits whose files are all gone', () =>
    withHistory(
      [
        [
          ...trunk,
          commit(5, [3, 1], 'merge parser branch', []),
          commit(6, [5], 'parser leftovers', [M('gone.py')]),
        ],
      ],
      6,
      ['src/parse.py'],
      ({ history }) => {
        const hits = history.search(QUERY, SATURATION, 10);
        expect(hits.map((hit) => hit.oid)).not.toContain(oid(5));
        expect(hits.find((hit) => hit.oid === oid(6))?.paths).toEqual([]);
      },
    ));
});
