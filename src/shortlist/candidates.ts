import type { Gathering } from '../gather/gathering.ts';
import { together, type Unit, unitsOf } from '../gather/units.ts';

/** Lines of a file that may be chosen by a number. */
export type Candidate = Pick<Unit, 'path' | 'facts' | 'firstLine' | 'lastLine' | 'probability'>;

/** A unit with how many neighbours stand together in it. */
interface Joined extends Unit {
  readonly joined: number;
}

/* Chosen with bench/quality/shortlist.ts on 171 issues and 360 commits of 14 projects; how many stand together on 240 commits of four. */

/** Readers lose the thread, and the list its few tokens. */
const MOST_CANDIDATES = 40;
/** So many of the best files are on the list with their best piece, whatever else the others hold. */
const FILES_SURE = 24;
/** A unit of so few lines stands with its neighbour, so that others find a place; a longer one does once the list is full. */
const SHORT_LINES = 40;
const JOINED_LINES = 160;
const JOINED_MOST = 6;

/** What a reader may choose from, best first: whole functions, and pieces of everything else. */
export function candidatesFor({ files, chunks, fixed }: Gathering): Candidate[] {
  // What stands in every context needs no choice.
  const isFixed = new Set(fixed.documents.map(({ path }) => path));
  const units = unitsOf(chunks.filter(({ ranked: { path } }) => !isFixed.has(path)));
  const sure = bestOf(
    units,
    files.map(({ path }) => path),
  );
  const list: Joined[] = [];
  let open = sure.size;
  for (const unit of units) {
    const isSure = sure.has(unit);
    if (isSure) open--;
    const isFull = list.length + (isSure ? 0 : open) >= MOST_CANDIDATES;
    const joins = isFull || unit.lastLine - unit.firstLine < SHORT_LINES;
    const beside = joins ? list.findIndex((other) => standTogether(other, unit)) : -1;
    const neighbour = list[beside];
    if (neighbour !== undefined) {
      list[beside] = { ...together(neighbour, unit), joined: neighbour.joined + 1 };
    } else if (!isFull) list.push({ ...unit, joined: 1 });
  }
  return list;
}

const standTogether = (a: Joined, b: Unit): boolean => {
  const [first, second] = a.firstSequence < b.firstSequence ? [a, b] : [b, a];
  return (
    a.path === b.path &&
    first.lastSequence + 1 === second.firstSequence &&
    second.lastLine - first.firstLine < JOINED_LINES &&
    a.joined < JOINED_MOST
  );
};

/** The best piece of each of the best files. */
function bestOf(units: readonly Unit[], paths: readonly string[]): Set<Unit> {
  const best = new Map<string, Unit>();
  for (const unit of units) if (!best.has(unit.path)) best.set(unit.path, unit);
  return new Set(paths.flatMap((path) => best.get(path) ?? []).slice(0, FILES_SURE));
}
