import { createHash } from 'node:crypto';
import { late } from '../../../math/memo.ts';
import { SheafError } from '../../../model/errors.ts';
import type { State } from '../../../model/state.ts';
import type { TeamFacts, TeamView } from '../overlay.ts';
import { openHistory } from '../sqlite/history-view.ts';
import { type Chunks, openChunks } from '../sqlite/lexical.ts';
import { findContents, findTerms, segmentsOf } from './contents.ts';
import { hasCommit, pastIn } from './history.ts';
import { type Kept, openKept } from './kept.ts';
import { lasting, openLink, type Session } from './link.ts';
import { list, number } from './rows.ts';
import { prepareSchema, schemaOf } from './schema.ts';
import { openShelf } from './shelf.ts';
import { readState } from './states.ts';
import { knownRepository, readOnly, type TeamOptions } from './store.ts';

/** What a team has, for one who only reads: contents whose text the reader can check against its hash, and commits. */
export async function openTeamFacts(
  options: Pick<TeamOptions, 'url' | 'schema' | 'repository' | 'version' | 'hash'>,
): Promise<TeamFacts> {
  const schema = schemaOf(options.schema, options.version);
  const link = await openLink(options.url, schema);
  try {
    prepareSchema(link, schema, false);
    const main = lasting(link);
    // What a content is does not depend on who has it, so a fork or a workspace of several roots gets those of others.
    const known = knownRepository(main, options.repository);
    const repository = known ?? NOBODY;
    const begin = readOnly(main);
    const kept = openKept();
    return {
      name: `${link.name} ${schema} ${options.repository}`,
      isKnown: known !== null,
      find: (keys) => findContents(main, keys, 'plain'),
      twin: (settings, commit) => twinIn(main, repository, settings, commit),
      knowsCommit: (oid, traits) => hasCommit(main, repository, oid, traits, kept.batches),
      open: (contents, blobs) =>
        viewOn(lasting(link, begin), { ...options, repository, contents, blobs, kept }),
      close: () => link.close(),
    };
  } catch (error) {
    link.close();
    throw error;
  }
}

/** The number of no repository: it has no states and no history. */
const NOBODY = 0;

/** What CI found in a commit; files whose text a reader can't check are not there. */
function twinIn(
  session: Session,
  repository: number,
  settings: string,
  commit: string | null,
): State | null {
  if (commit === null) return null;
  const state = readState(session, repository, 'settings', settings, commit)?.state;
  if (state === undefined) return null;
  const contents = new Set(state.files.map(({ content }) => content));
  const altered = session.all(
    'SELECT id FROM contents WHERE id = ANY($1::bigint[]) AND NOT plain',
    list(contents),
  );
  const isAltered = new Set(altered.map((row) => number(row, 'id')));
  const named = <T extends { readonly stamp: string }>(file: T): T & { readonly blob: string } => ({
    ...file,
    blob: file.stamp.startsWith(BY_BLOB) ? file.stamp.slice(BY_BLOB.length) : '',
  });
  return {
    ...state,
    files: state.files.filter(({ content }) => !isAltered.has(content)).map(named),
    leftOut: state.leftOut.map(named),
  };
}

/** Files of a commit are told apart by their names in git (see TreeEntry.stamp). */
const BY_BLOB = 'oid:';

/** What git calls a text; how long its names are says how it makes them. */
function gitName(text: string, length: number): string {
  const bytes = Buffer.from(text);
  return createHash(length === SHA256_DIGITS ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
}

const SHA256_DIGITS = 64;

interface Viewed extends Pick<TeamOptions, 'hash'> {
  readonly repository: number;
  readonly contents: readonly number[];
  readonly blobs: () => readonly string[];
  readonly kept: Kept;
}

function viewOn(session: Session, { hash, repository, contents, blobs, kept }: Viewed): TeamView {
  const chunks = late((): Chunks => {
    const used = new Set(contents.filter((content) => content !== 0));
    const files = contents.map((content) => ({ content }));
    const segments = segmentsOf(session, used, kept);
    return openChunks(segments, { files }, findTerms(session, 'blocks', kept.blocks));
  });
  // Whoever may write to the team's store could put another text there; so it is looked at.
  const blobOf = late(() => {
    const names = blobs();
    return new Map(contents.map((content, file) => [content, names[file] ?? '']));
  });
  const shelf = openShelf(session, kept, (facts, named, content) => {
    const blob = blobOf().get(content) ?? '';
    const isFiles = blob === '' || gitName(facts.text, blob.length) === blob;
    if (isFiles && hash(facts.text) === named) return;
    const sentence = `Content ${content} of the team's store is not the text it is named after.`;
    throw new SheafError('damaged', sentence, 'Tell those who run the store.');
  });
  return {
    get chunks() {
      return chunks();
    },
    history: (commit, fileOf) => openHistory(pastIn(session, repository, kept), commit, fileOf),
    names: shelf.names,
    facts: shelf.facts,
    expect: shelf.expect,
    close: () => session.close(),
  };
}
