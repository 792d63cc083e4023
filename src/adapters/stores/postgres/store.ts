import { setTimeout as sleep } from 'node:timers/promises';
import { late } from '../../../math/memo.ts';
import { SheafError } from '../../../model/errors.ts';
import type { State } from '../../../model/state.ts';
import type { IndexWriter, PackedContent, StateView, Store } from '../../../ports/store.ts';
import { tipsOf } from '../sqlite/history.ts';
import { openHistory } from '../sqlite/history-view.ts';
import { openLexical } from '../sqlite/lexical.ts';
import { unsqueeze } from '../sqlite/seal.ts';
import type { StateRow } from '../sqlite/states.ts';
import { openClaims } from './claims.ts';
import { collectGarbage, type Retention, WRITERS } from './collect.ts';
import { findContents, findTerms, mergeSegments, segmentsOf, writeBatch } from './contents.ts';
import { hasCommit, pastIn, readBatches, writeCommits } from './history.ts';
import { type Kept, openKept } from './kept.ts';
import { type Link, lasting, openLink, type Session } from './link.ts';
import { openModels, readRecords, writeRecord } from './models.ts';
import { number, text } from './rows.ts';
import { prepareSchema, schemaOf } from './schema.ts';
import { openShelf } from './shelf.ts';
import {
  latestCommitId,
  latestId,
  readState,
  readStateRow,
  type StoredState,
  writeState,
} from './states.ts';

export interface TeamOptions extends Retention {
  /** `postgres://user@host/database`. */
  readonly url: string;
  /** Prefix of the schema's name; teams in one database have one each. */
  readonly schema: string;
  readonly repository: string;
  /** Names the analyser. */
  readonly version: string;
  /** Where our own states come from: `tree`, or `commit:…`. */
  readonly place: string;
  /** Says whose tree it is where the place is one: others have theirs. */
  readonly tree: string;
  readonly mayWrite: boolean;
  /** Names contents. */
  readonly hash: (content: string | Uint8Array) => string;
  readonly segmentsJoined?: number;
}

const SEGMENTS_JOINED = 8;
const POLL_MS = 50;
/**
 * What a view begins with: one snapshot for as long as it lives. A server that keeps parts of the tables takes its own when it is first asked, so
 * it is asked at once.
 */
export function readOnly(session: Session): string {
  const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
  const rows = session.all(
    `SELECT inhrelid::regclass::text AS part FROM pg_inherits JOIN pg_foreign_table ON ftrelid = inhrelid
       WHERE inhparent IN ('facts'::regclass, 'blocks'::regclass)`,
  );
  const asked = rows.map((row) => `SELECT 1 FROM ${text(row, 'part')} LIMIT 1`);
  return [begin, ...asked].join('; ');
}

/** What many machines share: facts by content, states by repository and place. */
export async function openTeamStore(options: TeamOptions): Promise<Store> {
  const { url, version, mayWrite, segmentsJoined = SEGMENTS_JOINED } = options;
  const schema = schemaOf(options.schema, version);
  const link = await openLink(url, schema);
  try {
    prepareSchema(link, schema, mayWrite);
    return storeOn(link, { ...options, segmentsJoined });
  } catch (error) {
    link.close();
    throw error;
  }
}

/** A work tree is of one machine; the same commit is the same for all. */
const placeIn = ({ tree }: TeamOptions, place: string): string =>
  place === 'tree' ? `tree:${tree}` : place;

function storeOn(link: Link, options: TeamOptions & { readonly segmentsJoined: number }): Store {
  const main = lasting(link);
  const repository = repositoryIn(main, options);
  const begin = readOnly(main);
  const kept = openKept();
  const own = placeIn(options, options.place);
  // Of these a reader can see for itself that the text is what it asked for.
  const isPlain = ({ hash, text }: PackedContent): boolean =>
    options.hash(unsqueeze(text)) === hash;
  let newest: StoredState | null = null;
  let newestCommit: StoredState | null = null;
  const latest = (place: string): State | null => {
    const name = placeIn(options, place);
    const id = latestId(main, repository, name);
    if (id === 0) return null;
    if (newest?.id !== id) newest = asAsked(readState(main, repository, 'place', name, own));
    return newest?.state ?? null;
  };
  const writerOn = (session: Session): IndexWriter => ({
    addBatch: (batch) => session.transaction(() => writeBatch(session, repository, batch, isPlain)),
    addState: (state) => {
      const named = { ...state, place: placeIn(options, state.place) };
      const { id } = session.transaction(() =>
        writeState(session, repository, named, options.statesKept),
      );
      newest = { id, state };
    },
    // A repository has one history: what is kept of a commit is decided by those who write it.
    joinHistory: () => () => false,
    addCommits: (commits, traits = '') =>
      session.transaction(() => writeCommits(session, repository, commits, traits, kept.batches)),
    merge: () => mergeSegments(session, repository, options.segmentsJoined),
  });
  return {
    file: `${link.name} (${options.repository})`,
    find: (keys) => findContents(main, keys),
    latest,
    latestCommit: () => {
      const id = latestCommitId(main, repository);
      if (newestCommit?.id !== id)
        newestCommit = readState(main, repository, 'kind', 'commit:%', own);
      return newestCommit?.state ?? null;
    },
    byRoot: (root) => asAsked(readState(main, repository, 'root', root, own))?.state ?? null,
    knowsCommit: (commit, traits = '') => hasCommit(main, repository, commit, traits, kept.batches),
    knownTips: () => tipsOf(readBatches(main, repository, kept.batches)),
    // States of one repository are one another's twins already: they stand on the same facts.
    twin: () => null,
    gc: async (waitMs, signal) => {
      const session = await writingSession(link, options, waitMs, signal);
      try {
        return collectGarbage(session, options);
      } finally {
        session.close();
      }
    },
    discard: () => {
      const sentence = `What the team's store ${link.name} holds is damaged.`;
      throw new SheafError('damaged', sentence, 'Restore it from a backup, or index it again.');
    },
    record: (record) => writeRecord(main, repository, record),
    records: () => readRecords(main, repository),
    writing: async (waitMs, signal, work) => {
      const session = await writingSession(link, options, waitMs, signal);
      const claims = openClaims(link, session);
      try {
        return await work({ ...writerOn(session), claim: claims.take });
      } finally {
        claims.release();
        session.close();
      }
    },
    view: (by, value) => {
      const reader = lasting(link, begin);
      const wanted = by === 'place' ? placeIn(options, value) : value;
      const state = readStateRow(reader, repository, by, wanted, own);
      if (state !== null) return openView(reader, main, repository, state, kept);
      reader.close();
      return null;
    },
    close: () => link.close(),
  };
}

/** A state by the name its place has here. */
const asAsked = (stored: StoredState | null): StoredState | null => {
  if (stored === null) return null;
  const place = stored.state.place.startsWith('tree:') ? 'tree' : stored.state.place;
  return { ...stored, state: { ...stored.state, place } };
};

/** The number of a repository; null where the store does not know it. */
export function knownRepository(session: Session, repository: string): number | null {
  const found = session.one('SELECT id FROM repositories WHERE name = $1', repository);
  return found === undefined ? null : number(found, 'id');
}

function repositoryIn(
  session: Session,
  { repository, mayWrite }: Pick<TeamOptions, 'repository' | 'mayWrite'>,
): number {
  const known = knownRepository(session, repository);
  if (known !== null) return known;
  if (!mayWrite) {
    const sentence = `The team's store does not know the repository ${repository}.`;
    throw new SheafError('not-found', sentence, 'Set team.repository to the name it has there.');
  }
  session.all('INSERT INTO repositories (name) VALUES ($1) ON CONFLICT DO NOTHING', repository);
  return knownRepository(session, repository) ?? 0;
}

/** A session that holds the writers' lock, beside others who do; only a collection keeps it for itself. */
async function writingSession(
  link: Link,
  { mayWrite }: TeamOptions,
  waitMs: number,
  signal: AbortSignal | undefined,
): Promise<Session> {
  if (!mayWrite) {
    const sentence = `The team's store ${link.name} is only read here.`;
    throw new SheafError('usage', sentence, 'Set team.role to "writer" where it is to be written.');
  }
  const session = link.session();
  const deadline = performance.now() + waitMs;
  const lock = `SELECT pg_try_advisory_lock_shared(${WRITERS})::int AS got`;
  while (number(session.one(lock), 'got') === 0) {
    if (performance.now() >= deadline) {
      session.close();
      const sentence = `The team's store ${link.name} is being collected, which took longer than ${waitMs / 1000} s.`;
      throw new SheafError('busy', sentence, 'Wait for it to finish and try again.');
    }
    await sleep(POLL_MS);
    signal?.throwIfAborted();
  }
  return session;
}

function openView(
  reader: Session,
  writer: Session,
  repository: number,
  state: StateRow,
  kept: Kept,
): StateView {
  const numbers = late(() => new Map(state.files.map((file, i) => [file.path, i])));
  const used = late(() => new Set(state.files.map(({ content }) => content)));
  const lexical = late(() =>
    openLexical(segmentsOf(reader, used(), kept), state, findTerms(reader, 'blocks', kept.blocks)),
  );
  const history = late(() =>
    openHistory(pastIn(reader, repository, kept), state.commit, (path) => numbers().get(path)),
  );
  const shelf = openShelf(reader, kept);
  return {
    state,
    get lexical() {
      return lexical();
    },
    get history() {
      return history();
    },
    models: openModels(shelf.names, writer, repository),
    facts: shelf.facts,
    expect: shelf.expect,
    close: () => reader.close(),
  };
}
