import type { Reader } from '../reader.ts';

/** What the readers of Rust call of each other. */
export interface Parts {
  // types
  /** Whether `::` comes. */
  isScope(): boolean;
  /** Past `::`. */
  scope(): void;
  type(): void;
  /** `<A, B>` where it is used. */
  typeArguments(): void;
  /** `<T: A = B, …>` where it is declared, if it is there. */
  typeParameters(): void;
  /** `A + ?B + 'c` */
  bounds(): void;
  /** `-> type`, if it is there. */
  result(): void;
  /** `where T: A, …`, if it is there. */
  where(): void;
  // members
  isAttribute(): boolean;
  attributes(): void;
  visibility(): void;
  parameters(): void;
  fields(): void;
  /** Fields without names. */
  tuple(): void;
  variants(): void;
  // items
  /** An item of a file, a module, a trait or an implementation. */
  declaration(): void;
  // statements
  /** Up to what ends a pattern: `=`, `:`, `in`, `=>`, `if`, a comma or a bracket that is not its own. */
  pattern(): void;
  /** What a statement is made of. `isHead`: a brace here opens a block. */
  item(isHead: boolean): void;
  block(): void;
}

/** A text in Rust that is being read, by readers that are made once and call each other through it. */
export interface Rust extends Reader, Parts {}
