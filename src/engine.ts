import { type Part, partOf } from './adapters/files/part.ts';
import { mayLackContents } from './adapters/git/history.ts';
import { openRepository } from './adapters/git/repository.ts';
import { modelEnvironment, tellSent } from './adapters/models/endpoint.ts';
import { nodePorts } from './adapters/node-ports.ts';
import { runtime } from './adapters/node-settings.ts';
import {
  indexFileOf,
  type OriginOptions,
  openOrigin,
  realRootOf,
  realRootsOf,
  tellUnused,
} from './adapters/origin.ts';
import {
  commitsOfRoots,
  histories,
  type Repository,
  traitsOfRoots,
} from './adapters/roots/repositories.ts';
import { rootsOf } from './adapters/roots/roots.ts';
import { openIndex } from './adapters/stores/open.ts';
import { sharedViews } from './adapters/stores/shared-views.ts';
import { isFull } from './adapters/stores/sqlite/database.ts';
import { IN_MEMORY } from './adapters/stores/sqlite/place.ts';
import type { Progress } from './ingest/read.ts';
import { idlePaths, ingestSettings } from './ingest/settings.ts';
import type { readSingle } from './ingest/single.ts';
import { type Ingested, type IngestRequest, ingest } from './ingest.ts';
import { isDamage, SheafError } from './model/errors.ts';
import type { AssemblyRecord } from './model/record.ts';
import type { FoundSecret } from './model/results.ts';
import type { State } from './model/state.ts';
import { ANALYSER_VERSION, BUILD, VERSION } from './model/version.ts';
import type { Commits } from './ports/commits.ts';
import type { Ports } from './ports/ports.ts';
import { NO_SOURCES, type OwnSources } from './ports/source.ts';
import type { ContextShelf, GcReport, StateView, Store } from './ports/store.ts';
import type { TreeEntry } from './ports/tree.ts';

export interface EngineOptions extends OriginOptions {
  /** Whether somebody set `budget.max_tokens`, be it to the usual size. */
  readonly isSizeGiven?: boolean | undefined;
  /** The environment: names of keys, the session. Values are used, never kept or shown. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** For people: what was rebuilt, what is out of date. A library warns through the process unless told otherwise. */
  readonly warn: (sentence: string) => void;
  /** How far indexing is. */
  readonly onProgress: (progress: Progress) => void;
  /** The index is what the caller wants, so it is an error if it can't be written; others do without. */
  readonly mustKeep?: boolean | undefined;
  /** The process ends soon after the workspace is closed: it need not wait for the disk. */
  readonly endsSoon?: boolean | undefined;
  /** Sources beside the six. */
  readonly sources?: OwnSources | undefined;
  /** Reads only a part of the files, into memory and without history, for those who can't wait for all of them. */
  readonly part?: Part | undefined;
  /** Milliseconds, for records and for the age of what is kept; never for what stands in a context. */
  readonly now?: (() => number) | undefined;
}

/** An open workspace. */
export interface Engine {
  /** The same for a piece of work that ends when the signal is aborted. */
  until(signal: AbortSignal): Engine;
  /** What every request reaches outside of itself. */
  readonly ports: Ports;
  /** The file of the index. */
  readonly indexFile: string;
  /** The share of the files that were read, where only a part was wanted. */
  readonly share: number | undefined;
  /** Brings the index up to date and says what that took. */
  update(): Promise<Ingested>;
  /** The newest complete state, without looking at the files; null before the first update. */
  latest(): State | null;
  /** A view of it; the caller closes it. */
  latestView(): StateView | null;
  /** The state with this root, if the index still has it. */
  stateOf(root: string): State | null;
  /** A view of the up-to-date state; the caller closes it. */
  view(): Promise<StateView>;
  /** The files that git tracks or would add. */
  trackable(): Promise<ReadonlySet<string>>;
  /** The commits of the repositories the workspace lies in. */
  commits(): Commits;
  /** Whether there are files to read, and not only what a team's store has of them. */
  readonly hasFiles: boolean;
  /** Reads and analyses one file of the tree as it is now, in the index or not. */
  readFile(entry: TreeEntry): ReturnType<typeof readSingle>;
  /** Reads all files and says where secrets are. */
  secrets(): Promise<readonly FoundSecret[]>;
  /** Calls back after each change of the files until the signal is aborted. */
  watch(onChange: () => Promise<void>): Promise<void>;
  gc(): Promise<GcReport>;
  /** Does a piece of work; where it finds damage in the index, builds that anew and does the work again. */
  healing<T>(work: () => Promise<T>): Promise<T>;
  /** Keeps what was assembled. */
  record(record: AssemblyRecord): void;
  /** Oldest first. */
  records(): AssemblyRecord[];
  /** Contexts that processes leave for those to come, and what they depend on beside state and request; null where none are kept. */
  readonly contexts: { readonly shelf: ContextShelf; readonly world: string } | null;
  close(): void;
}

/** A first index of a large tree may take minutes; whoever waits longer is told why. */
const WRITER_WAIT_MS = 120_000;
/** A reader that has an older state does not wait long for a newer one. */
const READER_WAIT_MS = 3_000;

/** Opens a workspace: wires the adapters; nothing is read until something is asked. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { config, warn, now, env = {}, sources = NO_SOURCES } = options;
  const opening = options.signal ?? new AbortController().signal;
  const isPart = options.part !== undefined;
  const settings = { ...ingestSettings(config, sources), ...(isPart && { historyCommits: 0 }) };
  // Sources that somebody added may have one name and differ from root to root, so that such a root shares nothing.
  const isAlone = sources.adapters.length > 0;
  const file = isPart ? IN_MEMORY : indexFileOf(options, env, isAlone);
  if (options.gitDir === null) tellUnused(options, warn);
  const whole = await openOrigin(options);
  const roots = rootsOf(config, options.root);
  const folders = roots.length === 0 ? [options.root] : roots.map(({ folder }) => folder);
  const part = partOf(whole.tree, options.part);
  const origin = { ...whole, tree: part.tree };
  const isKept = options.mustKeep === true;
  const isStored = options.stored === true;
  const isTeams = config.team.store !== '' && config.team.role === 'writer' && !isPart;
  const storeOptions = {
    file,
    root: realRootOf(options),
    together: realRootsOf(options),
    version: ANALYSER_VERSION,
    statesKept: config.index.states_kept,
    contextsKept: config.index.contexts_kept,
    leavesLog: options.endsSoon === true,
    mustKeep: isKept,
    isNamed: options.indexFile !== null,
    warn,
    team: isPart ? { ...config.team, store: '' } : config.team,
    place: origin.name,
    stored: isStored,
    repositories: origin.repositories,
  };
  /** Whoever only asks is answered though the disk is full. */
  const withoutDisk = (error: unknown): Promise<Store> => {
    if (isKept || !isFull(error)) throw error;
    warn(`${error.message} It is made in memory, for this run alone.`);
    return openIndex({ ...storeOptions, file: IN_MEMORY });
  };
  let store = await openIndex(storeOptions).catch(withoutDisk);
  const ports = await nodePorts({
    root: options.root,
    roots,
    isLive: options.gitDir === null && options.ref === null && !isStored,
    env: modelEnvironment(config, env),
    now,
    warn,
    signal: opening,
    sources: sources.adapters,
    memoryMs: config.assembly.cache_ttl_seconds * 1000,
    past: async (wanted) => {
      const { repositories, tree } = origin;
      if (repositories.length === 0 || wanted.length === 0) return wanted.map(() => null);
      const { readPast } = await import('./ingest/past.ts');
      const entries = newest()?.files ?? [];
      return readPast(wanted, { repositories, tree, entries, settings, signal: opening });
    },
    // Six sources and their grammars are loaded only if there is something to analyse.
    analyse: async (path, text) =>
      (await import('./ingest/single.ts')).analyseText(path, text, settings),
  });
  const { hash } = ports;
  /** Somebody asks for commits, so there must be some. */
  const repositories = (): readonly Repository[] =>
    origin.repositories.length > 0
      ? origin.repositories
      : [{ name: '', git: openRepository(options.root), folder: '' }];
  /** The newest complete state; of a team's commits the one that was asked for, or what CI wrote last. */
  const newest = (): State | null => {
    if (!isStored) return store.latest(origin.name);
    return options.ref === null ? store.latestCommit() : store.latest(`commit:${options.ref}`);
  };
  const stored = async (): Promise<Ingested> => {
    const state = newest();
    if (state !== null) return { state, read: 0, analysed: 0, removed: 0 };
    const what = options.ref === null ? 'commit' : `commit ${options.ref}`;
    const sentence = `The team's store has no ${what} of ${config.team.repository} yet.`;
    throw new SheafError('not-found', sentence, 'Let CI run sheaf index --ref main.');
  };

  const request = (waitMs: number, signal: AbortSignal): IngestRequest => ({
    tree: origin.tree,
    place: origin.name,
    settings,
    hash,
    waitMs,
    endsSoon: options.endsSoon === true,
    warn,
    signal,
    onProgress: options.onProgress,
    historyTraits: traitsOfRoots(origin.repositories),
    histories: (commit, known) => histories(repositories(), commit, { known, signal }),
  });
  /** Damage, or a full disk, is found on the way; another index takes over, once, whoever finds it first. */
  const healing = async <T>(work: () => Promise<T>): Promise<T> => {
    const used = store;
    try {
      return await work();
    } catch (error) {
      // What a team has is not ours to throw away.
      if (isTeams || (!isDamage(error) && (isKept || !isFull(error)))) throw error;
      if (store === used) healed ??= replaced(error).finally(() => (healed = null));
      await healed;
      return work();
    }
  };
  let healed: Promise<void> | null = null;
  const replaced = async (error: SheafError): Promise<void> => {
    views.close();
    store.close();
    store = isDamage(error) ? await rebuilt(error.message) : await withoutDisk(error);
  };
  const rebuilt = async (sentence: string): Promise<Store> => {
    store.discard(`${sentence} The index is rebuilt.`);
    return openIndex({ ...storeOptions, isDamaged: true });
  };
  const views = sharedViews();
  let turn: Promise<unknown> = Promise.resolve();
  /** One after the other: each sees the files as they are when its turn comes, and none finds the writer's place taken by ours. */
  const update = (waitMs: number, signal: AbortSignal): Promise<Ingested> => {
    if (isStored) return stored();
    const mine = turn.then(() => healing(() => ingest(store, request(waitMs, signal))));
    turn = mine.then(tellOnce, () => undefined);
    return mine;
  };
  let isTold = false;
  const tellOnce = ({ state }: Ingested): void => {
    if (!isTold) for (const sentence of idlePaths(state, config)) warn(sentence);
    isTold = true;
  };
  /** The state to read while another process writes a newer one. */
  const lastComplete = (error: unknown): State => {
    const isBusy = error instanceof SheafError && error.code === 'busy';
    const older = isBusy ? newest() : null;
    if (older === null) throw error;
    warn('Another process is updating the index, so this answer is from the last complete state.');
    return older;
  };

  /**
   * A process that lasts has a memory of its own, and what a team, sources of others or objects that git has yet to fetch make of a request may
   * differ from day to day.
   */
  const keepsContexts =
    options.endsSoon === true &&
    BUILD !== '' &&
    !isAlone &&
    config.team.store === '' &&
    !origin.repositories.some(({ git }) => mayLackContents(git));
  const world = (): string =>
    [
      VERSION,
      ANALYSER_VERSION,
      BUILD,
      runtime(),
      origin.name,
      traitsOfRoots(origin.repositories),
    ].join('\0');

  const engineFor = (signal: AbortSignal): Engine => ({
    until: engineFor,
    get indexFile() {
      return store.file;
    },
    get share() {
      return part.share();
    },
    ports: { ...ports, signal },
    update: () => update(WRITER_WAIT_MS, signal),
    latest: newest,
    latestView: () => {
      const state = newest();
      return state === null ? null : store.view('root', state.root);
    },
    stateOf: (root) => store.byRoot(root),
    view: async () => {
      // Before the first state there is nothing to answer from.
      const isFirst = await healing(async () => newest() === null);
      const waitMs = isFirst ? WRITER_WAIT_MS : READER_WAIT_MS;
      const { root, commit, settings } = await update(waitMs, signal).then(
        ({ state }) => state,
        lastComplete,
      );
      // The same files on another commit have another history, and what is known to be secret shows in the settings alone.
      return views.open(`${root} ${commit} ${settings}`, () => {
        const view = store.view('root', root);
        if (view !== null) return view;
        throw new SheafError('damaged', 'A state is missing from the index.');
      });
    },
    trackable: async () =>
      new Set((await origin.trackable.list(signal)).entries.map(({ path }) => path)),
    commits: () => commitsOfRoots(repositories(), signal),
    hasFiles: !isStored,
    readFile: async (entry) => {
      const single = await import('./ingest/single.ts');
      return single.readSingle(origin.tree, entry, settings, hash, signal);
    },
    secrets: async () => {
      const { scanSecrets } = await import('./ingest/scan.ts');
      return scanSecrets(origin.tree, settings, signal);
    },
    watch: async (onChange) => {
      const { watchFolder } = await import('./adapters/files/watch.ts');
      await Promise.all(folders.map((folder) => watchFolder(folder, signal, onChange)));
    },
    gc: () => {
      // The log can't be moved into the file while a view reads from it.
      views.close();
      return store.gc(WRITER_WAIT_MS, signal, ports.now());
    },
    healing,
    record: (record) => store.record(record),
    records: () => store.records(),
    get contexts() {
      const { contexts: shelf } = store;
      return keepsContexts && shelf !== undefined ? { shelf, world: world() } : null;
    },
    close: () => {
      tellSent(ports.env, warn);
      views.close();
      store.close();
    },
  });
  return engineFor(opening);
}
