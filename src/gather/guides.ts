import { countTerms } from '../math/terms.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain } from '../retrieve/chains.ts';
import { titleQuery } from '../retrieve/query.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isAsked } from './rank.ts';
import { stems, VERBS } from './title-words.ts';

/** What tells how to work on the project. */
const GUIDE = /(?:^|\/)(?:contributing|hacking|development|developing)[^/]*$/i;
const TESTS: ReadonlySet<string> = stems('test tests testing');
/** Short sections stand in one piece. */
const HEADING = /^(?:#{2,4}\s+\S.{0,100}$|[-*]\s+[^:\n]{1,40}:(?=\s))/gm;
/** A guide of many sections has one for everything. */
const MOST = 2;
const SCORE = 0.4;

/** From a task to the sections of a guide that are headed by what it is about: how tests are written, how a migration is. */
export function guideChains(
  view: StateView,
  { task }: Pick<Ranking, 'task'>,
  request: UnderstoodRequest,
): Chain[] {
  if (task.ask === 'question') return [];
  const words = new Set(titleQuery(task.sections).map(({ term }) => term));
  // "If fixing a bug: …" is no section about what is to be fixed.
  const isMeant = (term: string): boolean =>
    words.has(term) && !VERBS.has(term) && (task.asksForTests === true || !TESTS.has(term));
  return view.state.files.flatMap((entry, file): Chain[] => {
    const { path, content, shape } = entry;
    if (shape.source !== 'documentation' || content === 0 || !GUIDE.test(path)) return [];
    if (!isAsked(entry, task, request)) return [];
    const { chunks, text } = view.facts(content);
    return chunks
      .flatMap(({ start, end, firstLine, lastLine }, sequence): Chain[] => {
        const headings = text.slice(start, end).match(HEADING) ?? [];
        const heading = headings.find((own) => [...countTerms(own).keys()].some(isMeant));
        if (heading === undefined) return [];
        const reason = `${path} tells how to do it under "${heading.replace(/^#+\s+/, '')}".`;
        const place = { file, path, sequence, firstLine, lastLine };
        return [{ score: SCORE, links: [{ ...place, kind: 'setting', reason }] }];
      })
      .slice(0, MOST);
  });
}
