import { rmSync } from 'node:fs';
import { late, recent } from '../../../math/memo.ts';
import type { Facts } from '../../../model/document.ts';
import { SheafError } from '../../../model/errors.ts';
import type { State } from '../../../model/state.ts';
import {
  contentName,
  type GcReport,
  type IndexWriter,
  type StateView,
  type Store,
} from '../../../ports/store.ts';
import { forgetAlone } from './alone.ts';
import { collectGarbage } from './collect.ts';
import { findContent, mergeSegments, readFacts, writeBatch } from './contents.ts';
import { openContexts } from './contexts.ts';
import { blob, bytes, type Db, integer } from './database.ts';
import {
  hasCommit,
  hasTraits,
  holdersOf,
  lineageName,
  lineagesWith,
  readBatches,
  readMessage,
  tipsOf,
  writeCommits,
} from './history.ts';
import { openHistory, type Past } from './history-view.ts';
import { openLexical } from './lexical.ts';
import { inTurn, withWriterLock } from './lock.ts';
import { openModels } from './models.ts';
import {
  discard,
  forgetDamaged,
  hasShortLog,
  inodeOf,
  moveLog,
  open,
  openReadable,
} from './open.ts';
import {
  forgetOldIndexes,
  IN_MEMORY,
  makePrivate,
  type PlaceOptions,
  placeOf,
  removeStrange,
} from './place.ts';
import { openRecords } from './records.ts';
import { follow, homeOf, homesIn, lineageOf, noteRoot } from './roots.ts';
import { findPostings, mergeable, segmentsWith } from './segments.ts';
import {
  latestId,
  readState,
  readStateRow,
  type StateRow,
  type StoredState,
  writeState,
} from './states.ts';
import { readTwin } from './twin.ts';

const SEGMENTS_JOINED = 8;

export interface StoreOptions extends PlaceOptions {
  /** The real path of the folder or repository that is asked about: states and records belong to it, facts to all. */
  readonly root?: string;
  /** Names several folders that are asked together from there; they are a root of their own. */
  readonly together?: string;
  /** Names the analyser; facts of another one are dropped, not misread. */
  readonly version: string;
  readonly statesKept: number;
  readonly contextsKept?: number;
  /**
   * Set by a process that ends soon after. Whoever closes the file last has to move the log into it and wait for the disk, which takes longer than
   * a small update; so such a process lets the system close it, and a later one moves the log when it has grown.
   */
  readonly leavesLog?: boolean;
  /** How many segments of similar size are joined into one; tests take few. */
  readonly segmentsJoined?: number;
}

export async function openStore(options: StoreOptions): Promise<Store> {
  const { statesKept, contextsKept = 0, segmentsJoined = SEGMENTS_JOINED } = options;
  const { root = '', together = '' } = options;
  const home = homeOf(root, together);
  const file = placeOf(options);
  const inMemory = file === IN_MEMORY;
  const leavesLog = options.leavesLog === true && !inMemory;
  const db = openReadable(file, options);
  const inode = inodeOf(file);
  const kept = openRecords(db, home);
  /** Somebody may clear the cache of a server that runs; what it still holds open would be lost with it. */
  const checkThere = (): void => {
    if (!inMemory && inodeOf(file) !== inode)
      throw new SheafError('damaged', `The index ${file} was removed.`);
  };
  let newest: StoredState | null = null;
  /** A state is some megabytes of text: it is read again only when there is a newer one. */
  const latest = (place: string): State | null => {
    const id = latestId(db, home, place);
    if (id === 0) return null;
    if (newest?.id !== id) newest = readState(db, home, 'place', place);
    return newest?.state ?? null;
  };
  /** The lineage of the root; one that has other traits is left to others. */
  const lineageWith = (traits: string): string => {
    const own = lineageOf(db, home);
    return hasTraits(own, traits) ? own : lineageName(traits, home);
  };
  const writer: IndexWriter = {
    addBatch: (batch) => db.transaction(() => writeBatch(db, home, batch)),
    addState: (state) => {
      newest = db.transaction(() => writeState(db, home, state, statesKept, newest));
    },
    joinHistory: (traits = '') => {
      const all = lineagesWith(db, traits);
      const holder = late(() => holdersOf(db, all));
      return (oid, isOnly = false) => {
        const lineage = isOnly ? all.find((name) => hasCommit(db, name, oid)) : holder()(oid);
        if (lineage === undefined) return false;
        db.transaction(() => follow(db, home, lineage));
        return true;
      };
    },
    addCommits: (commits, traits = '') =>
      db.transaction(() => {
        const lineage = lineageWith(traits);
        follow(db, home, lineage);
        writeCommits(db, lineage, commits);
      }),
    merge: () => {
      for (;;) {
        const similar = mergeable(db, home, segmentsJoined);
        if (similar.length === 0) return;
        db.transaction(() => mergeSegments(db, similar, () => true));
      }
    },
  };
  /** Runs work while nobody else writes for a root. */
  const alone = async <T>(
    key: string,
    waitMs: number,
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
  ): Promise<T> => {
    if (inMemory) return work();
    checkThere();
    const lock = `${file}.${key}.lock`;
    removeStrange(lock);
    makePrivate(lock);
    return withWriterLock(`${file}.${key}`, waitMs, signal, work);
  };
  /** Under the locks of all roots, because facts of a state that is not yet written look as if nobody used them. */
  const collect = async (
    waitMs: number,
    signal: AbortSignal | undefined,
    nowMs: number,
  ): Promise<GcReport> => {
    const homes = homesIn(db, home);
    const below = ([next, ...rest]: readonly string[]): Promise<GcReport | null> =>
      next === undefined
        ? Promise.resolve(inTurn(file, work))
        : alone(next, waitMs, signal, () => below(rest));
    const work = (): GcReport | null => {
      // A root that came meanwhile is not locked.
      if (homesIn(db, home).join() !== homes.join()) return null;
      if (!inMemory) forgetDamaged(file);
      const report = collectGarbage(db, file, home, statesKept, nowMs);
      const left = new Set(homesIn(db, home));
      for (const gone of homes.filter((each) => !left.has(each)))
        rmSync(`${file}.${gone}.lock`, { force: true });
      if (options.isNamed === true || inMemory) return report;
      const [old, single] = [forgetOldIndexes(file), forgetAlone(file, nowMs)];
      return {
        ...report,
        rootsGone: report.rootsGone + single.roots,
        oldIndexes: old.files,
        bytesBefore: report.bytesBefore + old.bytes + single.bytes,
      };
    };
    return (await below(homes)) ?? collect(waitMs, signal, nowMs);
  };
  return {
    file,
    find: (keys) =>
      new Map(
        keys.flatMap((key) => {
          const found = findContent(db, key);
          return found === undefined ? [] : [[contentName(key), found]];
        }),
      ),
    latest,
    latestCommit: () => readState(db, home, 'kind', 'commit:%')?.state ?? null,
    byRoot: (stateRoot) => readState(db, home, 'root', stateRoot)?.state ?? null,
    twin: (settings, listing) => readTwin(db, home, settings, listing),
    knowsCommit: (oid, traits = '') => {
      const lineage = lineageOf(db, home);
      return hasTraits(lineage, traits) && hasCommit(db, lineage, oid);
    },
    knownTips: (traits = '') => tipsOf(readBatches(db, lineageWith(traits))),
    record: kept.add,
    records: kept.all,
    ...(inMemory ? {} : { contexts: openContexts(db, contextsKept) }),
    gc: (waitMs, signal, nowMs = Date.now()) => collect(waitMs, signal, nowMs),
    discard: (why) => discard(file, inode, why, options),
    writing: (waitMs, signal, work) =>
      alone(home, waitMs, signal, async () => {
        noteRoot(db, home, root);
        const result = await work(writer);
        if (leavesLog && !hasShortLog(file)) inTurn(file, () => moveLog(db, 0));
        return result;
      }),
    view: (by, value) => {
      checkThere();
      // A connection of its own holds one snapshot for as long as the view lives.
      const reader = inMemory ? db : open(file);
      if (!inMemory) reader.exec('BEGIN');
      const close = (): void => {
        if (inMemory) return;
        // The driver really closes a connection when its statements are collected; until then a snapshot would keep the log from being reused.
        reader.exec('ROLLBACK');
        reader.close();
      };
      let view: StateView | null = null;
      try {
        const state = readStateRow(reader, home, by, value, newest);
        view = state && openView(reader, db, home, state, close);
        return view;
      } finally {
        if (view === null) close();
      }
    },
    close: () => {
      const lost = kept.settle();
      if (lost > 0) options.warn(`The index is in use, so assemblies leave no record: ${lost}.`);
      if (!leavesLog) db.close();
    },
  };
}

/** One query reads the same few files again and again: for nearness, for their chunks, for what stands around them. */
const FACTS_REMEMBERED = 100;

function openView(db: Db, writer: Db, home: string, state: StateRow, close: () => void): StateView {
  const numbers = late(() => new Map(state.files.map((file, i) => [file.path, i])));
  const lexical = late(() => {
    const contents = new Set(state.files.map(({ content }) => content));
    return openLexical(segmentsWith(db, contents), state, findPostings(db, 'blocks'));
  });
  const history = late(() =>
    openHistory(pastIn(db, lineageOf(db, home)), state.commit, (path) => numbers().get(path)),
  );
  const read = recent<Facts>(FACTS_REMEMBERED);
  return {
    state,
    identity: () => `${state.digest?.()} ${pastName(db, lineageOf(db, home))}`,
    get lexical() {
      return lexical();
    },
    get history() {
      return history();
    },
    models: openModels(db, writer),
    ...(state.blobs && { blobs: state.blobs }),
    facts: (content) => {
      const facts = read.get(String(content)) ?? readFacts(db, content);
      read.set(String(content), facts);
      return facts;
    },
    close,
  };
}

/** Names the commits that are known: batches of them are written once and never changed. */
const pastName = (db: Db, lineage: string): string => {
  const newest =
    'SELECT coalesce(max(id), 0) AS id, count(*) AS batches FROM history WHERE lineage = ?';
  const row = db.one(newest, lineage) ?? {};
  return `${lineage} ${integer(row, 'id')} ${integer(row, 'batches')}`;
};

const pastIn = (db: Db, lineage: string): Past => ({
  batches: () => readBatches(db, lineage),
  find: findPostings(db, 'history_blocks'),
  message: (batch, i) => {
    const read = (id: number): Uint8Array => {
      const one = `SELECT ${bytes('body')} FROM history_blocks WHERE id = ?`;
      return blob(db.one(one, id) ?? {}, 'body');
    };
    return readMessage(read, batch, i);
  },
});
