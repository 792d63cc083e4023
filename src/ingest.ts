import { needsGrammar } from './adapters/sources/code/scan/scan.ts';
import { parseBriefly, startTreeSitter } from './adapters/sources/code/tree-sitter.ts';
import { addHistory, type HistoryRequest, lacksHistory } from './ingest/history.ts';
import { readHolders } from './ingest/holders.ts';
import type { Named, ReadRequest, readFiles } from './ingest/read.ts';
import { readRosters } from './ingest/rosters.ts';
import { asInTwin, notIn, type Sorted } from './ingest/twin.ts';
import { byCodePoint, inOrder } from './math/order.ts';
import type { LeftOutFile, State, StateFile } from './model/state.ts';
import type { IndexWriter, Store } from './ports/store.ts';
import type { LeftOut, Listing, Remembered, TreeEntry } from './ports/tree.ts';
import { languageOf } from './text/code/known.ts';

export interface IngestRequest extends ReadRequest, HistoryRequest {
  /** Names where the state comes from: `tree`, or `commit:<ref>`. */
  readonly place: string;
  /** How long to wait for another process that writes. */
  readonly waitMs: number;
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
function isBrief(pending: Sorted['pending']): boolean {
  const bytes = new Map<string, number>();
  for (const { path, bytes: own } of pending) {
    const language = languageOf(path, '');
    if (!needsGrammar(language)) continue;
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
export async function ingest(store: Store, asked: IngestRequest): Promise<Ingested> {
  const before = store.latest(asked.place);
  const all = await asked.tree.list(asked.signal, remembered(trustedTree(before, asked)));
  const request = await withHolders(asked, all);
  const known = trusted(before, request);
  const seen = known === null ? null : await sorted(all, known, null, request);
  const hasSame = known !== null && seen !== null && isSame(known, seen.listing, seen.sorted);
  if (hasSame && !lacksHistory(store, request, seen.listing)) {
    return { state: known, read: 0, analysed: 0, removed: 0 };
  }
  return store.writing(request.waitMs, request.signal, async (writer) => {
    const own = store.latest(request.place);
    // Another process may have done the work while we waited for our turn.
    const isAsBefore = own !== null && own === before;
    const twin = own === null ? twinOf(store, request, all) : null;
    const older = trusted(own ?? alike(store, request.place), request);
    const { listing, sorted: now } =
      isAsBefore && seen !== null ? seen : await sorted(all, older, twin, request);
    if (now.pending.length > 0) {
      if (request.endsSoon && isBrief(now.pending)) parseBriefly();
      // Its code is compiled beside our own work.
      if (now.pending.some(({ path }) => needsGrammar(languageOf(path, '')))) {
        startTreeSitter().catch(() => undefined);
      }
    }
    const past = addHistory(store, writer, request, listing, own?.commit ?? null);
    const [ingested] = await Promise.all([
      update(store, writer, request, listing, own, now, past),
      past,
    ]);
    writer.merge();
    return ingested;
  });
}

/** The state of another root that a tree seen for the first time has most in common with. */
function twinOf(store: Store, request: IngestRequest, listing: Listing): State | null {
  if (request.place !== 'tree' || listing.entries.length === 0) return null;
  const paths = listing.entries.map(({ path }) => path);
  return store.twin(request.settings.fingerprint, { commit: listing.commit, paths });
}

/** A listing by what is known of its files, without those whose names are secret. What the twin has was looked at. */
async function sorted(
  all: Listing,
  older: State | null,
  twin: State | null,
  request: IngestRequest,
): Promise<{ readonly listing: Listing; readonly sorted: Sorted }> {
  const changed = compare(all, older);
  const listing = await withCleanNames(all, notIn(twin, changed.pending), request);
  const rest = listing === all ? changed : compare(listing, older);
  if (twin === null) return { listing, sorted: rest };
  return { listing, sorted: await asInTwin(twin, rest.pending, request) };
}

const KNOWN_SIGN = ' known ';

/**
 * What files of settings hold is secret everywhere, and what an export says of its people holds for all its messages: a state made with
 * others is looked at anew, file by file.
 */
async function withHolders(asked: IngestRequest, { entries }: Listing): Promise<IngestRequest> {
  const { tree, settings, signal, hash } = asked;
  const holders = await readHolders(tree, entries, signal);
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
  store: Store,
  writer: IndexWriter,
  request: IngestRequest,
  listing: Listing,
  before: State | null,
  { files: same, leftOut: stillOut, pending }: Sorted,
  past: Promise<void>,
): Promise<Ingested> {
  let root = '';
  // The hash of the sorted paths and contents: nothing of the machine, the clock or the order of files is in it.
  // Made while grammars are compiled in the background, where it would have to wait for its turn to become fast.
  const onRead = (read: readonly Named[]): void => {
    const named = merged<Named>(same, read);
    root = request.hash(named.map(({ path, hash }) => `${path}\0${hash}\0`).join(''));
  };
  const read = await readPending(store, writer, pending, request, onRead);
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
  // A state appears with the past it stands on, never before it.
  await past;
  writer.addState(state);
  const fileAt = inOrder(files);
  const removed = before?.files.filter((file) => fileAt(file.path) === undefined).length ?? 0;
  return { state, read: pending.length, analysed: read.analysed, removed };
}

/** Six sources and their grammars are loaded only if there is something to analyse. */
const readPending: typeof readFiles = async (store, writer, pending, request, onRead) => {
  if (pending.length > 0) {
    const { readFiles } = await import('./ingest/read.ts');
    return readFiles(store, writer, pending, request, onRead);
  }
  onRead([]);
  return { files: [], leftOut: [], analysed: 0 };
};

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

const withoutStamp = (file: Omit<LeftOutFile, 'stamp' | 'hash'>): LeftOutFile => ({
  ...file,
  stamp: '',
  hash: '',
});

const remembered = (state: State | null): Remembered | null =>
  state && {
    files: state.files,
    leftOut: state.leftOut.filter(({ stamp }) => stamp !== ''),
    commit: state.commit,
    memory: state.memory,
  };

/** A commit seen for the first time shares most files with one seen before. */
function alike(store: Store, place: string): State | null {
  return place.startsWith('commit:') ? store.latestCommit() : null;
}

/** Other knowledge of secrets changes no listing. */
const trustedTree = (state: State | null, { settings }: IngestRequest): State | null =>
  state?.settings.split(KNOWN_SIGN)[0] === settings.fingerprint ? state : null;

/** A state made under other settings says nothing of what its files are now. */
function trusted(state: State | null, { settings }: IngestRequest): State | null {
  return state?.settings === settings.fingerprint ? state : null;
}

/** Splits a listing into files whose stamp says that nothing changed, and files to read. All three lists are sorted by path. */
function compare(listing: Listing, before: State | null): Sorted {
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

const isSame = (before: State, listing: Listing, now: Sorted): boolean =>
  now.pending.length === 0 &&
  now.files.length === before.files.length &&
  now.leftOut.length + listing.leftOut.length === before.leftOut.length &&
  before.commit === listing.commit;
