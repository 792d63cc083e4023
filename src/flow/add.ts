import { splitLines } from '../math/lines.ts';
import { SheafError } from '../model/errors.ts';
import type { Selector, Span } from '../model/evidence.ts';
import {
  BANDS,
  type Change,
  type Part,
  type PartName,
  type Step,
  TOP_RANK,
} from '../model/flow.ts';
import { placeFields } from './bytes-drift.ts';
import { readEvidence, writeEvidence } from './evidence-text.ts';
import { evidenceOf } from './find.ts';
import { placeOf } from './follow-bytes.ts';
import { freeKind } from './gather-merge.ts';
import { makeRoom, nextRank } from './groom.ts';
import { lineHashes, writeHashes } from './line-hashes.ts';
import { fileOf, kindsFor, nameOf, parsePart } from './names.ts';
import { fileUri, spanField } from './provenance.ts';
import { cut, type SourceText } from './span.ts';
import { enclosingSymbol } from './symbol.ts';

/** A selector whose file was read. */
export interface Selected {
  readonly selector: Selector;
  /** The workspace path. */
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
const keyOf = (cid: string): string => cid.slice('sha256:'.length, 'sha256:'.length + KEY_DIGITS);

/** Where the shape of a source is kept, by the key in the evidence's comment. */
export const hashesFile = (key: string): string => `.groom/lines/${key}`;

/** FL-3 `add SELECTOR…`: all of them or none. */
export function add(parts: readonly Part[], request: AddRequest): Change {
  const notes: string[] = [];
  const files: string[] = [];
  const made: Step[] = [];
  const there = bySource(parts, request.sha256);
  let arranged: readonly PartName[] = parts;
  const shifts = new Map<string, string>();
  request.selected.forEach((selected, i) => {
    const evidence = evidenceFor(selected, request);
    const known =
      request.linkTo === null
        ? there.get(sourceKey(fileUri(selected.path), evidence.span))
        : undefined;
    if (known !== undefined) {
      const isSame = known.text === evidence.text;
      notes.push(
        `${nameOf(known.file)} was there already${isSame ? '' : ' and is brought up to date'}`,
      );
      if (known.state === 'skipped') notes.push(`${nameOf(known.file)} is switched off`);
      if (!isSame) made.push({ kind: 'write', file: known.file, text: evidence.text });
      files.push(known.file);
    } else {
      const rank = request.rank === null ? nextRank(arranged, BANDS.primary) : request.rank + i;
      const room = request.rank === null ? [] : makeRoom(arranged, rank);
      for (const { part, to } of room) {
        shifts.set(part.file, fileInPlace(part, to));
      }
      arranged = arranged.map((part) => moved(part, room));
      const file = placeFor(arranged, selected, rank, request);
      arranged = [...arranged, partAt(file)];
      made.push(stepFor(file, selected.path, evidence.text, request));
      files.push(file);
    }
    made.push(...evidence.aside.filter(({ file }) => !made.some((step) => step.file === file)));
  });
  const moves = parts.flatMap((part): Step[] => {
    const to = lastPlace(shifts, part.file);
    return to === part.file ? [] : [{ kind: 'move', file: part.file, to }];
  });
  for (const move of moves) {
    if (move.kind !== 'move') continue;
    notes.push(`${nameOf(move.file)} moved to ${nameOf(move.to).slice(0, 3)} to make room`);
  }
  return { what: 'Added evidence', steps: [...moves, ...made], files, notes };
}

const fileInPlace = (part: PartName, name: string): string =>
  `${part.file.slice(0, part.file.lastIndexOf('/') + 1)}${name}`;

function moved(part: PartName, room: readonly { part: PartName; to: string }[]): PartName {
  const shift = room.find((entry) => entry.part === part);
  return shift === undefined ? part : partAt(fileInPlace(part, shift.to));
}

function lastPlace(shifts: ReadonlyMap<string, string>, file: string): string {
  let at = file;
  for (let next = shifts.get(at); next !== undefined; next = shifts.get(at)) at = next;
  return at;
}

function partAt(file: string): PartName {
  const part = parsePart(file);
  if (part === null) throw new SheafError('internal', `${file} is no name of a part`);
  return part;
}

function stepFor(file: string, path: string, text: string, { linkTo }: AddRequest): Step {
  return linkTo === null
    ? { kind: 'write', file, text }
    : { kind: 'link', file, target: linkTo(path) };
}

function placeFor(
  parts: readonly PartName[],
  { path, selector }: Selected,
  rank: number,
  { sha256, linkTo }: AddRequest,
): string {
  if (rank > TOP_RANK) {
    throw new SheafError('usage', `rank ${rank} is past ${TOP_RANK}`, 'choose a lower one');
  }
  const hash = (text: string): string => sha256(text).slice('sha256:'.length);
  const taken = new Set(evidenceOf(parts).map(({ kind }) => kind.toLowerCase()));
  const kinds = kindsFor(path, hash);
  const { range } = selector;
  const spanned = range === null ? [] : [`${kinds[0]}-${range.first}-${range.last ?? 'end'}`];
  const [short = 'part', ...longer] = kinds;
  const kind = freeKind([short, ...spanned, ...longer], taken);
  return fileOf({ rank, kind, role: 'evidence', state: linkTo === null ? 'active' : 'linked' });
}

const sourceKey = (uri: string, span: Span | null): string =>
  `${span === null ? '' : spanField(span)} ${uri}`;

/** Evidence that nobody edited, by its file and lines. */
function bySource(parts: readonly Part[], sha256: AddRequest['sha256']): Map<string, Part> {
  const found = new Map<string, Part>();
  for (const part of evidenceOf(parts).reverse()) {
    const { provenance, body } = readEvidence(part.state === 'linked' ? '' : part.text);
    if (provenance === null || provenance.cid !== sha256(body)) continue;
    found.set(sourceKey(provenance.uri, provenance.span), part);
  }
  return found;
}

interface Evidence {
  readonly text: string;
  readonly span: Span | null;
  /** What is kept beside it so that its span can follow. */
  readonly aside: readonly Step[];
}

export function evidenceFor(
  { selector, path, source }: Selected,
  { sha256, linkTo }: Pick<AddRequest, 'sha256' | 'linkTo'>,
): Evidence {
  if (linkTo !== null) {
    if (selector.range === null) return { text: '', span: null, aside: [] };
    throw new SheafError(
      'usage',
      `a link holds its whole file: ${JSON.stringify(selector.written)}`,
    );
  }
  const { text, span } = cut(source, selector);
  const { more, aside } = remembered(text, span, source, sha256);
  const provenance = { uri: fileUri(path), cid: sha256(text), span, tags: selector.tags, more };
  return { text: writeEvidence(path, provenance, text), span, aside };
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
  const key = keyOf(sha256(source.redacted));
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

/** The character at which the bytes of a span begin. */
const startOf = ({ bytes }: Pick<SourceText, 'bytes'>, first: number): number =>
  new TextDecoder().decode(bytes.subarray(0, first - 1)).length;
