import { DEFAULTS } from '../config/defaults.ts';
import { diffLines, placeLater } from '../math/line-diff.ts';
import { splitLines } from '../math/lines.ts';
import { late } from '../math/memo.ts';
import type { PastFile, Ports } from '../ports/ports.ts';
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
      const now = view.facts(file.content).text;
      const touch = view.history
        .touching(file.path, commits.length)
        .find(({ oid }) => oid === commit.oid);
      return touch === undefined ? [] : [{ ...committed(touch, file.path, now), now }];
    });
  const blocks = [...commits.map(commitLine), ...(await diffsOf(ports, changes))];
  return { ...gathering, fixed: { ...gathering.fixed, changes: blocks, isAboutChanges: true } };
}

/** The changes as diffs, each with its title; what is longer than a reader takes in is passed over. */
async function diffsOf(ports: Ports, changes: readonly Change[]): Promise<string[]> {
  const texts = await ports.past(
    changes.flatMap(({ before, after }) => (after === null ? [before] : [before, after])),
  );
  let at = 0;
  return changes.flatMap(({ title, after, now, isMeant = () => true }) => {
    const was = texts[at++];
    const is = after === null ? now : texts[at++];
    if (was == null || is == null || was === is) return [];
    const made = splitLines(is);
    const placeNow = late(() => placeLater(made, splitLines(now)));
    const hunks = diffLines(splitLines(was), made).filter(
      (hunk) => hunk.lines.length <= LONGEST_HUNK && isMeant(() => placeNow()(hunk.after)),
    );
    return hunks.length === 0
      ? []
      : [[title, ...hunks.flatMap(({ header, lines }) => [header, ...lines])].join('\n')];
  });
}

interface Change {
  readonly title: string;
  /** The text of the file as it is now. */
  readonly now: string;
  readonly before: PastFile;
  /** Null for the file as it is now. */
  readonly after: PastFile | null;
  /** Which stretches of it, by the lines where they stand now; all of them without it. */
  readonly isMeant?: (place: () => readonly [number, number]) => boolean;
}

/** What is not committed first, then the newest commits. */
function changesOf(view: StateView, head: string, entry: FileChunks): Change[] {
  const { path } = entry.ranked;
  const now = entry.facts.text;
  const isMeant: Change['isMeant'] = (place) => touches(place(), entry);
  const uncommitted = {
    title: `uncommitted: ${shownPath(path)}`,
    before: { commit: head, path, now },
    after: null,
  };
  const then = view.history.touching(path, COMMITS).map((touch) => committed(touch, path, now));
  return [uncommitted, ...then].map((change) => ({ ...change, now, isMeant }));
}

const committed = (touch: Touch, path: string, now: string): Omit<Change, 'now'> => ({
  title: `${commitTitle(touch)}: ${shownPath(path)}`,
  before: { commit: `${touch.oid}^`, path: touch.formerPath, now },
  after: { commit: touch.oid, path: touch.path, now },
});

/** Whether a change lies in one of the best pieces, as they are now. Which names a file imports is no cause of anything. */
function touches([from, to]: readonly [number, number], { chunks, facts }: FileChunks): boolean {
  const best = chunks
    .filter((chunk) => !isBare(chunk, facts))
    .sort(byPriority)
    .slice(0, PIECES);
  return best.some(({ firstLine, lastLine }) => from < lastLine && to >= firstLine);
}
