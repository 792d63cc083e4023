/** Something that may be taken, and what may be taken only with it. */
export interface Item {
  readonly weight: number;
  readonly value: number;
  readonly parts: readonly Item[];
}

/** Items that cost something together before the first of them can be taken. */
export interface Group {
  /** Of the group itself, with everything in it that is not in question. */
  readonly weight: number;
  readonly value: number;
  /** Whether it is taken in any case; what it weighs is then not part of the capacity. */
  readonly isGiven: boolean;
  /** Whether it is nothing without one of its items. */
  readonly isEmpty: boolean;
  readonly items: readonly Item[];
}

/** Cells of the tables that are filled at most; beyond, weights are rounded up to a coarser measure. */
export const MOST_CELLS = 8_000_000;

/**
 * The choice of most value whose weight is at most the capacity: dynamic programming over groups, their items, and the parts of these.
 * It is exact, so that no other is worth more, but where weights had to be rounded up.
 */
export function bestChoice(
  groups: readonly Group[],
  capacity: number,
): Omit<Place, 'cell'> & { readonly isExact: boolean } {
  const steps = groups.reduce((sum, { items }) => sum + 1 + stepsOf(items), 0);
  const measure = Math.max(1, Math.ceil((Math.max(0, capacity) * steps) / MOST_CELLS));
  const cells = Math.max(0, Math.floor(capacity / measure));
  const undo: ((at: Place) => void)[] = [];
  let best = new Float64Array(cells + 1);
  for (const group of groups) {
    const bare = group.isGiven ? best.slice() : shifted(best, group, measure);
    const empty = group.isEmpty ? bare : null;
    const opened = group.isEmpty ? none(best.length) : bare;
    const back = group.items.map((item) => offered(opened, item, measure, empty)).reverse();
    const isOpened = group.isGiven ? null : improved(best, opened);
    if (group.isGiven) best = opened;
    undo.push((at) => {
      if (isOpened !== null && isOpened[at.cell] === 0) return;
      // The item that was the first of its group ends the way back through it.
      back.some((step) => step(at));
      if (!group.isGiven) at.cell -= cellsOf(group, measure);
      at.groups.add(group);
    });
  }
  const at: Place = { cell: cells, groups: new Set(), items: new Set() };
  for (const step of undo.reverse()) step(at);
  return { groups: at.groups, items: at.items, isExact: measure === 1 };
}

/** Where the way back through the tables stands, and what it has met. */
interface Place {
  cell: number;
  readonly groups: Set<Group>;
  readonly items: Set<Item>;
}

const none = (length: number): Float64Array<ArrayBuffer> =>
  new Float64Array(length).fill(Number.NEGATIVE_INFINITY);

const stepsOf = (items: readonly Item[]): number =>
  items.reduce((sum, { parts }) => sum + 1 + stepsOf(parts), 0);

const cellsOf = ({ weight }: Pick<Item, 'weight'>, measure: number): number =>
  Math.ceil(weight / measure);

/** The table if something is taken in any case. */
function shifted(table: Float64Array, taken: Pick<Item, 'weight' | 'value'>, measure: number) {
  const cells = cellsOf(taken, measure);
  const next = none(table.length);
  for (let cell = cells; cell < table.length; cell++) {
    next[cell] = (table[cell - cells] ?? 0) + taken.value;
  }
  return next;
}

/** Puts what is better of another table into this one, and tells where that was. */
function improved(table: Float64Array, other: Float64Array): Uint8Array {
  const isBetter = new Uint8Array(table.length);
  for (let cell = 0; cell < table.length; cell++) {
    const value = other[cell] ?? 0;
    if (value <= (table[cell] ?? 0)) continue;
    table[cell] = value;
    isBetter[cell] = 1;
  }
  return isBetter;
}

/**
 * Offers an item to each cell of a table; where the group is empty before it, to that table too. The result walks back over the
 * decision and tells whether the item was the first.
 */
function offered(
  table: Float64Array,
  item: Item,
  measure: number,
  empty: Float64Array | null = null,
): (at: Place) => boolean {
  const cells = cellsOf(item, measure);
  if (empty === null && item.parts.length === 0) return offeredInPlace(table, item, cells);
  const before = table.slice();
  const isFirst = empty === null ? null : improved(before, empty);
  const taken = shifted(before, item, measure);
  const back = item.parts.map((part) => offered(taken, part, measure)).reverse();
  const isTaken = improved(table, taken);
  return (at) => {
    if (isTaken[at.cell] === 0) return false;
    for (const step of back) step(at);
    at.cell -= cells;
    at.items.add(item);
    return isFirst !== null && isFirst[at.cell] === 1;
  };
}

/** The same for an item without parts in a group that is not empty, without another table. */
function offeredInPlace(table: Float64Array, item: Item, cells: number): (at: Place) => boolean {
  const isTaken = new Uint8Array(table.length);
  for (let cell = table.length - 1; cell >= cells; cell--) {
    const value = (table[cell - cells] ?? 0) + item.value;
    if (value <= (table[cell] ?? 0)) continue;
    table[cell] = value;
    isTaken[cell] = 1;
  }
  return (at) => {
    if (isTaken[at.cell] === 0) return false;
    at.cell -= cells;
    at.items.add(item);
    return false;
  };
}
