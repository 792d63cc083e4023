import { countTerms } from '../math/terms.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain } from '../retrieve/chains.ts';
import { STOP_WORDS } from '../retrieve/stop-words.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { meantOf, type Recorded } from './meant.ts';
import { isAsked } from './rank.ts';

/** A word in more pieces than this is not rare. */
const RARE_SHARE = 0.1;
const RARE = 10;
/** So many rare words in common are no chance. */
const LEAST_SHARED = 3;
const MOST_TURNS = 2;
const MOST = 2;
const SCORE = 0.2;

/** From what people said on the matter of a task to the section of a page that speaks of the same in the same rare words. */
export function sameMatterChains(
  view: StateView,
  { task }: Pick<Ranking, 'task'>,
  request: UnderstoodRequest,
  records: readonly Recorded[],
): Chain[] {
  const { lexical } = view;
  const most = Math.max(RARE, RARE_SHARE * lexical.lengths.length);
  const isRare = (term: string): boolean =>
    term.startsWith('p:') &&
    term.length > 4 &&
    !/\d/.test(term) &&
    !STOP_WORDS.has(term.slice(2)) &&
    lexical.places(term).chunks.items.length <= most;
  const turns = meantOf(records)
    .filter(({ isTurn }) => isTurn)
    .slice(0, MOST_TURNS);
  const said = turns.map(({ file, sequence }) => {
    const { chunks, text } = view.facts(view.state.files[file]?.content ?? 0);
    const { start = 0, end = 0 } = chunks[sequence] ?? {};
    return new Set([...countTerms(text.slice(start, end)).keys()].filter(isRare));
  });
  if (said.length === 0) return [];
  return view.state.files
    .flatMap((entry, file) => {
      const { path, content, shape } = entry;
      const isPage = shape.source === 'documentation' || shape.source === 'research';
      if (!isPage || content === 0 || !isAsked(entry, task, request)) return [];
      const { chunks, text } = view.facts(content);
      return chunks.map(({ start, end, firstLine, lastLine }, sequence) => {
        const own = countTerms(text.slice(start, end));
        const shared = Math.max(
          ...said.map((terms) => [...terms].filter((term) => own.has(term)).length),
        );
        return { shared, place: { file, path, sequence, firstLine, lastLine } };
      });
    })
    .filter(({ shared }) => shared >= LEAST_SHARED)
    .sort((a, b) => b.shared - a.shared || a.place.file - b.place.file)
    .slice(0, MOST)
    .map(({ place }): Chain => {
      const reason = `${place.path} speaks of what was said on the matter.`;
      return { score: SCORE, links: [{ ...place, kind: 'setting', reason }] };
    });
}
