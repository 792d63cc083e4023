import { countTerms } from '../math/terms.ts';
import type { StateFile } from '../model/state.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { isTestData } from '../retrieve/penalty.ts';
import { titleQuery } from '../retrieve/query.ts';
import { insideRoot } from '../text/paths/roots.ts';
import { stems, VERBS } from './title-words.ts';

/* "what does this repo do", "give me an overview of the architecture", "where do I start": the whole project is meant. */

/** What people call a project, and what they want to know of all of it. */
const WHOLE: ReadonlySet<string> = stems(
  'project repo repository codebase code base app application program library package software tool system source architecture overview structure structured design organised organized layout folder directory tree picture purpose start started begin beginner newcomer onboard onboarding',
);
/** What only says how it is to be told. */
const TELLING: ReadonlySet<string> = stems(
  'tell give show explain describe walk guide tour introduction intro introduce summary summarise summarize understand understanding learn know high level big quick short brief general main whole entire all part component module work read look first new laid set built thing',
);
/** Whoever asks so wants no change. */
const WANTS_TO_KNOW =
  /^\W*(?:(?:please|can|could|would|you|i|we|want|need|to|help|me|us|like) )*(?:explain|describe|how|what|where|tell|give|show|walk|guide|introduce|summari[sz]e|understand|learn|overview|architecture|summary|introduction|high[- ]level|project|repo|code ?base|getting started)\b/i;

/** Pages about all of a project, the first kind first. A page that is called `index` is often the first of its folder. */
export const PAGES: readonly RegExp[] = [
  /^readme(?:\.\w+)?$/i,
  /(?:^|\/)(?:architecture|overview|internals?|how[-_]it[-_]works|high[-_]level\w*|system[-_]design|big[-_]picture)\.\w+$/i,
  /(?:^|\/)(?:introduction|intro|concepts?|design|structure|code[-_]?base|project[-_]structure)\.\w+$/i,
  /(?:^|\/)(?:getting[-_]started|quick[-_]?start|tour)\.\w+$/i,
  /^(?:docs?\/)?(?:index|readme)\.\w+$/i,
  /^(?:(?:packages|crates|apps|libs)\/)?[\w.-]+\/readme[^/]*$/i,
];
/** What lies deeper tells of a part. */
const DEEPEST_FOLDERS = 2;
/** How to work on it is asked for by those who begin. */
const GUIDE = /^(?:docs?\/|\.github\/)?(?:contributing|hacking|development|developing)\.\w+$/i;
const BEGINS = /\b(?:start|begin|contribut|onboard|set(?:ting)? ?up|develop|new)/i;
export const MANIFEST: RegExp =
  /^(?:package\.json|go\.mod|Cargo\.toml|pyproject\.toml|setup\.(?:py|cfg)|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|mix\.exs|pubspec\.yaml|Package\.swift|[\w.-]+\.gemspec)$/;
const ASIDE = /(?:^|\/)(?:examples?|samples?|benchmarks?|bench|templates?|archive|old)\//i;

/** Whether a task is about the project as a whole: it wants to know, and names nothing but the project. */
export function isOverview(view: StateView, task: Task): boolean {
  if (!WANTS_TO_KNOW.test(task.title) || task.ask === 'report') return false;
  if (task.paths.length + task.scopes.length + task.messages.length > 0) return false;
  const said = titleQuery(task.sections)
    .map(({ term }) => term)
    .filter((term) => !VERBS.has(term) && !TELLING.has(term));
  if (said.length === 0) return /\b(?:this|it)\b/i.test(task.title);
  const others = said.filter((term) => !WHOLE.has(term));
  return others.length === 0 || (others.length <= NAME_WORDS && isNameOf(view, others));
}

/** The first heading of an introduction. */
const TITLE = /^(?:#\s+\S.{0,60}$|\S.{0,40}(?=\n=+\s*$))/m;
/** One word, whatever signs stand around it: of a name of several words one may be anything. */
const ONE_WORD = /^[^\p{L}\d]*[\p{L}\d_-]+[^\p{L}\d]*$/u;

/** A name such as `body-parser` is found as its parts and as a whole. */
const NAME_WORDS = 3;

/** Whether words are what the project is called in its manifest, or above its introduction. */
function isNameOf({ state, facts }: StateView, terms: readonly string[]): boolean {
  const said = state.files.flatMap(({ path: place, content }) => {
    const path = insideRoot(place);
    if (content === 0) return [];
    if (/^readme[^/]*$/i.test(path)) return facts(content).text.match(TITLE) ?? [];
    if (!MANIFEST.test(path)) return [];
    const { text } = facts(content);
    const [, name = ''] =
      /^\s*"?name"?\s*[:=]\s*["']([^"'\n]{1,80})["']/m.exec(text) ??
      /^module\s+\S*?([\w.-]+)(?:\/v\d+)?\s*$/m.exec(text) ??
      [];
    return [name.replace(/^@[^/]*\//, '')];
  });
  const names = said.filter((name) => ONE_WORD.test(name)).map((name) => countTerms(name));
  return names.some((name) => terms.every((term) => name.has(term)));
}

export type Place = Pick<StateFile, 'path' | 'shape' | 'content'>;

export const isApart = (path: string): boolean => ASIDE.test(path) || isTestData(path);

/** What the heading of such a page says, whatever its file is called. */
const HEADED =
  /^(?:#\s+|=\s+|title:\s*)?[^\p{L}]{0,3}(?:the )?(?:architecture|overview|introduction|getting started|quick ?start|concepts|core concepts|design|how it works|(?:project|code ?base|repository) (?:structure|layout|overview|architecture)|(?:system|software|high[- ]level) (?:architecture|design|overview))[^\p{L}]*$/iu;
/** Before a heading: marks of reStructuredText, tags, and what stands above a page for the program that shows it. */
const BEFORE_HEADING = /^(?:\.\. |<|(?!title:)\w+:)/i;
const HEAD_CHARS = 400;

const headingOf = (text: string): string =>
  text
    .slice(0, HEAD_CHARS)
    .split('\n')
    .find((line) => /\p{L}/u.test(line) && !BEFORE_HEADING.test(line)) ?? '';

/** The place of a page among those that speak of the project as a whole; null for all others. */
export function pageOfAll(
  { facts }: Pick<StateView, 'facts'>,
  { path: place, shape, content }: Place,
  { title }: Pick<Task, 'title'>,
): number | null {
  const path = insideRoot(place);
  if (shape.source !== 'documentation' || content === 0 || isApart(path)) return null;
  if (path.split('/').length > DEEPEST_FOLDERS + 1) return null;
  const at = PAGES.findIndex((pattern) => pattern.test(path));
  if (at >= 0) return at;
  if (GUIDE.test(path) && BEGINS.test(title)) return PAGES.length;
  return HEADED.test(headingOf(facts(content).text)) ? PAGES.length + 1 : null;
}
