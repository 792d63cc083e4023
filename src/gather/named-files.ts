import type { StateView } from '../ports/store.ts';
import type { Chain, Link } from '../retrieve/chains.ts';
import { pathParts } from '../text/prose/path.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { meantOf, type Recorded } from './meant.ts';
import { isAsked } from './rank.ts';

/** `deploy/k8s/web.yaml`, `workers/overdue.py`. */
const PATH = /(?<![\w./-])(?:[\w.-]{1,80}\/){0,8}[\w.-]{1,80}\.[a-z]\w{0,7}(?![\w/])/g;
/** `reminder-worker`, `purge-sms`: what runs is called like the file that says how it runs. */
const SERVICE = /(?<![\w./-])[a-z][a-z0-9]{1,30}(?:-[a-z0-9]{2,30}){1,4}(?![\w/-]|\.\w)/g;
const KIND_OF_FILE = /[-_.](?:cron-?job|deployment|deploy|job|service|statefulset|pod|worker)$/;
/** Of a longer file nobody knows which piece is meant. */
const MOST_PIECES = 3;
const MOST_FILES = 4;
/** What the task names itself is surer than what somebody named who spoke of the matter. */
const NAMED = 0.3;
const SPOKEN_OF = 0.2;

/** From what a task names, and from what is said of its matter, to the files that are called so. */
export function namedFileChains(
  view: StateView,
  { task, files }: Pick<Ranking, 'task' | 'files'>,
  request: UnderstoodRequest,
  records: readonly Recorded[],
): Chain[] {
  const said = meantOf(records)
    .filter(({ isTurn }) => isTurn)
    .map(({ file, sequence }) => pieceText(view, file, sequence));
  const [page] = files.filter(({ source }) => source === 'documentation').slice(0, 1);
  // A page that every task gets says nothing of this one's matter.
  const isBest = page !== undefined && page === files[0] && page.score > 0;
  const best = isBest ? [view.facts(view.state.files[page.file]?.content ?? 0).text] : [];
  const told = said.length > 0 ? [said.join('\n')] : [];
  const found = new Map<number, number>();
  const lead = (text: string, score: number): void => {
    for (const file of filesCalled(view, text)) {
      const entry = view.state.files[file];
      if (entry === undefined || !isAsked(entry, task, request)) continue;
      if (!found.has(file)) found.set(file, score);
    }
  };
  lead(task.sections.title, NAMED);
  for (const text of [...told, ...best]) lead(text, SPOKEN_OF);
  return Array.from(found, ([file, score]): Chain => ({ score, links: linksInto(view, file) }))
    .filter(({ links }) => links.length > 0)
    .slice(0, MOST_FILES);
}

function pieceText(view: StateView, file: number, sequence: number): string {
  const { chunks, text } = view.facts(view.state.files[file]?.content ?? 0);
  const { start = 0, end = 0 } = chunks[sequence] ?? {};
  return text.slice(start, end);
}

function linksInto({ state, facts }: StateView, file: number): Link[] {
  const { content = 0, path = '' } = state.files[file] ?? {};
  if (content === 0) return [];
  const { chunks } = facts(content);
  if (chunks.length > MOST_PIECES) return [];
  const reason = `${path} is called as what is spoken of.`;
  return chunks.map(({ firstLine, lastLine }, sequence) => {
    return { file, path, sequence, firstLine, lastLine, kind: 'setting', reason };
  });
}

/** Files whose path, or the end of it, stands in a text, and manifests that are called as a name in it. */
function filesCalled({ state }: StateView, text: string): number[] {
  const paths = new Set(text.match(PATH) ?? []);
  const services = new Set(text.match(SERVICE) ?? []);
  if (paths.size + services.size === 0) return [];
  const byPath = [...paths].flatMap((named) => {
    const own = state.files.flatMap(({ path }, file) =>
      path === named || path.endsWith(`/${named}`) ? [file] : [],
    );
    return own.length === 1 ? own : [];
  });
  const byName = state.files.flatMap(({ path, shape }, file) => {
    if (shape.source !== 'deployment') return [];
    const { stem } = pathParts(path);
    const isCalled = services.has(stem) || services.has(stem.replace(KIND_OF_FILE, ''));
    return isCalled ? [file] : [];
  });
  return [...byPath, ...byName];
}
