import type { Definition } from '../../../model/document.ts';
import type { Mark } from './mark.ts';

type IsKind = (kind: string) => boolean;

/** Whether a kind is one of these. */
function anyOf(words: string): IsKind {
  const kinds = new Set(words.split(' '));
  return (kind) => kinds.has(kind);
}

/** Kinds whose variables are local. */
const isFunction = anyOf('function method scope case');
/** Kinds that hold no others by a name, and that are no names a program can use. */
const isUnnamed = anyOf('scope case rule');
/** Parts of a definition, never cut out of it. */
export const isPart: IsKind = anyOf(
  'field member constant variable property key alias macro scope',
);
/** What holds methods. */
const isHolder = anyOf('class struct interface trait impl enum type');
/** Values; those of several lines are units of their own. */
export const isValue: IsKind = anyOf('variable constant property');
/** Kinds that are dropped inside functions, where they are locals. */
const isLocalInFunction = anyOf('variable constant prototype alias');

/** A mark that knows what it encloses. */
export interface Nested {
  readonly mark: Mark;
  /** What it turned out to be: a function inside a class is a method. */
  readonly kind: string;
  /** Named definitions around it, outermost first. */
  readonly within: readonly string[];
  readonly children: Nested[];
}

/** What any declaration of its place is; a pattern that sees more in the same node is right. */
const VAGUE = new Set(['variable', 'field', 'type']);
const vagueness = (mark: Mark): number => (VAGUE.has(mark.kind) ? 1 : 0);
const byExtent = (a: Mark, b: Mark): number =>
  a.start - b.start || b.end - a.end || vagueness(a) - vagueness(b);

function kindAround(mark: Mark, parent: Nested | undefined): string {
  if (mark.kind !== 'function' && mark.kind !== 'prototype') return mark.kind;
  return mark.owner !== '' || isHolder(parent?.kind ?? '') ? 'method' : 'function';
}

/** Names around what a parent holds. A C typedef names the struct inside it, it does not contain it. */
function namesAround(mark: Mark, parent: Nested | undefined): readonly string[] {
  if (parent === undefined) return [];
  const isAlias = parent.kind === 'type' && (mark.kind === 'struct' || mark.kind === 'enum');
  return isAlias || isUnnamed(parent.kind) ? parent.within : [...parent.within, parent.mark.name];
}

/** Arranges marks by their extents. Locals of functions are dropped, as are second sights of one definition. */
export function nest(marks: readonly Mark[]): Nested[] {
  const roots: Nested[] = [];
  const open: Nested[] = [];
  /** Names of what was seen last, all of one extent. */
  const seen = new Set<string>();
  let [start, end] = [-1, -1];
  for (const mark of [...marks].sort(byExtent)) {
    if (mark.start !== start || mark.end !== end) {
      seen.clear();
      ({ start, end } = mark);
    }
    if (mark.kind !== 'scope' && seen.has(mark.name)) continue;
    if (mark.kind !== 'scope') seen.add(mark.name);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      // `a, b = 1, 2` defines two names in one place, side by side.
      const isBeside =
        top.mark.start === mark.start && top.mark.end === mark.end && isPart(mark.kind);
      if (top.mark.end > mark.start && !isBeside) break;
      open.pop();
    }
    const parent = open.at(-1);
    if (parent !== undefined) {
      if (isLocalInFunction(mark.kind) && isFunction(parent.kind)) continue;
      // `View = class View {}` defines one thing.
      if (
        parent.mark.name === mark.name &&
        parent.kind === mark.kind &&
        parent.mark.nameRow === mark.nameRow
      )
        continue;
    }
    const around = namesAround(mark, parent);
    const within =
      mark.owner === '' || around.includes(mark.owner) ? around : [...around, mark.owner];
    const nested: Nested = { mark, kind: kindAround(mark, parent), within, children: [] };
    (parent?.children ?? roots).push(nested);
    open.push(nested);
  }
  return roots;
}

/** All definitions of a tree of marks, in the order of the text. */
export function definitionsOf(roots: readonly Nested[]): Definition[] {
  const found: Definition[] = [];
  const stack = [...roots].reverse();
  for (let nested = stack.pop(); nested !== undefined; nested = stack.pop()) {
    const { mark, kind, within, children } = nested;
    for (const child of children.toReversed()) stack.push(child);
    if (kind === 'scope' || kind === 'case') continue;
    for (const name of mark.names) {
      const place = { name, kind, line: mark.nameRow + 1, lastLine: mark.lastRow + 1, within };
      found.push(mark.bases.length === 0 ? place : { ...place, bases: mark.bases });
    }
  }
  return found;
}
