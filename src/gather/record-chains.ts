import { DEFAULTS } from '../config/defaults.ts';
import { familyOf } from '../model/shape.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain } from '../retrieve/chains.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { besideMeant, meantOf, type Recorded } from './meant.ts';
import { isAsked } from './rank.ts';

const SCORE = 0.5;

/**
 * Tells whether a file that words speak for may stand in a context: it is asked for, and the threshold that somebody set for its source holds
 * for what words lead to as for any file.
 */
export function allowedIn(
  view: StateView,
  { task, files }: Pick<Ranking, 'task' | 'files'>,
  request: UnderstoodRequest,
): (file: number) => boolean {
  const { sources } = request.config ?? DEFAULTS;
  const relevances = new Map(files.map(({ file, relevance }) => [file, relevance]));
  return (file) => {
    const entry = view.state.files[file];
    if (entry === undefined || !isAsked(entry, task, request)) return false;
    return (relevances.get(file) ?? 0) >= sources[familyOf(entry.shape.source)].threshold;
  };
}

/** From a task to the records it means. */
export function recordChains(
  view: StateView,
  ranking: Pick<Ranking, 'task' | 'files'>,
  request: UnderstoodRequest,
  records: readonly Recorded[],
): Chain[] {
  const isAllowed = allowedIn(view, ranking, request);
  const meant = meantOf(records.filter(({ file }) => isAllowed(file)));
  return [...meant, ...besideMeant(view, meant)].map((record): Chain => {
    const { file, path, sequence, firstLine, lastLine } = record;
    const place = { file, path, sequence, firstLine, lastLine };
    const reason = `${path} tells of it.`;
    return { score: SCORE, links: [{ ...place, kind: 'setting', reason }] };
  });
}
