import { rmSync, statSync } from 'node:fs';
import { late, recent } from '../../../math/memo.ts';
import type { Facts } from '../../../model/document.ts';
import { isDamage, SheafError } from '../../../model/errors.ts';
import type { AssemblyRecord } from '../../../model/record.ts';
import type { State } from '../../../model/state.ts';
import type {
  ContentKey,
  GcReport,
  IndexWriter,
  StateView,
  StoredContent,
} from '../../../ports/store.ts';
import { findContent, mergeSegments, readFacts, writeBatch } from './contents.ts';
import { type Db, openDatabase } from './database.ts';
import { hasCommit, knownTips, writeCommits } from './history.ts';
import { openHistory } from './history-view.ts';
import { openLexical } from './lexical.ts';
import { withWriterLock } from './lock.ts';
import { dropLooseVectors, openModels } from './models.ts';
import { IN_MEMORY, makePrivate, type PlaceOptions, placeOf } from './place.ts';
import { NOTHING, readRecords, restore, type Salvage, salvage, writeRecord } from './records.ts';
import { prepareSchema } from './schema.ts';
import { mergeable, readSegments } from './segments.ts';
import {
  contentsInUse,
  forgetCommits,
  latestId,
  readState,
  readStateRow,
  type StateRow,
  type StoredState,
  writeState,
} from './states.ts';

const SEGMENTS_JOINED = 8;
const PAGE_BYTES = 4096;
/** 8 MB: the changes of some six small updates to a large tree. */
const LOG_PAGES = 2048;
const READER_WAIT_MS = 10_000;
const REBUILD_WAIT_MS = 30_000;

export interface StoreOptions extends PlaceOptions {
  /** Names the analyser; facts of another one are dropped, not misread. */
  readonly version: string;
  readonly statesKept: number;
  /**
   * Set by a process that ends soon after. Whoever closes the file last has to move the log into it and wait for the disk, which takes longer than
   * a small update; so such a process lets the system close it, and a later one moves the log when it has grown.
   */
  readonly leavesLog?: boolean;
  /** How many segments of similar size are joined into one; tests take few. */
  readonly segmentsJoined?: number;
}

export interface IndexStore {
  find(key: ContentKey): StoredContent | undefined;
  /** The newest state of a place. */
  latest(place: string): State | null;
  /** The newest state of a commit, whichever: most of its files are those of any other commit. */
  latestCommit(): State | null;
  byRoot(root: string): State | null;
  /** Where it really lies. */
  readonly file: string;
  /** Runs `work` as the only writer, across processes. */
  writing<T>(
    waitMs: number,
    signal: AbortSignal | undefined,
    work: (writer: IndexWriter) => Promise<T>,
  ): Promise<T>;
  view(by: 'place' | 'root', value: string): StateView | null;
  knowsCommit(oid: string): boolean;
  knownTips(): string[];
  record(record: AssemblyRecord): void;
  /** Oldest first. */
  records(): AssemblyRecord[];
  close(): void;
}

function open(file: string): Db {
  const db = openDatabase(file, { timeoutMs: READER_WAIT_MS });
  db.exec('PRAGMA journal_mode = WAL');
  // A commit survives a crash of the process; only a power cut may lose the newest, never the file.
  db.exec('PRAGMA synchronous = NORMAL');
  // Moving the log into the file waits for the disk; an update of one file should hardly ever have to.
  db.exec(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}`);
  return db;
}

function remove(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

function tryOpening(file: string, version: string): Db {
  if (file !== IN_MEMORY) makePrivate(file);
  const db = open(file);
  try {
    if (prepareSchema(db, version)) return db;
    throw new SheafError('damaged', `The index ${file} was written by another version.`);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Throws away what can't be read and begins anew, with the records of assemblies that can. */
function rebuild(file: string, { version, warn }: Pick<StoreOptions, 'version' | 'warn'>): Db {
  const records = salvaged(file);
  remove(file);
  const db = tryOpening(file, version);
  restore(db, records);
  if (!records.isWhole) warn('Records of earlier assemblies that could not be read are lost.');
  return db;
}

function salvaged(file: string): Salvage {
  if (file === IN_MEMORY || sizeOf(file) === 0) return { ...NOTHING, isWhole: true };
  try {
    const db = open(file);
    try {
      return salvage(db);
    } finally {
      db.close();
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    return NOTHING;
  }
}

/** Opens the index, rebuilding what can't be read: an index is a cache of the project, never its only copy. */
async function openReadable(file: string, options: StoreOptions): Promise<Db> {
  // A new file is made by one process alone, as everything is written by one alone.
  if (file === IN_MEMORY || sizeOf(file) > 0) {
    try {
      return tryOpening(file, options.version);
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
  }
  return withWriterLock(file, REBUILD_WAIT_MS, undefined, async () => {
    try {
      return tryOpening(file, options.version); // another process may have rebuilt it while we waited
    } catch (error) {
      if (!isDamage(error)) throw error;
      options.warn(`${error.message} It is rebuilt.`);
      return rebuild(file, options);
    }
  });
}

/** Throws away an index in which damage was found, but for the records in it. */
export async function discardStore(
  file: string,
  options: Pick<StoreOptions, 'version' | 'warn'>,
): Promise<void> {
  await withWriterLock(file, REBUILD_WAIT_MS, undefined, async () =>
    rebuild(file, options).close(),
  );
}

export async function openStore(options: StoreOptions): Promise<IndexStore> {
  const { statesKept, segmentsJoined = SEGMENTS_JOINED } = options;
  const file = placeOf(options);
  const inMemory = file === IN_MEMORY;
  const leavesLog = options.leavesLog === true && !inMemory;
  const db = await openReadable(file, options);
  let newest: StoredState | null = null;
  /** A state is some megabytes of text: it is read again only when there is a newer one. */
  const latest = (place: string): State | null => {
    const id = latestId(db, place);
    if (id === 0) return null;
    if (newest?.id !== id) newest = readState(db, 'place', place);
    return newest?.state ?? null;
  };
  const writer: IndexWriter = {
    addBatch: (batch) => db.transaction(() => writeBatch(db, batch)),
    addState: (state) => {
      newest = db.transaction(() => writeState(db, state, statesKept, newest));
    },
    addCommits: (commits) => db.transaction(() => writeCommits(db, commits)),
    merge: () => {
      for (;;) {
        const similar = mergeable(db, segmentsJoined);
        if (similar.length === 0) return;
        db.transaction(() => mergeSegments(db, similar, () => true));
      }
    },
    gc: () => collectGarbage(db, file, statesKept),
  };
  return {
    file,
    find: (key) => findContent(db, key),
    latest,
    latestCommit: () => readState(db, 'kind', 'commit:%')?.state ?? null,
    byRoot: (root) => readState(db, 'root', root)?.state ?? null,
    knowsCommit: (oid) => hasCommit(db, oid),
    knownTips: () => knownTips(db),
    record: (record) => writeRecord(db, record),
    records: () => readRecords(db),
    writing: (waitMs, signal, work) =>
      withWriterLock(file, waitMs, signal, async () => {
        const result = await work(writer);
        if (leavesLog && !hasShortLog(file)) db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
        return result;
      }),
    view: (by, value) => {
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
        const state = readStateRow(reader, by, value);
        view = state && openView(reader, db, state, close);
        return view;
      } finally {
        if (view === null) close();
      }
    },
    close: () => {
      if (!leavesLog) db.close();
    },
  };
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** A log is read again by everyone who opens the index, so it stays only while it is short, also beside the file. */
function hasShortLog(file: string): boolean {
  return sizeOf(`${file}-wal`) < Math.min(sizeOf(file) / 4, 2 * LOG_PAGES * PAGE_BYTES);
}

/** One query reads the same few files again and again: for nearness, for their chunks, for what stands around them. */
const FACTS_REMEMBERED = 100;

function openView(db: Db, writer: Db, state: StateRow, close: () => void): StateView {
  const numbers = late(() => new Map(state.files.map((file, i) => [file.path, i])));
  const lexical = late(() => openLexical(db, state));
  const history = late(() => openHistory(db, state.commit, (path) => numbers().get(path)));
  const read = recent<Facts>(FACTS_REMEMBERED);
  return {
    state,
    get lexical() {
      return lexical();
    },
    get history() {
      return history();
    },
    models: openModels(db, writer),
    facts: (content) => {
      const facts = read.get(String(content)) ?? readFacts(db, content);
      read.set(String(content), facts);
      return facts;
    },
    close,
  };
}

function collectGarbage(db: Db, file: string, statesKept: number): GcReport {
  const size = (): number => (file === IN_MEMORY ? 0 : statSync(file).size);
  const bytesBefore = size();
  forgetCommits(db, statesKept);
  const used = contentsInUse(db);
  let contents = 0;
  db.transaction(() => {
    for (const segment of readSegments(db)) {
      const dead = segment.contents.filter((content) => !used.has(content));
      if (dead.length === 0) continue;
      contents += dead.length;
      mergeSegments(db, [segment], (content) => used.has(content));
      for (const content of dead) db.run('DELETE FROM contents WHERE id = ?', content);
    }
    dropLooseVectors(db);
  });
  const row = db.one('SELECT count(*) AS states FROM states');
  db.exec('VACUUM');
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return { states: Number(row?.['states'] ?? 0), contents, bytesBefore, bytesAfter: size() };
}
