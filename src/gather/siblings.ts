import { countTerms, stem } from '../math/terms.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain, Link } from '../retrieve/chains.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isAsked } from './rank.ts';

/** `like Protobuf`, `same shape as BSON`, `modelled on the redis store`: what the new thing is to resemble. */
const MODEL =
  /\b(?:like|similar to|analogous to|modell?ed (?:on|after)|same(?: \w+)? as|just as|mirror(?:ing|s)?|following) (?:(?:the|our|existing|old|other) ){0,2}[`'"]?([A-Za-z][\w-]{2,40})/gi;
/** A commit that touched more files did more than to add one thing. */
const MOST_FILES = 16;
const MOST_COMMITS = 10_000;
const SCORE = 0.5;

/** Where a task wants something like what there is already, all that belongs to it: what came into the project together with it. */
export function siblingChains(
  view: StateView,
  { task }: Pick<Ranking, 'task'>,
  request: UnderstoodRequest,
): Chain[] {
  const { title } = task.sections;
  return Array.from(title.matchAll(MODEL), ([, name = '']) => name).flatMap((name) => {
    const added = additionOf(view, name);
    if (added === null) return [];
    const links = added.paths.flatMap((path) => linksInto(view, path, name, added, task, request));
    return links.length === 0 ? [] : [{ links, score: SCORE }];
  });
}

interface Addition {
  readonly message: string;
  readonly paths: readonly string[];
}

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The first commit of the files that bear the name. */
function additionOf({ state, history }: StateView, name: string): Addition | null {
  const wanted = plain(name);
  const bearers = state.files.filter(({ path, shape: { source } }) => {
    const file = /[^/]*$/.exec(path)?.[0] ?? path;
    return source === 'code' && plain(file.replace(/(?<=.)\..*$/, '')) === wanted;
  });
  const firsts = bearers.flatMap(({ path }) => history.touching(path, MOST_COMMITS).at(-1) ?? []);
  const [first] = firsts.sort((a, b) => a.time - b.time);
  if (first === undefined || first.paths.length < 2 || first.paths.length > MOST_FILES) return null;
  return { message: first.message.split('\n')[0] ?? '', paths: first.paths };
}

/** The pieces of a file that speak of the model. */
function linksInto(
  view: StateView,
  path: string,
  name: string,
  { message }: Addition,
  task: Ranking['task'],
  request: UnderstoodRequest,
): Link[] {
  const file = view.state.files.findIndex((own) => own.path === path);
  const entry = view.state.files[file];
  if (entry === undefined || entry.content === 0 || !isAsked(entry, task, request)) return [];
  const { chunks, text } = view.facts(entry.content);
  const term = `p:${stem(name.toLowerCase())}`;
  const reason = `${path} came with ${name}, which the task wants something like: "${message}".`;
  return chunks.flatMap(({ firstLine, lastLine, start, end }, sequence): Link[] =>
    countTerms(text.slice(start, end)).has(term)
      ? [{ file, path, sequence, firstLine, lastLine, kind: 'symbol', reason }]
      : [],
  );
}
