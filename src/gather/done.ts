import { countTerms } from '../math/terms.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain } from '../retrieve/chains.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isAsked } from './rank.ts';
import { titleWords } from './title-words.ts';

/** `MUC-3`, `ep-5512`, `77120`: one thing among many of its kind. */
const IDENTIFIER = /\b[A-Za-z]{1,12}[-_]?\d+\b|\b\d{3,}\b/g;
/** A word that more of the project has tells of nothing that was done. */
const COMMON_SHARE = 0.25;
const IDENTIFIED = 10;
const MOST = 2;
const SCORE = 0.3;

/** What somebody did to the things that a fault speaks of, the last of it: it is among the likeliest causes. */
export function doneChains(
  view: StateView,
  { task }: Pick<Ranking, 'task'>,
  request: UnderstoodRequest,
): Chain[] {
  if (task.ask === 'question') return [];
  const most = COMMON_SHARE * view.lexical.lengths.length;
  const words = titleWords(view, task).filter(({ found }) => found > 0 && found <= most);
  const identified = (task.title.match(IDENTIFIER) ?? []).map((id) => id.toLowerCase());
  const found = view.state.files.flatMap((entry, file) => {
    const { path, content, shape } = entry;
    if (shape.kind !== 'audit' || content === 0 || !isAsked(entry, task, request)) return [];
    const { chunks, text } = view.facts(content);
    return chunks.flatMap(({ start, end, firstLine, lastLine }, sequence) => {
      const lines = text.slice(start, end).split('\n');
      const [best] = lines
        .map((line) => {
          const terms = countTerms(line);
          const own = words.filter(({ term }) => terms.has(term));
          const ids = identified.filter((id) => line.toLowerCase().includes(id));
          const weight = own.reduce((sum, word) => sum + word.weight, IDENTIFIED * ids.length);
          return { line, weight, word: ids[0] ?? own[0]?.term.slice(2) ?? '' };
        })
        .sort((a, b) => b.weight - a.weight);
      if (best === undefined || best.weight === 0) return [];
      const place = { file, path, sequence, firstLine, lastLine };
      return [{ place, weight: best.weight, word: best.word }];
    });
  });
  return found
    .sort(
      (a, b) =>
        b.weight - a.weight || b.place.file - a.place.file || b.place.sequence - a.place.sequence,
    )
    .slice(0, MOST)
    .map(({ place, word }): Chain => {
      const reason = `${place.path} tells what was done to ${word}.`;
      return { score: SCORE, links: [{ ...place, kind: 'event', reason }] };
    });
}
