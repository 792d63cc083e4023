import { DEFAULTS } from '../config/defaults.ts';
import { diffLines, type Hunk, placeLater } from '../math/line-diff.ts';
import { splitLines } from '../math/lines.ts';
import { late } from '../math/memo.ts';
import type { Changed, PastChange, PastFile, Ports } from '../ports/ports.ts';
import type { StateView } from '../ports/store.ts';
import { byPriority, type FileChunks } from '../retrieve/chunks.ts';
import { shownPath } from '../text/paths/roots.ts';
import type { Gathering, GatherRequest } from './gathering.ts';
import { isBare } from './piece-kind.ts';

/* What changed lately in the pieces a task is about: whoever looks for the cause of something looks there first. */

const FILES = 3;
const PIECES = 3;
const COMMITS = 2;
const SHORT_OID = 10;
/** A change of more lines than this is no hint. */
const LONGEST_HUNK = 40;

const ASKS =
  /\b(?:regress\w*|since|recent(?:ly)?|latest changes?|last changes?|uncommitted|diffs?|used to|no longer|worked before|broke)\b/i;

/** The gathering with the changes of the best pieces, where a task is about a fault or asks for them. */
export async function withChanges(
  ports: Ports,
  view: StateView,
  gathering: Gathering,
  request: GatherRequest,
): Promise<Gathering> {
  const { task, chunks } = gathering;
  const { config = DEFAULTS, sources } = request;
  const isWanted = task.type === 'bug' || ASKS.test(task.text);
  const isAsked = sources.length === 0 || sources.includes('code');
  const { commit } = view.state;
  if (commit === null || !isWanted || !isAsked || !config.sources.code.enabled) return gathering;
  const { supporting_threshold: least } = config.relevance.thresholds;
  const chunked = new Map(chunks.map((entry) => [entry.ranked.path, entry]));
  const best = gathering.files
    .filter(({ source, relevance }) => source === 'code' && relevance >= least)
    .flatMap(({ path }) => chunked.get(path) ?? [])
    .slice(0, FILES);
  const changes = best.flatMap((entry) => changesOf(view, commit, entry));
  const made = await ports.past(changes);
  const blocks = changes.flatMap(({ title, hunksIn }, i) => {
    const { was, is } = made[i] ?? NOTHING;
    const hunks = hunksIn(was, is);
    return hunks.length === 0
      ? []
      : [[title, ...hunks.flatMap(({ header, lines }) => [header, ...lines])].join('\n')];
  });
  if (blocks.length === 0) return gathering;
  return { ...gathering, fixed: { ...gathering.fixed, changes: blocks } };
}

const NOTHING: Changed = { was: '', is: '' };

interface Change extends PastChange {
  readonly title: string;
  readonly hunksIn: (was: string, is: string) => readonly Hunk[];
}

/** What is not committed first, then the newest commits. */
function changesOf(view: StateView, head: string, entry: FileChunks): Change[] {
  const { path } = entry.ranked;
  const now = entry.facts.text;
  const at = (commit: string, name: string): PastFile => {
    return { commit, path: name, now, shape: name === path ? entry.facts.shape : null };
  };
  const hunksIn = (was: string, is: string): readonly Hunk[] => hunksFor(entry, was, is);
  const counts = (was: string, is: string): boolean => hunksIn(was, is).length > 0;
  const asked = { hunksIn, counts };
  const uncommitted = {
    ...asked,
    title: `uncommitted: ${shownPath(path)}`,
    before: at(head, path),
    after: null,
  };
  const then = view.history.touching(path, COMMITS).map((touch): Change => {
    const { oid, time, message } = touch;
    const day = new Date(time * 1000).toISOString().slice(0, 'YYYY-MM-DD'.length);
    const subject = message.split('\n', 1)[0] ?? '';
    return {
      ...asked,
      title: `${oid.slice(0, SHORT_OID)} (${day}) ${subject}: ${shownPath(path)}`,
      before: at(`${oid}^`, touch.formerPath),
      after: at(oid, touch.path),
    };
  });
  return [uncommitted, ...then];
}

/** What a change did to the best pieces of a file. */
function hunksFor(entry: FileChunks, was: string, is: string): readonly Hunk[] {
  if (was === is) return [];
  const made = splitLines(is);
  const placeNow = late(() => placeLater(made, splitLines(entry.facts.text)));
  return diffLines(splitLines(was), made).filter(
    (hunk) => hunk.lines.length <= LONGEST_HUNK && touches(placeNow()(hunk.after), entry),
  );
}

/** Whether a change lies in one of the best pieces, as they are now. Which names a file imports is no cause of anything. */
function touches([from, to]: readonly [number, number], { chunks, facts }: FileChunks): boolean {
  const best = chunks
    .filter((chunk) => !isBare(chunk, facts))
    .sort(byPriority)
    .slice(0, PIECES);
  return best.some(({ firstLine, lastLine }) => from < lastLine && to >= firstLine);
}
