import { byCodePoint } from '../math/order.ts';
import type { RankedFile } from '../model/candidate.ts';
import {
  type Doubt,
  FACTORS,
  type Factor,
  type FactorName,
  type RelevanceRules,
  type ScoredFile,
  type SourceThresholds,
} from '../model/relevance.ts';
import { familyOf, type Shape } from '../model/shape.ts';
import type { Ask, TaskType } from '../model/task.ts';
import { calibrated, type Field, fieldOf } from './calibration.ts';
import { classicAlignment } from './classic.ts';
import { dependencyDepth, fileType, mentionDensity, recency, shares } from './factors.ts';
import { multiplierOf, priorityOf } from './priorities.ts';
import { standingOf, thresholdOf, tierOf } from './tier.ts';

/** What a score wants to know of a file beside its signals. Some of it is costly, so it is asked only where it counts. */
export interface Surroundings {
  readonly taskType: TaskType;
  /** False where nothing speaks for a type: then it has no effect on the order. */
  readonly isTyped?: boolean;
  readonly ask: Ask;
  readonly doubt?: Doubt;
  /** Seconds; the newest document of the state. */
  newest(): number;
  timeOf(file: RankedFile): number | null;
  shapeOf(file: RankedFile): Shape;
  /** How many of the other best documents name the file. */
  mentionsOf(file: RankedFile): number;
  /** Steps in the import graph from what the task is about; null if it can't be reached. */
  stepsTo(file: RankedFile): number | null;
  keywordHits(file: RankedFile): number;
  isFixed(file: RankedFile): boolean;
  /** How likely a file is needed at least, because of what it is to the task; 0 where only its signals tell. */
  readonly leastOf?: (file: RankedFile) => number;
}

export interface ScoreRules {
  readonly relevance: RelevanceRules;
  readonly sources: SourceThresholds;
  /** What lies below the thresholds may use the room that is left. */
  readonly fill?: boolean;
}

/** A path of several parts that fits one file, or two; or a name that is the file's alone. */
const MENTIONED = 0.6;
export const isMentioned = ({ signals }: RankedFile): boolean => signals.mention >= MENTIONED;

/** Relevance, tier and standing of each file; best first. */
export function score(
  files: readonly RankedFile[],
  surroundings: Surroundings,
  rules: ScoreRules,
): ScoredFile[] {
  const weights = shares(rules.relevance.factors);
  const weighted = FACTORS.filter((name) => weights[name] > 0);
  const field = fieldOf(
    files.map((file) => file.score),
    surroundings.ask,
    rules.relevance.fusion,
    surroundings.doubt,
  );
  return files
    .map((file) => scoreOne(file, field, surroundings, rules, weighted, weights))
    .sort((a, b) => b.relevance - a.relevance || b.score - a.score || byCodePoint(a.path, b.path));
}

/** One file with the factors named; those that are not named count as 0. */
export function scoreOne(
  file: RankedFile,
  field: Field,
  surroundings: Surroundings,
  { relevance: rules, sources, fill = false }: ScoreRules,
  names: readonly FactorName[],
  /** Given where many are scored; nobody reads the reasons of thousands of files. */
  known?: ReturnType<typeof shares>,
): ScoredFile {
  const weights = known ?? shares(rules.factors);
  const factors = names.map((name): Factor => {
    const { value, because } = MEASURES[name](file, field, surroundings, rules);
    const told = known === undefined ? because() : '';
    const contribution = weights[name] * value;
    return { name, weight: weights[name], value, contribution, because: told };
  });
  const mean = factors.reduce((sum, { contribution }) => sum + contribution, 0);
  const priority = priorityOf(surroundings.taskType, file.source);
  const isFree = surroundings.isTyped === false && rules.preset !== 'classic';
  const multiplier = isFree ? 1 : multiplierOf(priority);
  const byFactors =
    rules.preset === 'classic' ? Math.min(1, mean * multiplier) : oddsTimes(mean, multiplier);
  const least = rules.preset === 'classic' ? 0 : (surroundings.leastOf?.(file) ?? 0);
  const relevance = Math.max(byFactors, least);
  const threshold = thresholdOf(file.source, rules.thresholds, sources, rules.preset);
  const match =
    rules.preset === 'classic'
      ? { value: classic(file, surroundings).value, threshold: sources[familyOf(file.source)] }
      : null;
  const claim = {
    // `classic` knows no multiplier: its minimum is held against the sum of the factors.
    relevance: rules.preset === 'classic' ? mean : relevance,
    threshold,
    match,
    isFixed: surroundings.isFixed(file),
    isMentioned: isMentioned(file),
  };
  const tier = tierOf(relevance, file.source, rules.thresholds);
  const standing = standingOf(claim, fill && rules.preset !== 'classic');
  // Written out: copying an object of a form that is not known costs more than all else here, and thousands are scored.
  const scored: ScoredFile = {
    file: file.file,
    path: file.path,
    source: file.source,
    signals: file.signals,
    penalty: file.penalty,
    score: file.score,
    relevance,
    factors,
    priority,
    multiplier,
    threshold,
    tier,
    standing,
  };
  const { parts, mark } = file;
  const isRaised = relevance > byFactors;
  if (parts === undefined && mark === undefined && match === null && !isRaised) return scored;
  return {
    ...scored,
    ...(match === null ? {} : { match }),
    ...(parts && { parts }),
    ...(mark && { mark }),
    ...(isRaised && { byFactors }),
  };
}

/** A probability whose odds are so many times what they were: it stays one, and what is nearly sure stays so. */
const oddsTimes = (probability: number, times: number): number =>
  (times * probability) / (1 - probability + times * probability);

interface Measured {
  readonly value: number;
  readonly because: () => string;
}
type Measure = (
  file: RankedFile,
  field: Field,
  surroundings: Surroundings,
  rules: RelevanceRules,
) => Measured;

const days = (seconds: number): string => (seconds / 86_400).toFixed(1);

const MEASURES: Readonly<Record<FactorName, Measure>> = {
  task_alignment: (file, field, surroundings, { preset }) =>
    preset === 'classic' ? classic(file, surroundings) : curve(file, field),
  recency: (file, _, surroundings, { factors }) => {
    const time = surroundings.timeOf(file);
    const newest = surroundings.newest();
    return {
      value: recency(time, newest, factors.recency.decay_days),
      because: () =>
        time === null
          ? 'no time is known'
          : `${days(Math.max(0, newest - time))} days older than the newest, of ${factors.recency.decay_days}`,
    };
  },
  mention_density: (file, _, surroundings) => {
    const documents = surroundings.mentionsOf(file);
    return {
      value: mentionDensity(file.signals.mention, documents),
      because: () =>
        `${file.signals.mention > 0 ? 'named by the task' : 'not named by the task'}, by ${documents} other documents`,
    };
  },
  dependency_depth: (file, _, surroundings, { factors }) => {
    const steps = surroundings.stepsTo(file);
    return {
      value: dependencyDepth(steps, factors.dependency_depth.max_depth),
      because: () => (steps === null ? 'not connected by imports' : `${steps} imports away`),
    };
  },
  file_type: (file, _, surroundings, { factors }) => {
    const type = fileType(surroundings.shapeOf(file));
    return { value: factors.file_type.priorities[type], because: () => type.replaceAll('_', ' ') };
  },
};

function curve(file: RankedFile, field: Field): Measured {
  const share = field.best > 0 ? (100 * file.score) / field.best : 0;
  return {
    value: calibrated(file.score, field),
    because: () => `score ${file.score.toFixed(3)}, ${share.toFixed(0)} % of the best`,
  };
}

function classic(file: RankedFile, surroundings: Surroundings): Measured {
  const time = surroundings.timeOf(file);
  const keywordHits = surroundings.keywordHits(file);
  return {
    value: classicAlignment({
      similarity: file.signals.lexical,
      keywordHits,
      ageSeconds: time === null ? null : surroundings.newest() - time,
      isMentioned: isMentioned(file),
    }),
    because: () =>
      `words ${file.signals.lexical.toFixed(3)}, ${keywordHits} keywords${isMentioned(file) ? ', named by the task' : ''}`,
  };
}
