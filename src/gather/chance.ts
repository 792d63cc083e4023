import { countTerms } from '../math/terms.ts';
import type { ScoredFile } from '../model/relevance.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain } from '../retrieve/chains.ts';
import { isAside } from '../retrieve/penalty.ts';
import { MANY } from '../score/value.ts';
import { manifestsAside } from './dependencies.ts';
import type { Ranking } from './gathering.ts';
import { samplesIn, translationsIn } from './samples.ts';
import { stems, titleWords, weightOf, wordsIn } from './title-words.ts';

/** With fewer words than this, each says what the task is about. */
const LEAST_WORDS = 3;
/** The first files say how much of its words a file can have; one that has so little of that … */
const FIRST = 3;
const ALL = 12;
const LITTLE = 0.35;
const LITTLE_OF_ANSWER = 0.5;
/** … is needed for its one word where it is likelier than this. */
const UNLIKELY = 0.03;
/**
 * A page that is as likely as this is meant, however few of the words it has: pages that ranked first with 0.6 were left out for having one
 * of two (of 99 questions of seven projects, two more have their page).
 */
const LIKELY = 0.1;

/** Among many pages, a question has its answer among the likeliest, in whatever words: of 316 questions 3 % more have their page then. */
const LIKELIEST_PAGES = 10;

/** What stands in code of any kind, and how much or how long anything is. */
const KEYWORDS = stems(
  'one two three four five six seven eight nine ten twenty hundred second minute hour day week month nil null none undefined true false method function class object type string array index key value name id number',
);
/** Where a record has nearly all words of a question, a page or code that has so much less of them is not its answer. */
const BESIDE_ANSWER = 0.6;

/**
 * Tells which files a task does not mean though words speak for them: one of several alike where it means another, talk in which only who
 * speaks is named, and code that shares nothing but one word with it where others have far more of what it says.
 */
export function chanceIn(
  view: StateView,
  {
    task,
    files,
    covered,
  }: Pick<Ranking, 'task' | 'files'> & { readonly covered: readonly Chain[] },
  isOut: (path: string) => boolean,
): (path: string) => boolean {
  const said = titleWords(view, task);
  const words = said.filter(({ found }) => found > 0);
  const found = wordsIn(view, words);
  const best = Math.max(0, ...files.slice(0, FIRST).map((file) => weightOf(found(file))));
  const bestOfAll = Math.max(0, ...files.slice(0, ALL).map((file) => weightOf(found(file))));
  const isByWord = (file: ScoredFile): boolean => {
    if (said.length < LEAST_WORDS || file.relevance >= UNLIKELY) return false;
    if (task.asksForTests && view.state.files[file.file]?.shape.kind === 'test') return false;
    const own = found(file);
    return own.length < 2 && weightOf(own) < LITTLE * best;
  };
  const projectName = task.ask === 'question' ? nameOfProject(view) : NO_NAME;
  /** Code that shares nothing with a task but what all code has. */
  const isByKeyword = (file: ScoredFile): boolean => {
    const own = found(file);
    const isSome = own.length < words.length || task.ask === 'question';
    const isOfAll = (term: string): boolean => KEYWORDS.has(term) || projectName.has(term);
    return own.length > 0 && isSome && own.every(({ term }) => isOfAll(term));
  };
  const isAnswered = task.ask === 'question' && files.length >= MANY;
  const pages = isAnswered ? files.filter(isPage).slice(0, LIKELIEST_PAGES) : [];
  const likeliest = new Set(pages.map(({ path }) => path));
  /** A page that has one word of a question, and little of what another page has. */
  const isOtherPage = (file: ScoredFile): boolean => {
    if (likeliest.has(file.path)) return false;
    if (said.length < (task.ask === 'question' ? 2 : LEAST_WORDS)) return false;
    const own = found(file);
    const least = task.ask === 'question' ? LITTLE_OF_ANSWER : LITTLE;
    return own.length < 2 && weightOf(own) < least * bestOfAll;
  };
  const known = new Map(files.map((file) => [file.path, file]));
  const isDecision = ({ file }: ScoredFile): boolean =>
    view.state.files[file]?.shape.kind === 'decision';
  const records = covered.flatMap(({ links }) => links);
  const answered =
    task.ask === 'question' ? Math.max(0, ...records.map((at) => weightOf(found(at)))) : 0;
  const isSample = samplesIn(task);
  const isTranslation = translationsIn(task, view);
  const isOfExample = manifestsAside(task);
  return (path) => {
    const file = known.get(path);
    if (file === undefined || !['relevant', 'room'].includes(file.standing)) return false;
    // Whoever changes a text changes it in every language: history speaks for all of them.
    if (isTranslation(path) || isOfExample(path)) return true;
    if (file.standing !== 'relevant') return false;
    const entry = view.state.files[file.file];
    if (isOut(path) || (entry !== undefined && isAside(entry, task))) return true;
    if (file.source === 'code' && isSample(path) && !hasMore(file)) return true;
    const isBeside = weightOf(found(file)) < BESIDE_ANSWER * answered;
    if (isPage(file) && !isDecision(file) && isBeside && !hasMore(file)) return true;
    if (file.relevance >= LIKELY) return false;
    if (isDecision(file)) return task.ask === 'question' && isByKeyword(file);
    if (isPage(file) && isOtherPage(file)) return true;
    if (file.source === 'conversation' && !isMentioned(file)) {
      return words.length > 0 && (found(file).length === 0 || isByKeyword(file));
    }
    if (hasMore(file) || file.source !== 'code') return false;
    return isBeside || isByWord(file) || isByKeyword(file);
  };
}

/** What tells a little of everything: no page is another than that. */
const OF_ALL = /(?:^|\/)(?:readme|contributing|changelog|changes|history|news)[^/]*$/i;
const isPage = ({ source, path }: ScoredFile): boolean =>
  source === 'research' || (source === 'documentation' && !OF_ALL.test(path));

const NO_NAME: ReadonlySet<string> = new Set();

/** What the introduction of the project is headed by: packages and folders are called so, whatever they hold. */
function nameOfProject({ state, facts }: StateView): ReadonlySet<string> {
  const readme = state.files.find(
    ({ path, content }) => /^readme[^/]*$/i.test(path) && content !== 0,
  );
  const title = readme === undefined ? '' : (facts(readme.content).chunks[0]?.name ?? '');
  return new Set(countTerms(title).keys());
}

const isMentioned = ({ signals }: ScoredFile): boolean => signals.mention + signals.frame > 0;

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
