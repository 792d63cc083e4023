import type { Facts } from '../model/document.ts';
import { SheafError } from '../model/errors.ts';
import type { AbsentFile } from '../model/explanation.ts';
import { REASONS } from '../model/shape.ts';
import type { State } from '../model/state.ts';
import type { Ports } from '../ports/ports.ts';
import type { StateView } from '../ports/store.ts';
import type { LeftOut, TreeEntry } from '../ports/tree.ts';
import { isPlain, isReserved } from '../text/paths/reserved.ts';
import { contentNames } from './contents.ts';
import { type Located, locate } from './locate.ts';

/** A file that someone named, with all that is known of its text. */
export interface NamedDocument {
  readonly path: string;
  /** Equal names mean equal facts. */
  readonly content: string;
  readonly facts: Facts;
  /** The day of its last change, `2026-01-31`; null where nobody knows. */
  readonly modified: string | null;
}

type ReadDocument = { readonly kind: 'read' } & Pick<NamedDocument, 'content' | 'facts'>;

export interface NewestState {
  latest(): State | null;
  /** Reads and analyses one file of the tree, in the index or not. */
  readFile(entry: TreeEntry): Promise<ReadDocument | (LeftOut & { readonly kind: 'left-out' })>;
}

/**
 * The document a user means by a path: from the index, or read now if it is not there (ignored, generated) or only a part of
 * it is (a log outside its window of hours).
 */
export async function documentOf(
  { files }: Ports,
  index: NewestState,
  view: StateView,
  given: string,
): Promise<NamedDocument> {
  const state = index.latest();
  const found = locate(files, view, state, given);
  const { path } = found;
  // A view knows neither hashes nor stamps; the state it is a view of does.
  const entry = state?.files.find((file) => file.path === path);
  const seconds = view.history.times().get(path) ?? entry?.modified ?? null;
  const modified = seconds === null ? null : new Date(seconds * 1000).toISOString().slice(0, 10);
  const indexed = found.kind === 'located' ? view.state.files[found.file] : undefined;
  if (indexed !== undefined && indexed.shape.source !== 'logs') {
    return {
      path,
      content: contentNames(view)(path),
      facts: view.facts(indexed.content),
      modified,
    };
  }
  const leftOut = state?.leftOut.find((file) => file.path === path);
  // A file that is no part of the index is read only inside the root, and never from git's folder or ours.
  if (leftOut === undefined && entry === undefined) {
    const sentence = `${given} is not inside the workspace`;
    if (!isPlain(path)) throw new SheafError('outside', sentence, 'Name a file inside the root.');
    if (!files.isLive || isReserved(path)) throw absence(found);
  }
  const stamp = entry?.stamp ?? leftOut?.stamp ?? '';
  const read = await index.readFile({ path, bytes: entry?.bytes ?? 0, stamp, modified: null });
  if (read.kind === 'read') return { path, content: read.content, facts: read.facts, modified };
  if (read.detail === 'ENOENT') throw absence(found);
  const detail = read.detail === '' ? '' : ` (${read.detail})`;
  throw new SheafError('unreadable', `${path} can't be read: ${REASONS[read.reason]}${detail}`);
}

function absence(found: Located | AbsentFile): SheafError {
  if (found.kind === 'located') return new SheafError('not-found', `${found.path} was deleted`);
  const [near] = found.near;
  const hint = near === undefined ? '' : `Did you mean ${near}?`;
  return new SheafError('not-found', `${found.path}: ${found.reason}`, hint);
}
