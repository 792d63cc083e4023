import type { Shape } from '../model/shape.ts';
import type { StateFile } from '../model/state.ts';
import type { Task } from '../model/task.ts';

/**
 * What a task is seldom about counts so much of its score. Measured on 720 one-line tasks of 19 projects (bench/quality/short.ts): 0.5
 * has 2 points less of all files in the first five, 0.2 is no better.
 */
const OFF_TOPIC = 0.3;
/** Scripts that glue a project together: found by the same words as the program, changed far less often (+0.5 points). */
const GLUE = 0.5;
const GLUE_LANGUAGES: ReadonlySet<string> = new Set(['bash', 'fish', 'powershell', 'vim']);
/** For a question the page comes before the code that does it, and a list of all changes after both. */
const CODE_OF_ANSWER = 0.7;
const CHANGELOG = 0.5;
/** News tells of everything once; the page that explains it is meant, unless the news is asked for. */
const NEWS = 0.85;
/** A description of an API names all there is, so it comes after pages that people wrote and after the code, unless calls are asked for. */
const ASKS_FOR_CALLS = /\b(?:apis?|rest|http|curl|endpoints?|openapi|swagger|webhooks?)\b/i;
/** A task that only names a topic may want the page as well as the code. */
const PROSE_OF_TOPIC = 0.7;

/** What tests read or compare with, whatever language it is written in. `specs/` holds what people want built. */
const TEST_DATA =
  /(?:^|\/)(?:tests?|__tests__|spec|fixtures?|__fixtures__|snapshots?|__snapshots__|goldens?|testdata|test-data|playground)\//;
export const isTestData = (path: string): boolean => TEST_DATA.test(path);
/** What was built or brought along lies beside what it was built from. */
const NOT_WRITTEN_HERE = /(?:^|\/)(?:dist|deps|third[-_]party|vendor|vendored)\//;
/** A step that every database has taken is not changed again, and there are many that add a column. */
const STEP_TAKEN = /(?:^|\/)[^/]{0,40}(?:migrat|alembic\/versions)[^/]{0,40}\/(?:\d{3}|V\d)/i;
const ASKS_FOR_STEPS = /\b(?:migrat|schema|columns?\b|foreign keys?\b)/i;
/** Folders of measurements. */
const MEASURED = /(?:^|\/)(?:bench(?:es|marks?|marking)?|perf[-_](?:tests?|measures?))\//i;
/** What has words of everything and matters only to those who ask for it. */
const ASIDE: readonly {
  readonly is: (file: Pick<StateFile, 'path' | 'shape'>) => boolean;
  readonly asked: RegExp;
}[] = [
  {
    // Forms that people fill in on the forge: "request" and "issue" stand in all of them.
    is: ({ path }) =>
      /(?:^|\/)(?:issue|pull_request|merge_request)_templates?(?:\/|\b[^/]*$)/i.test(path),
    asked: /\b(?:templates?|issues?|pull requests?|contribut\w*)\b/i,
  },
  {
    // Terms of use speak of connections, limits and code, of any project.
    is: ({ shape }) => shape.kind === 'licence',
    asked:
      /licen[cs]|copyright|\b(?:copying|legal\w*|terms|notices?|patents?|warrant\w+|commercial\w*|open[- ]source\w*|redistribut\w+|attribut\w+|compliance)\b/i,
  },
  {
    // How fast it was, and how that is run: a read-me of them has the words of what is measured.
    is: ({ path, shape }) => isProse(shape) && MEASURED.test(path),
    asked:
      /\b(?:bench\w*|compar\w*|cost\w*|fast\w*|latenc\w*|load|measur\w*|perf\w*|quick\w*|slow\w*|speed\w*|throughput)\b/i,
  },
  {
    // What programs are to pass over: outputs, builds and logs of any kind.
    is: ({ path }) => /(?:^|\/)\.\w*ignore$/.test(path),
    asked:
      /ignor|exclud|\b(?:git|docker|npm|commit(?:s|ted|ting)?|publish\w*|artifacts?|generated)\b/i,
  },
];
/** Whether a file is of those and the task does not ask for it. */
export const isAside = (file: Pick<StateFile, 'path' | 'shape'>, { title }: Task): boolean =>
  ASIDE.some(({ is, asked }) => is(file) && !asked.test(title));
const CHANGES = /(?:^|\/)(?:change-?log|changes|history|news|release-?notes)\b[^/]*$/i;
/** Whether a page lists all changes: it has the words of every task, and tells what was done, not what is there. */
export const isNews = (path: string): boolean => CHANGES.test(path);
const ASKS_FOR_CHANGES =
  /\b(?:what(?:'s|’s| is| are| has| have| was| were)? (?:new|changed)|change-?logs?|release notes|breaking changes|(?:changed|changes|new) (?:in|since|between|with) (?:the )?(?:\w+ )?(?:release|version|v?\d))/i;
const NEWS_FOLDER =
  /(?:^|\/)(?:_?posts|blog|announce(?:ments)?|releases?|release-?notes|whatsnew|news)\//i;

/** Terms of use, and lists of what others wrote: they name everything and speak of nothing. */
const TERMS = /(?:^|\/)(?:copying|licen[cs]es?|notice)\b[^/]*$|licen[cs](?:es|ing)\//i;

/** Whether the words of a file say what the project is about: it is neither a test nor what tests read, nor built, brought along or a list of all changes. */
export function speaksForProject({ path, shape }: Pick<StateFile, 'path' | 'shape'>): boolean {
  if (isTestData(path) || NOT_WRITTEN_HERE.test(path)) return false;
  if (isProse(shape)) return !isNews(path) && !TERMS.test(path);
  if (shape.source !== 'code') return true;
  return !['test', 'example', 'data'].includes(shape.kind) && shape.language !== 'text';
}

/** Who did something, or when: an audit trail is the page. */
const ASKS_WHO = /^\W*(?:who|when (?:was|were|did|has|have))\b/i;

/** How much of its score a file keeps: all, unless the task is seldom about files of its kind. */
export function penaltyOf(file: Pick<StateFile, 'path' | 'shape'>, task: Task): number {
  if (isAside(file, task)) return OFF_TOPIC;
  switch (task.ask) {
    case 'question':
      return forQuestion(file, task);
    case 'topic':
      return isProse(file.shape) && !isTestData(file.path) ? PROSE_OF_TOPIC : forChange(file, task);
    case 'change':
    case 'report':
      return forChange(file, task);
  }
}

const isProse = ({ source }: Shape): boolean => source === 'documentation' || source === 'research';

function forQuestion({ path, shape }: Pick<StateFile, 'path' | 'shape'>, task: Task): number {
  if (isProse(shape)) {
    if (isTestData(path)) return OFF_TOPIC;
    if (isNews(path)) return ASKS_FOR_CHANGES.test(task.title) ? 1 : CHANGELOG;
    if (shape.kind === 'api' && !ASKS_FOR_CALLS.test(task.title)) return OFF_TOPIC;
    return NEWS_FOLDER.test(path) ? NEWS : 1;
  }
  if (ASKS_WHO.test(task.title)) {
    if (shape.kind === 'audit') return 1;
  } else if (shape.source === 'deployment' && task.asksForOperations) return 1;
  if (forChange({ path, shape }, task) !== 1) return OFF_TOPIC;
  return task.asksForCode ? 1 : CODE_OF_ANSWER;
}

function forChange({ path, shape }: Pick<StateFile, 'path' | 'shape'>, task: Task): number {
  const { source, kind, language } = shape;
  if (source === 'documentation') return task.asksForDocs ? 1 : OFF_TOPIC;
  if (source === 'deployment') return task.type === 'infra' ? 1 : OFF_TOPIC;
  if (source !== 'code') return OFF_TOPIC;
  if (kind === 'test') return task.asksForTests ? 1 : OFF_TOPIC;
  if (kind === 'example') return task.asksForDocs ? 1 : OFF_TOPIC;
  // A language nobody here knows is mostly that of test data.
  if (kind !== 'source' || language === 'text') return OFF_TOPIC;
  if (NOT_WRITTEN_HERE.test(path)) return OFF_TOPIC;
  if (STEP_TAKEN.test(path) && !ASKS_FOR_STEPS.test(task.title)) return OFF_TOPIC;
  return GLUE_LANGUAGES.has(language) ? GLUE : 1;
}
