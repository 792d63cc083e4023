import { groupBy } from '../math/groups.ts';
import { SheafError } from '../model/errors.ts';
import type { Change, Part, PartName, PartState, Step } from '../model/flow.ts';
import { BAND_SIZE, TOP_RANK } from '../model/flow.ts';
import { evidenceIn, writeEvidence } from './evidence-text.ts';
import { evidenceOf, findEvidence, ranged, selectEvidence } from './find.ts';
import { bandOf, baseOf, fileOf, inState, nameOf, rankText } from './names.ts';
import { sourcePath } from './provenance.ts';

/* Changes to a flow as plain data: which files move where. Nothing is touched here. */

export type Toggle = 'on' | 'off' | 'flip';

export type Names = string | readonly string[];

/** FL-6 `toggle [on|off] NAME|RANGE…`. */
export function toggle(parts: readonly PartName[], names: Names, to: Toggle): Change {
  const chosen = selectEvidence(parts, names);
  const links = chosen.filter(({ state }) => state === 'linked');
  const inRanges = new Set([names].flat().flatMap((name) => ranged(parts, name) ?? []));
  const link = links.find((part) => !inRanges.has(part));
  if (link !== undefined && to !== 'on') {
    const hint = `remove it with sheaf evidence remove ${baseOf(link)}`;
    const sentence = `${nameOf(link.file)} is a link, and links are always active`;
    throw new SheafError('usage', sentence, hint);
  }
  const turned = chosen.flatMap((part) => {
    const isOn = to === 'flip' ? part.state === 'skipped' : to === 'on';
    const state: PartState = isOn ? 'active' : 'skipped';
    return part.state === 'linked' || part.state === state ? [] : [{ part, state }];
  });
  const steps = turned.map(({ part, state }) => moved(part, inState(part, state)));
  refuseClashes(parts, steps);
  const notes = links.length > 0 && to !== 'on' ? [linksStay(links.length)] : [];
  if (turned.length === 0) notes.push('nothing to change');
  const word = to === 'flip' ? wordFor(turned.map(({ state }) => state)) : to;
  return { what: `Toggled ${word}`.trim(), steps, files: filesAfter(steps), notes };
}

/** `on` or `off` where all went the same way. */
function wordFor(states: readonly PartState[]): string {
  if (new Set(states).size > 1) return '';
  return states[0] === 'skipped' ? 'off' : 'on';
}

export const linksStay = (count: number): string =>
  count === 1 ? '1 link stays active' : `${count} links stay active`;

export const filesAfter = (steps: readonly Step[]): string[] =>
  steps.map((step) => (step.kind === 'move' ? step.to : step.file));

const moved = (part: PartName, to: string): Step => ({ kind: 'move', file: part.file, to });

/** Two files may not get one name: someone put a `.md` beside its `.md.skip`. */
export function refuseClashes(parts: readonly PartName[], steps: readonly Step[]): void {
  const leaving = new Set(
    steps.flatMap((step) => (step.kind === 'move' || step.kind === 'remove' ? [step.file] : [])),
  );
  const taken = new Set(parts.map(({ file }) => file).filter((file) => !leaving.has(file)));
  for (const step of steps) {
    if (step.kind === 'move' && taken.has(step.to)) {
      const hint = 'rename or remove one of the two';
      throw new SheafError('usage', `${nameOf(step.to)} already exists`, hint);
    }
    if (step.kind === 'move') taken.add(step.to);
  }
}

const tooHigh = (rank: number): SheafError =>
  new SheafError('usage', `rank ${rank} is above ${TOP_RANK}`, 'sheaf evidence rebase makes room');

/** FL-6 `rank NAME N`: neighbours give way by one each, only as far as they must. */
export function rank(parts: readonly PartName[], name: string, to: number): Change {
  if (!Number.isInteger(to) || to < 0) {
    throw new SheafError('usage', `a rank is a whole number from 0 to ${TOP_RANK}`);
  }
  if (to > TOP_RANK) throw tooHigh(to);
  const part = findEvidence(parts, name);
  if (part.rank === to)
    return { what: 'Ranked', steps: [], files: [part.file], notes: ['nothing to change'] };
  const others = parts.filter((other) => other !== part);
  const room = makeRoom(others, to);
  const target = fileOf({ ...part, rank: to });
  const steps = [
    moved(part, target),
    ...room.map((other) => moved(other.part, fileOf({ ...other.part, rank: other.rank }))),
  ];
  refuseClashes(parts, steps);
  return { what: 'Ranked', steps, files: [target], notes: roomNotes(room) };
}

/** A part that gives way, and where to. */
export interface Shift {
  readonly part: PartName;
  readonly rank: number;
}

/** More would hide what was done. */
const SHIFTS_SHOWN = 5;

/** Who gave way, one by one where they are few. */
export const roomNotes = (room: readonly Shift[]): string[] =>
  room.length > SHIFTS_SHOWN
    ? [`${room.length} others moved to make room, their order kept`]
    : room.map(({ part, rank }) => `${baseOf(part)} moved to ${rankText(rank)} to make room`);

/** Who must give way so that ranks are free from `at` on: those who have one of them, and those who stand where they go. */
export function makeRoom(parts: readonly PartName[], at: number, count = 1): Shift[] {
  const shifts: Shift[] = [];
  let free = at + count;
  if (free - 1 > TOP_RANK) throw tooHigh(free - 1);
  for (const part of evidenceOf(parts)) {
    if (part.rank === null || part.rank < at) continue;
    if (part.rank >= free) break;
    if (free > TOP_RANK) throw tooHigh(free);
    shifts.push({ part, rank: free++ });
  }
  return shifts;
}

/** Steps that keep a band's order; ten where ten fit. */
export const STEPS = [10, 5, 2, 1] as const;

/** FL-6 `rebase`: steps of ten inside each band, order kept; smaller steps where a band holds more than ten. */
export function rebase(parts: readonly PartName[]): Change {
  const bands = groupBy(evidenceOf(parts), (part) => bandOf(part.rank ?? TOP_RANK));
  const notes: string[] = [];
  const steps: Step[] = [];
  for (const [band, members] of bands) {
    const step = STEPS.find((size) => members.length * size <= BAND_SIZE);
    if (step === undefined) {
      notes.push(`${members.length} files in ${band}–${band + BAND_SIZE - 1} stay as they are`);
      continue;
    }
    if (step !== STEPS[0]) notes.push(`steps of ${step} in ${band}–${band + BAND_SIZE - 1}`);
    members.forEach((part, i) => {
      const to = fileOf({ ...part, rank: band + i * step });
      if (to !== part.file) steps.push(moved(part, to));
    });
  }
  refuseClashes(parts, steps);
  if (steps.length === 0) notes.push('nothing to change');
  return { what: 'Rebased', steps, files: filesAfter(steps), notes };
}

/** FL-6 `remove NAME|RANGE…`. */
export function remove(parts: readonly PartName[], names: Names): Change {
  const files = selectEvidence(parts, names).map(({ file }) => file);
  const steps = files.map((file): Step => ({ kind: 'remove', file }));
  return { what: 'Removed', steps, files, notes: [] };
}

/** `level NAME LEVEL`: the same document with another text; it is a person's choice from now on. */
export function relevel(
  parts: readonly Part[],
  name: string,
  { level, text, cid }: { readonly level: string; readonly text: string; readonly cid: string },
): Change {
  const part = findEvidence(parts, name);
  const { provenance } = evidenceIn(part);
  const path = sourcePath(provenance);
  if (provenance === null || path === null) {
    const sentence = `${nameOf(part.file)} does not say which file it comes from`;
    throw new SheafError('usage', sentence, 'add the file with sheaf add instead');
  }
  const more = { ...provenance.more, level };
  const written = writeEvidence(path, { ...provenance, cid, span: null, more }, text);
  const isSame = written === part.text;
  return {
    what: `Level ${level}`,
    steps: isSame ? [] : [{ kind: 'write', file: part.file, text: written }],
    files: [part.file],
    notes: isSame ? ['nothing to change'] : [],
  };
}

/**
 * Ranks for newcomers after all that stands in a band, in their order: ten apart, or as far as the band has room for all of
 * them. In a band that is full at its end those before give way, only as far as they must; what finds no place in it at all goes
 * to the next free ranks.
 */
export function ranksAfter(
  parts: readonly PartName[],
  band: number,
  count: number,
): { readonly ranks: readonly number[]; readonly room: readonly Shift[] } {
  const evidence = evidenceOf(parts);
  const members = evidence.filter(({ rank: at }) => at !== null && bandOf(at) === band);
  const last = members.at(-1)?.rank ?? band - 1;
  const end = band + BAND_SIZE;
  for (const step of STEPS) {
    const first = (Math.floor(last / step) + 1) * step;
    if (first + (count - 1) * step >= end) continue;
    return { ranks: Array.from({ length: count }, (_, i) => first + i * step), room: [] };
  }
  const fitting = Math.max(0, Math.min(count, BAND_SIZE - members.length));
  const ranks = Array.from({ length: fitting }, (_, i) => end - fitting + i);
  const room: Shift[] = [];
  for (let free = end - fitting - 1; free >= band; free--) {
    const part = members.pop();
    if (part === undefined || (part.rank ?? 0) <= free) break;
    room.push({ part, rank: free });
  }
  const taken = new Set(evidence.map(({ rank: at }) => at));
  for (let next = end; ranks.length < count; next++) {
    if (next > TOP_RANK) throw tooHigh(next);
    if (!taken.has(next)) ranks.push(next);
  }
  return { ranks, room };
}
