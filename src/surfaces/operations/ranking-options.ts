import { SIGNALS } from '../../model/candidate.ts';
import { RERANKER, SIGNAL_GROUPS } from '../../model/relevance.ts';

/** Options of every operation that ranks: the kind of task, and switches to see what each signal is worth. */
export const RANKING_OPTIONS: {
  readonly type: {
    readonly type: 'enum';
    readonly values: readonly ['auto', 'bug', 'feature', 'infra', 'research'];
    readonly default: 'auto';
    readonly help: string;
  };
  readonly method: {
    readonly type: 'enum';
    readonly values: readonly ['keyword', 'semantic', 'hybrid'];
    readonly key: string;
    readonly help: string;
  };
  readonly without: {
    readonly type: 'list';
    readonly values: readonly string[];
    readonly help: string;
  };
} = {
  type: {
    type: 'enum',
    values: ['auto', 'bug', 'feature', 'infra', 'research'],
    default: 'auto',
    help: 'The type of task, which decides which sources matter most.',
  },
  method: {
    type: 'enum',
    values: ['keyword', 'semantic', 'hybrid'],
    key: 'relevance.scoring_method',
    help: 'Search by words, by meaning, or both.',
  },
  without: {
    type: 'list',
    values: [...SIGNALS, ...Object.keys(SIGNAL_GROUPS), RERANKER],
    help: 'Signals to leave out of the ranking, separated by commas, to see what each contributes; words and history stand for two signals each.',
  },
};
