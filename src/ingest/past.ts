import { readBlobs } from '../adapters/git/read-blobs.ts';
import type { GitPlace } from '../adapters/git/run.ts';
import type { Past } from '../ports/ports.ts';
import type { Tree, TreeEntry } from '../ports/tree.ts';
import { withoutKnown } from '../redact/known.ts';
import { redact } from '../redact/redact.ts';
import { claim } from './analyse.ts';
import { readHolders } from './holders.ts';
import { knownOf } from './known.ts';
import { textIn } from './read.ts';
import { allowedIn, type IngestSettings } from './settings.ts';

export interface PastRequest {
  readonly git: GitPlace;
  /** The workspace's folder inside the repository; empty for its top. */
  readonly folder: string;
  readonly tree: Tree;
  /** Files of today: what is secret now was not public then. */
  readonly entries: readonly TreeEntry[];
  readonly isLive: boolean;
  readonly settings: IngestSettings;
  readonly signal: AbortSignal;
}

const MOST_BYTES = 512 * 1024;

/** Files as they were in commits, read from git's objects, without secrets; null for what was not there or can't be read. */
export async function readPast(
  wanted: Parameters<Past>[0],
  { git, folder, tree, entries, isLive, settings, signal }: PastRequest,
): ReturnType<Past> {
  const known = knownOf(await readHolders(tree, entries, isLive, signal), settings);
  const prefix = folder === '' ? '' : `${folder}/`;
  // Git answers a name with a blank in it in a form that can't be told apart.
  const able = wanted.filter(({ path }) => !/\s/.test(prefix + path));
  const texts = new Map<(typeof wanted)[number], string>();
  let at = 0;
  const requests = able.map(({ commit, path }) => {
    return { oid: `${commit}:${prefix}${path}`, keepBytes: MOST_BYTES };
  });
  for await (const blob of readBlobs({ ...git, signal }, requests)) {
    const own = able[at++];
    if (own === undefined || blob.kind === 'missing' || blob.size > MOST_BYTES) continue;
    const text = textIn(own.path, blob.bytes, settings)?.text;
    const shape = text === undefined ? null : claim(own.path, text, settings);
    if (text === undefined || shape === null) continue;
    const allow = allowedIn(own.path, settings);
    texts.set(own, redact(withoutKnown(text, known), shape, allow).text);
  }
  return wanted.map((own) => texts.get(own) ?? null);
}
