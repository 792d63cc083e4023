import { countTerms } from '../math/terms.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain, Link } from '../retrieve/chains.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isAsked } from './rank.ts';
import { otherNames } from './recorded.ts';
import { titleWords, weightOf } from './title-words.ts';

const ASKS_WHY = /\bwhy\b|\bdecid\w+|\bdecisions?\b|\bch(?:oo|o)se\b|\brationale\b|\breasons?\b/i;
/** So much of the words in its title, and nearly as much as the best. */
const LEAST = 0.4;
const BESIDE_BEST = 0.9;
const MOST = 2;
const SCORE = 0.3;

/** The decisions whose titles say what a question asks the reason for, in its words or what else it is called: "which database, and why". */
export function decisionChains(
  view: StateView,
  { task }: Pick<Ranking, 'task'>,
  request: UnderstoodRequest,
): Chain[] {
  if (task.ask !== 'question' || !ASKS_WHY.test(task.title)) return [];
  const words = titleWords(view, task);
  const all = weightOf(words);
  const found = view.state.files.flatMap((entry, file) => {
    if (entry.shape.kind !== 'decision' || entry.content === 0) return [];
    if (!isAsked(entry, task, request)) return [];
    const { meta, chunks } = view.facts(entry.content);
    const terms = countTerms(`${entry.path} ${meta['title'] ?? ''} ${chunks[0]?.name ?? ''}`);
    const own = words.filter(({ term }) => [term, ...otherNames(term)].some((n) => terms.has(n)));
    const covered = weightOf(own) / all;
    return covered >= LEAST ? [{ file, path: entry.path, chunks, covered }] : [];
  });
  const best = found.reduce((most, { covered }) => Math.max(most, covered), 0);
  return found
    .filter(({ covered }) => covered >= BESIDE_BEST * best)
    .slice(-MOST)
    .map(({ file, path, chunks }): Chain => {
      const reason = `${path} records the decision that the task asks about.`;
      const links = chunks.map(({ firstLine, lastLine }, sequence): Link => {
        return { file, path, sequence, firstLine, lastLine, kind: 'decision', reason };
      });
      return { score: SCORE, links };
    });
}
