import { splitLines } from '../../../math/lines.ts';
import type { Unit } from '../../../model/document.ts';

/* Minutes, tickets and notes of talks: what each point or paragraph says stands for itself. */

const POINT = /^(?:[-*+•>]|\d{1,3}[.)])\s+\S/;
const HEADING = /^#{1,6}\s+\S/;
/** Who was there, or who says a paragraph. */
const PEOPLE =
  /^\W{0,4}(?:present|attendees|attending|participants|people|with|who|in the room|anwesend|excused|apologies|moderation|chair|scribe)\b\W{0,4}[:(]/im;
const SAID_BY =
  /^(?:[-*]\s+)?\*\*(?:\p{Lu}[^*\n]{1,60}(?::\*\*|\*\*:)|\p{L}[^*\n]{0,60}\*\*\s{0,2}[([]?\d{1,2}:\d\d[^\n]{0,4}:)/mu;
/** A letter says so above itself. */
const LETTER = /^From: \S[\s\S]{0,600}^(?:Subject|Date|To): \S/m;
const CLOCK = /\b\d{1,2}:\d\d\b/;
const DATED = /\b(?:19|20)\d\d[-_.]?\d\d[-_.]?\d\d\b/;
const LEAST_POINTS = 2;

const pointsIn = (lines: readonly string[]): number =>
  lines.filter((line) => POINT.test(line) || SAID_BY.test(line) || /^##\s/.test(line)).length;

/** Whether a text says who was there. */
export const listsPeople = (head: string): boolean => PEOPLE.test(head);

/** Whether a text that lies among talks tells of one: it has points or speakers, and people or a day. */
export function tellsOfTalk(path: string, head: string): boolean {
  const isOfPeople = PEOPLE.test(head) || SAID_BY.test(head);
  const isDated = DATED.test(path) || DATED.test(head.slice(0, 300));
  const lines = splitLines(head);
  const isClocked =
    lines.filter((line) => POINT.test(line) && CLOCK.test(line)).length >= LEAST_POINTS;
  if (LETTER.test(head)) return true;
  return (isOfPeople || isDated || isClocked) && pointsIn(lines) >= LEAST_POINTS;
}

/** A unit for each point or paragraph; the first holds the title and who was there. */
export function minutesUnits(lines: readonly string[]): Unit[] {
  const starts = lines.flatMap((line, i) => (opens(lines, i) && line !== '' ? [i] : []));
  const first = lines.findIndex((line, i) => i > 0 && isBody(line));
  const bodies = starts.filter((i) => i >= Math.max(1, first));
  const title = titleOf(lines);
  let within = title;
  const units: Unit[] = [];
  [0, ...bodies].forEach((start, index, all) => {
    if (index > 0 && start === 0) return;
    const end = (all[index + 1] ?? lines.length) - 1;
    const heading = HEADING.test(lines[start] ?? '') ? headingOf(lines[start]) : '';
    if (heading !== '' && index > 0) within = [...title, heading];
    const speaker = speakerIn(lines[start]);
    const meta = speaker === '' ? {} : { meta: { speaker } };
    const shape = { kind: 'turn', name: speaker, names: [], joins: false, ...meta };
    units.push({ ...shape, firstLine: start + 1, lastLine: end + 1, within: [...within] });
  });
  return units;
}

const speakerIn = (line = ''): string =>
  SAID_BY.test(line) ? (/\*\*(\p{L}[^*,:(\n]{0,40})/u.exec(line)?.[1] ?? '').trim() : '';

const headingOf = (line = ''): string => line.replace(/^#+\s*/, '').trim();
const titleOf = (lines: readonly string[]): string[] => {
  const title = headingOf(lines.find((line) => HEADING.test(line)));
  return title === '' ? [] : [title];
};

const isBody = (line: string): boolean =>
  POINT.test(line) || SAID_BY.test(line) || /^#{2,6}\s/.test(line);

/** A point, a speaker, a heading, or a paragraph after a blank line. */
function opens(lines: readonly string[], i: number): boolean {
  const line = lines[i] ?? '';
  if (POINT.test(line) || SAID_BY.test(line)) return !HEADING.test(lines[i - 1] ?? '');
  if (HEADING.test(line)) return true;
  return (lines[i - 1] ?? '').trim() === '' && /^\S/.test(line);
}
