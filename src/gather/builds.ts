import { byCodePoint } from '../math/order.ts';
import { countTerms } from '../math/terms.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain, Link } from '../retrieve/chains.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isAsked } from './rank.ts';

const BUILD =
  /\b(?:builds?|pipelines?|jobs?|workflows?|ci|checks?|runs?|releases?|main|master|trunk)\b/i;
const BROKEN = /\b(?:fail\w*|red|broken?|breaks?|green|crash\w*|abort\w*)\b/i;
const LOGS = 2;
const EVENTS = 3;
const SCORE = 0.5;

/** What went wrong in the saved logs of builds, for a task about a build: a log seldom has the words by which people call it. */
export function buildChains(
  view: StateView,
  { task }: Pick<Ranking, 'task'>,
  request: UnderstoodRequest,
): Chain[] {
  const { title } = task;
  if (!BUILD.test(title) || !BROKEN.test(title)) return [];
  const asked = new Set(countTerms(title.replace(BUILD, '').replace(BROKEN, '')).keys());
  return view.state.files
    .flatMap((entry, file) => {
      const { path, content, shape } = entry;
      if (shape.kind !== 'build-log' || content === 0 || !isAsked(entry, task, request)) return [];
      const { chunks, text } = view.facts(content);
      const links = chunks
        .flatMap(({ kind, firstLine, lastLine }, sequence): Link[] => {
          const reason = `${path} tells what failed in a build, which the task asks about.`;
          const link = { file, path, sequence, firstLine, lastLine, reason };
          return kind === 'event' ? [{ ...link, kind: 'event' }] : [];
        })
        .slice(-EVENTS);
      const words = countTerms(`${path} ${text}`);
      const shared = [...asked].filter((term) => words.has(term)).length;
      return links.length === 0 ? [] : [{ path, links, shared }];
    })
    .sort((a, b) => b.shared - a.shared || byCodePoint(b.path, a.path))
    .slice(0, LOGS)
    .map(({ links }) => ({ score: SCORE, links }));
}
