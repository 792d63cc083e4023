import { readBlobs } from '../adapters/git/read-blobs.ts';
import type { Repository } from '../adapters/roots/repositories.ts';
import { addTo } from '../math/groups.ts';
import type { Past, PastFile } from '../ports/ports.ts';
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

/** Files as they were in commits, read from git's objects, without secrets; null for what was not there or can't be read. */
export async function readPast(
  wanted: readonly PastFile[],
  { repositories, tree, entries, settings, signal }: PastRequest,
): ReturnType<Past> {
  const known = knownOf(await readHolders(tree, entries, signal), settings);
  const texts = new Map<PastFile, string | null>();
  const searched = (bytes: Uint8Array, { path, now, shape }: PastFile): string | null => {
    const text = textIn(path, bytes, settings)?.text;
    if (text === undefined || text === now) return text ?? null;
    const own = shape ?? claim(path, text, settings);
    return own && redact(withoutKnown(text, known), own, allowedIn(path, settings)).text;
  };
  // What one commit made of a file is what the next one found, so most contents come twice.
  const seen = new Map<string, { readonly bytes: Buffer; readonly text: string | null }[]>();
  for (const { name, git, folder } of repositories) {
    const prefix = folder === '' ? '' : `${folder}/`;
    const asked = wanted
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
      const before = seen.get(own.path)?.find(({ bytes }) => bytes.equals(blob.bytes));
      const text = before === undefined ? searched(blob.bytes, own) : before.text;
      if (before === undefined) addTo(seen, own.path, { bytes: blob.bytes, text });
      texts.set(own, text);
    }
  }
  return wanted.map((own) => texts.get(own) ?? null);
}
