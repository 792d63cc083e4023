import type { Gathering } from '../gather/gathering.ts';
import { byCodePoint } from '../math/order.ts';
import type { Facts } from '../model/document.ts';
import { isFunction } from '../retrieve/functions.ts';

/** Lines of a file that may be chosen by a number. */
export interface Candidate {
  readonly path: string;
  readonly facts: Facts;
  readonly firstLine: number;
  readonly lastLine: number;
  /** How likely it is needed. */
  readonly probability: number;
}

/** A function, or a piece of something else, on its way to a list. */
interface Unit extends Candidate {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly score: number;
  /** How many neighbours stand together. */
  readonly joined: number;
}

/* Chosen with bench/quality/shortlist.ts on 171 issues and 360 commits of 14 projects; how many stand together on 240 commits of four. */

/** Readers lose the thread, and the list its few tokens. */
const MOST_CANDIDATES = 40;
/** So many of the best files are on the list with their best piece, whatever else the others hold. */
const FILES_SURE = 24;
/** What the logarithm of the probability counts against the priority: words alone find more lines, files alone more files. */
const PROBABILITY_SHARE = 0.65;
/** A unit of so few lines stands with its neighbour, so that others find a place; a longer one does once the list is full. */
const SHORT_LINES = 24;
const JOINED_LINES = 120;
const JOINED_MOST = 5;
const LEAST_PROBABILITY = 1e-4;

/** What a reader may choose from, best first: whole functions, and pieces of everything else. */
export function candidatesFor({ files, chunks, fixed }: Gathering): Candidate[] {
  // What stands in every context needs no choice.
  const isFixed = new Set(fixed.documents.map(({ path }) => path));
  const units = chunks
    .filter(({ ranked: { path } }) => !isFixed.has(path))
    .flatMap((entry) => unitsOf(entry))
    .sort(byScore);
  const sure = bestOf(
    units,
    files.map(({ path }) => path),
  );
  const list: Unit[] = [];
  let open = sure.size;
  for (const unit of units) {
    const isSure = sure.has(unit);
    if (isSure) open--;
    const isFull = list.length + (isSure ? 0 : open) >= MOST_CANDIDATES;
    const joins = isFull || unit.lastLine - unit.firstLine < SHORT_LINES;
    const beside = joins ? list.findIndex((other) => standTogether(other, unit)) : -1;
    const neighbour = list[beside];
    if (neighbour !== undefined) list[beside] = together(neighbour, unit);
    else if (!isFull) list.push(unit);
  }
  return list;
}

type Entry = Gathering['chunks'][number];

/** The pieces of a file; those of one long function are one. */
function unitsOf({ ranked: { path }, facts, chunks }: Entry): Unit[] {
  const units: Unit[] = [];
  const able = chunks.filter(({ priority }) => priority > 0);
  for (const { sequence, priority, worth, ...lines } of able.toSorted(
    (a, b) => a.sequence - b.sequence,
  )) {
    const { firstLine, lastLine } = lines;
    const likely = Math.log(worth + LEAST_PROBABILITY);
    const unit: Unit = {
      path,
      facts,
      firstLine,
      lastLine,
      probability: Math.min(1, worth),
      firstSequence: sequence,
      lastSequence: sequence,
      score: PROBABILITY_SHARE * likely + (1 - PROBABILITY_SHARE) * priority,
      joined: 1,
    };
    const before = units.at(-1);
    if (before !== undefined && isOneFunction(before, unit)) {
      units[units.length - 1] = { ...together(before, unit), joined: 1 };
    } else units.push(unit);
  }
  return units;
}

/** Whether a piece goes on where the other ends, in the same function. */
function isOneFunction({ facts, lastSequence }: Unit, { firstSequence }: Unit): boolean {
  const [a, b] = [facts.chunks[lastSequence], facts.chunks[firstSequence]];
  if (firstSequence !== lastSequence + 1 || a === undefined || b === undefined) return false;
  const isSame = a.name === b.name && a.within.join() === b.within.join();
  return isFunction(a) && isFunction(b) && isSame;
}

const standTogether = (a: Unit, b: Unit): boolean => {
  const [first, second] = a.firstSequence < b.firstSequence ? [a, b] : [b, a];
  return (
    a.path === b.path &&
    first.lastSequence + 1 === second.firstSequence &&
    second.lastLine - first.firstLine < JOINED_LINES &&
    a.joined + b.joined <= JOINED_MOST
  );
};

const together = (a: Unit, b: Unit): Unit => ({
  ...a,
  firstLine: Math.min(a.firstLine, b.firstLine),
  lastLine: Math.max(a.lastLine, b.lastLine),
  firstSequence: Math.min(a.firstSequence, b.firstSequence),
  lastSequence: Math.max(a.lastSequence, b.lastSequence),
  probability: Math.max(a.probability, b.probability),
  score: Math.max(a.score, b.score),
  joined: a.joined + b.joined,
});

const byScore = (a: Unit, b: Unit): number =>
  b.score - a.score || byCodePoint(a.path, b.path) || a.firstLine - b.firstLine;

/** The best piece of each of the best files. */
function bestOf(units: readonly Unit[], paths: readonly string[]): Set<Unit> {
  const best = new Map<string, Unit>();
  for (const unit of units) if (!best.has(unit.path)) best.set(unit.path, unit);
  return new Set(paths.flatMap((path) => best.get(path) ?? []).slice(0, FILES_SURE));
}
