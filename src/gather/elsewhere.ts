import { countTerms } from '../math/terms.ts';
import type { StateFile } from '../model/state.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain, Link } from '../retrieve/chains.ts';
import { basesOf, environmentOf, environmentsNamed } from '../text/paths/environments.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isAsked } from './rank.ts';
import { titleWords, weightOf } from './title-words.ts';

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

/** A piece of the place's own files that has so much of the words of the one that has most. */
const BESIDE_BEST = 0.6;

/**
 * What is set in the place that a task names, and what holds there unless that place says otherwise: the pieces of its own files that have
 * most of the task's words, and those of the files under them that have any.
 */
export function baseChains(
  view: StateView,
  { task }: Pick<Ranking, 'task'>,
  request: UnderstoodRequest,
): Chain[] {
  const named = environmentsNamed(task.title);
  if (named.size === 0) return [];
  const words = titleWords(view, task).filter(
    ({ term, found }) => found > 0 && environmentsNamed(`in ${term.slice(2)}`).size === 0,
  );
  const known = new Map(view.state.files.map(({ path }, file) => [path, file]));
  const own = view.state.files.flatMap((entry, file) =>
    isSetUp(entry) && named.has(environmentOf(entry.path) ?? '')
      ? [{ path: entry.path, file }]
      : [],
  );
  const bases = own.flatMap(({ path }) =>
    basesOf(path).flatMap((base) => {
      const file = known.get(base);
      return file === undefined ? [] : [{ file, over: path }];
    }),
  );
  /** The pieces of a file, each with how much of the words it has. */
  const piecesOf = (file: number, reason: (path: string) => string) => {
    const entry = view.state.files[file];
    if (entry === undefined || entry.content === 0 || !isAsked(entry, task, request)) return [];
    const { path } = entry;
    const { chunks, text } = view.facts(entry.content);
    return chunks.map(({ firstLine, lastLine, start, end }, sequence) => {
      const terms = countTerms(text.slice(start, end));
      const place = { file, path, sequence, firstLine, lastLine };
      const link: Link = { ...place, kind: 'setting', reason: reason(path) };
      return { link, weight: weightOf(words.filter(({ term }) => terms.has(term))) };
    });
  };
  const set = own.flatMap(({ file }) =>
    piecesOf(file, (path) => `${path} sets up the place that the task names.`),
  );
  const most = Math.max(0, ...set.map(({ weight }) => weight));
  const over = new Map(bases.map(({ file, over: path }) => [file, path]));
  const held = [...over].flatMap(([file, place]) =>
    piecesOf(file, (path) => `${path} holds where ${place} says nothing else.`),
  );
  return [...set.filter(({ weight }) => weight >= BESIDE_BEST * most), ...held]
    .filter(({ weight }) => weight > 0)
    .map(({ link }): Chain => ({ score: SCORE, links: [link] }));
}
