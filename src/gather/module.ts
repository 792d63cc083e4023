import { DEFAULTS } from '../config/defaults.ts';
import { byCodePoint } from '../math/order.ts';
import type { Chunk } from '../model/document.ts';
import type { StateFile } from '../model/state.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain } from '../retrieve/chains.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isAsked } from './rank.ts';
import { tellingIn } from './topic.ts';

/** The best files say which module a task is on. */
const FILES = 3;
const MOST = { record: 3, event: 2 } as const;
const SCORE = 0.5;

/**
 * Decisions and findings about the module that a task is on, and what went wrong in it where logs are asked for: they name the module, not the
 * words of the task.
 */
export function moduleChains(
  view: StateView,
  { task, files }: Pick<Ranking, 'task' | 'files'>,
  request: UnderstoodRequest,
): Chain[] {
  const { supporting_threshold: least } = (request.config ?? DEFAULTS).relevance.thresholds;
  const modules = files
    .filter(({ source, relevance }) => source === 'code' && relevance >= least)
    .slice(0, FILES);
  const isTelling = tellingIn(
    view,
    modules.map(({ file, path }) => namesOf(view, file, path)),
  );
  const records = { record: [] as Found[], event: [] as Found[] };
  view.state.files.forEach((entry, file) => {
    const kind = kindOf(entry);
    if (kind === null || !isAsked(entry, task, request)) return;
    const { chunks } = view.facts(entry.content);
    const title = chunks[0];
    chunks.forEach((chunk, sequence) => {
      // A record is about what its title says; what it decides comes with it.
      const named = kind === 'event' ? chunk : title;
      if (named === undefined || (kind === 'event' && chunk.kind !== 'event')) return;
      const word = isTelling(`${named.name} ${named.names.join(' ')}`);
      if (word !== null) records[kind].push({ entry, file, chunk, sequence, word });
    });
  });
  return [...chainsOf(records.record, MOST.record), ...chainsOf(records.event, MOST.event)];
}

interface Found {
  readonly entry: StateFile;
  readonly file: number;
  readonly chunk: Chunk;
  readonly sequence: number;
  readonly word: string;
}

function kindOf({ content, shape }: StateFile): 'record' | 'event' | null {
  if (content === 0) return null;
  if (shape.source === 'logs') return 'event';
  return shape.kind === 'decision' || shape.source === 'research' ? 'record' : null;
}

/** What a file is called and what it defines. */
function namesOf(view: StateView, file: number, path: string): string {
  const { definitions } = view.facts(view.state.files[file]?.content ?? 0);
  const names = definitions.flatMap(({ name, within }) => [name, ...within]);
  return [path, ...new Set(names)].join(' ');
}

function chainsOf(found: readonly Found[], most: number): Chain[] {
  const paths = [...new Set(found.map(({ entry }) => entry.path))].sort(byCodePoint).slice(0, most);
  return paths.map((path): Chain => {
    const own = found.filter(({ entry }) => entry.path === path).slice(0, most);
    return {
      score: SCORE,
      links: own.map(({ file, chunk: { firstLine, lastLine, kind }, sequence, word }) => ({
        ...{ file, path, sequence, firstLine, lastLine },
        kind: kind === 'event' ? 'event' : 'decision',
        reason: `${path} speaks of ${word}, which the task's module is called or defines.`,
      })),
    };
  });
}
