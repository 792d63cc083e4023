import { countTerms } from '../math/terms.ts';
import type { StateFile } from '../model/state.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain, Link } from '../retrieve/chains.ts';
import { basesOf, environmentOf, environmentsNamed } from '../text/paths/environments.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isAsked } from './rank.ts';
import { titleWords } from './title-words.ts';

const SCORE = 0.3;

const isSetUp = ({ shape: { source, kind } }: StateFile): boolean =>
  source === 'deployment' || (source === 'code' && kind === 'config');

/** Tells what sets up a place that the task does not name, where it names one: the values of staging say nothing of production. */
export function elsewhereIn(
  { state }: StateView,
  { task }: Pick<Ranking, 'task'>,
): (path: string) => boolean {
  const named = environmentsNamed(task.title);
  if (named.size === 0) return () => false;
  const elsewhere = state.files.filter((file) => {
    const place = isSetUp(file) ? environmentOf(file.path) : null;
    return (
      place !== null && !named.has(place) && !task.paths.some((own) => file.path.endsWith(own))
    );
  });
  const paths = new Set(elsewhere.map(({ path }) => path));
  return (path) => paths.has(path);
}

/** What holds in the place that a task names unless that place says otherwise: the pieces of the files under its own that have its words. */
export function baseChains(
  view: StateView,
  { task }: Pick<Ranking, 'task'>,
  request: UnderstoodRequest,
): Chain[] {
  const named = environmentsNamed(task.title);
  if (named.size === 0) return [];
  const words = titleWords(view, task).filter(
    ({ term }) => environmentsNamed(`in ${term.slice(2)}`).size === 0,
  );
  const known = new Map(view.state.files.map(({ path }, file) => [path, file]));
  const own = view.state.files.filter(
    (entry) => isSetUp(entry) && named.has(environmentOf(entry.path) ?? ''),
  );
  const bases = own.flatMap(({ path }) =>
    basesOf(path).flatMap((base) => {
      const file = known.get(base);
      return file === undefined ? [] : [{ file, over: path }];
    }),
  );
  const seen = new Set<number>();
  return bases.flatMap(({ file, over }): Chain[] => {
    const entry = view.state.files[file];
    if (entry === undefined || seen.has(file) || entry.content === 0) return [];
    seen.add(file);
    if (!isAsked(entry, task, request)) return [];
    const { path } = entry;
    const { chunks, text } = view.facts(entry.content);
    const reason = `${path} holds where ${over} says nothing else.`;
    const links = chunks.flatMap(({ firstLine, lastLine, start, end }, sequence): Link[] => {
      const terms = countTerms(text.slice(start, end));
      return words.some(({ term }) => terms.has(term))
        ? [{ file, path, sequence, firstLine, lastLine, kind: 'setting', reason }]
        : [];
    });
    return links.length === 0 ? [] : [{ score: SCORE, links }];
  });
}
