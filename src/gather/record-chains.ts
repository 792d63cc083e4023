import type { StateView } from '../ports/store.ts';
import type { Chain } from '../retrieve/chains.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { besideMeant, meantOf, type Recorded } from './meant.ts';
import { isAsked } from './rank.ts';

const SCORE = 0.5;

/** From a task to the records it means. */
export function recordChains(
  view: StateView,
  { task }: Pick<Ranking, 'task'>,
  request: UnderstoodRequest,
  records: readonly Recorded[],
): Chain[] {
  const allowed = records.filter(({ file }) => {
    const entry = view.state.files[file];
    return entry !== undefined && isAsked(entry, task, request);
  });
  const meant = meantOf(allowed);
  return [...meant, ...besideMeant(view, meant)].map((record): Chain => {
    const { file, path, sequence, firstLine, lastLine } = record;
    const place = { file, path, sequence, firstLine, lastLine };
    const reason = `${path} tells of it.`;
    return { score: SCORE, links: [{ ...place, kind: 'setting', reason }] };
  });
}
