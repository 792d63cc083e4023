import { SheafError } from '../model/errors.ts';
import {
  BAND_SIZE,
  type Change,
  type PartName,
  type PartState,
  type Step,
  TOP_RANK,
} from '../model/flow.ts';
import { evidenceOf, findEvidence, isRange, selectEvidence } from './find.ts';
import { bandOf, baseOf, fileOf, inState, nameOf } from './names.ts';

const evidenceIn = (parts: readonly PartName[]): PartName[] =>
  parts.filter(({ role }) => role === 'evidence');

/* Changes to a flow as plain data: which files move where. Nothing is touched here. */

export type Toggle = 'on' | 'off' | 'flip';

/** FL-6 `toggle [on|off] NAME|RANGE`. */
export function toggle(parts: readonly PartName[], name: string, to: Toggle): Change {
  const chosen = selectEvidence(parts, name);
  const links = chosen.filter(({ state }) => state === 'linked');
  const [link] = links;
  if (link !== undefined && !isRange(name) && to !== 'on') {
    throw new SheafError(
      'usage',
      `${nameOf(link.file)} is a link, which is always active`,
      `sheaf evidence remove ${baseOf(link)} takes it out`,
    );
  }
  const turned = chosen.flatMap((part) => {
    const state = stateFor(part.state, to);
    return state === part.state ? [] : [{ part, state }];
  });
  const steps = turned.map(({ part, state }) => moved(part, inState(part, state)));
  refuseClashes(parts, steps);
  const notes = links.length > 0 && to !== 'on' ? [`${links.length} linked stay active`] : [];
  if (turned.length === 0) notes.push('nothing to change');
  return {
    what: `Toggled ${to === 'flip' ? wordFor(turned.map(({ state }) => state)) : to}`,
    steps,
    files: turned.map(({ part, state }) => inState(part, state)),
    notes,
  };
}

function stateFor(state: PartState, to: Toggle): PartState {
  if (state === 'linked') return state;
  if (to === 'flip') return state === 'active' ? 'skipped' : 'active';
  return to === 'on' ? 'active' : 'skipped';
}

const wordFor = (states: readonly PartState[]): string => (states[0] === 'skipped' ? 'off' : 'on');

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
      throw new SheafError('usage', `${nameOf(step.to)} is there already`, hint);
    }
    if (step.kind === 'move') taken.add(step.to);
  }
}

const tooHigh = (rank: number): SheafError =>
  new SheafError('usage', `rank ${rank} is past ${TOP_RANK}`, 'sheaf evidence rebase makes room');

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
    ...room.map((other) => moved(other.part, `ctx/evidence/${other.to}`)),
  ];
  refuseClashes(parts, steps);
  const notes = room.map(
    (other) => `${baseOf(other.part)} moved to ${other.to.slice(0, 3)} to make room`,
  );
  return { what: 'Ranked', steps, files: [target], notes };
}

export interface Shift {
  readonly part: PartName;
  /** Its new file name. */
  readonly to: string;
}

/** Who must give way so that a rank is free: those who have it, and those who stand where they go. */
export function makeRoom(parts: readonly PartName[], at: number): Shift[] {
  const evidence = evidenceIn(parts);
  const shifts: Shift[] = [];
  for (let rankNow = at; ; rankNow++) {
    const here = evidence.filter((part) => part.rank === rankNow);
    if (here.length === 0) return shifts;
    if (rankNow + 1 > TOP_RANK) throw tooHigh(rankNow + 1);
    for (const part of here) {
      shifts.push({ part, to: nameOf(fileOf({ ...part, rank: rankNow + 1 })) });
    }
  }
}

/** Steps that keep a band's order; ten where ten fit. */
const STEPS = [10, 5, 2, 1] as const;

/** FL-6 `rebase`: steps of ten inside each band, order kept; smaller steps where a band holds more than ten. */
export function rebase(parts: readonly PartName[]): Change {
  const bands = new Map<number, PartName[]>();
  for (const part of evidenceOf(parts)) {
    const band = bandOf(part.rank ?? TOP_RANK);
    bands.set(band, [...(bands.get(band) ?? []), part]);
  }
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
  return {
    what: 'Rebased',
    steps,
    files: steps.map((s) => (s.kind === 'move' ? s.to : s.file)),
    notes,
  };
}

/** FL-6 `remove NAME|RANGE`. */
export function remove(parts: readonly PartName[], name: string): Change {
  const chosen = selectEvidence(parts, name);
  return {
    what: 'Removed',
    steps: chosen.map(({ file }) => ({ kind: 'remove', file })),
    files: chosen.map(({ file }) => file),
    notes: [],
  };
}

/** Where something new goes in a band: the next ten, then any gap, then the first place that is free beyond it. */
export function nextRank(parts: readonly PartName[], band: number): number {
  const taken = new Set(evidenceIn(parts).flatMap(({ rank: at }) => (at === null ? [] : [at])));
  const top = band + BAND_SIZE - 1;
  let highest = band - 1;
  for (const at of taken) if (at <= top && at > highest) highest = at;
  const next = (Math.floor(highest / 10) + 1) * 10;
  if (next <= top) return next;
  for (let at = band; at <= TOP_RANK; at++) if (!taken.has(at)) return at;
  throw tooHigh(TOP_RANK + 1);
}
