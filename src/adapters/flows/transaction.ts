import { createHash } from 'node:crypto';
import { join, sep } from 'node:path';
import { SheafError } from '../../model/errors.ts';
import type { Change, Step } from '../../model/flow.ts';
import type { Disk } from './disk.ts';

/*
 * Changes of many files as one. All that is new is laid out in `.groom/tx`; the journal's name there decides: without
 * `plan.json` nothing has happened, with it the change will be carried through, now or when the flow is opened next.
 *
 *   draft.json  → plan.json      decided: every file that leaves its place is parked in `old-N`
 *   plan.json   → parked.json    all are parked: every file that comes is put in its place
 *   tx          → undo/<number>  done; what was replaced or removed stays there for `undo`
 *   tx          → redo/<number>  a change that takes that one back is done, and can be taken back itself
 */

interface Item {
  readonly from?: string;
  readonly to?: string;
  /** Comes from `new-N`, not from where it was parked. */
  readonly fresh?: boolean;
  /** Of what a person may edit afterwards: its hash, to see whether one did. */
  readonly sum?: string;
}

/** With a step of our own: what an earlier change had put aside comes back. */
type AnyStep = Step | { readonly kind: 'restore'; readonly file: string; readonly kept: string };
export type AnyChange = Omit<Change, 'steps'> & {
  readonly steps: readonly AnyStep[];
  /** The number of the change that this one takes back, or makes again. */
  readonly undoes?: number;
  readonly redoes?: number;
};

interface Journal extends Pick<AnyChange, 'what' | 'undoes' | 'redoes'> {
  readonly items: readonly Item[];
}

const UNDO_KEPT = 50;

const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const groom = (flow: string, ...names: string[]): string => join(flow, '.groom', ...names);
const txOf = (flow: string, ...names: string[]): string => groom(flow, 'tx', ...names);

/** Changes that can be taken back, and those that were. */
type Stack = 'undo' | 'redo';
const folderOf = (flow: string, stack: Stack, number: number): string =>
  groom(flow, stack, String(number));

/** Carries a change out as a whole. The caller holds the writer's lock. */
export function apply(disk: Disk, flow: string, { what, steps, undoes, redoes }: AnyChange): void {
  recover(disk, flow);
  if (steps.length === 0) return;
  disk.makeFolder(txOf(flow));
  const items = steps.map((step, i) => stage(disk, flow, step, i));
  disk.write(txOf(flow, 'draft.json'), JSON.stringify({ what, items, undoes, redoes }));
  // Where nothing new was laid out, the journal alone has to be seen, and it is once it has its name.
  if (items.some(({ fresh }) => fresh === true)) disk.sync(txOf(flow));
  disk.rename(txOf(flow, 'draft.json'), txOf(flow, 'plan.json'));
  disk.sync(txOf(flow));
  finish(disk, flow);
}

/** Brings a change that was cut short to its end, or forgets one that had not been decided. */
export function recover(disk: Disk, flow: string): void {
  forgetUndone(disk, flow);
  if (!disk.exists(txOf(flow))) return;
  if (isPending(disk, flow)) finish(disk, flow);
  else disk.remove(txOf(flow));
}

export const isPending = (disk: Disk, flow: string): boolean =>
  disk.exists(txOf(flow, 'plan.json')) || disk.exists(txOf(flow, 'parked.json'));

/** The new file of a step is laid out; the item says where things go. */
function stage(disk: Disk, flow: string, step: AnyStep, i: number): Item {
  const place = txOf(flow, `new-${i}`);
  switch (step.kind) {
    case 'move': {
      const item = { from: step.file, to: step.to };
      if (step.text === undefined) return item;
      disk.write(place, step.text);
      return { ...item, fresh: true, sum: sumOf(step.text) };
    }
    case 'remove':
      return { from: step.file };
    case 'write':
      disk.write(place, step.text);
      return { from: step.file, to: step.file, fresh: true, sum: sumOf(step.text) };
    case 'restore': {
      disk.copy(step.kept, place);
      const item = { from: step.file, to: step.file, fresh: true };
      const text = step.file.endsWith('.link') ? null : disk.read(place);
      return text === null ? item : { ...item, sum: sumOf(text) };
    }
    case 'link':
      disk.symlink(step.target, place);
      return { from: step.file, to: step.file, fresh: true };
  }
}

function finish(disk: Disk, flow: string): void {
  const plan = txOf(flow, 'plan.json');
  const parked = txOf(flow, 'parked.json');
  if (disk.exists(plan)) {
    const there = namesIn(disk, flow);
    readJournal(disk, plan).items.forEach(({ from }, i) => {
      if (from === undefined || there(txOf(flow, `old-${i}`)) || !there(join(flow, from))) return;
      disk.rename(join(flow, from), txOf(flow, `old-${i}`));
    });
    disk.sync(txOf(flow));
    disk.rename(plan, parked);
  }
  const journal = readJournal(disk, parked);
  const there = namesIn(disk, flow);
  journal.items.forEach((item, i) => {
    const source = txOf(flow, `${item.fresh === true ? 'new' : 'old'}-${i}`);
    if (item.to === undefined || !there(source)) return;
    disk.rename(source, freePlace(disk, join(flow, item.to)));
  });
  const folders = new Set(
    journal.items.flatMap(({ to }) => (to === undefined ? [] : [join(flow, to, '..')])),
  );
  for (const folder of folders) if (disk.exists(folder)) disk.sync(folder);
  retire(disk, flow, journal);
}

/** Whether something lay at a place when its folder was first asked for: one look a folder, not one a file. */
function namesIn(disk: Disk, flow: string): (place: string) => boolean {
  const folders = new Map<string, ReadonlySet<string>>();
  return (place) => {
    const cut = place.lastIndexOf(sep);
    const folder = cut === -1 ? flow : place.slice(0, cut);
    const names = folders.get(folder) ?? new Set(disk.list(folder));
    folders.set(folder, names);
    return names.has(place.slice(cut + 1));
  };
}

/** A file that someone put there meanwhile is not overwritten: ours gets a name beside it. */
function freePlace(disk: Disk, place: string): string {
  if (!disk.exists(place)) return place;
  const cut = place.search(/\.(?:system|user|evidence)?\.?(?:md|md\.skip|link|json)$/);
  const [stem, ending] = cut === -1 ? [place, ''] : [place.slice(0, cut), place.slice(cut)];
  for (let n = 2; ; n++) {
    const beside = `${stem}-${n}${ending}`;
    if (!disk.exists(beside)) return beside;
  }
}

function retire(disk: Disk, flow: string, { undoes, redoes }: Journal): void {
  if (undoes !== undefined) {
    // What was taken back before a change that is now taken back itself can't be made again.
    for (const number of numbersIn(disk, flow, 'redo')) {
      if (number <= undoes) disk.remove(folderOf(flow, 'redo', number));
    }
    disk.rename(txOf(flow), folderOf(flow, 'redo', undoes));
    forgetUndone(disk, flow);
    return;
  }
  const numbers = numbersIn(disk, flow, 'undo');
  const undone = numbersIn(disk, flow, 'redo');
  if (redoes !== undefined) {
    disk.remove(folderOf(flow, 'redo', redoes));
    disk.rename(txOf(flow), folderOf(flow, 'undo', redoes));
    return;
  }
  const last = Math.max(0, ...numbers.slice(-1), ...undone.slice(-1));
  disk.rename(txOf(flow), folderOf(flow, 'undo', last + 1));
  disk.remove(groom(flow, 'redo'));
  for (const number of numbers.slice(0, -UNDO_KEPT)) disk.remove(folderOf(flow, 'undo', number));
}

/** The change that was taken back last may still lie among those that can be. */
function forgetUndone(disk: Disk, flow: string): void {
  for (const number of numbersIn(disk, flow, 'redo')) {
    const folder = folderOf(flow, 'undo', number);
    if (disk.exists(folder)) disk.remove(folder);
  }
}

const numbersIn = (disk: Disk, flow: string, stack: Stack): number[] =>
  disk
    .list(groom(flow, stack))
    .map(Number)
    .filter(Number.isInteger)
    .sort((a, b) => a - b);

/** A part, or a record of ours; a project may come with a journal made up to move other files. */
const PLACE = /^(?:ctx\/(?:evidence\/)?|\.groom\/(?:lines\/)?)(?!\.{1,2}$)[^/\0]+$/;

function isOurs(item: Item | null): boolean {
  const places = [item?.from, item?.to].filter((place) => place !== undefined);
  return item !== null && places.every((place) => typeof place === 'string' && PLACE.test(place));
}

function readJournal(disk: Disk, file: string): Journal {
  let cause: unknown = null;
  try {
    const journal = JSON.parse(disk.read(file) ?? '') as Partial<Journal>;
    if (Array.isArray(journal.items) && journal.items.every(isOurs)) return journal as Journal;
  } catch (error) {
    cause = error;
  }
  const hint =
    'the files it was about to move are next to it; move them back by hand and delete the folder';
  throw new SheafError('damaged', `the journal ${file} cannot be read`, hint, cause);
}

const VERBS = { undo: 'Undid', redo: 'Redid' } as const;
const PREFIX = /^(?:(?:Undid|Redid): )+/;

/** What was done last, or taken back last; null where there is nothing. */
function topOf(disk: Disk, flow: string, stack: Stack): number | null {
  const newest = numbersIn(disk, flow, 'undo').at(-1) ?? null;
  if (stack === 'undo') return newest;
  // What was done since has taken the place of what was undone.
  const [next] = numbersIn(disk, flow, 'redo');
  return next !== undefined && next > (newest ?? 0) ? next : null;
}

/** What `undo` or `redo` would be about, in words. */
export function topOfStack(disk: Disk, flow: string, stack: Stack): string | null {
  const number = topOf(disk, flow, stack);
  if (number === null) return null;
  const file = join(folderOf(flow, stack, number), 'parked.json');
  return readJournal(disk, file).what.replace(PREFIX, '');
}

/** The change that takes the last one back, or makes the one again that was taken back last, from what was kept of it. */
export function reversalOf(disk: Disk, flow: string, stack: Stack): AnyChange {
  const number = topOf(disk, flow, stack);
  if (number === null)
    throw new SheafError('not-found', `there is nothing to ${stack} in this flow`);
  const folder = folderOf(flow, stack, number);
  const { what: done, items } = readJournal(disk, join(folder, 'parked.json'));
  const what = done.replace(PREFIX, '');
  const steps = items.flatMap((item, i) => reverse(disk, item, join(folder, `old-${i}`)));
  const leaving = new Set(items.flatMap(({ to }) => (to === undefined ? [] : [to])));
  const refuse = (file: string, why: string): SheafError => {
    const sentence = `${file} ${why}, so “${what}” cannot be ${stack === 'undo' ? 'undone' : 'redone'}`;
    return new SheafError('usage', sentence, 'it was changed by hand in the meantime');
  };
  items.forEach(({ from, to, fresh, sum }) => {
    const now = to === undefined ? null : disk.read(join(flow, to));
    if (fresh !== true && to !== undefined && !disk.exists(join(flow, to)))
      throw refuse(to, 'is no longer there');
    if (to?.startsWith('ctx/') === true && sum !== undefined && now !== null && sumOf(now) !== sum)
      throw refuse(to, 'was edited');
    if (from !== undefined && !leaving.has(from) && disk.exists(join(flow, from)))
      throw refuse(from, 'is there again');
  });
  const files = steps.map((step) => (step.kind === 'move' ? step.to : step.file));
  const which = stack === 'undo' ? { undoes: number } : { redoes: number };
  return { what: `${VERBS[stack]}: ${what}`, steps, files, notes: [], ...which };
}

function reverse(disk: Disk, { from, to, fresh }: Item, kept: string): AnyStep[] {
  if (to !== undefined && fresh !== true) return [{ kind: 'move', file: to, to: from ?? to }];
  const restored = from !== undefined && disk.exists(kept) ? from : null;
  return [
    ...(to === undefined || to === restored ? [] : [{ kind: 'remove', file: to } as const]),
    ...(restored === null ? [] : [{ kind: 'restore', file: restored, kept } as const]),
  ];
}
