import { speakerName } from './speakers.ts';

/** Something said by someone. `time` is ISO in UTC, a bare ISO date, a bare clock (`12:03`) or empty. */
export interface Turn {
  readonly speaker: string;
  readonly time: string;
  readonly text: string;
}

/** A run of turns under one title (a conversation of an export, a channel); the title may be empty. */
export interface Section {
  readonly title: string;
  readonly turns: readonly Turn[];
}

/** A turn before adjacent pieces are joined: `call` and `result` are what tools were asked and answered. */
export interface Piece extends Turn {
  readonly kind: 'say' | 'call' | 'result';
  /** Pieces of one message share it; empty where the format has none. */
  readonly message: string;
}

/** A piece, unless it says nothing. */
export function pieceOf(
  kind: Piece['kind'],
  speaker: string,
  time: string,
  text: string,
  message = '',
): Piece[] {
  return text.trim() === '' ? [] : [{ kind, speaker, time, text, message }];
}

/** The speaker of text that nobody is known to have said. */
export const NOTE = 'note';

/** Agents write one record per block; a person reads one turn per message, its tool calls included, and one per batch of results. */
export function joinPieces(pieces: readonly Piece[]): Turn[] {
  const groups: Piece[][] = [];
  for (const piece of pieces) {
    const open = groups.at(-1);
    const last = open?.at(-1);
    if (last !== undefined && belongs(last, piece)) open?.push(piece);
    else groups.push([piece]);
  }
  return groups.map((group) => {
    const { speaker = NOTE, time = '' } = group[0] ?? {};
    return { speaker, time, text: group.map((piece) => piece.text).join('\n') };
  });
}

function belongs(last: Piece, next: Piece): boolean {
  if (last.speaker !== next.speaker) return false;
  if (last.message !== '' && last.message === next.message) return true;
  return next.kind === 'call' || (next.kind === 'result' && last.kind === 'result');
}

/** A line that begins a turn. `rest` is what the speaker says on the line itself. */
export interface Marker {
  readonly line: number;
  readonly speaker: string;
  readonly time: string;
  readonly rest: string;
}

/** Only the start of a line can be a marker; the rest of a long one is not looked at. */
export const MAX_MARKER = 160;

/** A line that looks like a marker of some form. */
export interface Candidate extends Pick<Marker, 'line' | 'rest'> {
  readonly form: string;
  readonly name: string;
  readonly when: string;
}

/** Cuts lines into turns at the markers (in line order); lines before the first are nobody's. */
export function cutAtMarkers(
  lines: readonly string[],
  markers: readonly Marker[],
  title: string,
  trim: (lines: readonly string[]) => readonly string[] = (kept) => kept,
): Section[] {
  const preamble = trim(lines.slice(0, markers[0]?.line ?? lines.length)).join('\n');
  const note = preamble.trim() === '' ? [] : [{ speaker: NOTE, time: '', text: preamble }];
  const turns = markers.map(({ line, speaker, time, rest }, index) => {
    const body = lines.slice(line + 1, markers[index + 1]?.line ?? lines.length);
    const text = trim(rest === '' ? body : [rest, ...body]).join('\n');
    return { speaker: speakerName(speaker), time, text };
  });
  return [{ title, turns: [...note, ...turns] }];
}
