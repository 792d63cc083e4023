import { align } from '../math/align.ts';
import { byCodePoint } from '../math/order.ts';
import type { Span } from '../model/evidence.ts';
import type { Change, Part, Step } from '../model/flow.ts';
import { folderOf, sharedFolders } from '../text/imports/paths.ts';
import { hashesFile, remembered } from './add.ts';
import { readEvidence, writeEvidence } from './evidence-text.ts';
import { evidenceOf } from './find.ts';
import { type Followed, follow } from './follow.ts';
import { bytesNow, type FindNow, PLACE_FIELDS } from './follow-bytes.ts';
import { lineHashes, readHashes } from './line-hashes.ts';
import { nameOf } from './names.ts';
import { fileUri, sourcePath } from './provenance.ts';
import { linesOf, type SourceText } from './span.ts';

export interface Drift {
  readonly file: string;
  readonly path: string;
  /** `edited` is a person's own text, `missing` has no source any more; see `Followed` for the others. */
  readonly kind: Followed['kind'] | 'edited' | 'missing';
  /** What `was` and `now` count; lines where it is absent. */
  readonly unit?: 'bytes';
  readonly was: readonly [number, number] | null;
  readonly now: readonly [number, number] | null;
  readonly by: string;
  readonly kept: number;
  /** The evidence brought up to date; null where there is nothing to follow. */
  readonly healed: string | null;
  /** The shape of its source now, to be kept with it. */
  readonly aside: Step | null;
}

export interface DriftSources {
  /** A workspace file; null if it is gone or can't be read. */
  source(path: string): SourceText | null;
  elsewhere(path: string): readonly string[];
  note(file: string): string | null;
  sha256(text: string): string;
}

/** True for what a check in CI should stop at. */
export const isDrift = ({ kind }: Drift): boolean =>
  kind === 'changed' || kind === 'lost' || kind === 'missing';

/** Every evidence with a source, and where that has gone. Levels other than the text itself are compared as a whole. */
export function driftOf(parts: readonly Part[], sources: DriftSources): Drift[] {
  return evidenceOf(parts).flatMap((part) => {
    if (part.state === 'linked') return [];
    const path = sourcePath(readEvidence(part.text).provenance);
    return path === null ? [] : [driftOfPart(part, path, sources)];
  });
}

function driftOfPart(part: Part, path: string, sources: DriftSources): Drift {
  const { title, provenance, body } = readEvidence(part.text);
  const plain = { file: part.file, path, was: null, now: null, kept: 1, healed: null, aside: null };
  const range = provenance?.span?.unit === 'lines' ? provenance.span.ranges[0] : undefined;
  const was = range ?? null;
  if (provenance === null || provenance.cid !== sources.sha256(body)) {
    return { ...plain, was, kind: 'edited', by: 'a person' };
  }
  const source = sources.source(path);
  if (source === null) {
    const moved = bestOf(sources.elsewhere(path).map((other) => inOther(part, other, sources)));
    return moved ?? { ...plain, was, kind: 'missing', by: 'nothing', kept: 0 };
  }
  const text = source.redacted;
  const { span, more } = provenance;
  const write = (content: string, moved: Span | null, fields: Record<string, string>): string => {
    const cid = sources.sha256(content);
    const now = { ...provenance, cid, span: moved, more: { ...without(more), ...fields } };
    return writeEvidence(title ?? path, now, content);
  };
  const isWhole = span === null;
  if (isWhole || more['by'] === 'gather' || (span.unit === 'lines' && span.ranges.length !== 1)) {
    const before = lineHashes(body);
    const held = [...align(before, lineHashes(text))].filter((to) => to >= 0).length;
    const kept = before.length === 0 ? 1 : held / before.length;
    if (isWhole ? body === text : kept === 1) return { ...plain, kind: 'same', by: 'content' };
    const healed = isWhole ? write(text, null, {}) : null;
    return { ...plain, kind: 'changed', by: 'the whole file', kept, healed };
  }
  const { unit } = span;
  const [stood = null] = span.ranges;
  const old = { ...plain, ...(unit === 'bytes' ? { unit } : {}), was: stood };
  const hashes = readHashes(sources.note(hashesFile(more['source'] ?? '')));
  const findNow = unit === 'bytes' ? bytesNow : linesNow;
  const found = findNow(provenance, body, source, hashes);
  if (found === null) return { ...old, kind: 'lost', by: 'nothing', kept: 0 };
  const { kind, by, kept, span: now } = found;
  if (kind === 'same') return { ...old, kind, now: stood, by, kept };
  const moved: Span = { unit, ranges: [now] };
  const { more: fields, aside } = remembered(found.body, moved, source, sources.sha256);
  const healed = write(found.body, moved, fields);
  return { ...old, kind, now, by, kept, healed, aside: aside[0] ?? null };
}

const linesNow: FindNow = ({ span, more }, body, { redacted }, source) => {
  const [first, last] = span?.ranges[0] ?? [1, 1];
  const old = { first, last, body, source, symbol: more['symbol'] ?? null };
  const { kind, by, kept, ...now } = follow(old, redacted);
  if (kind === 'lost') return null;
  const content = linesOf(redacted, now.first, now.last);
  return { kind, by, kept, span: [now.first, now.last], body: content };
};

/** Of what a file held, the part that must stand in another for that to be the same file. */
const MIN_MOVED = 0.6;

/** The one place that is better than all others; in doubt none. */
function bestOf(found: readonly (Drift | null)[]): Drift | null {
  const [best, next] = found
    .flatMap((drift) => (drift === null || drift.kept < MIN_MOVED ? [] : [drift]))
    .sort((a, b) => b.kept - a.kept);
  return best === undefined || best.kept === next?.kept ? null : best;
}

/** The same evidence as if it came from another file. What is found there is never taken in silence. */
function inOther(part: Part, path: string, sources: DriftSources): Drift | null {
  const { title, provenance, body } = readEvidence(part.text);
  if (provenance === null) return null;
  const was = title === sourcePath(provenance) ? path : (title ?? path);
  const text = writeEvidence(was, { ...provenance, uri: fileUri(path) }, body);
  const drift = driftOfPart({ ...part, text }, path, { ...sources, elsewhere: () => [] });
  if (!/^(?:same|moved|changed)$/.test(drift.kind)) return null;
  const by = `its new file, ${drift.by}`;
  return { ...drift, kind: 'changed', by, healed: drift.healed ?? text };
}

/** Fields that are written anew with every content. */
const ANEW = ['symbol', 'source', 'end', ...PLACE_FIELDS];
const without = (more: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(more).filter(([name]) => !ANEW.includes(name)));

/** One change that lets every span follow its content, as far as it was found. */
export function heal(drifts: readonly Drift[]): Change {
  const steps = new Map<string, Step>();
  for (const { file, healed: text, aside } of drifts) {
    if (text === null) continue;
    steps.set(file, { kind: 'write', file, text });
    if (aside !== null) steps.set(aside.file, aside);
  }
  const lost = drifts.filter(({ kind }) => kind === 'lost' || kind === 'missing');
  return {
    what: 'Followed',
    steps: [...steps.values()],
    files: drifts.flatMap(({ file, healed }) => (healed === null ? [] : [file])),
    notes: lost.map(({ file, path }) => `${nameOf(file)}: not found in ${path}`),
  };
}

const at = (range: readonly [number, number] | null, unit: Drift['unit']): string => {
  const mark = unit === 'bytes' ? 'c' : '';
  return range === null ? '' : `:${range[0]}${mark}-${range[1]}${mark}`;
};

/** `evidence drift`, a line for each that does not stand where it stood. */
export function driftText(drifts: readonly Drift[]): string {
  const lines = drifts
    .filter(({ kind }) => kind !== 'same')
    .map(({ file, path, kind, was, now, by, kept, unit }) => {
      const to = ` → ${path}${at(now, unit)} (by ${by}, ${Math.round(kept * 100)}% kept)`;
      const place = `${path}${at(was, unit)}${now === null ? '' : to}`;
      return `${kind.padEnd(7)}  ${nameOf(file)}  ${place}`;
    });
  return lines.length === 0 ? 'All evidence matches its sources.\n' : `${lines.join('\n')}\n`;
}

/** More would have to be read. */
const MAX_CANDIDATES = 300;

const stemOf = (name: string): string => name.replace(/(?<=.)\..*$/, '');
const endingOf = (name: string): string => /(?<=.)\.[^.]*$/.exec(name)?.[0] ?? '';

/** Files that one which is gone may have become, the likeliest first: its name, its folder, its stem, its ending. */
export function movedCandidates(path: string, tree: readonly string[]): string[] {
  const name = nameOf(path);
  const likeness = (other: string): number => {
    const its = nameOf(other);
    if (its === name) return 3;
    if (stemOf(its) === stemOf(name)) return 2;
    if (endingOf(its) !== endingOf(name)) return -1;
    return folderOf(other) === folderOf(path) ? 1 : 0;
  };
  return tree
    .map((other) => ({ other, like: likeness(other), near: sharedFolders(path, other) }))
    .filter(({ other, like }) => like >= 0 && other !== path)
    .sort((a, b) => b.like - a.like || b.near - a.near || byCodePoint(a.other, b.other))
    .slice(0, MAX_CANDIDATES)
    .map(({ other }) => other);
}
