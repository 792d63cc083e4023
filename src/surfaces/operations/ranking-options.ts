import { SIGNALS } from '../../model/candidate.ts';
import { RERANKER, SIGNAL_GROUPS } from '../../model/relevance.ts';

const WITHOUT: readonly string[] = [...SIGNALS, ...Object.keys(SIGNAL_GROUPS), RERANKER];

/** Options of every operation that ranks: the kind of task, and switches to see what each signal is worth. */
export const RANKING_OPTIONS = {
  type: {
    type: 'enum',
    values: ['auto', 'bug', 'feature', 'infra', 'research'],
    default: 'auto',
    help: 'Kind of task; it decides which sources matter most.',
  },
  method: {
    type: 'enum',
    values: ['keyword', 'semantic', 'hybrid'],
    key: 'relevance.scoring_method',
    help: 'Search by words, by meaning, or by both.',
  },
  without: {
    type: 'list',
    values: WITHOUT as readonly string[],
    help: 'Signals to leave out of the ranking, separated by commas, to see what each is worth; words and history stand for two each.',
  },
} as const;
