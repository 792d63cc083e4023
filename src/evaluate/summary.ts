import type {
  CalibrationBin,
  EvaluatedTask,
  Evaluation,
  OutcomeShares,
  TaskOutcome,
} from '../model/evaluation.ts';
import { recallPicture } from './picture.ts';

/** A task with what was said of each of its files, which only its sum is kept of. */
export interface Judged extends EvaluatedTask {
  readonly said: readonly { readonly relevance: number; readonly isNeeded: boolean }[];
}

const FIRSTS: readonly number[] = [1, 3, 5, 10];

export function evaluationOf(
  state: Evaluation['state'],
  judged: readonly Judged[],
  sizes: readonly number[],
): Evaluation {
  const sheaf = sharesOf(judged.map((task) => task.sheaf));
  const keyword = sharesOf(judged.map((task) => task.keyword));
  const expected = judged.flatMap((task) => task.expected ?? []);
  return {
    state,
    tasks: judged.map(({ said: _, ...task }) => task),
    sizes,
    firsts: FIRSTS,
    sheaf,
    keyword,
    calibration: {
      expected: expected.length === 0 ? null : mean(expected),
      observed: sheaf.everyFile,
      bins: binsOf(judged.flatMap(({ said }) => said)),
    },
    svg: recallPicture(sizes, { sheaf, keyword }, judged.length),
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const shareOf = <T>(items: readonly T[], test: (item: T) => boolean): number =>
  items.filter(test).length / Math.max(1, items.length);

function sharesOf(outcomes: readonly TaskOutcome[]): OutcomeShares {
  const tokens = outcomes.reduce((sum, one) => sum + one.tokens, 0);
  const gold = outcomes.reduce((sum, one) => sum + one.goldTokens, 0);
  const [first] = outcomes;
  return {
    firstK: FIRSTS.map((k) => shareOf(outcomes, ({ place }) => place !== null && place <= k)),
    everyFile: shareOf(outcomes, ({ everyFile }) => everyFile),
    everyLine: shareOf(outcomes, ({ everyLine }) => everyLine),
    meanTokens: tokens / Math.max(1, outcomes.length),
    goldShare: gold / Math.max(1, tokens),
    everyFileAt: (first?.everyFileAt ?? []).map((_, i) =>
      shareOf(outcomes, ({ everyFileAt }) => everyFileAt[i] === true),
    ),
  };
}

/** Upper ends of the ranges; most files are hardly relevant, so that equal ranges would say little of the others. */
const EDGES = [0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1];

function binsOf(said: Judged['said']): CalibrationBin[] {
  return EDGES.flatMap((edge, i) => {
    const low = EDGES[i - 1] ?? 0;
    const isIn = (relevance: number): boolean =>
      relevance >= low && (relevance < edge || edge === 1);
    const own = said.filter(({ relevance }) => isIn(relevance));
    if (own.length === 0) return [];
    return [
      {
        files: own.length,
        said: mean(own.map(({ relevance }) => relevance)),
        observed: shareOf(own, ({ isNeeded }) => isNeeded),
      },
    ];
  });
}
