import type { Import, Reference } from '../../../model/document.ts';

/** A definition as first seen, before it is known what encloses it. Rows count from 0. */
export interface Mark {
  readonly kind: string;
  readonly name: string;
  /** Identifiers it defines: its name, or those in its selector. */
  readonly names: readonly string[];
  /** Row of the name, which is where tools say a definition is. */
  readonly nameRow: number;
  readonly firstRow: number;
  readonly lastRow: number;
  /** Offsets into the text, for nesting inside one line. */
  readonly start: number;
  readonly end: number;
  readonly bases: readonly string[];
  /** A type named at the definition rather than around it: Go receivers, C++ `A::b`. */
  readonly owner: string;
}

/** All that one look at a text finds, however it looked. */
export interface Findings {
  readonly marks: Mark[];
  readonly references: Reference[];
  readonly imports: Import[];
  /** Inclusive rows of whole-line comments and docstrings. */
  readonly docs: [number, number][];
  /** Inclusive rows of decorators and attributes, which belong to what follows. */
  readonly leads: [number, number][];
}

export const noFindings = (): Findings => ({
  marks: [],
  references: [],
  imports: [],
  docs: [],
  leads: [],
});

type IsKind = (kind: string) => boolean;

/** Whether a kind is one of these. */
function anyOf(words: string): IsKind {
  const kinds = new Set(words.split(' '));
  return (kind) => kinds.has(kind);
}

/** Kinds whose variables are local. */
export const isFunction: IsKind = anyOf('function method scope case');
/** Kinds that hold no others by a name, and that are no names a program can use. */
const isUnnamed = anyOf('scope case rule');
export const isDefinition = (kind: string): boolean => !isUnnamed(kind);
/** Parts of a definition, never cut out of it. */
export const isPart: IsKind = anyOf(
  'field member constant variable property key alias macro scope',
);
/** What holds methods. */
export const isHolder: IsKind = anyOf('class struct interface trait impl enum type');
/** Values; those of several lines are units of their own. */
export const isValue: IsKind = anyOf('variable constant property');
/** Kinds that are dropped inside functions, where they are locals. */
export const isLocalInFunction: IsKind = anyOf('variable constant prototype alias');
