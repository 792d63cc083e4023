import { late } from '../../../math/memo.ts';
import { SheafError } from '../../../model/errors.ts';
import type { TeamFacts, TeamView } from '../overlay.ts';
import { openHistory } from '../sqlite/history-view.ts';
import { type Chunks, openChunks } from '../sqlite/lexical.ts';
import { findContents, findTerms, segmentsOf } from './contents.ts';
import { hasCommit, pastIn } from './history.ts';
import { type Kept, openKept } from './kept.ts';
import { lasting, openLink, type Session } from './link.ts';
import { prepareSchema, schemaOf } from './schema.ts';
import { openShelf } from './shelf.ts';
import { readOnly, repositoryIn, type TeamOptions } from './store.ts';

/** What a team has, for one who only reads: contents whose text the reader can check against its hash, and commits. */
export async function openTeamFacts(
  options: Pick<TeamOptions, 'url' | 'schema' | 'repository' | 'version' | 'hash'>,
): Promise<TeamFacts> {
  const schema = schemaOf(options.schema, options.version);
  const link = await openLink(options.url, schema);
  try {
    prepareSchema(link, schema, false);
    const main = lasting(link);
    const repository = repositoryIn(main, { ...options, mayWrite: false });
    const begin = readOnly(main);
    const kept = openKept();
    return {
      name: `${link.name} ${schema} ${options.repository}`,
      find: (keys) => findContents(main, keys, 'plain'),
      knowsCommit: (oid, traits) => hasCommit(main, repository, oid, traits, kept.batches),
      open: (contents) => viewOn(lasting(link, begin), { ...options, repository, contents, kept }),
      close: () => link.close(),
    };
  } catch (error) {
    link.close();
    throw error;
  }
}

interface Viewed extends Pick<TeamOptions, 'hash'> {
  readonly repository: number;
  readonly contents: readonly number[];
  readonly kept: Kept;
}

function viewOn(session: Session, { hash, repository, contents, kept }: Viewed): TeamView {
  const chunks = late((): Chunks => {
    const used = new Set(contents.filter((content) => content !== 0));
    const files = contents.map((content) => ({ content }));
    const segments = segmentsOf(session, used, kept);
    return openChunks(segments, { files }, findTerms(session, 'blocks', kept.blocks));
  });
  // Whoever may write to the team's store could put another text there; so it is looked at.
  const shelf = openShelf(session, kept, (facts, named, content) => {
    if (hash(facts.text) === named) return;
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
