import { stem } from '../math/terms.ts';

const WORDS = `a about above after again against all also am an and any are aren as at be because been before being below between both
but by can cannot could couldn did didn do does doesn doing don down during each every few for from further had hadn has hasn have haven
having he her here hers herself him himself his how however i if in into is isn it its itself just let ll me might more most mustn my
myself no nor not now of off on once only or other ought our ours ourselves out over own please re same shall she should shouldn so
some such than that the their theirs them themselves then there these they this those through to too under until up us ve very was
wasn we were weren what when where which while who whom why will with won would wouldn you your yours yourself yourselves
hi hello thanks thank like get got use using used via etc eg ie`;

/** English words that say nothing of a task, as they are and stemmed. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  WORDS.split(/\s+/).flatMap((word) => [word, stem(word)]),
);
