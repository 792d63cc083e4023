import { DEFAULTS } from '../config/defaults.ts';
import { familyOf } from '../model/shape.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain } from '../retrieve/chains.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { besideMeant, meantOf, type Recorded } from './meant.ts';
import { isAsked } from './rank.ts';

const SCORE = 0.5;

/**
 * From a task to the records it means. It is words that speak for them, so the threshold that somebody set for their source holds for
 * them as for any file.
 */
export function recordChains(
  view: StateView,
  { task, files }: Pick<Ranking, 'task' | 'files'>,
  request: UnderstoodRequest,
  records: readonly Recorded[],
): Chain[] {
  const { sources } = request.config ?? DEFAULTS;
  const relevances = new Map(files.map(({ file, relevance }) => [file, relevance]));
  const allowed = records.filter(({ file }) => {
    const entry = view.state.files[file];
    if (entry === undefined || !isAsked(entry, task, request)) return false;
    return (relevances.get(file) ?? 0) >= sources[familyOf(entry.shape.source)].threshold;
  });
  const meant = meantOf(allowed);
  return [...meant, ...besideMeant(view, meant)].map((record): Chain => {
    const { file, path, sequence, firstLine, lastLine } = record;
    const place = { file, path, sequence, firstLine, lastLine };
    const reason = `${path} tells of it.`;
    return { score: SCORE, links: [{ ...place, kind: 'setting', reason }] };
  });
}
