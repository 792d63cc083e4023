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
  const here = state.files.filter(
    (file) => isSetUp(file) && named.has(environmentOf(file.path) ?? ''),
  );
  const beside = here.map(({ path }) => besideOf(path));
  return (path) =>
    paths.has(path) || (beside.some((is) => is(path)) && !named.has(environmentOf(path) ?? ''));
}

/** What holds for all places is called by such words. */
const SHARED = /^(?:base|common|shared|defaults?|all|global|example|sample|template|schema)$/i;

/** Tells files that are called as one of a named place is but for the place itself, whatever a project calls its others. */
function besideOf(path: string): (other: string) => boolean {
  const parts = path.split(/([A-Za-z]+)/);
  const at = parts.findLastIndex((part, i) => i % 2 === 1 && environmentOf(part) !== null);
  const [before, behind] = [parts.slice(0, at).join(''), parts.slice(at + 1).join('')];
  return (other) => {
    if (at < 0 || !other.startsWith(before) || !other.endsWith(behind)) return false;
    const own = other.slice(before.length, other.length - behind.length);
    return /^[A-Za-z]\w*$/.test(own) && !SHARED.test(own);
  };
}

/** Whether a thing in a file that sets up several is called by another place than the task names, which has one there, too. */
export const isOfElsewhere = (
  name: string,
  others: readonly string[],
  named: ReadonlySet<string>,
): boolean => {
  const place = environmentOf(name);
  if (place === null || named.size === 0 || named.has(place)) return false;
  return others.some((other) => named.has(environmentOf(other) ?? ''));
};
