import { countTerms } from '../math/terms.ts';
import type { ScoredFile } from '../model/relevance.ts';
import type { StateView } from '../ports/store.ts';
import { titleQuery } from '../retrieve/query.ts';
import type { Ranking } from './gathering.ts';
import { VERBS } from './rank.ts';

/** With fewer words than this, each says what the task is about. */
const LEAST_WORDS = 3;
/** The first files say how many of its words a file can have, by how rare they are; one that has so little of that … */
const FIRST = 3;
const LITTLE = 0.35;
/** … is needed for the word where it is likelier than this: of 30 such files of seven projects 19 were wanted above, and 3 below. */
const UNLIKELY = 0.03;

/** A log of one build of several that has so little of what another has is not meant. */
const OTHER = 0.6;

/**
 * Tells which files of code share a word with the task by chance: nothing but that word speaks for them, and there are files that have far
 * more of what the task says.
 */
export function chanceIn(
  view: StateView,
  { task, files }: Pick<Ranking, 'task' | 'files'>,
): (path: string) => boolean {
  const { lexical, state } = view;
  const pieces = lexical.lengths.length;
  const words = titleQuery(task.sections).flatMap(({ term }) => {
    if (VERBS.has(term)) return [];
    const { chunks, documents } = lexical.places(term);
    const found = chunks.items.length + documents.items.length;
    return found === 0 ? [] : [{ term, weight: Math.log(1 + pieces / found) }];
  });
  if (words.length < LEAST_WORDS) return () => false;
  const weightsIn = ({ file, path }: ScoredFile): number[] => {
    const content = state.files[file]?.content ?? 0;
    const own = countTerms(`${path} ${content === 0 ? '' : view.facts(content).text}`);
    return words.filter(({ term }) => own.has(term)).map(({ weight }) => weight);
  };
  const sum = (weights: readonly number[]): number => weights.reduce((all, one) => all + one, 0);
  const best = Math.max(0, ...files.slice(0, FIRST).map((file) => sum(weightsIn(file))));
  const known = new Map(files.map((file) => [file.path, file]));
  const builds = files.filter(({ file }) => state.files[file]?.shape.kind === 'build-log');
  const ofBuilds = Math.max(0, ...builds.map((file) => sum(weightsIn(file))));
  const isOther = otherProgram(
    view,
    words.map(({ term }) => term),
  );
  return (path) => {
    const file = known.get(path);
    if (file !== undefined && builds.includes(file)) return sum(weightsIn(file)) < OTHER * ofBuilds;
    if (isOther(path)) return file?.standing === 'relevant';
    if (file?.source !== 'code' || file.standing !== 'relevant') return false;
    if (file.relevance >= UNLIKELY || hasMore(file)) return false;
    if (task.asksForTests && state.files[file.file]?.shape.kind === 'test') return false;
    const own = weightsIn(file);
    return own.length < 2 && sum(own) < LITTLE * best;
  };
}

/** What describes one program of several. */
export const OF_ONE_PROGRAM: ReadonlySet<string> = new Set(['kubernetes', 'helm', 'systemd']);

/** Where the task calls one of several programs by its name, tells what describes another one. */
function otherProgram(
  { state, facts }: StateView,
  terms: readonly string[],
): (path: string) => boolean {
  const described = state.files.filter(
    ({ shape, content }) => OF_ONE_PROGRAM.has(shape.kind) && content !== 0,
  );
  const named = described.map(({ path, content }) => {
    const names = facts(content).chunks.map(({ name }) => name);
    return { path, terms: countTerms([path.slice(path.lastIndexOf('/') + 1), ...names].join(' ')) };
  });
  const bearers = (term: string): string[] =>
    named.filter((own) => own.terms.has(term)).map(({ path }) => path);
  const called = new Set(
    terms
      .map(bearers)
      .filter(({ length }) => length > 0 && length < named.length)
      .flat(),
  );
  const others = called.size === 0 ? [] : named.filter(({ path }) => !called.has(path));
  const isOther = new Set(others.map(({ path }) => path));
  return (path) => isOther.has(path);
}

/** Whether more than words speaks for a file: history, a mention, a trace, meaning. */
const hasMore = ({ signals }: ScoredFile): boolean =>
  signals.historyFull +
    signals.historyTitle +
    signals.historyFiles +
    signals.historyBest +
    signals.mention +
    signals.frame +
    signals.semantic >
  0;
