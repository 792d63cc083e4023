import { byCodePoint } from '../math/order.ts';
import type { Task } from '../model/task.ts';
import type { CommitHit, StateView } from '../ports/store.ts';
import { titleQuery } from '../retrieve/query.ts';
import { shownPath } from '../text/paths/roots.ts';
import { stems } from './title-words.ts';

/* "what changed recently", "what's new", "show me the last commits": the answer is the newest commits, whatever they are about. */

const COMMITS = 12;
const PATHS_SHOWN = 6;
const SHORT_OID = 10;

const WANTS_TO_KNOW =
  /^\W*(?:(?:please|can|could|would|you|i|we|want|need|to|help|me|us|the) )*(?:what|which|show|list|tell|give|describe|explain|summari[sz]e|review|git|recent|latest|last|newest|changes?|commits?|diffs?)\b/i;
const DONE =
  /\b(?:chang\w*|commits?|committed|diffs?|happen\w*|work\w*|did|done|updat\w*|history|log)\b/i;
const LATELY =
  /\b(?:recent(?:ly)?|late(?:ly|st)|last|newest|today|yesterday|this (?:week|month|year))\b/i;
const NEWS =
  /\bwhat(?:['’]s| is| was|s) new\b|\bwhat (?:has |have |was |were )?(?:\w+ )?(?:changed|happened)\W*$|^\W*(?:git )?(?:log|history)\W*$/i;
/** What stands in such a task, and says nothing else. */
const SAYING: ReadonlySet<string> = stems(
  'change changes changed changing commit commits committed diff diffs recent recently latest late lately last new newest news happen happened happening work worked working update updates updated day days week weeks month months year today yesterday ago history git log show list tell give describe explain summarise summarize summary review overview make made since time far code project repo repository codebase file files thing things people team one two three five ten',
);

/** Whether a task asks what changed lately, and names nothing it is about. */
export function asksWhatChanged(task: Task): boolean {
  const { title } = task;
  const isOnTime = NEWS.test(title) || (DONE.test(title) && LATELY.test(title));
  if (!WANTS_TO_KNOW.test(title) || !isOnTime) return false;
  if (task.paths.length + task.frames.length + task.scopes.length + task.messages.length > 0)
    return false;
  return titleQuery(task.sections).every(({ term }) => SAYING.has(term) || /^p:\d+$/.test(term));
}

/** The newest commits that touched files of the state, the newest first. */
export const newestCommits = ({ history }: StateView): CommitHit[] =>
  history.latest(COMMITS).filter(({ paths }) => paths.length > 0);

/** `1a2b3c4d5e (2026-01-31) Rounds the total`. */
export function commitTitle({ oid, time, message }: Pick<CommitHit, 'oid' | 'time' | 'message'>) {
  const day = new Date(time * 1000).toISOString().slice(0, 'YYYY-MM-DD'.length);
  return `${oid.slice(0, SHORT_OID)} (${day}) ${message.split('\n', 1)[0] ?? ''}`;
}

/** A commit in a line, with the files it changed. */
export function commitLine(commit: CommitHit): string {
  const names = [...commit.paths].sort(byCodePoint).map(shownPath);
  const more = names.length - PATHS_SHOWN;
  const rest = more > 0 ? ` and ${more} more` : '';
  return `${commitTitle(commit)}: ${names.slice(0, PATHS_SHOWN).join(', ')}${rest}`;
}
