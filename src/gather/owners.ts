import { countTerms } from '../math/terms.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain } from '../retrieve/chains.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isAsked } from './rank.ts';
import { titleWords } from './title-words.ts';

const ASKS_FOR_OWNERS =
  /\bwho (?:(?:(?:must|should|can|may|has to|have to|needs? to|is to) )?(?:owns?|maintains?|reviews?|approves?|signs? off)|(?:is|are) (?:responsible|in charge|the (?:owners?|maintainers?|reviewers?))|looks? after|takes? care of|should (?:i|we) (?:ask|ping))\b|\b(?:code ?)?owners? of\b|\bmaintainers? of\b/i;
const OWNERS = /(?:^|\/)(?:CODEOWNERS|OWNERS|MAINTAINERS)(?:\.\w{1,4})?$/i;
const SCORE = 0.5;
const MOST = 2;

/** Where a task asks who looks after something, the lists that say so, if they name it. */
export function ownerChains(
  view: StateView,
  { task }: Pick<Ranking, 'task'>,
  request: UnderstoodRequest,
): Chain[] {
  if (!ASKS_FOR_OWNERS.test(task.title)) return [];
  const words = titleWords(view, task);
  return view.state.files
    .flatMap((entry, file): Chain[] => {
      const { path, content } = entry;
      if (!OWNERS.test(path) || content === 0 || !isAsked(entry, task, request)) return [];
      const { chunks, text } = view.facts(content);
      const links = chunks.flatMap(({ firstLine, lastLine, start, end }, sequence) => {
        const terms = countTerms(text.slice(start, end));
        const word = words.find(({ term }) => terms.has(term))?.term.slice(2);
        if (word === undefined) return [];
        const reason = `${path} says who looks after ${word}.`;
        const place = { file, path, sequence, firstLine, lastLine };
        return [{ ...place, kind: 'setting' as const, reason }];
      });
      return links.length === 0 ? [] : [{ score: SCORE, links }];
    })
    .slice(0, MOST);
}
