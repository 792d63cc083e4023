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
  readonly marks: readonly Mark[];
  readonly references: readonly Reference[];
  readonly imports: readonly Import[];
  /** Inclusive rows of whole-line comments and docstrings. */
  readonly docs: readonly (readonly [number, number])[];
  /** Inclusive rows of decorators and attributes, which belong to what follows. */
  readonly leads: readonly (readonly [number, number])[];
}

/** Kinds whose variables are local. */
const FUNCTIONS = new Set(['function', 'method', 'scope', 'case']);
/** Kinds that exist only to nest others, or that are no names a program can use. */
const UNNAMED = new Set(['scope', 'case', 'rule']);
/** Parts of a definition, never cut out of it. */
const PARTS = new Set([
  'field',
  'member',
  'constant',
  'variable',
  'property',
  'key',
  'alias',
  'macro',
  'scope',
]);
/** What holds methods. */
const HOLDERS = new Set(['class', 'struct', 'interface', 'trait', 'impl', 'enum', 'type']);

export const isFunction = (kind: string): boolean => FUNCTIONS.has(kind);
export const isDefinition = (kind: string): boolean => !UNNAMED.has(kind);
export const isPart = (kind: string): boolean => PARTS.has(kind);
export const isHolder = (kind: string): boolean => HOLDERS.has(kind);
/** Kinds that are dropped inside functions, where they are locals. */
export const isLocalInFunction = (kind: string): boolean =>
  kind === 'variable' || kind === 'constant' || kind === 'prototype' || kind === 'alias';
