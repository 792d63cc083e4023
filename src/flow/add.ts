import { splitLines } from '../math/lines.ts';
import { SheafError } from '../model/errors.ts';
import type { Selector, Span } from '../model/evidence.ts';
import { BANDS, type Change, type Part, type Step, TOP_RANK } from '../model/flow.ts';
import { evidenceIn, writeEvidence } from './evidence-text.ts';
import { evidenceOf } from './find.ts';
import { placeFields, placeOf } from './follow-bytes.ts';
import { freeKind } from './gather-merge.ts';
import { makeRoom, ranksAfter, refuseClashes, roomNotes } from './groom.ts';
import { lineHashes, writeHashes } from './line-hashes.ts';
import { fileOf, kindsFor, nameOf } from './names.ts';
import { fileUri, spanField } from './provenance.ts';
import { shown } from './selector.ts';
import { cut, type SourceText, startOf } from './span.ts';
import { enclosingSymbol } from './symbol.ts';

export interface Selected {
  readonly selector: Selector;
  readonly path: string;
  readonly source: SourceText;
}

export interface AddRequest {
  readonly selected: readonly Selected[];
  /** Null for the next one in the band of critical evidence. */
  readonly rank: number | null;
  /** For each path what the link must say; null to copy. */
  readonly linkTo: ((path: string) => string) | null;
  readonly sha256: (text: string) => string;
}

/** Digits of a source's hash that name its line hashes. */
const KEY_DIGITS = 16;

/** Where the shape of a source is kept, by the key in the evidence's comment. */
export const hashesFile = (key: string): string => `.groom/lines/${key}`;

/** FL-3 `add SELECTOR…`: all of them or none, in the order they were named. */
export function add(parts: readonly Part[], request: AddRequest): Change {
  const wanted = wantedOf(parts, request);
  // From the rank that was asked for on, or else, those that are new, after all that is there.
  const { rank: from } = request;
  const placed = from === null ? wanted.filter(({ known }) => known === null) : wanted;
  const others = parts.filter((part) => !wanted.some(({ known }) => known === part));
  const { ranks: free, room } =
    from === null
      ? ranksAfter(parts, BANDS.primary, placed.length)
      : { ranks: placed.map((_, i) => from + i), room: makeRoom(others, from, placed.length) };
  const ranks = new Map(placed.map((entry, i) => [entry, free[i] ?? TOP_RANK]));
  const shifted = new Map(room.map(({ part, rank }) => [part, rank]));
  const taken = new Set(evidenceOf(parts).map(({ kind }) => kind.toLowerCase()));
  const notes: string[] = [];
  const files: string[] = [];
  const steps: Step[] = [];
  for (const entry of wanted) {
    const { known, selected, text, aside } = entry;
    if (known === null) {
      const kind = freeKind(kindsOf(selected, request.sha256), taken);
      const state = request.linkTo === null ? 'active' : 'linked';
      const file = fileOf({ rank: ranks.get(entry) ?? null, kind, role: 'evidence', state });
      if (request.linkTo === null) steps.push({ kind: 'write', file, text });
      else steps.push({ kind: 'link', file, target: request.linkTo(selected.path) });
      files.push(file);
    } else {
      const rank = ranks.get(entry) ?? shifted.get(known) ?? known.rank;
      const file = rank === known.rank ? known.file : fileOf({ ...known, rank });
      shifted.delete(known);
      const isSame = known.state === 'linked' || known.text === text;
      if (file !== known.file) {
        steps.push({ kind: 'move', file: known.file, to: file, ...(isSame ? {} : { text }) });
      } else if (!isSame) steps.push({ kind: 'write', file, text });
      notes.push(
        `${nameOf(file)} was there already${isSame ? '' : ' and is brought up to date'}`,
        ...(known.state === 'skipped' ? [`${nameOf(file)} is switched off`] : []),
      );
      files.push(file);
    }
    steps.push(...aside.filter(({ file }) => !steps.some((step) => step.file === file)));
  }
  for (const [part, rank] of shifted) {
    steps.push({ kind: 'move', file: part.file, to: fileOf({ ...part, rank }) });
  }
  refuseClashes(parts, steps);
  return { what: 'Added evidence', steps, files, notes: [...notes, ...roomNotes(room)] };
}

function kindsOf({ path, selector: { range } }: Selected, sha256: AddRequest['sha256']): string[] {
  const [short = 'part', ...longer] = kindsFor(path, sha256);
  const spanned = range === null ? [] : [`${short}-${range.first}-${range.last ?? 'end'}`];
  return [short, ...spanned, ...longer];
}

const sourceKey = (uri: string, span: Span | null): string =>
  `${span === null ? '' : spanField(span)} ${uri}`;

type Known = { readonly part: Part; readonly tags: readonly string[] };

/** Evidence that nobody edited, by its file and lines; links by their files. */
function bySource(parts: readonly Part[], { linkTo, sha256 }: AddRequest): Map<string, Known> {
  const found = new Map<string, Known>();
  for (const part of evidenceOf(parts).reverse()) {
    const isLink = part.state === 'linked';
    if (isLink !== (linkTo !== null)) continue;
    if (isLink) found.set(sourceKey(fileUri(part.target ?? ''), null), { part, tags: [] });
    const { provenance, body } = evidenceIn(part);
    if (provenance === null || provenance.cid !== sha256(body)) continue;
    found.set(sourceKey(provenance.uri, provenance.span), { part, tags: provenance.tags });
  }
  return found;
}

/** A file to be added as its evidence shall read, and the part that holds it already. */
interface Wanted {
  readonly selected: Selected;
  readonly known: Part | null;
  readonly text: string;
  /** What is kept beside it so that its span can follow. */
  readonly aside: readonly Step[];
}

/** What is to be added, each source once, with all the tags it was given by now and before. */
function wantedOf(parts: readonly Part[], request: AddRequest): Wanted[] {
  const { sha256, linkTo } = request;
  const there = bySource(parts, request);
  const wanted = new Map<string, Wanted>();
  const tags = new Map<string, Set<string>>();
  for (const selected of request.selected) {
    const { path, selector, source } = selected;
    if (linkTo !== null) refuseForLink(selector);
    const { text: body, span } = cut(source, selector);
    const key = sourceKey(fileUri(path), span);
    const known = there.get(key);
    const all = tags.get(key) ?? new Set(known?.tags);
    for (const tag of selector.tags) all.add(tag);
    tags.set(key, all);
    const { more, aside } = remembered(body, span, source, sha256);
    const provenance = { uri: fileUri(path), cid: sha256(body), span, tags: [...all], more };
    const text = writeEvidence(path, provenance, body);
    wanted.set(key, { selected, known: known?.part ?? null, text, aside });
  }
  return [...wanted.values()];
}

function refuseForLink({ written, range, tags }: Selector): void {
  if (range === null && tags.length === 0) return;
  const why = range === null ? 'has no tags' : 'holds its whole file';
  throw new SheafError('usage', `selector ${shown(written)}: a link ${why}`);
}

/** What lets a span follow its content: the shape of its source, the symbol around it, and where bytes stood. */
export function remembered(
  body: string,
  span: Span | null,
  source: Pick<SourceText, 'text' | 'redacted' | 'bytes'>,
  sha256: AddRequest['sha256'],
): { readonly more: Record<string, string>; readonly aside: readonly Step[] } {
  const [range] = span?.ranges ?? [];
  if (span === null || range === undefined) return { more: {}, aside: [] };
  const place =
    span.unit === 'bytes' ? placeOf(source.text, startOf(source, range[0]), body) : null;
  const [first, last] = place === null ? range : [place.first, place.last];
  const key = sha256(source.redacted).replace('sha256:', '').slice(0, KEY_DIGITS);
  const symbol = enclosingSymbol(splitLines(source.redacted), first, last);
  const hashes = writeHashes(lineHashes(source.redacted));
  return {
    more: {
      ...(symbol === null ? {} : { symbol }),
      source: key,
      ...(place === null ? {} : placeFields(place)),
    },
    aside: [{ kind: 'write', file: hashesFile(key), text: hashes }],
  };
}
