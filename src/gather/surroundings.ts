import type { Config } from '../config/defaults.ts';
import { isManifest, resolveImports } from '../graph/resolve.ts';
import { late, rememberedOf } from '../math/memo.ts';
import { bodyOf } from '../math/postings.ts';
import type { RankedFile } from '../model/candidate.ts';
import type { Facts } from '../model/document.ts';
import type { StateFile } from '../model/state.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { mentionScores, PathLookup } from '../retrieve/mentions.ts';
import { FULL_QUERY, fullQuery } from '../retrieve/query.ts';
import { isMentioned, type Surroundings } from '../score/score.ts';
import { pathsIn } from '../task/read-task.ts';
import type { Manifest } from '../text/code/language.ts';
import { isAlwaysIncluded } from './always.ts';
import { manifestsMeant } from './dependencies.ts';
import { doubtOf } from './doubt.ts';
import { namedAlone } from './named-alone.ts';

/** How many of the best documents are read for mentions of others. */
const DOCUMENTS_READ = 20;
/** How many of the best files start the walk of the import graph where the task names none. */
const STARTS = 3;
/** A document that names more files than this lists them; it points at none. */
const NAMES_AT_MOST = 50;

/** Who names one file and says nothing else means it. */
const NAMED_ALONE = 0.9;
/** Who pastes a trace and says nothing means the code it passed, the innermost first. */
const TRACED_ALONE = 0.6;

/** What scoring wants to know of the files of a state; each piece is made when it is first asked for. */
export function surroundingsOf(
  view: StateView,
  task: Task,
  ranked: readonly RankedFile[],
  config: Pick<Config, 'relevance' | 'sources'>,
): Surroundings & Required<Pick<Surroundings, 'leastOf'>> {
  const { files } = view.state;
  const times = late(() => timesOf(view, config));
  const newest = late(() => times().reduce<number>((most, time) => Math.max(most, time ?? 0), 0));
  const mentions = late(() => mentionsAmong(view, ranked.slice(0, DOCUMENTS_READ)));
  const hits = late(() => keywordHits(view, task));
  const { max_depth: depth } = config.relevance.factors.dependency_depth;
  const { include_imports: followsImports } = config.sources.code;
  const starts = late(() => startsOf(ranked));
  const steps = late(() =>
    followsImports
      ? importSteps(view, starts(), depth)
      : new Map(starts().map((file) => [file, 0])),
  );
  const meant = manifestsMeant(view, task);
  const isAllNamed = namedAlone(task) !== null;
  const alwaysInclude = config.sources.documentation.always_include;
  return {
    taskType: task.type,
    isTyped: task.typeWords.length > 0 || task.typeConfidence === 1,
    ask: task.ask,
    doubt: doubtOf(view, task),
    newest,
    timeOf: ({ file }) => times()[file] ?? null,
    shapeOf: ({ file }) => shapeOf(files[file]),
    mentionsOf: ({ file }) => mentions().get(file) ?? 0,
    stepsTo: ({ file }) => steps().get(file) ?? null,
    keywordHits: ({ file }) => hits()[file] ?? 0,
    isFixed: ({ path }) => isAlwaysIncluded(path, alwaysInclude),
    leastOf: (file) => {
      if (task.isBareTrace === true) return TRACED_ALONE * file.signals.frame;
      return meant.get(file.file) ?? (isAllNamed && isMentioned(file) ? NAMED_ALONE : 0);
    },
  };
}

const NO_SHAPE = { source: 'code', kind: '', language: 'text', options: '' } as const;
const shapeOf = (file: StateFile | undefined): StateFile['shape'] => file?.shape ?? NO_SHAPE;

/**
 * A file's time is that of its last commit. Its own time differs from one checkout to the next, so
 * it is asked only where git does not know the file and recency has a weight.
 */
function timesOf(view: StateView, { relevance }: Pick<Config, 'relevance'>): (number | null)[] {
  const committed = view.history.times();
  const ownCounts = relevance.factors.recency.weight > 0;
  return view.state.files.map(
    ({ path, modified }) => committed.get(path) ?? (ownCounts ? modified : null),
  );
}

/** A question is ranked a dozen times to tell why, each time with much the same documents. */
const pathsNamed = rememberedOf(({ text }: Pick<Facts, 'text'>) => pathsIn(text));

/** How many of the documents name each file by its path. */
function mentionsAmong(view: StateView, documents: readonly RankedFile[]): Map<number, number> {
  const { files } = view.state;
  const lookup = new PathLookup(files.map(({ path }) => path));
  const counts = new Map<number, number>();
  for (const { file } of documents) {
    const content = files[file]?.content ?? 0;
    if (content === 0) continue;
    const named = mentionScores(pathsNamed(view.facts(content)), lookup);
    if (named.size > NAMES_AT_MOST) continue;
    for (const other of named.keys()) {
      if (other !== file) counts.set(other, (counts.get(other) ?? 0) + 1);
    }
  }
  return counts;
}

/** What the task is about: the files it names, or else those that match best. */
function startsOf(ranked: readonly RankedFile[]): number[] {
  const named = ranked.filter(isMentioned);
  return (named.length > 0 ? named : ranked.slice(0, STARTS)).map(({ file }) => file);
}

/** The files that say how imports are looked up. */
export function manifestsOf(view: StateView): Manifest[] {
  return view.state.files
    .filter(({ path, content }) => content !== 0 && isManifest(path))
    .map(({ path, content }) => ({ path, text: view.facts(content).text }));
}

/** The files that some files import, each by its path; manifests are read once. */
export function importsOf(
  view: StateView,
): (isOne: (path: string, file: number) => boolean) => string[] {
  const manifests = late(() => manifestsOf(view));
  return (isOne) =>
    resolveImports(
      view.state.files.map(({ path, content, shape: { language, kind } }, file) => {
        const isHere = content !== 0 && isOne(path, file);
        return { path, language, kind, imports: isHere ? view.facts(content).imports : [] };
      }),
      manifests(),
    ).map(({ to }) => to);
}

/** How many imports away each file is from the starts. Only files on the way are read. */
function importSteps(
  view: StateView,
  starts: readonly number[],
  maxDepth: number,
): Map<number, number> {
  const { files } = view.state;
  const numbers = new Map(files.map(({ path }, file) => [path, file]));
  const importedBy = importsOf(view);
  const steps = new Map(starts.map((file) => [file, 0]));
  let frontier = new Set(starts);
  for (let depth = 1; depth <= maxDepth && frontier.size > 0; depth++) {
    const reached = importedBy((_, file) => frontier.has(file)).map((to) => numbers.get(to) ?? -1);
    frontier = new Set(reached.filter((file) => file >= 0 && !steps.has(file)));
    for (const file of frontier) steps.set(file, depth);
  }
  return steps;
}

/** How often the terms of the task stand in each file. */
function keywordHits(view: StateView, task: Task): Uint32Array {
  const { lexical } = view;
  const hits = new Uint32Array(view.state.files.length);
  const fileOf = new Int32Array(lexical.lengths.length);
  for (let file = 0; file < hits.length; file++) {
    fileOf.fill(file, lexical.starts[file] ?? 0, lexical.starts[file + 1] ?? 0);
  }
  for (const { term } of fullQuery(task.sections, FULL_QUERY)) {
    const { chunks, documents } = lexical.places(term);
    chunks.items.forEach((chunk, i) => {
      const file = fileOf[chunk] ?? 0;
      hits[file] = (hits[file] ?? 0) + bodyOf(chunks.counts[i] ?? 0);
    });
    documents.items.forEach((file, i) => {
      hits[file] = (hits[file] ?? 0) + bodyOf(documents.counts[i] ?? 0);
    });
  }
  return hits;
}
