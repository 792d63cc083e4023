import { countTerms } from '../math/terms.ts';
import type { Facts } from '../model/document.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain } from '../retrieve/chains.ts';
import { definitionsOf } from '../retrieve/look-ups.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isAsked } from './rank.ts';
import { hasWord, titleWords, weightOf } from './title-words.ts';

/** Talk that has so much of what the task says is on the same matter. */
const LEAST = 0.5;
const MOST_TURNS = 2;
const MOST_NAMES = 3;
/** A hint: what people name when they speak of the matter is mostly where it lies. */
const SCORE = 0.2;
/** Files in which a plain word may be the name of a function. */
const FILES = 12;

/** Written as in a program. */
const CODE_LIKE =
  /\b[a-z]\w{0,60}[A-Z]\w{0,60}|\b[A-Z][a-z]\w{0,60}[A-Z]\w{0,60}|\b[A-Za-z]\w{0,60}_\w{1,60}|\b[a-z]\w{2,60}(?=\(\))/g;
const PLAIN = /\b[a-z]{6,40}\b/g;

/** From what people said on the matter of a change to the code they name, in that turn or in its answer. */
export function talkChains(
  view: StateView,
  { task, files }: Pick<Ranking, 'task' | 'files'>,
  request: UnderstoodRequest,
): Chain[] {
  if (task.ask === 'question') return [];
  const words = titleWords(view, task).filter(({ found }) => found > 0);
  const least = LEAST * weightOf(words);
  const turns = view.state.files.flatMap((entry) => {
    if (entry.shape.source !== 'conversation' || entry.content === 0) return [];
    if (!isAsked(entry, task, request)) return [];
    const facts = view.facts(entry.content);
    return facts.chunks.flatMap(({ start, end }, sequence) => {
      const terms = countTerms(facts.text.slice(start, end));
      const own = words.filter(({ term }) => hasWord(terms, term));
      const isOnMatter = own.length > 1 && weightOf(own) >= least;
      return isOnMatter ? [{ path: entry.path, facts, sequence, weight: weightOf(own) }] : [];
    });
  });
  const ranked = new Set(files.slice(0, FILES).map(({ path }) => path));
  return turns
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_TURNS)
    .flatMap(({ path, facts, sequence }) => {
      const said = exchangeAt(facts, sequence);
      const named = [...(said.match(CODE_LIKE) ?? []), ...(said.match(PLAIN) ?? [])];
      return [...new Set(named)]
        .flatMap((name): Chain[] => {
          const [place, ...others] = definitionsOf(view, name);
          const isPlain = !/[A-Z_]/.test(name);
          if (place === undefined || others.length > 0) return [];
          if (isPlain && !ranked.has(place.path)) return [];
          const reason = `${place.path} defines ${name}, which ${path} speaks of.`;
          return [{ score: SCORE, links: [{ ...place, kind: 'symbol', reason }] }];
        })
        .slice(0, MOST_NAMES);
    });
}

/** A turn and the next, which answers it. */
function exchangeAt({ chunks, text }: Facts, sequence: number): string {
  const first = chunks[sequence];
  const last = chunks[sequence + 1] ?? first;
  return text.slice(first?.start ?? 0, last?.end ?? 0);
}
