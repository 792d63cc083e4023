import type { Provenance, Span } from '../model/evidence.ts';
import type { Change, Part, Step } from '../model/flow.ts';
import { hashesFile, remembered } from './add.ts';
import { align } from './align.ts';
import { bytesNow, PLACE_FIELDS } from './bytes-drift.ts';
import { readEvidence, writeEvidence } from './evidence-text.ts';
import { evidenceOf } from './find.ts';
import { type Followed, follow } from './follow.ts';
import { lineHashes, readHashes } from './line-hashes.ts';
import { nameOf } from './names.ts';
import { fileUri, sourcePath } from './provenance.ts';
import { linesOf, type SourceText } from './span.ts';

/** How some evidence stands to its source now. */
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
  /** Where a file that is gone may have gone. */
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
    const { provenance } = readEvidence(part.text);
    const path = provenance === null ? null : sourcePath(provenance);
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
  const write = (body_: string, moved: typeof span, fields: Record<string, string>): string =>
    writeEvidence(
      title ?? path,
      {
        ...provenance,
        cid: sources.sha256(body_),
        span: moved,
        more: { ...without(more), ...fields },
      },
      body_,
    );
  if (span === null || more['by'] === 'gather')
    return wholeDrift(plain, body, text, span === null, write);
  if (span.unit === 'bytes') return bytesDrift(plain, provenance, body, source, sources, write);
  if (was === null || span.ranges.length !== 1) return wholeDrift(plain, body, text, false, write);
  const found = follow(
    {
      first: was[0],
      last: was[1],
      body,
      source: readHashes(sources.note(hashesFile(more['source'] ?? ''))),
      symbol: more['symbol'] ?? null,
    },
    text,
  );
  const { kind, first, last, by, kept } = found;
  if (kind === 'same') return { ...plain, kind, was, now: was, by, kept };
  if (kind === 'lost') return { ...plain, kind, was, by, kept };
  const lines = linesOf(text, first, last);
  const now: Span = { unit: 'lines', ranges: [[first, last]] };
  const { more: fields, aside } = remembered(lines, now, source, sources.sha256);
  const healed = write(lines, now, fields);
  return { ...plain, kind, was, now: [first, last], by, kept, healed, aside: aside[0] ?? null };
}

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
  const isFound = drift.kind === 'same' || drift.kind === 'moved' || drift.kind === 'changed';
  const by = `its new file, ${drift.by}`;
  return isFound ? { ...drift, kind: 'changed', by, healed: drift.healed ?? text } : null;
}

/** Fields that are written anew with every content. */
const ANEW = ['symbol', 'source', 'end', ...PLACE_FIELDS];
const without = (more: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(more).filter(([name]) => !ANEW.includes(name)));

type Plain = Omit<Drift, 'kind' | 'by'>;

function wholeDrift(
  plain: Plain,
  body: string,
  text: string,
  isWhole: boolean,
  write: (body: string, span: null, more: Record<string, string>) => string,
): Drift {
  const before = lineHashes(body);
  const kept = [...align(before, lineHashes(text))].filter((to) => to >= 0).length;
  const share = before.length === 0 ? 1 : kept / before.length;
  const isSame = isWhole ? body === text : share === 1;
  if (isSame) return { ...plain, kind: 'same', by: 'content' };
  const healed = isWhole ? write(text, null, {}) : null;
  return { ...plain, kind: 'changed', by: 'the whole file', kept: share, healed };
}

function bytesDrift(
  plain: Plain,
  provenance: Provenance,
  body: string,
  source: SourceText,
  sources: DriftSources,
  write: (body: string, span: Span, more: Record<string, string>) => string,
): Drift {
  const hashes = readHashes(sources.note(hashesFile(provenance.more['source'] ?? '')));
  const [was = null] = provenance.span?.ranges ?? [];
  const old = { ...plain, unit: 'bytes', was } as const;
  const now = bytesNow(provenance, body, source, hashes);
  if (now === null) return { ...old, kind: 'lost', by: 'nothing', kept: 0 };
  const { kind, by, kept } = now;
  if (kind === 'same') return { ...old, kind, now: was, by, kept };
  const span: Span = { unit: 'bytes', ranges: [now.span] };
  const { more, aside } = remembered(now.body, span, source, sources.sha256);
  const healed = write(now.body, span, more);
  return { ...old, kind, now: now.span, by, kept, healed, aside: aside[0] ?? null };
}

/** One change that lets every span follow its content, as far as it was found. */
export function heal(drifts: readonly Drift[]): Change {
  const healed = drifts.flatMap(({ file, healed: text, aside }) =>
    text === null ? [] : [{ file, text, aside }],
  );
  const steps = new Map<string, Step>();
  for (const { file, text, aside } of healed) {
    steps.set(file, { kind: 'write', file, text });
    if (aside !== null) steps.set(aside.file, aside);
  }
  const lost = drifts.filter(({ kind }) => kind === 'lost' || kind === 'missing');
  return {
    what: 'Followed',
    steps: [...steps.values()],
    files: healed.map(({ file }) => file),
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
      const to =
        now === null
          ? ''
          : ` → ${path}${at(now, unit)} (by ${by}, ${Math.round(kept * 100)}% kept)`;
      return `${kind.padEnd(7)}  ${nameOf(file)}  ${path}${at(was, unit)}${to}`;
    });
  return lines.length === 0 ? 'All evidence matches its sources.\n' : `${lines.join('\n')}\n`;
}
