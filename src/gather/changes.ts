import { DEFAULTS } from '../config/defaults.ts';
import { diffLines, type Hunk, placeLater } from '../math/line-diff.ts';
import { splitLines } from '../math/lines.ts';
import { late } from '../math/memo.ts';
import type { Facts } from '../model/document.ts';
import type { Changed, PastChange, PastFile, Ports } from '../ports/ports.ts';
import type { StateView, Touch } from '../ports/store.ts';
import { byPriority, type FileChunks } from '../retrieve/chunks.ts';
import { shownPath } from '../text/paths/roots.ts';
import type { Gathering, UnderstoodRequest } from './gathering.ts';
import { commitLine, commitTitle, newestCommits } from './lately.ts';
import { isBare } from './piece-kind.ts';
import { isAsked } from './rank.ts';

/* What changed lately in the pieces a task is about: whoever looks for the cause of something looks there first. */

const FILES = 3;
const PIECES = 3;
const COMMITS = 2;
/** Of the newest commits, so many changed files are compared. */
const FILES_COMPARED = 40;
/** A change of more lines than this is no hint. */
const LONGEST_HUNK = 40;

const ASKS =
  /\b(?:regress\w*|since|recent(?:ly)?|latest changes?|last changes?|uncommitted|diffs?|used to|no longer|worked before|broke)\b/i;

/** The gathering with the changes of the best pieces, where a task is about a fault or asks for them. */
export async function withChanges(
  ports: Ports,
  view: StateView,
  gathering: Gathering,
  request: UnderstoodRequest,
): Promise<Gathering> {
  const { task, chunks } = gathering;
  const { config = DEFAULTS, sources } = request;
  const isWanted = task.type === 'bug' || ASKS.test(task.text);
  const wantsCode = sources.length === 0 || sources.includes('code');
  const { commit } = view.state;
  if (commit === null || !wantsCode || !config.sources.code.enabled) return gathering;
  if (task.asksWhatChanged === true) return withNewest(ports, view, gathering, request);
  if (!isWanted) return gathering;
  const { supporting_threshold: least } = config.relevance.thresholds;
  const chunked = new Map(chunks.map((entry) => [entry.ranked.path, entry]));
  const best = gathering.files
    .filter(({ source, relevance }) => source === 'code' && relevance >= least)
    .flatMap(({ path }) => chunked.get(path) ?? [])
    .slice(0, FILES);
  const changes = best.flatMap((entry) => changesOf(view, commit, entry));
  const blocks = await diffsOf(ports, changes);
  if (blocks.length === 0) return gathering;
  return { ...gathering, fixed: { ...gathering.fixed, changes: blocks } };
}

/** What changed in the newest commits: a list of them, then their changes, one file after the other. */
async function withNewest(
  ports: Ports,
  view: StateView,
  gathering: Gathering,
  request: UnderstoodRequest,
): Promise<Gathering> {
  const { task } = gathering;
  const fileAt = new Map(view.state.files.map((file) => [file.path, file]));
  const commits = newestCommits(view);
  if (commits.length === 0) return gathering;
  const changes = commits
    .flatMap((commit) => commit.paths.map((path) => ({ commit, file: fileAt.get(path) })))
    .slice(0, FILES_COMPARED)
    .flatMap(({ commit, file }): Change[] => {
      if (file === undefined || file.content === 0 || !isAsked(file, task, request)) return [];
      const touch = view.history
        .touching(file.path, commits.length)
        .find(({ oid }) => oid === commit.oid);
      const { path, content } = file;
      return touch === undefined ? [] : [committed(touch, fileNow(path, view.facts(content)))];
    });
  const blocks = [...commits.map(commitLine), ...(await diffsOf(ports, changes))];
  return { ...gathering, fixed: { ...gathering.fixed, changes: blocks, isAboutChanges: true } };
}

/** The changes as diffs, each with its title; what is longer than a reader takes in is passed over. */
async function diffsOf(ports: Ports, changes: readonly Change[]): Promise<string[]> {
  const made = await ports.past(changes);
  return changes.flatMap(({ title, hunksIn }, i) => {
    const { was, is } = made[i] ?? NOTHING;
    const hunks = hunksIn(was, is);
    return hunks.length === 0
      ? []
      : [[title, ...hunks.flatMap(({ header, lines }) => [header, ...lines])].join('\n')];
  });
}

const NOTHING: Changed = { was: '', is: '' };

interface Change extends PastChange {
  readonly title: string;
  readonly hunksIn: (was: string, is: string) => readonly Hunk[];
}

/** A file as it is now. */
type FileNow = Pick<Facts, 'text' | 'shape'> & { readonly path: string };
const fileNow = (path: string, { text, shape }: Facts): FileNow => ({ path, text, shape });

/** Whether a stretch of a file is meant, by the lines where it stands now. */
type Meant = (place: () => readonly [number, number]) => boolean;

/** What is not committed first, then the newest commits. */
function changesOf(view: StateView, head: string, entry: FileChunks): Change[] {
  const { path } = entry.ranked;
  const file = fileNow(path, entry.facts);
  const isMeant: Meant = (place) => touches(place(), entry);
  const sides = { before: pastOf(file, head, path), after: null };
  const uncommitted = changeOf(`uncommitted: ${shownPath(path)}`, file, sides, isMeant);
  const then = view.history.touching(path, COMMITS);
  return [uncommitted, ...then.map((touch) => committed(touch, file, isMeant))];
}

const committed = (touch: Touch, file: FileNow, isMeant?: Meant): Change => {
  const before = pastOf(file, `${touch.oid}^`, touch.formerPath);
  const after = pastOf(file, touch.oid, touch.path);
  const title = `${commitTitle(touch)}: ${shownPath(file.path)}`;
  return changeOf(title, file, { before, after }, isMeant);
};

const pastOf = ({ path, text: now, shape }: FileNow, commit: string, name: string): PastFile => {
  return { commit, path: name, now, shape: name === path ? shape : null };
};

function changeOf(
  title: string,
  { text: now }: FileNow,
  sides: Pick<PastChange, 'before' | 'after'>,
  isMeant: Meant = () => true,
): Change {
  const hunksIn = (was: string, is: string): readonly Hunk[] => {
    if (was === is) return [];
    const made = splitLines(is);
    const placeNow = late(() => placeLater(made, splitLines(now)));
    return diffLines(splitLines(was), made).filter(
      (hunk) => hunk.lines.length <= LONGEST_HUNK && isMeant(() => placeNow()(hunk.after)),
    );
  };
  return { ...sides, title, hunksIn, counts: (was, is) => hunksIn(was, is).length > 0 };
}

/** Whether a change lies in one of the best pieces, as they are now. Which names a file imports is no cause of anything. */
function touches([from, to]: readonly [number, number], { chunks, facts }: FileChunks): boolean {
  const best = chunks
    .filter((chunk) => !isBare(chunk, facts))
    .sort(byPriority)
    .slice(0, PIECES);
  return best.some(({ firstLine, lastLine }) => from < lastLine && to >= firstLine);
}
