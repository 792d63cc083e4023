import { byCodePoint } from '../math/order.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain, Link } from '../retrieve/chains.ts';
import { insideRoot } from '../text/paths/roots.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isApart, MANIFEST, PAGES, type Place, pageOfAll } from './overview.ts';
import { isAsked } from './rank.ts';

/** Where a program begins, or a library says what it offers. */
const ENTRY =
  /^(?:(?:src|lib|app|source)\/|(?:cmd|packages|crates|apps)\/[\w.-]+\/(?:src\/)?)?(?:main|index|app|lib|mod|cli|program|application|__main__|manage|server)\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|cs|php|exs?|swift|c|cc|cpp)$/i;
const MOST_ENTRIES = 3;

/** The tokens that each kind may take of the usual context, and their share of a smaller one. */
const USUAL_TOKENS = 12_000;
const ROOM = { pages: 0.6, manifest: 0.06, entries: 0.14 } as const;
/** Of the room for pages that one may take: a handbook is not the only page. */
const OF_ONE_PAGE = 0.5;
const CHARACTERS_PER_TOKEN = 4;
/** These are what is asked for. */
const SCORE = 0.5;

type Kind = keyof typeof ROOM;

function kindOf(view: StateView, entry: Place, task: Task): Kind | null {
  if (pageOfAll(view, entry, task) !== null) return 'pages';
  const path = insideRoot(entry.path);
  if (isApart(path)) return null;
  if (MANIFEST.test(path)) return 'manifest';
  return entry.shape.source === 'code' && ENTRY.test(path) ? 'entries' : null;
}

/** What tells of the project as a whole: its pages, what it is made of, where it begins. */
export function overviewChains(
  view: StateView,
  { task }: Pick<Ranking, 'task'>,
  request: UnderstoodRequest,
): Chain[] {
  if (task.isOverview !== true) return [];
  const told = view.state.files
    .flatMap((entry, file) => {
      const kind = kindOf(view, entry, task);
      if (kind === null || entry.content === 0 || !isAsked(entry, task, request)) return [];
      return [{ ...entry, file, kind, at: pageOfAll(view, entry, task) ?? PAGES.length }];
    })
    .sort(
      (a, b) =>
        a.at - b.at ||
        a.path.split('/').length - b.path.split('/').length ||
        byCodePoint(a.path, b.path),
    );
  const tokens = Math.min(USUAL_TOKENS, request.tokens ?? USUAL_TOKENS);
  const left: Record<Kind, number> = {
    pages: ROOM.pages * tokens,
    manifest: ROOM.manifest * tokens,
    entries: ROOM.entries * tokens,
  };
  let entries = 0;
  return told.flatMap(({ file, path, content, kind }): Chain[] => {
    if (kind === 'entries' && ++entries > MOST_ENTRIES) return [];
    let own = Math.min(left[kind], kind === 'pages' ? OF_ONE_PAGE * ROOM.pages * tokens : tokens);
    const reason = `${path} tells of the project as a whole, which the task is about.`;
    const links: Link[] = [];
    // From its beginning: who cuts a page in the middle still says what it is about.
    for (const [sequence, { start, end, firstLine, lastLine }] of view
      .facts(content)
      .chunks.entries()) {
      const cost = (end - start) / CHARACTERS_PER_TOKEN;
      if (cost > own) break;
      own -= cost;
      left[kind] -= cost;
      links.push({
        file,
        path,
        sequence,
        firstLine,
        lastLine,
        kind: 'page',
        reason,
        isWhole: true,
      });
    }
    return links.length === 0 ? [] : [{ links, score: SCORE }];
  });
}
