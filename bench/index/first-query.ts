/** A process that answers one query and says what its steps took, in milliseconds; started by query.ts. */
import { openFullText } from './fts5.ts';
import { bestChunks, longQueries, openEngineOf } from './queries.ts';

const [side = '', home = '', tree = '', file = '', tasks = ''] = process.argv.slice(2);
const [asked] = longQueries(tasks, 1);
if (asked === undefined) throw new Error('no long task');

async function ofSheaf(query: NonNullable<typeof asked>): Promise<Record<string, number>> {
  const began = performance.now();
  const engine = await openEngineOf(home, tree, file);
  const loaded = performance.now();
  const view = await engine.view();
  const checked = performance.now();
  view.lexical.lengths;
  const opened = performance.now();
  bestChunks(view, query);
  const scored = performance.now();
  view.close();
  engine.close();
  return {
    load: loaded - began,
    fresh: checked - loaded,
    open: opened - checked,
    score: scored - opened,
  };
}

function ofFullText(query: NonNullable<typeof asked>): Record<string, number> {
  const began = performance.now();
  const fullText = openFullText(file);
  const opened = performance.now();
  fullText.best(query);
  const scored = performance.now();
  fullText.close();
  return { open: opened - began, score: scored - opened };
}

const cost = side === 'sheaf' ? await ofSheaf(asked) : ofFullText(asked);
process.stdout.write(JSON.stringify(cost));
