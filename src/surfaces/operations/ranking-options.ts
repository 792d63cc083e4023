import { SWITCHES } from '../../model/relevance.ts';

/** Options of every operation that ranks: the kind of task, and switches to see what each signal is worth. */
export const RANKING_OPTIONS = {
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
    values: SWITCHES as readonly string[],
    help: 'Signals to leave out of the ranking, separated by commas, to see what each contributes; words and history stand for two signals each.',
  },
} as const;
