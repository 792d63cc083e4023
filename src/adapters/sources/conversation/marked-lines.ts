import { speakerName } from './speakers.ts';
import { NOTE, type Section, type Turn } from './turn.ts';

/** A line that begins a turn. `rest` is what the speaker says on the line itself. */
export interface Marker {
  readonly line: number;
  readonly speaker: string;
  readonly time: string;
  readonly rest: string;
}

/** Cuts lines into turns at the markers (in line order); lines before the first are nobody's. */
export function cutAtMarkers(
  lines: readonly string[],
  markers: readonly Marker[],
  title: string,
  trim: (lines: readonly string[]) => readonly string[] = (kept) => kept,
): Section[] {
  const turns: Turn[] = [];
  const preamble = trim(lines.slice(0, markers[0]?.line ?? lines.length)).join('\n');
  if (preamble.trim() !== '') turns.push({ speaker: NOTE, time: '', text: preamble });
  markers.forEach((marker, index) => {
    const body = lines.slice(marker.line + 1, markers[index + 1]?.line ?? lines.length);
    const text = trim(marker.rest === '' ? body : [marker.rest, ...body]).join('\n');
    turns.push({ speaker: speakerName(marker.speaker), time: marker.time, text });
  });
  return [{ title, turns }];
}
