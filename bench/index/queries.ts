import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Engine } from '../../src/engine.ts';
import type { WeightedTerm } from '../../src/math/bm25.ts';
import type { StateView } from '../../src/ports/store.ts';
import { FULL_QUERY, fullQuery } from '../../src/retrieve/query.ts';
import { readTask } from '../../src/task/read-task.ts';

export const MIN_TERMS = 80;
const TOP = 20;
/** As files are ranked: names and paths count too, so that no field is left out of the cost. */
const FIELDS = { body: 1, doc: 0, name: 6, within: 0, path: 3 };
const SATURATION = { k1: 1.5, b: 0.75 };

export interface Query {
  readonly terms: readonly WeightedTerm[];
}

/** Long queries made of real tasks, evenly spread over the file. */
export function longQueries(tasksFile: string, count: number): Query[] {
  const all = readFileSync(tasksFile, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => (JSON.parse(line) as { task: string }).task)
    .map((text) => ({ terms: fullQuery(readTask(text).sections, FULL_QUERY) }))
    .filter(({ terms }) => terms.length >= MIN_TERMS);
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, i) => i % step === 0).slice(0, count);
}

/** Opens the engine of a package, as a server would hold it. */
export async function openEngineOf(home: string, root: string, file: string): Promise<Engine> {
  const load = (path: string): Promise<unknown> => import(pathToFileURL(join(home, path)).href);
  const { openEngine } = (await load('src/engine.ts')) as typeof import('../../src/engine.ts');
  const { DEFAULTS } = (await load(
    'src/config/defaults.ts',
  )) as typeof import('../../src/config/defaults.ts');
  return openEngine({
    root,
    gitDir: null,
    ref: null,
    indexFile: file,
    config: DEFAULTS,
    warn: () => {},
    onProgress: () => {},
  });
}

/** Scores all chunks and takes the best, as FTS5 does with ORDER BY rank LIMIT. */
export function bestChunks(view: StateView, { terms }: Query): number[] {
  const scores = view.lexical.score(terms, FIELDS, SATURATION);
  const best: number[] = [];
  for (let chunk = 0; chunk < scores.length; chunk++) {
    const score = scores[chunk] ?? 0;
    if (score <= 0) continue;
    let at = best.length;
    while (at > 0 && (scores[best[at - 1] ?? 0] ?? 0) < score) at--;
    if (at >= TOP) continue;
    best.splice(at, 0, chunk);
    if (best.length > TOP) best.pop();
  }
  return best;
}

/** How many postings a query reads: what its cost should be proportional to. */
export function postingsOf(view: StateView, { terms }: Query): number {
  return terms.reduce((sum, { term }) => sum + view.lexical.places(term).chunks.items.length, 0);
}
