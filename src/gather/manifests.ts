import { byCodePoint } from '../math/order.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain, Link } from '../retrieve/chains.ts';
import { isManifestOf, tellsOf } from './dependencies.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isAsked } from './rank.ts';

/** Of the context: it is what the task is about, and a list of thirty takes a third of 4,000 tokens. */
const SHARE = 0.4;
/** For those who do not say how large the context is. */
const USUAL_TOKENS = 12_000;
const CHARACTERS_PER_TOKEN = 4;
const SCORE = 0.5;
/** For a task about what the project stands on, where it says so: those files seldom have the task's words. */
export function manifestChains(
  view: StateView,
  { task }: Pick<Ranking, 'task'>,
  request: UnderstoodRequest,
): Chain[] {
  const tells = tellsOf(task.title);
  if (tells === null) return [];
  const depthOf = (path: string): number => path.split('/').length;
  let left = SHARE * (request.tokens ?? USUAL_TOKENS) * CHARACTERS_PER_TOKEN;
  return view.state.files
    .flatMap((entry, file) => {
      const { path, content } = entry;
      return isManifestOf(entry) && isAsked(entry, task, request) ? [{ file, path, content }] : [];
    })
    .sort((a, b) => depthOf(a.path) - depthOf(b.path) || byCodePoint(a.path, b.path))
    .flatMap(({ file, path, content }): Chain[] => {
      const { chunks, text } = view.facts(content);
      const links = chunks.flatMap((chunk, sequence): Link[] => {
        const { firstLine, lastLine, start, end } = chunk;
        if (end - start > left || !tells.test(text.slice(start, end))) return [];
        left -= end - start;
        const reason = `${path} says what the project depends on, which the task is about.`;
        const place = { file, path, sequence, firstLine, lastLine };
        return [{ ...place, kind: 'setting', reason, isWhole: true }];
      });
      return links.length === 0 ? [] : [{ links, score: SCORE }];
    });
}
