import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/adapters/stores/sqlite/store.ts';
import type { Facts } from '../../src/model/document.ts';
import type { Shape } from '../../src/model/shape.ts';
import { factsOf, writeFiles } from '../support/facts.ts';
import { naiveScores } from '../support/naive-bm25.ts';
import { runs } from '../support/runs.ts';

const FIELDS = { body: 1, doc: -0.5, name: 6, within: 3, path: 3 };
const SATURATION = { k1: 1.5, b: 0.75 };

const WORDS = [
  'parseToken',
  'parse',
  'token',
  'cache_miss',
  'Über',
  '検索語',
  'x1',
  'index',
  'alpha',
  'beta42',
];
const TALK: Shape = { source: 'conversation', kind: 'plain', language: 'text', options: '' };
/** A transcript: each of its turns is indexed together with its two neighbours. */
function talk(lines: string[], names: string[], within: string[], linesEach: number): Facts {
  const units = [];
  for (let first = 1; first <= lines.length; first += linesEach) {
    const lastLine = Math.min(lines.length, first + linesEach - 1);
    units.push({ firstLine: first, lastLine, kind: 'turn', name: '', names, within, joins: false });
  }
  return factsOf(`${lines.join('\n')}\n`, { units }, TALK);
}

const line = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(' '));
const document = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 30 }),
    names: fc.array(fc.constantFrom(...WORDS), { maxLength: 2 }),
    within: fc.array(fc.constantFrom(...WORDS), { maxLength: 2 }),
    docFrom: fc.nat(10),
    cuts: fc.integer({ min: 1, max: 6 }),
    isTalk: fc.boolean(),
  })
  .map(({ lines, names, within, docFrom, cuts, isTalk }): Facts => {
    if (isTalk) return talk(lines, names, within, cuts);
    const cutAt = Math.ceil(lines.length / 2);
    const unit = { kind: 'function', name: '', within, joins: false };
    const units = [{ ...unit, firstLine: 1, lastLine: cutAt, names }];
    if (cutAt < lines.length) {
      units.push({ ...unit, firstLine: cutAt + 1, lastLine: lines.length, names: [] });
    }
    const docLines: [number, number][] =
      docFrom < lines.length ? [[docFrom + 1, Math.min(lines.length, docFrom + 3)]] : [];
    return factsOf(`${lines.join('\n')}\n`, { units, docLines });
  });
const path = fc
  .tuple(
    fc.constantFrom('src', 'lib/parse', 'docs'),
    fc.constantFrom('index.ts', 'token.py', 'alpha.md', 'cache.go'),
  )
  .map((parts) => parts.join('/'));
/** Several states, one after the other, as edits make them. */
const states = fc.array(fc.dictionary(path, document, { minKeys: 1, maxKeys: 6 }), {
  minLength: 1,
  maxLength: 5,
});
const query = fc.uniqueArray(
  fc.record({
    term: fc.constantFrom(
      'w:parsetoken',
      'p:pars',
      'p:token',
      'w:cache_miss',
      'p:cach',
      'w:über',
      'p:検索',
      'p:index',
      'w:alpha',
      'w:nowhere',
    ),
    weight: fc.double({ min: 0.1, max: 3, noNaN: true }),
  }),
  { selector: ({ term }) => term, maxLength: 8 },
);

describe('RT-4 the index scores a state exactly', () => {
  it('agrees bit for bit with a naive scorer, after any edits, merges and collections', async () => {
    await fc.assert(
      fc.asyncProperty(states, query, fc.boolean(), async (versions, terms, collect) => {
        const store = await openStore({
          file: ':memory:',
          version: 't',
          statesKept: 2,
          segmentsJoined: 2,
          warn: () => {},
        });
        await store.writing(0, undefined, async (writer) => {
          for (const [i, version] of versions.entries()) {
            const files = Object.entries(version).map(([name, facts]) => ({
              path: name,
              hash: JSON.stringify([
                facts.text,
                facts.units,
                facts.docLines,
                facts.shape.source,
              ]).replaceAll(' ', '_'),
              facts,
            }));
            writeFiles(store, writer, files, `root${i}`);
            writer.merge();
            if (collect) await store.gc(0);
            const view = store.view('root', `root${i}`);
            const scores = view?.lexical.score(terms, FIELDS, SATURATION);
            expect([...(scores ?? [])]).toEqual(naiveScores(files, terms, FIELDS, SATURATION));
            // Merging moves contents; none of them may look damaged afterwards.
            const texts = view?.state.files.map(({ content }) => view.facts(content).text);
            expect(new Set(texts)).toEqual(new Set(files.map(({ facts }) => facts.text)));
            view?.close();
          }
        });
        store.close();
      }),
      { numRuns: runs(150) },
    );
  });
});
