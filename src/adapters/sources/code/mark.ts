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
