/**
 * Question: does meaning, mixed with words, find more of what answers a question in prose?
 *
 *   node --import tsx bench/quality/prose.ts [--mirrors DIR] [--cache DIR] [--set NAME,…] [--mix 0.3,…]
 *
 * DIR/<owner>+<name>/repo are git directories: valinsogna/IR_BIM_model (Cranfield), Shakiba-Alipour/Information-Retrieval-on-CISI,
 * and, to see whether it generalises, kavinsan/Information-Retrieval-Project (CACM), stefreschke/Information-Retrieval (NPL) and
 * Chaplinski/IR-Assignment3 (TIME). Sets that are not there are skipped, and said so. Each document is one text file of a
 * workspace; queries go through the engine. Judgements are taken as relevant or not.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { openEngine } from '../../src/engine.ts';
import { semanticScores } from '../../src/gather/meaning.ts';
import { gather } from '../../src/gather.ts';
import type { Ports } from '../../src/ports/ports.ts';
import type { StateView } from '../../src/ports/store.ts';
import { loadSet, type ProseSet, SETS } from './prose/sets.ts';

const { values } = parseArgs({
  options: {
    mirrors: { type: 'string', default: '../.mirror' },
    cache: { type: 'string', default: '.sheaf/bench' },
    set: { type: 'string', default: SETS.join(',') },
    mix: { type: 'string', default: '0.3,0.5,0.8' },
  },
});
const MIXES = values.mix.split(',').map(Number);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Scores by file number: words, and meaning. */
interface Scored {
  readonly words: Map<number, number>;
  readonly meaning: Map<number, number>;
}

function normalised(scores: ReadonlyMap<number, number>): Map<number, number> {
  const most = Math.max(0, ...scores.values());
  return new Map([...scores].map(([file, score]) => [file, most === 0 ? 0 : score / most]));
}

async function scoresFor(ports: Ports, view: StateView, text: string): Promise<Scored> {
  const { files: found } = await gather(ports, view, { text, sources: ['documentation'] });
  const chunks = await semanticScores(ports, view, text, {
    config: DEFAULTS.relevance.semantic,
    scope: 'prose',
  });
  const { starts } = view.lexical;
  const meaning = new Map<number, number>();
  view.state.files.forEach((_, file) => {
    const own = chunks?.subarray(starts[file] ?? 0, starts[file + 1] ?? 0) ?? [];
    const best = Math.max(0, ...own);
    if (best > 0) meaning.set(file, best);
  });
  return {
    words: normalised(new Map(found.map(({ file, score }) => [file, score]))),
    meaning: normalised(meaning),
  };
}

function mixed({ words, meaning }: Scored, mix: number): number[] {
  const sums = new Map(words);
  if (mix > 0) {
    for (const [file, score] of meaning) sums.set(file, (sums.get(file) ?? 0) + mix * score);
  }
  return [...sums].sort(([a, x], [b, y]) => y - x || a - b).map(([file]) => file);
}

const gain = (place: number): number => 1 / Math.log2(place + 2);

function measure(order: readonly number[], relevant: ReadonlySet<number>): [number, number] {
  let found = 0;
  let ideal = 0;
  for (let i = 0; i < 10; i++) {
    if (relevant.has(order[i] ?? -1)) found += gain(i);
    if (i < relevant.size) ideal += gain(i);
  }
  const recalled = order.slice(0, 100).filter((file) => relevant.has(file)).length;
  return [found / ideal, recalled / relevant.size];
}

async function run(set: ProseSet): Promise<void> {
  const root = join(values.cache, 'prose', set.name);
  mkdirSync(join(root, 'docs'), { recursive: true });
  for (const [id, text] of set.documents) writeFileSync(join(root, 'docs', `${id}.txt`), text);
  const engine = await openEngine({
    root,
    gitDir: null,
    ref: null,
    indexFile: null,
    config: DEFAULTS,
    warn: say,
    onProgress: () => {},
  });
  const view = await engine.view();
  const files = new Map(view.state.files.map((file, i) => [file.path, i]));
  const totals = [0, ...MIXES].map(() => [0, 0] as [number, number]);
  let trainedMs = 0;
  let queries = 0;
  for (const [id, text] of set.queries) {
    const relevant = new Set(
      [...(set.relevant.get(id) ?? [])].flatMap((doc) => files.get(`docs/${doc}.txt`) ?? []),
    );
    if (relevant.size === 0) continue;
    const began = performance.now();
    const scored = await scoresFor(engine.ports, view, text);
    if (queries++ === 0) trainedMs = performance.now() - began;
    [0, ...MIXES].forEach((mix, i) => {
      const [ndcg, recall] = measure(mixed(scored, mix), relevant);
      const total = totals[i];
      if (total === undefined) return;
      total[0] += ndcg;
      total[1] += recall;
    });
  }
  view.close();
  engine.close();
  const cells = totals.map(
    ([ndcg, recall]) => `${(ndcg / queries).toFixed(3)}/${(recall / queries).toFixed(3)}`,
  );
  say(
    `${set.name.padEnd(10)} ${String(set.documents.size).padStart(6)} ${String(queries).padStart(5)}   ${cells.join('  ')}   ${(trainedMs / 1000).toFixed(1)} s`,
  );
}

say(
  `nDCG@10/R@100    documents, queries, words alone, mixed with meaning at ${MIXES.join(', ')}; time of the first query`,
);
for (const name of values.set.split(',')) {
  const set = loadSet(name, values.mirrors);
  if (set === null) say(`skipped ${name}: no repository under the mirrors`);
  else await run(set);
}
