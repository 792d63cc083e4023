import type { Definition } from '../../../model/document.ts';
import { isDefinition, isFunction, isHolder, isLocalInFunction, type Mark } from './mark.ts';

/** A mark that knows what it encloses. */
export interface Nested {
  readonly mark: Mark;
  /** What it turned out to be: a function inside a class is a method. */
  readonly kind: string;
  /** Named definitions around it, outermost first. */
  readonly within: readonly string[];
  readonly children: Nested[];
}

const byExtent = (a: Mark, b: Mark): number => a.start - b.start || b.end - a.end;

/** A function's own scope has its extent or its end; it adds nothing to the nesting. */
function kindAround(mark: Mark, parent: Nested | undefined): string {
  if (mark.kind === 'prototype') return 'function';
  if (mark.kind === 'function' && parent !== undefined && isHolder(parent.kind)) return 'method';
  return mark.kind;
}

/** Arranges marks by their extents. Locals of functions are dropped, as are second sights of one definition. */
export function nest(marks: readonly Mark[]): Nested[] {
  const roots: Nested[] = [];
  const open: Nested[] = [];
  let last: Mark | undefined;
  for (const mark of [...marks].sort(byExtent)) {
    // Two patterns may see one definition (`const f = () => …` is a function and a variable): the first wins.
    if (
      last !== undefined &&
      last.start === mark.start &&
      last.end === mark.end &&
      last.name === mark.name &&
      mark.kind !== 'scope'
    )
      continue;
    while (open.length > 0 && (open[open.length - 1]?.mark.end ?? 0) <= mark.start) open.pop();
    const parent = open[open.length - 1];
    if (parent !== undefined && isLocalInFunction(mark.kind) && isFunction(parent.kind)) continue;
    const around = parent === undefined ? [] : [...parent.within, ...nameOf(parent)];
    const within =
      mark.owner === '' || around.includes(mark.owner) ? around : [...around, mark.owner];
    const kind =
      mark.owner !== '' && mark.kind === 'function' ? 'method' : kindAround(mark, parent);
    const nested: Nested = { mark, kind, within, children: [] };
    (parent?.children ?? roots).push(nested);
    open.push(nested);
    last = mark;
  }
  return roots;
}

const nameOf = (nested: Nested): readonly string[] =>
  isDefinition(nested.kind) ? [nested.mark.name] : [];

/** All definitions of a tree of marks, in the order of the text. */
export function definitionsOf(roots: readonly Nested[]): Definition[] {
  const found: Definition[] = [];
  const stack = [...roots].reverse();
  for (let nested = stack.pop(); nested !== undefined; nested = stack.pop()) {
    const { mark, kind, within, children } = nested;
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (child !== undefined) stack.push(child);
    }
    if (kind === 'scope' || kind === 'case') continue;
    for (const name of mark.names) {
      const place = { name, kind, line: mark.nameRow + 1, lastLine: mark.lastRow + 1, within };
      found.push(mark.bases.length === 0 ? place : { ...place, bases: mark.bases });
    }
  }
  return found;
}
