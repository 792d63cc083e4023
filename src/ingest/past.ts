import { readBlobs } from '../adapters/git/read-blobs.ts';
import type { Repository } from '../adapters/roots/repositories.ts';
import { addTo } from '../math/groups.ts';
import type { Past, PastChange, PastFile } from '../ports/ports.ts';
import type { Tree, TreeEntry } from '../ports/tree.ts';
import { withoutKnown } from '../redact/known.ts';
import { redact } from '../redact/redact.ts';
import { commitAt, insideRoot, rootOf } from '../text/paths/roots.ts';
import { claim } from './analyse.ts';
import { readHolders } from './holders.ts';
import { knownOf } from './known.ts';
import { textIn } from './read.ts';
import { allowedIn, type IngestSettings } from './settings.ts';

export interface PastRequest {
  readonly repositories: readonly Repository[];
  readonly tree: Tree;
  /** Files of today: what is secret now was not public then. */
  readonly entries: readonly TreeEntry[];
  readonly settings: IngestSettings;
  readonly signal: AbortSignal;
}

const MOST_BYTES = 512 * 1024;

/** What became of files in commits, read from git's objects, without secrets; null for what was not there, can't be read or does not count. */
export async function readPast(
  wanted: readonly PastChange[],
  { repositories, tree, entries, settings, signal }: PastRequest,
): ReturnType<Past> {
  const files = wanted.flatMap(({ before, after }) =>
    after === null ? [before] : [before, after],
  );
  const texts = new Map<PastFile, string | null>();
  // What one commit made of a file is what the next one found, so most contents come twice.
  const seen = new Map<string, { readonly bytes: Buffer; readonly text: string | null }[]>();
  const textOf = (path: string, bytes: Buffer): string | null => {
    const before = seen.get(path)?.find((known) => known.bytes.equals(bytes));
    if (before !== undefined) return before.text;
    const text = textIn(path, bytes, settings)?.text ?? null;
    addTo(seen, path, { bytes, text });
    return text;
  };
  for (const { name, git, folder } of repositories) {
    const prefix = folder === '' ? '' : `${folder}/`;
    const asked = files
      .filter(({ path }) => (rootOf(path) ?? '') === name || name === '')
      .map((own) => ({ own, inside: prefix + (name === '' ? own.path : insideRoot(own.path)) }))
      // Requests are lines.
      .filter(({ inside }) => !/[\r\n]/.test(inside));
    const requests = asked.map(({ own: { commit, path }, inside }) => {
      return { oid: `${commitAt(commit, path)}:${inside}`, keepBytes: MOST_BYTES };
    });
    let at = 0;
    for await (const blob of readBlobs({ ...git, signal }, requests)) {
      const own = asked[at++]?.own;
      if (own === undefined || blob.kind === 'missing' || blob.size > MOST_BYTES) continue;
      texts.set(own, textOf(own.path, blob.bytes));
    }
  }
  const found = wanted.map(({ before, after, counts }) => {
    const was = texts.get(before) ?? null;
    const is = after === null ? before.now : (texts.get(after) ?? null);
    return was !== null && is !== null && counts(was, is) ? { was, is } : null;
  });
  if (found.every((change) => change === null)) return found;
  const known = knownOf(await readHolders(tree, entries, signal), settings);
  const cleaned = new Map<string, string | null>();
  const clean = ({ path, now, shape }: PastFile, text: string): string | null => {
    if (text === now) return now;
    const key = `${path}\0${text}`;
    const before = cleaned.get(key);
    if (before !== undefined) return before;
    const own = shape ?? claim(path, text, settings);
    const made = own && redact(withoutKnown(text, known), own, allowedIn(path, settings)).text;
    cleaned.set(key, made);
    return made;
  };
  return found.map((change, i) => {
    const { before, after } = wanted[i] ?? {};
    if (change === null || before === undefined) return null;
    const was = clean(before, change.was);
    const is = clean(after ?? before, change.is);
    return was === null || is === null ? null : { was, is };
  });
}
