import { type Config, DEFAULTS } from '../config/defaults.ts';
import {
  NO_SIGNALS,
  type RankedFile,
  SIGNALS,
  type Signal,
  type Signals,
} from '../model/candidate.ts';
import { RERANKER, SIGNAL_GROUPS, type SourceThresholds } from '../model/relevance.ts';
import { isBuiltIn, SOURCES } from '../model/shape.ts';
import type { StateFile } from '../model/state.ts';
import type { Ask, Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { abbreviationsOf, misreadStems } from '../retrieve/abbreviations.ts';
import { endingTerms } from '../retrieve/endings.ts';
import { rankFiles, SIGNAL_WEIGHTS } from '../retrieve/files.ts';
import { namesFault } from '../retrieve/look-ups.ts';
import { type Marks, withMarks } from '../retrieve/marks.ts';
import { withRoots } from '../retrieve/mentions.ts';
import { FULL_QUERY, fullQuery } from '../retrieve/query.ts';
import { respeltWords, withRespelt } from '../retrieve/spelling.ts';
import { wantsLogs } from '../score/priorities.ts';
import { type ScoreRules, score } from '../score/score.ts';
import { readTask } from '../task/read-task.ts';
import { verbOfDependencies } from './dependencies.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isKindIncluded } from './kinds.ts';
import { asksWhatChanged } from './lately.ts';
import { isLogged } from './meant.ts';
import { isOverview, pageOfAll } from './overview.ts';
import { isRecorded } from './recorded.ts';
import { surroundingsOf } from './surroundings.ts';
import { VERBS } from './title-words.ts';

/** Which files matter for a task, and how much: understand → retrieve → score. */
export function rank(view: StateView, request: UnderstoodRequest): Ranking {
  const { config = DEFAULTS } = request;
  const read = withRoots(readTask(request.text, request.type), view);
  const abbreviations = abbreviationsOf(view, read);
  const misread = new Set([
    ...misreadStems(view, read),
    ...endingTerms(view, read),
    ...verbOfDependencies(read),
  ]);
  const known = {
    ...read,
    namesFault: namesFault(view, read) || isRecorded(view, read) || isLogged(view, read),
    sections: { ...read.sections, abbreviations, misread },
  };
  const respelt = withRespelt(known, respeltWords(view, known));
  const isOnChanges = asksWhatChanged(read);
  const task = {
    ...respelt,
    isOverview: !isOnChanges && isOverview(view, read),
    asksWhatChanged: isOnChanges,
  };
  const isKnown = task.isOverview || (!isOnChanges && isKnownTo(view, task));
  const found = rankFiles(view, task, {
    weights: weightsOf(request, task.ask),
    accepts: (file) =>
      isKnown &&
      isAsked(file, task, request) &&
      (!task.isOverview || pageOfAll(view, file, task) !== null),
    semantic: request.semantic,
    fusion: config.relevance.fusion,
  });
  const marks = marksIn(request);
  const ranked =
    marks === null ? found.files : withMarks(found.files, marks, config.relevance.reranker.mix);
  const surroundings = surroundingsOf(view, task, ranked, config);
  const fixed = unranked(view, ranked, (file) => isAsked(file, task, request)).filter(
    (file) => surroundings.isFixed(file) || surroundings.leastOf(file) > 0,
  );
  const files = score([...ranked, ...fixed], surroundings, scoreRules(config));
  return { task, files, frames: found.frames, surroundings };
}

/** Whether the project has any of the words that say what the task is about, in its files or its history; "fix it" has none. */
function isKnownTo({ lexical, history }: StateView, task: Task): boolean {
  if (task.paths.length + task.frames.length + task.scopes.length > 0) return true;
  const subject = fullQuery(task.sections, FULL_QUERY)
    .map(({ term }) => term)
    .filter((term) => task.ask === 'question' || !VERBS.has(term));
  const isUsed = (term: string): boolean => {
    const { chunks, documents } = lexical.places(term);
    return chunks.items.length + documents.items.length > 0;
  };
  return subject.some(isUsed) || history.places(subject).some(({ items }) => items.length > 0);
}

/** The marks in force; they are switched off like a signal. */
export const marksIn = ({ marks, without = [] }: UnderstoodRequest): Marks | null =>
  without.includes(RERANKER) ? null : (marks ?? null);

/** Files that nothing speaks for: some stand in every context all the same. */
function unranked(
  view: StateView,
  ranked: readonly RankedFile[],
  accepts: (file: StateFile) => boolean,
): RankedFile[] {
  const known = new Set(ranked.map(({ file }) => file));
  return view.state.files.flatMap((entry, file) =>
    known.has(file) || entry.content === 0 || !accepts(entry) ? [] : [silent(entry, file)],
  );
}

/** A file without signals. */
export const silent = ({ path, shape: { source } }: StateFile, file: number): RankedFile => ({
  file,
  path,
  source,
  signals: NO_SIGNALS,
  penalty: 1,
  score: 0,
});

/** Whether a file is of a kind and a source that is wanted. */
export function isAsked(
  file: StateFile,
  task: Task,
  { sources, accepts, config = DEFAULTS }: UnderstoodRequest,
): boolean {
  const { source } = file.shape;
  const isNamed = task.paths.some((path) => file.path.endsWith(path));
  const isWanted =
    sources.length > 0 ? sources.includes(source) : isNamed || source !== 'logs' || wantsLogs(task);
  const isOfUse = isNamed || isKindIncluded(file.shape, config.sources);
  return isWanted && isOfUse && (accepts?.(file) ?? true);
}

/** The sources a task is looked up in: those that are wanted, or all that are on, logs only where they help. */
export function sourcesAsked(
  { state }: StateView,
  task: Task,
  { sources, config }: { readonly sources: readonly string[]; readonly config: Config },
): readonly string[] {
  if (sources.length > 0) return sources;
  const isNamed = task.paths.some((path) =>
    state.files.some((file) => file.shape.source === 'logs' && file.path.endsWith(path)),
  );
  const added = state.files.map(({ shape }) => shape.source).filter((name) => !isBuiltIn(name));
  const asked = SOURCES.filter((name) => name !== 'logs' || isNamed || wantsLogs(task));
  return [...asked.filter((name) => config.sources[name].enabled), ...new Set(added)];
}

export function scoreRules({
  relevance,
  sources,
  assembly,
}: Pick<Config, 'relevance' | 'sources' | 'assembly'>): ScoreRules {
  const thresholds = SOURCES.map((name) => [name, sources[name].threshold]);
  const { fill } = assembly;
  return { relevance, fill, sources: Object.fromEntries(thresholds) as SourceThresholds };
}

/** Signals by meaning; all others go by words, history and mentions. */
const SEMANTIC: readonly string[] = ['semantic'];

/** Meaning learnt from the project's own prose finds no page that the words of a question do not: 59 instead of 70 first places at a full weight. */
export const isMeaningOfUse = (ask: Ask, { relevance }: Pick<Config, 'relevance'>): boolean =>
  relevance.scoring_method === 'semantic' ||
  ask !== 'question' ||
  relevance.semantic.provider !== 'lsa';

/** The weights in force: what the method does not use and what is switched off counts nothing. */
export function weightsOf(
  { without = [], config = DEFAULTS, semantic }: UnderstoodRequest,
  ask: Ask,
): Signals {
  const { scoring_method: method } = config.relevance;
  // Without scores by meaning, because there are none or their provider failed, words are all there is.
  const hasMeaning = (semantic ?? null) !== null;
  const groups = Object.entries(SIGNAL_GROUPS).filter(([name]) => without.includes(name));
  const off = new Set<string>([...without, ...groups.flatMap(([, signals]) => signals)]);
  const isOff = (signal: Signal): boolean => {
    if (off.has(signal)) return true;
    if (method === 'keyword') return SEMANTIC.includes(signal);
    return method === 'semantic' && hasMeaning && !SEMANTIC.includes(signal);
  };
  const mix = isMeaningOfUse(ask, config) ? config.relevance.semantic.mix : 0;
  const full = { ...SIGNAL_WEIGHTS[ask], semantic: mix };
  const weights = SIGNALS.map((signal) => [signal, isOff(signal) ? 0 : full[signal]]);
  return Object.fromEntries(weights) as Signals;
}
