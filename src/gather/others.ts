import { countTerms } from '../math/terms.ts';
import type { Shape } from '../model/shape.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { PLACES } from '../text/paths/environments.ts';
import { stems, type TitleWord, titleWords, weightOf, wordsIn } from './title-words.ts';

/** What describes one program of several. */
export const OF_ONE_PROGRAM: ReadonlySet<string> = new Set(['kubernetes', 'helm', 'systemd']);
/** A log of one build of several that has so little of what another has is not meant. */
const OTHER_BUILD = 0.6;
/** A workflow that is called by so little of the task beside another is not meant. */
const OTHER_WORKFLOW = 0.5;

/** Tells what is one of several alike where the task means another: the manifests of other programs, the logs of other builds. */
export function othersThan(view: StateView, task: Task): (path: string) => boolean {
  const words = titleWords(view, task).filter(
    ({ found, term }) => found > 0 && !OF_PLACES.has(term),
  );
  const others = new Set([
    ...otherPrograms(view, words),
    ...otherWorkflows(view, words),
    ...otherBuilds(view, task, words),
  ]);
  return (path) => others.has(path);
}

/** Where it runs says nothing of which program it is. */
const OF_PLACES = stems(PLACES.join(' '));

interface Described {
  readonly path: string;
  /** What the file and its parts are called. */
  readonly terms: ReadonlyMap<string, number>;
}

const describedIn = (
  { state, facts }: StateView,
  isMeant: (shape: Shape) => boolean,
): Described[] =>
  state.files
    .filter(({ shape, content }) => content !== 0 && isMeant(shape))
    .map(({ path, content }) => {
      const names = facts(content).chunks.flatMap(({ name, names: all }) => [name, ...all]);
      // A chart's files are called alike; its folder says whose they are.
      const place = path.split('/').slice(-2).join(' ');
      return { path, terms: countTerms([place, ...names].join(' ')) };
    });

/** Where the task calls some workflows by more of its words, those that it calls by few or none of them. */
function otherWorkflows(view: StateView, words: readonly TitleWord[]): string[] {
  const described = describedIn(
    view,
    ({ source, kind }) => source === 'deployment' && kind === 'ci',
  );
  /** The fewer workflows are called by a word, the more it tells of them. */
  const weights = words.map(({ term }) => {
    const bearers = described.filter(({ terms }) => terms.has(term)).length;
    return { term, weight: bearers === 0 ? 0 : Math.log(described.length / bearers) };
  });
  const weighed = described.map(({ path, terms }) => ({
    path,
    weight: weights.reduce((sum, { term, weight }) => sum + (terms.has(term) ? weight : 0), 0),
  }));
  const most = Math.max(0, ...weighed.map(({ weight }) => weight));
  return weighed.filter(({ weight }) => weight < OTHER_WORKFLOW * most).map(({ path }) => path);
}

/** Where the task calls some programs by their names, what describes the rest. */
function otherPrograms(view: StateView, words: readonly TitleWord[]): string[] {
  const described = describedIn(view, ({ kind }) => OF_ONE_PROGRAM.has(kind));
  const bearers = words
    .map(({ term }) => described.filter(({ terms }) => terms.has(term)))
    .filter(({ length }) => length < described.length)
    .flat();
  return bearers.length === 0
    ? []
    : described.filter((own) => !bearers.includes(own)).map(({ path }) => path);
}

/** Whoever says that a build failed does not mean one that went well. */
const BROKEN = /\b(?:fail\w*|red|broken?|breaks?|crash\w*|abort\w*)\b/i;

/** Where a build went well, its log is of use to those who ask for builds; whoever changes what builds do needs no such log. */
const BUILDS = /\b(?:builds?|pipelines?|ci|runs|jobs?|workflows?|build logs?)\b/i;

const FAULTY = /\b(?:(?<!\b0 )(?:fail(?:ed|ures?)?|errors?)|fatal|exit code [1-9])\b/i;

function otherBuilds(
  view: StateView,
  task: Pick<Task, 'title' | 'ask'>,
  words: readonly TitleWord[],
): string[] {
  const found = wordsIn(view, words);
  const numbers = task.title.match(/\b\d{2,}\b/g) ?? [];
  const builds = view.state.files.flatMap(({ path, shape, content }, file) => {
    if (shape.kind !== 'build-log' || content === 0) return [];
    const { chunks, text } = view.facts(content);
    const isNumbered = numbers.some(
      (number) => path.includes(number) || text.includes(`#${number}`),
    );
    const hasFailed = chunks.some(({ kind }) => kind === 'event') || FAULTY.test(text);
    return [{ path, weight: weightOf(found({ file, path })), isNumbered, hasFailed }];
  });
  const most = Math.max(0, ...builds.map(({ weight }) => weight));
  const oneNumbered = builds.some(({ isNumbered }) => isNumbered);
  const oneFailed = BROKEN.test(task.title) && builds.some(({ hasFailed }) => hasFailed);
  const asksForBuilds = BUILDS.test(task.title);
  return builds
    .filter(({ weight, isNumbered, hasFailed }) => {
      if (oneNumbered) return !isNumbered;
      if (!hasFailed && (!asksForBuilds || task.ask === 'change')) return true;
      return weight < OTHER_BUILD * most || (oneFailed && !hasFailed);
    })
    .map(({ path }) => path);
}
