import { splitLines } from '../../../math/lines.ts';
import type { Section, Turn } from './turn.ts';

/**
 * The one readable form all transcripts are brought into:
 *
 *     ▌# Title
 *
 *     ▌user · 2025-01-16T12:00:00Z
 *     text
 *
 * Content can't forge a header: a content line that begins with the mark (after any spaces) gets one
 * more space in front, which reading takes away again.
 */
const MARK = '▌';
const TITLE_MARK = `${MARK}# `;
const TIME_SEPARATOR = ' · ';
const MAX_LABEL = 120;

const FORGED = /^ *▌/;
const ESCAPED = /^ +▌/;
// Controls and separators would break or hide the header line; the dot is the header's own.
const LABEL_BREAKERS = /[\p{Cc}\p{Zl}\p{Zp}\s·▌]+/gu;
const LONE_SURROGATE = /\p{Cs}/gu;
const TIME = /^(?:\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?|\d\d:\d\d(?::\d\d)?)$/;

/** A turn with its place in the canonical text; its blank line is its last. */
export interface PlacedTurn extends Turn {
  readonly title: string;
  readonly firstLine: number;
  readonly lastLine: number;
  /** Lines of the text as they stand (still escaped), the first at `firstLine + 1`. */
  readonly lines: readonly string[];
}

/** What a speaker or title becomes so that it fits a header. */
function toLabel(label: string): string {
  const clean = label
    .slice(0, MAX_LABEL * 4)
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(LABEL_BREAKERS, ' ')
    .trim();
  return Array.from(clean).slice(0, MAX_LABEL).join('').trim();
}

/** What a speaker becomes so that it can't be taken for a title. */
export const toSpeaker = (name: string): string => toLabel(name).replace(/^[ #]+/, '') || 'unknown';

/** What a text becomes: `\n` line ends, well-formed, no blank lines around it, no spaces before a line end at its end. */
export function toText(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replace(LONE_SURROGATE, '\ufffd').split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  return first === -1 ? '' : lines.slice(first).join('\n').trimEnd();
}

export function writeTranscript(sections: readonly Section[]): string {
  const blocks: string[] = [];
  let title = '';
  for (const section of sections) {
    if (section.turns.length === 0) continue;
    const next = toLabel(section.title);
    // A section without a title after one with a title must not inherit it.
    if (next !== title) blocks.push(`${TITLE_MARK}${next === '' ? 'untitled' : next}`);
    title = next;
    for (const turn of section.turns) blocks.push(writeTurn(turn));
  }
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`;
}

function writeTurn(turn: Turn): string {
  const time = TIME.test(turn.time) ? `${TIME_SEPARATOR}${turn.time}` : '';
  const header = `${MARK}${toSpeaker(turn.speaker)}${time}`;
  const text = toText(turn.text);
  if (text === '') return header;
  const lines = text.split('\n').map((line) => (FORGED.test(line) ? ` ${line}` : line));
  return `${header}\n${lines.join('\n')}`;
}

/** Reads the canonical form back. Text before the first header becomes a turn without a speaker. */
export function readTranscript(text: string): PlacedTurn[] {
  const turns: PlacedTurn[] = [];
  const all = splitLines(text);
  let title = '';
  let header: { firstLine: number; speaker: string; time: string } | null = null;
  let from = 0;
  const close = (until: number): void => {
    let end = until;
    while (end > from && all[end - 1]?.trim() === '') end--;
    if (header === null && end === from) return;
    const lines = all.slice(from, end);
    const own = lines.map((line) => (ESCAPED.test(line) ? line.slice(1) : line)).join('\n');
    const { firstLine, speaker, time } = header ?? { firstLine: from + 1, speaker: '', time: '' };
    // The blank line after a turn goes with it.
    turns.push({ title, speaker, time, text: own, firstLine, lastLine: until, lines });
  };
  all.forEach((line, index) => {
    if (!line.startsWith(MARK)) return;
    close(index);
    from = index + 1;
    const isTitle = line.startsWith(TITLE_MARK);
    if (isTitle) title = line.slice(TITLE_MARK.length).trim();
    header = isTitle ? null : { firstLine: from, ...readHeader(line.slice(MARK.length)) };
  });
  close(all.length);
  return turns;
}

function readHeader(line: string): { speaker: string; time: string } {
  const at = line.lastIndexOf(TIME_SEPARATOR);
  const time = at === -1 ? '' : line.slice(at + TIME_SEPARATOR.length).trim();
  if (!TIME.test(time)) return { speaker: line.trim(), time: '' };
  return { speaker: line.slice(0, at).trim(), time };
}
