import type { Hash } from '../adapters/hash/blake3.ts';
import type { Facts } from '../model/document.ts';
import { type Shape, shapeKey } from '../model/shape.ts';
import type { OwnSources } from '../ports/source.ts';
import { contentName } from '../ports/store.ts';
import type { ReadResult, Tree, TreeEntry } from '../ports/tree.ts';
import type { Allow } from '../redact/allow.ts';
import { withoutKnown } from '../redact/known.ts';
import { adaptersWith, analyseClean, claim, cleaned } from './analyse.ts';
import { readHolders } from './holders.ts';
import { knownOf } from './known.ts';
import { limitOf, textIn } from './read.ts';
import { allowedIn, type IngestSettings } from './settings.ts';

/** A file that was read because someone named it, whatever the index thinks of it. */
export interface SingleFile {
  readonly kind: 'read';
  readonly path: string;
  /** Names its content for good, as in the index. */
  readonly content: string;
  readonly facts: Facts;
}

/** What no source claims can still be read line by line. */
const PLAIN: Shape = { source: 'code', kind: 'data', language: 'text', options: '' };

/** Reads and analyses one file as it is now. A log is read whole, not only the newest hours of it. */
export async function readSingle(
  tree: Tree,
  entry: TreeEntry,
  settings: IngestSettings,
  hash: Hash,
  signal?: AbortSignal,
): Promise<SingleFile | Extract<ReadResult, { kind: 'left-out' }>> {
  const { path } = entry;
  const limit = limitOf(path, settings);
  const bytes = Math.max(limit.bytes, settings.maxLogBytes);
  for await (const result of tree.read([entry], () => ({ ...limit, bytes }), signal)) {
    if (result.kind === 'left-out') return result;
    const unix = textIn(path, result.bytes, settings);
    if (unix === null) return { kind: 'left-out', path, reason: 'binary', detail: '' };
    const holders = await readHolders(tree, [], signal);
    const text = withoutKnown(unix.text, knownOf(holders, settings));
    const shape = await shapeOf(path, text, settings);
    const key = text === unix.text ? unix.bytes : text;
    const content = contentName({ hash: hash(key), shape: shapeKey(shape) });
    return {
      kind: 'read',
      path,
      content,
      facts: await analysed(text, shape, settings.own, allowedIn(path, settings)),
    };
  }
  return { kind: 'left-out', path, reason: 'unreadable', detail: '' };
}

const analysed = (text: string, shape: Shape, own: OwnSources, allow?: Allow): Promise<Facts> =>
  analyseClean(cleaned(text, shape, own, allow), shape, own);

/** What a text is as if it stood at a path, with everything ready to analyse it. */
async function shapeOf(path: string, text: string, settings: IngestSettings): Promise<Shape> {
  const logs = { ...settings.sources.logs, windowHours: 0 };
  const claiming = { sources: { ...settings.sources, logs }, own: settings.own };
  const shape = claim(path, text, claiming) ?? PLAIN;
  await adaptersWith(settings.own)
    .find(({ name }) => name === shape.source)
    ?.prepare?.([shape]);
  return shape;
}

/** The facts of a text as if it stood at a path. */
export const analyseText = async (
  path: string,
  text: string,
  settings: IngestSettings,
): Promise<Facts> => analysed(text, await shapeOf(path, text, settings), settings.own);
