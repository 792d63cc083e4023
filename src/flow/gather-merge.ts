import type { Span } from '../model/evidence.ts';
import type { Change, GatheredItem, Part, Step } from '../model/flow.ts';
import { BAND_SIZE, BANDS, GATHERED_FILE } from '../model/flow.ts';
import { writeEvidence } from './evidence-text.ts';
import { evidenceOf, pathOf } from './find.ts';
import type { FocusRecord } from './focus.ts';
import { STEPS } from './groom.ts';
import { fileOf, kindsFor, nameOf, underNewNames, uriFile, writeNote } from './names.ts';
import { fileUri, unfamiliarField } from './provenance.ts';

/** What the engine wrote, to know later what a person has touched. */
export interface GatheredFile {
  readonly path: string;
  /** As it is called while active. */
  readonly name: string;
  /** Hash of the file as it was written. */
  readonly cid: string;
}

export function readGathered(text: string | null): readonly GatheredFile[] {
  try {
    const { items } = JSON.parse(text ?? '{}') as { items?: GatheredFile[] };
    const isItem = (item: Partial<GatheredFile> | null): boolean =>
      typeof item?.path === 'string' &&
      typeof item.name === 'string' &&
      typeof item.cid === 'string';
    return Array.isArray(items) ? items.filter(isItem) : [];
  } catch {
    return []; // cut short or edited by hand: then everything is a person's
  }
}

export interface Merge {
  readonly parts: readonly Part[];
  readonly record: readonly GatheredFile[];
  readonly focus: FocusRecord | null;
  readonly items: readonly GatheredItem[];
  readonly sha256: (text: string) => string;
}

/**
 * Gathering again replaces what the engine chose before and nobody touched. What a person added, edited, ranked,
 * toggled or removed stays as that person left it.
 */
export function mergeGathered({ parts, record, focus, items, sha256 }: Merge): Change {
  const evidence = evidenceOf(parts);
  const byName = new Map(evidence.map((part) => [nameOf(uriFile(part)), part]));
  const isUntouched = ({ name, cid }: GatheredFile): boolean => {
    const part = byName.get(name);
    const before = focus?.before.find((entry) => entry.name === name);
    return part?.cid === cid && (before?.active ?? part.state === 'active');
  };
  const own = record.filter(isUntouched);
  const touched = record.filter((item) => !isUntouched(item));
  const ownFiles = new Set(own.flatMap(({ name }) => byName.get(name)?.file ?? []));
  const kept = evidence.filter(({ file }) => !ownFiles.has(file));
  const settled = new Set([...touched.map(({ path }) => path), ...kept.map(pathOf)]);
  const fresh = items.filter(({ path }) => !settled.has(path));
  const made = named(fresh, kept, sha256);

  const stateOf = new Map(own.map(({ path, name }) => [path, byName.get(name)?.state ?? 'active']));
  const writes: Step[] = [];
  const coming = new Set<string>();
  for (const { item, name, text } of made) {
    // While the flow is focused, what was switched off stays off until the focus ends.
    const isOff = focus !== null && stateOf.get(item.path) === 'skipped';
    const file = `ctx/evidence/${name}${isOff ? '.skip' : ''}`;
    coming.add(file);
    const there = parts.find((part) => part.file === file);
    if (there?.cid !== sha256(text)) writes.push({ kind: 'write', file, text });
  }
  const gone = [...ownFiles].filter((file) => !coming.has(file));
  const steps: Step[] = [...gone.map((file): Step => ({ kind: 'remove', file })), ...writes];
  const next = made.map(({ item, name, text }) => ({ path: item.path, name, cid: sha256(text) }));
  const known = [...touched, ...next];
  if (JSON.stringify(known) !== JSON.stringify(record)) {
    steps.push(writeNote(GATHERED_FILE, { items: known }));
  }
  const left = items.length - fresh.length;
  const notes = left === 0 ? [] : [`${left} left as you arranged them`];
  if (steps.length === 0) notes.push('nothing to change');
  return { what: 'Gathered', steps, files: [...coming], notes };
}

/** Much that is worth looking at is needed in one task of a hundred. */
const RELEVANCE_DIGITS = 4;

/** Ten apart where they fit, else closer; never on a rank that a person's evidence has. */
function named(items: readonly GatheredItem[], kept: readonly Part[], sha256: Merge['sha256']) {
  const takenRanks = new Set(kept.map(({ rank }) => rank));
  const takenKinds = new Set(kept.map(({ kind }) => kind.toLowerCase()));
  return Object.entries(BANDS).flatMap(([tier, band]) => {
    const members = items.filter((item) => item.tier === tier);
    const ranks = ranksIn(band, members.length, takenRanks);
    return members.map((item, i) => {
      const { path, spans, text, level, reason } = item;
      const kind = freeKind(kindsFor(path, sha256), takenKinds);
      const rank = ranks[i] ?? band + BAND_SIZE - 1;
      const file = fileOf({ rank, kind, role: 'evidence', state: 'active' });
      const span: Span | null = spans.length === 0 ? null : { unit: 'lines', ranges: spans };
      const relevance = item.relevance.toFixed(RELEVANCE_DIGITS);
      const strange = unfamiliarField(item.unfamiliar);
      const more = { by: 'gather', tier, level, relevance, reason, ...strange };
      const provenance = { uri: fileUri(path), cid: sha256(text), span, tags: [], more };
      return { item, name: nameOf(file), text: writeEvidence(path, provenance, text) };
    });
  });
}

function ranksIn(band: number, count: number, taken: ReadonlySet<number | null>): number[] {
  const free = STEPS.map((step) =>
    Array.from({ length: BAND_SIZE / step }, (_, i) => band + i * step).filter(
      (rank) => !taken.has(rank),
    ),
  );
  return (free.find(({ length }) => length >= count) ?? free.at(-1) ?? []).slice(0, count);
}

/** The first kind that nobody has, which is taken from now on; the last one numbered if all are taken. */
export function freeKind(kinds: readonly string[], taken: Set<string>): string {
  const isFree = (kind: string): boolean => !taken.has(kind.toLowerCase());
  const last = kinds.at(-1) ?? 'part';
  let free = kinds.find(isFree) ?? last;
  for (let n = 2; !isFree(free); n++) free = `${last}-${n}`;
  taken.add(free.toLowerCase());
  return free;
}

/** The record follows files that were moved, but for those whose place a person chose. */
export function renamedGathered(
  record: readonly GatheredFile[],
  renamed: ReadonlyMap<string, string>,
): Step[] {
  const items = underNewNames(record, renamed);
  return items === null ? [] : [writeNote(GATHERED_FILE, { items })];
}
