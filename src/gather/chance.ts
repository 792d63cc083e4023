import type { ScoredFile } from '../model/relevance.ts';
import type { StateView } from '../ports/store.ts';
import type { Ranking } from './gathering.ts';
import { othersThan } from './others.ts';
import { titleWords, weightOf, wordsIn } from './title-words.ts';

/** With fewer words than this, each says what the task is about. */
const LEAST_WORDS = 3;
/** The first files say how much of its words a file can have; one that has so little of that … */
const FIRST = 3;
const LITTLE = 0.35;
/** … is needed for its one word where it is likelier than this. */
const UNLIKELY = 0.03;

/**
 * Tells which files a task does not mean though words speak for them: one of several alike where it means another, talk in which only who
 * speaks is named, and code that shares nothing but one word with it where others have far more of what it says.
 */
export function chanceIn(
  view: StateView,
  { task, files }: Pick<Ranking, 'task' | 'files'>,
): (path: string) => boolean {
  const words = titleWords(view, task).filter(({ found }) => found > 0);
  const found = wordsIn(view, words);
  const isOther = othersThan(view, files, words);
  const best = Math.max(0, ...files.slice(0, FIRST).map((file) => weightOf(found(file))));
  const isByWord = (file: ScoredFile): boolean => {
    if (words.length < LEAST_WORDS || file.relevance >= UNLIKELY) return false;
    if (task.asksForTests && view.state.files[file.file]?.shape.kind === 'test') return false;
    const own = found(file);
    return own.length < 2 && weightOf(own) < LITTLE * best;
  };
  const known = new Map(files.map((file) => [file.path, file]));
  return (path) => {
    const file = known.get(path);
    if (file?.standing !== 'relevant') return false;
    if (isOther(path)) return true;
    if (hasMore(file)) return false;
    if (file.source === 'conversation') return words.length > 0 && found(file).length === 0;
    return file.source === 'code' && isByWord(file);
  };
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
