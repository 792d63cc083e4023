import { parseBriefly, startTreeSitter } from './adapters/sources/code/tree-sitter.ts';
import type { IndexStore } from './adapters/stores/sqlite/store.ts';
import { readHolders } from './ingest/holders.ts';
import type { Named, ReadRequest } from './ingest/read.ts';
import { readRosters } from './ingest/rosters.ts';
import { byCodePoint, inOrder } from './math/order.ts';
import { SheafError } from './model/errors.ts';
import type { Shape } from './model/shape.ts';
import type { LeftOutFile, State, StateFile } from './model/state.ts';
import type { HistoryCommit, IndexWriter } from './ports/store.ts';
import type { LeftOut, Listing, Remembered, TreeEntry } from './ports/tree.ts';
import { languageNamed, languageOf } from './text/code/known.ts';

export interface IngestRequest extends ReadRequest {
  /** Names where the state comes from: `tree`, or `commit:<ref>`. */
  readonly place: string;
  /** Commits below one that are not known yet, newest first. */
  readonly history: (commit: string, known: readonly string[]) => AsyncIterable<HistoryCommit>;
  /** For people: what the index has to do without. */
  readonly warn: (sentence: string) => void;
  /** How long to wait for another process that writes. */
  readonly waitMs: number;
  /** The process does little more than this. */
  readonly endsSoon: boolean;
}

/**
 * Up to so much text in each language is parsed sooner than V8 has made its parsers faster: a tree of samples in many languages takes 7 s
 * instead of 13, fastify 1.8 s instead of 2; gson and eslint, which have more of one language, would take a tenth longer.
 */
const BRIEF_BYTES = 1_500_000;
/** Compiling PowerShell's parser a second time takes longer than parsing any project written in it. */
const SLOW_TO_COMPILE = 'powershell';
const SHARE_THAT_COUNTS = 0.1;

/** Whether parsing ends before faster parsers would be worth their compilation. */
function isBrief(pending: Compared['pending']): boolean {
  const bytes = new Map<string, number>();
  for (const { path, bytes: own } of pending) {
    const language = languageOf(path, '');
    if (languageNamed(language)?.grammar === undefined) continue;
    bytes.set(language, (bytes.get(language) ?? 0) + own);
  }
  const all = [...bytes.values()].reduce((sum, own) => sum + own, 0);
  const slow = bytes.get(SLOW_TO_COMPILE) ?? 0;
  return all <= BRIEF_BYTES * bytes.size || slow >= all * SHARE_THAT_COUNTS;
}

/** What bringing a state up to date did. */
export interface Ingested {
  readonly state: State;
  /** Files whose bytes were read, because they were new or looked changed. */
  readonly read: number;
  /** Contents that were new and were analysed. */
  readonly analysed: number;
  readonly removed: number;
}

/** Brings the state of a tree up to date: discover → read → redact → chunk → analyse → store. */
export async function ingest(store: IndexStore, asked: IngestRequest): Promise<Ingested> {
  const before = store.latest(asked.place);
  const all = await asked.tree.list(asked.signal, remembered(trustedTree(before, asked)));
  const request = await withHolders(asked, all);
  const known = trusted(before, request);
  const listing = await withCleanNames(all, compare(all, known).pending, request);
  const compared = compare(listing, known);
  const hasSame = known !== null && isSame(known, listing, compared);
  if (hasSame && !lacksHistory(store, request, listing)) {
    return { state: known, read: 0, analysed: 0, removed: 0 };
  }
  if (compared.pending.length > 0) {
    if (request.endsSoon && isBrief(compared.pending)) parseBriefly();
    // Its code is compiled beside our own work; nearly every change is to something that is parsed.
    startTreeSitter().catch(() => undefined);
  }
  return store.writing(request.waitMs, request.signal, async (writer) => {
    const own = store.latest(request.place);
    // Another process may have done the work while we waited for our turn.
    const isAsBefore = own !== null && own === before;
    const now = isAsBefore
      ? compared
      : compare(listing, trusted(own ?? alike(store, request.place), request));
    const [ingested] = await Promise.all([
      update(store, writer, request, listing, own, now),
      addHistory(store, writer, request, listing),
    ]);
    writer.merge();
    return ingested;
  });
}

const KNOWN_SIGN = ' known ';

/**
 * What files of settings hold is secret everywhere, and what an export says of its people holds for all its messages: a state made with
 * others is looked at anew, file by file.
 */
async function withHolders(asked: IngestRequest, { entries }: Listing): Promise<IngestRequest> {
  const { tree, place, settings, signal, hash } = asked;
  const holders = await readHolders(tree, entries, place === 'tree', signal);
  const rosters = await readRosters(tree, entries, signal);
  const told = [...holders, ...rosters];
  if (told.length === 0) return asked;
  const name = hash(told.map(({ path, bytes }) => `${path}\0${hash(bytes)}\0`).join(''));
  const fingerprint = `${settings.fingerprint}${KNOWN_SIGN}${name}`;
  return { ...asked, holders, rosters, settings: { ...settings, fingerprint } };
}

/** Files whose very name is a secret, or holds one, are left out under what is left of it. Only names that are new are looked at. */
async function withCleanNames(
  listing: Listing,
  pending: readonly TreeEntry[],
  { holders = [], settings }: IngestRequest,
): Promise<Listing> {
  if (pending.length === 0) return listing;
  const { knownOf } = await import('./ingest/known.ts');
  const { cleanNames } = await import('./redact/known.ts');
  const renamed = cleanNames(
    pending.map(({ path }) => path),
    knownOf(holders, settings),
  );
  if (renamed.size === 0) return listing;
  const leftOut = [...new Set(renamed.values())].map(
    (path): LeftOut => ({ path, reason: 'secret-name', detail: '' }),
  );
  return {
    ...listing,
    entries: listing.entries.filter(({ path }) => !renamed.has(path)),
    leftOut: [...listing.leftOut, ...leftOut].sort(byPath),
    // It holds names.
    memory: '',
  };
}

async function update(
  store: IndexStore,
  writer: IndexWriter,
  request: IngestRequest,
  listing: Listing,
  before: State | null,
  { files: same, leftOut: stillOut, pending }: Compared,
): Promise<Ingested> {
  // Six sources and their grammars are loaded only if there is something to analyse.
  const { readFiles } = await import('./ingest/read.ts');
  let root = '';
  // The hash of the sorted paths and contents: nothing of the machine, the clock or the order of files is in it.
  // Made while grammars are compiled in the background, where it would have to wait for its turn to become fast.
  const onRead = (read: readonly Named[]): void => {
    const named = merged<Named>(same, read);
    root = request.hash(named.map(({ path, hash }) => `${path}\0${hash}\0`).join(''));
  };
  const read = await readFiles(store, writer, pending, request, onRead);
  const files = merged(same, read.files);
  const state: State = {
    root,
    place: request.place,
    commit: listing.commit,
    files,
    leftOut: merged(listing.leftOut.map(withoutStamp), stillOut, read.leftOut),
    settings: request.settings.fingerprint,
    memory: listing.memory,
  };
  writer.addState(state);
  const fileAt = inOrder(files);
  const removed = before?.files.filter((file) => fileAt(file.path) === undefined).length ?? 0;
  return { state, read: pending.length, analysed: read.analysed, removed };
}

const MESSAGE_SHAPE: Shape = {
  source: 'documentation',
  kind: 'prose',
  language: 'text',
  options: '',
};

/** Commits come newest first and are stored oldest first, so that parents have numbers before children. */
async function addHistory(
  store: IndexStore,
  writer: IndexWriter,
  request: IngestRequest,
  listing: Listing,
): Promise<void> {
  if (!lacksHistory(store, request, listing)) return;
  const commits: HistoryCommit[] = [];
  const { redact } = await import('./redact/redact.ts');
  const { cleanNames, withoutKnown } = await import('./redact/known.ts');
  const { knownOf } = await import('./ingest/known.ts');
  const known = knownOf(request.holders ?? [], request.settings);
  const clean = (text: string): string => redact(withoutKnown(text, known), MESSAGE_SHAPE).text;
  try {
    for await (const next of request.history(listing.commit, store.knownTips())) {
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
  writer.addCommits((secret.size === 0 ? commits : named).reverse());
}

const lacksHistory = (
  store: IndexStore,
  { settings }: IngestRequest,
  listing: Listing,
): listing is Listing & { readonly commit: string } =>
  listing.commit !== null && settings.historyCommits > 0 && !store.knowsCommit(listing.commit);

const byPath = (a: { path: string }, b: { path: string }): number => byCodePoint(a.path, b.path);
/** Sorted lists as one. The first is long and the others are mostly short, so it is taken over in long stretches. */
function merged<T extends { path: string }>(...[first = [], ...rest]: (readonly T[])[]) {
  return rest.reduce((all, next) => {
    const joined: (readonly T[])[] = [];
    let at = 0;
    for (const item of next) {
      const to = placeIn(all, item, at);
      joined.push(all.slice(at, to), [item]);
      at = to;
    }
    return joined.length === 0 ? all : [...joined, all.slice(at)].flat();
  }, first);
}

/** Where in a sorted list an item belongs, from a place on that lies before it. */
function placeIn<T extends { path: string }>(sorted: readonly T[], item: T, from: number): number {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = sorted[middle];
    if (other !== undefined && byPath(other, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const withoutStamp = (file: Omit<LeftOutFile, 'stamp'>): LeftOutFile => ({ ...file, stamp: '' });

const remembered = (state: State | null): Remembered | null =>
  state && {
    files: state.files,
    leftOut: state.leftOut.filter(({ stamp }) => stamp !== ''),
    commit: state.commit,
    memory: state.memory,
  };

/** A commit seen for the first time shares most files with one seen before. */
function alike(store: IndexStore, place: string): State | null {
  return place.startsWith('commit:') ? store.latestCommit() : null;
}

/** Other knowledge of secrets changes no listing. */
const trustedTree = (state: State | null, { settings }: IngestRequest): State | null =>
  state?.settings.split(KNOWN_SIGN)[0] === settings.fingerprint ? state : null;

/** A state made under other settings says nothing of what its files are now. */
function trusted(state: State | null, { settings }: IngestRequest): State | null {
  return state?.settings === settings.fingerprint ? state : null;
}

type Compared = ReturnType<typeof compare>;

/** Splits a listing into files whose stamp says that nothing changed, and files to read. All three lists are sorted by path. */
function compare(listing: Listing, before: State | null) {
  const files: StateFile[] = [];
  const leftOut: LeftOutFile[] = [];
  const pending: TreeEntry[] = [];
  const fileAt = inOrder(before?.files ?? []);
  const outAt = inOrder(before?.leftOut ?? []);
  for (const entry of listing.entries) {
    const file = fileAt(entry.path);
    const out = outAt(entry.path);
    if (file?.stamp === entry.stamp) files.push(file);
    else if (out?.stamp === entry.stamp) leftOut.push(out);
    else pending.push(entry);
  }
  return { files, leftOut, pending };
}

const isSame = (before: State, listing: Listing, now: Compared): boolean =>
  now.pending.length === 0 &&
  now.files.length === before.files.length &&
  now.leftOut.length + listing.leftOut.length === before.leftOut.length &&
  before.commit === listing.commit;
