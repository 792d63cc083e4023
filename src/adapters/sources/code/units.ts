import type { Unit } from '../../../model/document.ts';
import { isPart, isValue, type Nested } from './nesting.ts';

/** A longer function is cut into windows anyway; if others are nested in it, better along them. */
const LONG_LINES = 80;
/** A value this long (a table, a list of routes) is a unit of its own; shorter ones stay with their neighbours. */
const LONG_VALUE_LINES = 5;

/** What the cutter knows about rows. */
export interface Rows {
  readonly count: number;
  /** 1 for rows that belong to the definition below them: whole-line comments, decorators, attributes. */
  readonly leads: Uint8Array;
  /** True if a row holds nothing but blanks. */
  readonly isBlank: (row: number) => boolean;
  /** True if a row holds nothing but closing brackets or `end`. */
  readonly isCloser: (row: number) => boolean;
}

function lastOf({ count, isBlank }: Rows): number {
  let last = count - 1;
  while (last >= 0 && isBlank(last)) last--;
  return last;
}

interface Piece extends Pick<Unit, 'kind' | 'name' | 'within'> {
  readonly firstRow: number;
  lastRow: number;
  readonly names: Set<string>;
}

const linesOf = (nested: Nested): number => nested.mark.lastRow - nested.mark.firstRow + 1;

/** Whether a definition starts a unit of its own. */
function cuts(nested: Nested): boolean {
  if (nested.kind === 'scope') return false;
  if (isValue(nested.kind)) return linesOf(nested) >= LONG_VALUE_LINES;
  return !isPart(nested.kind);
}

/** Nameless functions are looked through: what they hold counts as held by what is around them. */
const seenThrough = (children: readonly Nested[]): Nested[] =>
  children.flatMap((child) => (child.kind === 'scope' ? seenThrough(child.children) : [child]));

/** The inner definitions along which a definition is cut; none if it stays whole. */
function cutsInside(nested: Nested): Nested[] {
  const inner = seenThrough(nested.children).filter(cuts);
  const bodies = inner.filter((child) => child.mark.lastRow > child.mark.firstRow);
  const isLong = linesOf(nested) > LONG_LINES;
  if (nested.kind === 'function' || nested.kind === 'method' || isValue(nested.kind))
    return isLong ? inner.filter((child) => linesOf(child) >= LONG_VALUE_LINES) : [];
  return bodies.length > 0 || isLong ? inner : [];
}

const addAll = (names: Iterable<string>, into: Set<string>): void => {
  for (const name of names) into.add(name);
};

/** Adds the names of a definition and of all it holds. */
function namesIn(nested: Nested, into: Set<string>): Set<string> {
  if (nested.kind !== 'scope' && nested.kind !== 'case') addAll(nested.mark.names, into);
  for (const child of nested.children) namesIn(child, into);
  return into;
}

/** Cuts a text along its definitions. Every row that holds something lies in exactly one unit. */
export function cutUnits(roots: readonly Nested[], rows: Rows): Unit[] {
  const pieces: Piece[] = [];
  let next = 0; // first row not yet given to a piece

  const leadOf = (row: number): number => {
    let first = row;
    while (first > next && rows.leads[first - 1] === 1) first--;
    return first;
  };
  const block = (endRow: number, names: Set<string>, within: readonly string[]): void => {
    let first = next;
    let last = endRow;
    while (first <= last && rows.isBlank(first)) first++;
    while (last >= first && rows.isBlank(last)) last--;
    if (first > last) return;
    const before = pieces.at(-1);
    let closing = first;
    while (closing <= last && (rows.isCloser(closing) || rows.isBlank(closing))) closing++;
    // What is said right behind the last definition is said of it.
    const isBehind = before?.lastRow === first - 1 && last === lastOf(rows);
    const isRemark = isBehind && rows.leads.subarray(first, last + 1).every((lead) => lead === 1);
    if (before !== undefined && (closing > last || isRemark)) before.lastRow = last;
    else {
      const [name = ''] = names;
      pieces.push({ firstRow: first, lastRow: last, kind: 'block', name, names, within });
    }
    next = last + 1;
  };
  /** Cuts `endRow` and what lies before it along `inner`; names of uncut parts go to the pieces they stand in. */
  const along = (
    inner: readonly Nested[],
    parts: readonly Nested[],
    within: readonly string[],
    endRow: number,
    head: Piece | null,
  ): void => {
    let part = 0;
    const partsUpTo = (row: number): Set<string> => {
      const names = new Set<string>();
      for (let nested = parts[part]; nested !== undefined; nested = parts[++part]) {
        if (nested.mark.firstRow >= row) break;
        namesIn(nested, names);
      }
      return names;
    };
    let opening = head;
    for (const nested of inner) {
      const firstRow = leadOf(nested.mark.firstRow);
      if (opening !== null) {
        opening.lastRow = Math.max(opening.firstRow, firstRow - 1);
        addAll(partsUpTo(firstRow), opening.names);
        next = Math.max(next, opening.lastRow + 1);
        opening = null;
      } else if (firstRow > next) block(firstRow - 1, partsUpTo(firstRow), within);
      if (nested.mark.firstRow < next) merge(nested);
      else cut(nested, Math.max(next, firstRow));
    }
    if (opening !== null) {
      opening.lastRow = endRow;
      next = Math.max(next, endRow + 1);
    } else if (endRow >= next) block(endRow, partsUpTo(endRow + 1), within);
    addAll(partsUpTo(rows.count + 1), pieces.at(-1)?.names ?? new Set());
  };
  /** A definition that starts on a row already taken joins the piece that took it. */
  const merge = (nested: Nested): void => {
    const last = pieces.at(-1);
    if (last === undefined) return;
    namesIn(nested, last.names);
    last.lastRow = Math.max(last.lastRow, nested.mark.lastRow);
    next = Math.max(next, nested.mark.lastRow + 1);
  };
  const cut = (nested: Nested, firstRow: number): void => {
    const { kind, within, mark } = nested;
    const inner = cutsInside(nested);
    const own = new Set(kind === 'case' ? [] : mark.names);
    const names = inner.length === 0 ? namesIn(nested, new Set()) : own;
    const head = { firstRow, lastRow: mark.lastRow, kind, name: mark.name, names, within };
    pieces.push(head);
    if (inner.length === 0) next = mark.lastRow + 1;
    else {
      const isCut = new Set(inner);
      const parts = seenThrough(nested.children).filter((child) => !isCut.has(child));
      along(inner, parts, kind === 'case' ? within : [...within, mark.name], mark.lastRow, head);
    }
  };

  const top = seenThrough(roots);
  const parts = top.filter((nested) => !cuts(nested));
  along(top.filter(cuts), parts, [], rows.count - 1, null);
  return pieces.map(({ firstRow, lastRow, names, ...piece }) => ({
    firstLine: firstRow + 1,
    lastLine: lastRow + 1,
    ...piece,
    names: [...names],
    joins: true,
  }));
}
