import { countTerms, stem, termsOf } from '../math/terms.ts';
import type { Shape } from '../model/shape.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain, Link } from '../retrieve/chains.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isAsked } from './rank.ts';
import { translationsIn } from './samples.ts';

/** `like --owner`, `same shape as BSON`, `modelled on the redis store`: what the new thing is to resemble. */
const MODEL =
  /\b(?:like|similar to|analogous to|modell?ed (?:on|after)|same(?: \w+)? as|just as|mirror(?:ing|s)?|following) (?:(?:the|our|existing|old|other) ){0,2}[`'"]?-{0,2}([A-Za-z][\w-]{2,40})/gi;
/** "Like the existing ones" says that there are some, not what they are called. */
const NAMELESS: ReadonlySet<string> = new Set(
  'all always any before everything here ones other others rest that them there these this those usual'.split(
    ' ',
  ),
);
/** A commit that touched more files did more than to add one thing. */
const MOST_FILES = 16;
const MOST_COMMITS = 10_000;
const SCORE = 0.5;

/** A name that more files have is no model, but what much is made of. */
const MOST_BEARERS = 16;
/** Where a project tells its news the model stands beside all else; terms of use and what tests read speak of anything. */
const OF_ANYTHING =
  /(?:^|\/)(?:(?:change ?log|changes|history|news|releases?|upgrad\w*|licen[cs]e|copying|notice)\b[^/]*$|(?:_?posts|blog|fixtures?|__fixtures__|testdata|test-data|__?snapshots?__|goldens?)\/)/i;

/**
 * Where a task wants something like what there is already, all that belongs to it: what came into the project together with it, and for a
 * change all places that speak of it, where they are few: its option, its entry in a table, its test, its page.
 */
export function siblingChains(
  view: StateView,
  { task }: Pick<Ranking, 'task'>,
  request: UnderstoodRequest,
): Siblings {
  const { title } = task.sections;
  const names = Array.from(title.matchAll(MODEL), ([, name = '']) => name).filter(
    (name) => !NAMELESS.has(name.toLowerCase()),
  );
  const found = names.map((name) => {
    const added = additionOf(view, name);
    const came = added?.paths.flatMap((path) => linksInto(view, path, name, added, task, request));
    const places = task.type === 'feature' ? placesOf(view, name, task, request) : [];
    const models = places.filter((link) => isModel(view, link, name));
    return { models, links: [came ?? [], places] };
  });
  return {
    chains: found
      .flatMap(({ links }) => links)
      .filter((links) => links.length > 0)
      .map((links): Chain => ({ links, score: SCORE })),
    models: found.flatMap(({ models }) => models),
  };
}

export interface Siblings {
  readonly chains: readonly Chain[];
  /** The code that is to be imitated. */
  readonly models: readonly Link[];
}

/** Whether a piece of code is of the file that bears the name, or defines something called so. */
function isModel({ state, facts }: StateView, link: Link, name: string): boolean {
  const { path, shape, content } = state.files[link.file] ?? { content: 0 };
  if (content === 0 || shape?.source !== 'code' || shape.kind === 'test') return false;
  const wanted = plain(name);
  const { names = [] } = facts(content).chunks[link.sequence] ?? {};
  return stemOf(path ?? '') === wanted || names.some((own) => plain(own).startsWith(wanted));
}

/** Finds a name in a text however it is written, also as a part of a longer one: `least_conn` in `LeastConnSelection`. */
function namedIn(name: string): RegExp {
  const letters = Array.from(plain(name), (letter) => `[${letter}${letter.toUpperCase()}]`);
  return new RegExp(`(?:(?<![A-Za-z])|(?=[A-Z]))${letters.join('[_-]?')}(?![a-z]{2})`);
}

/** Pages and templates say how something looks: `linear-gradient` is no place of a rule for Linear. */
const isLook = ({ source, kind, language }: Shape): boolean =>
  source === 'code' && (kind === 'markup' || (kind === 'source' && language === 'text'));

/** The pieces that have a name, where few files do. */
function placesOf(
  view: StateView,
  name: string,
  task: Ranking['task'],
  request: UnderstoodRequest,
): Link[] {
  const { lexical, state } = view;
  const parts = termsOf(name.replace(/-/g, '_')).filter((term) => term.startsWith('p:'));
  const found = parts.map((term) => new Set(lexical.places(term).chunks.items));
  const [first, ...others] = found.sort((a, b) => a.size - b.size);
  const ordinals = [...(first ?? [])].filter((one) => others.every((other) => other.has(one)));
  const isNamed = namedIn(name);
  const isTranslation = translationsIn(task, view);
  const links = state.files.flatMap((entry, file): Link[] => {
    const { path, content, shape } = entry;
    const [start = 0, end = 0] = [lexical.starts[file], lexical.starts[file + 1]];
    const isBearer = stemOf(path) === plain(name);
    const isFound = isBearer || ordinals.some((one) => start <= one && one < end);
    if (!isFound || content === 0 || OF_ANYTHING.test(path) || isLook(shape)) return [];
    // Its name in thirty languages is one place.
    if (isTranslation(path) || !isAsked(entry, task, request)) return [];
    const { chunks, text } = view.facts(content);
    const reason = `${path} speaks of ${name}, which the task wants something like.`;
    return chunks.flatMap(({ firstLine, lastLine, ...chunk }, sequence): Link[] =>
      isBearer || isNamed.test(text.slice(chunk.start, chunk.end))
        ? [{ file, path, sequence, firstLine, lastLine, kind: 'symbol', reason }]
        : [],
    );
  });
  return new Set(links.map(({ file }) => file)).size > MOST_BEARERS ? [] : links;
}

interface Addition {
  readonly message: string;
  readonly paths: readonly string[];
}

/** What a file is called, without its folders and endings. */
const stemOf = (path: string): string =>
  plain((/[^/]*$/.exec(path)?.[0] ?? path).replace(/(?<=.)\..*$/, ''));

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The first commit of the files that bear the name. */
function additionOf({ state, history }: StateView, name: string): Addition | null {
  const wanted = plain(name);
  const bearers = state.files.filter(
    ({ path, shape: { source } }) => source === 'code' && stemOf(path) === wanted,
  );
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
