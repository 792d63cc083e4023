import { SheafError } from '../model/errors.ts';
import type { Shape } from '../model/shape.ts';
import type { HistoryCommit, IndexWriter, Store } from '../ports/store.ts';
import type { Listing } from '../ports/tree.ts';
import { commitsIn } from '../text/paths/roots.ts';
import { waitForOthers } from './others.ts';
import type { ReadRequest } from './read.ts';

export interface HistoryRequest
  extends Pick<ReadRequest, 'settings' | 'hash' | 'holders' | 'signal'> {
  /** What decides, beside its id, what the repository tells of a commit. */
  readonly historyTraits: string;
  /** Commits below one that are not known yet, for each repository newest first. */
  readonly histories: (
    commit: string,
    known: readonly string[],
  ) => readonly AsyncIterable<HistoryCommit>[];
  /** For people: what the index has to do without. */
  readonly warn: (sentence: string) => void;
}

/** A listing of files that stand on a commit. */
type Committed = Listing & { readonly commit: string };

export const lacksHistory = (
  store: Store,
  request: HistoryRequest,
  listing: Listing,
): listing is Committed =>
  listing.commit !== null &&
  request.settings.historyCommits > 0 &&
  !store.knowsCommit(listing.commit, traitsOf(request));

/** What decides, beside its id, what is kept of a commit: secrets that the project gives away are removed from messages, too. */
const traitsOf = ({ hash, historyTraits, settings, holders = [] }: HistoryRequest): string => {
  const secrets = holders.map(({ path, bytes }) => `${path}\0${hash(bytes)}\0`).join('');
  return hash(JSON.stringify([historyTraits, settings.historyCommits, secrets])).slice(0, 32);
};

const MESSAGE_SHAPE: Shape = {
  source: 'documentation',
  kind: 'prose',
  language: 'text',
  options: '',
};

/** Adds the commits that a state stands on. `last` is the one that the state before stood on. */
export async function addHistory(
  store: Store,
  writer: IndexWriter,
  request: HistoryRequest,
  listing: Listing,
  last: string | null,
): Promise<void> {
  while (lacksHistory(store, request, listing)) {
    const task = { hash: listing.commit, shape: 'history' };
    if (writer.claim?.([task]).size !== 0)
      return readHistory(store, writer, request, listing.commit, last);
    // Another worker is at it; should it end before it is done, its task is free again.
    await waitForOthers(request.signal);
  }
}

async function readHistory(
  store: Store,
  writer: IndexWriter,
  request: HistoryRequest,
  commit: string,
  last: string | null,
): Promise<void> {
  const traits = traitsOf(request);
  if (writer.joinHistory(traits)(commit, true)) return;
  const { redact } = await import('../redact/redact.ts');
  const { cleanNames, withoutKnown } = await import('../redact/known.ts');
  const { knownOf } = await import('./known.ts');
  const known = knownOf(request.holders ?? [], request.settings);
  const clean = (text: string): string => redact(withoutKnown(text, known), MESSAGE_SHAPE).text;
  for (const history of unknown(store, writer, request, commit, last)) {
    const commits: HistoryCommit[] = [];
    try {
      for await (const next of history) {
        // Messages are text like any other: a token pasted into one must not reach the index.
        commits.push({ ...next, message: clean(next.message) });
        if (commits.length >= request.settings.historyCommits) break;
      }
    } catch (error) {
      if (!(error instanceof SheafError) || error.code !== 'git') throw error;
      request.warn(`${error.message} Files are ranked without it.`);
    }
    const paths = new Set(
      commits.flatMap(({ files }) => files.flatMap(({ path, from = path }) => [path, from])),
    );
    const secret = cleanNames([...paths], known);
    const named = commits.map((commit) => ({
      ...commit,
      files: commit.files.filter(({ path, from = '' }) => !secret.has(path) && !secret.has(from)),
    }));
    // They come newest first and are stored oldest first, so that parents have numbers before children.
    writer.addCommits((secret.size === 0 ? commits : named).reverse(), traits);
  }
}

/**
 * The commits below one that no history knows yet, of each repository newest first. A root of one repository that has no history takes part
 * in one of another root that it meets.
 */
function unknown(
  store: Store,
  writer: IndexWriter,
  request: HistoryRequest,
  commit: string,
  last: string | null,
): readonly AsyncIterable<HistoryCommit>[] {
  const traits = traitsOf(request);
  const tips = store.knownTips(traits);
  const join = tips.length === 0 ? writer.joinHistory(traits) : () => false;
  // Of the tips of a history that several roots share, the repository of this one need not know any.
  const isLastKnown = last !== null && store.knowsCommit(last, traits);
  const known = isLastKnown ? [...tips, ...commitsIn(last).values()] : tips;
  const below = request.histories(commit, known);
  const [only] = below;
  if (only === undefined || below.length > 1) return below;
  return [
    untilMet(only, join, (met) => request.histories(commit, [...store.knownTips(traits), met])),
  ];
}

/** Commits until one has a parent that a known history holds; of those below it only what that does not hold. */
async function* untilMet(
  commits: AsyncIterable<HistoryCommit>,
  join: (oid: string) => boolean,
  below: (met: string) => readonly AsyncIterable<HistoryCommit>[],
): AsyncGenerator<HistoryCommit> {
  const told = new Set<string>();
  for await (const next of commits) {
    told.add(next.oid);
    yield next;
    const met = next.parents.find((oid) => join(oid));
    if (met === undefined) continue;
    for (const rest of below(met)) for await (const one of rest) if (!told.has(one.oid)) yield one;
    return;
  }
}
