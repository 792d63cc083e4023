import { bm25, type TermPlaces } from '../../math/bm25.ts';
import { late, remembered } from '../../math/memo.ts';
import { ascending, type Postings } from '../../math/postings.ts';
import type { Facts } from '../../model/document.ts';
import type { State } from '../../model/state.ts';
import type {
  ContentKey,
  HistoryView,
  LexicalIndex,
  StateView,
  Store,
  StoredContent,
} from '../../ports/store.ts';
import { type Chunks, concat } from './sqlite/lexical.ts';

/** What a team has of contents and commits, for those who only read it. */
export interface TeamFacts {
  /** Tells stores apart; states made over one are no good over another. */
  readonly name: string;
  /** Whether the team has states and history of this repository, too. */
  readonly isKnown: boolean;
  find(keys: readonly ContentKey[]): ReadonlyMap<string, StoredContent>;
  /** What the team knows of the files of a commit, or of one like it, under the same settings. */
  twin(settings: string, commit: string | null): State | null;
  knowsCommit(oid: string, traits: string): boolean;
  /** The facts of contents, by number, in one snapshot; 0 for files that are not the team's. Texts are compared with their names in git. */
  open(contents: readonly number[], blobs: () => readonly string[]): TeamView;
  close(): void;
}

export interface TeamView {
  readonly chunks: Chunks;
  history(commit: string, fileOf: (path: string) => number | undefined): HistoryView;
  facts(content: number): Facts;
  /** Which facts are read next. */
  expect(contents: readonly number[]): void;
  names(contents: readonly number[]): ReadonlyMap<number, string>;
  close(): void;
}

/** Numbers of the team's contents begin here, far above those of any file of ours. */
const TEAM = 2 ** 40;
const isTeams = (content: number): boolean => content >= TEAM;

/**
 * A team's facts under an index of one's own: contents that the team has are neither analysed nor kept here. States are ours, and so is all
 * that differs from what the team has.
 */
export function overlay(local: Store, team: TeamFacts): Store {
  const placeOf = (place: string): string => `${place} over ${team.name}`;
  return {
    ...local,
    get file() {
      return local.file;
    },
    find: (keys) => {
      const own = local.find(keys);
      const rest = keys.filter(({ hash, shape }) => !own.has(`${hash} ${shape}`));
      const theirs = [...team.find(rest)].map(
        ([name, found]) => [name, { ...found, content: TEAM + found.content }] as const,
      );
      return new Map([...own, ...theirs]);
    },
    latest: (place) => local.latest(placeOf(place)),
    twin: (settings, listing) => {
      const own = local.twin(settings, listing);
      const theirs = own ?? team.twin(settings, listing.commit);
      if (own !== null || theirs === null) return own;
      const files = theirs.files.map((file) =>
        file.content === 0 ? file : { ...file, content: TEAM + file.content },
      );
      return { ...theirs, files };
    },
    writing: (waitMs, signal, work) =>
      local.writing(waitMs, signal, (writer) =>
        work({
          ...writer,
          addState: (state) => writer.addState({ ...state, place: placeOf(state.place) }),
        }),
      ),
    view: (by, value) => {
      const own = local.view(by, by === 'place' ? placeOf(value) : value);
      if (own === null) return null;
      const { files, commit } = own.state;
      const hasFacts = !files.some(({ content }) => isTeams(content));
      const isWhole = hasFacts && (commit === null || own.history.count > 0);
      return isWhole ? own : viewOver(own, team);
    },
    knowsCommit: (oid, traits = '') =>
      local.knowsCommit(oid, traits) || team.knowsCommit(oid, traits),
    close: () => {
      local.close();
      team.close();
    },
  };
}

function viewOver(own: StateView, team: TeamFacts): StateView {
  const { files, commit } = own.state;
  const contents = files.map(({ content }) => (isTeams(content) ? content - TEAM : 0));
  const theirs = team.open(contents, () => own.blobs?.() ?? []);
  const numbers = late(() => new Map(files.map((file, i) => [file.path, i])));
  const lexical = late(() => joined(own.lexical, theirs.chunks));
  const history = late(() =>
    // What is kept of commits here was read because the team has no such history.
    commit === null || own.history.count > 0
      ? own.history
      : theirs.history(commit, (path) => numbers().get(path)),
  );
  const { models } = own;
  return {
    state: own.state,
    ...(own.identity && { identity: own.identity }),
    get lexical() {
      return lexical();
    },
    get history() {
      return history();
    },
    ...(models && {
      models: {
        ...models,
        contentNames: (contents) => {
          const names = theirs.names(contents.filter(isTeams).map((content) => content - TEAM));
          return new Map([
            ...models.contentNames(contents.filter((content) => !isTeams(content))),
            ...[...names].map(([content, name]) => [TEAM + content, name] as const),
          ]);
        },
      },
    }),
    facts: (content) => (isTeams(content) ? theirs.facts(content - TEAM) : own.facts(content)),
    expect: (contents) => theirs.expect(contents.filter(isTeams).map((content) => content - TEAM)),
    close: () => {
      own.close();
      theirs.close();
    },
  };
}

/** Two sets of chunks of the same files as one: each file has its chunks in one of them. */
function joined(own: LexicalIndex, { collection: other, postings }: Chunks): LexicalIndex {
  const files = own.starts.length - 1;
  const starts = Int32Array.from(own.starts, (start, file) => start + (other.starts[file] ?? 0));
  const lengths = new Float64Array(starts[files] ?? 0);
  /** Where the chunks of one of the two lie in the whole. */
  const placed = (part: Pick<LexicalIndex, 'starts' | 'lengths'>): Int32Array => {
    const places = new Int32Array(part.lengths.length);
    for (let file = 0; file < files; file++) {
      const from = part.starts[file] ?? 0;
      for (let chunk = from; chunk < (part.starts[file + 1] ?? 0); chunk++) {
        const place = (starts[file] ?? 0) + chunk - from;
        places[chunk] = place;
        lengths[place] = part.lengths[chunk] ?? 0;
      }
    }
    return places;
  };
  const [here, there] = [placed(own), placed(other)];
  const moved = ({ items, counts }: Postings, places: Int32Array): Postings => ({
    items: items.map((item) => places[item] ?? 0),
    counts,
  });
  const places = remembered((term: string): TermPlaces => {
    const { chunks, documents } = own.places(term);
    const [others] = postings([term]);
    const parts = [moved(chunks, here), ...(others ? [moved(others, there)] : [])];
    return { chunks: ascending(concat(parts)), documents };
  });
  const sum = lengths.reduce((all, length) => all + length, 0);
  const collection = { starts, lengths, averageLength: sum / Math.max(1, lengths.length) };
  return {
    ...collection,
    places,
    score: (terms, fields, saturation) => {
      postings(terms.map(({ term }) => term)); // all at once: one question to the server
      return bm25(collection, terms, places, fields, saturation);
    },
  };
}
