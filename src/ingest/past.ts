import { readBlobs } from '../adapters/git/read-blobs.ts';
import type { Repository } from '../adapters/roots/repositories.ts';
import type { Shape } from '../model/shape.ts';
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
  const texts = new Map<PastFile, string>();
  // What one commit made of a file is what the next one found, so most texts come twice.
  const seen = new Map<string, string>();
  const searched = (text: string, { path, now }: PastFile, shape: Shape): string => {
    if (text === now) return now;
    const key = `${path}\0${text}`;
    const made =
      seen.get(key) ?? redact(withoutKnown(text, known), shape, allowedIn(path, settings)).text;
    seen.set(key, made);
    return made;
  };
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
      const text = textIn(own.path, blob.bytes, settings)?.text;
      const shape = text === undefined ? null : claim(own.path, text, settings);
      if (text === undefined || shape === null) continue;
      texts.set(own, searched(text, own, shape));
    }
  }
  return wanted.map((own) => texts.get(own) ?? null);
}
