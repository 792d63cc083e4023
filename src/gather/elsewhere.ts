import type { StateFile } from '../model/state.ts';
import type { StateView } from '../ports/store.ts';
import { environmentOf, environmentsNamed } from '../text/paths/environments.ts';
import type { Ranking } from './gathering.ts';

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
