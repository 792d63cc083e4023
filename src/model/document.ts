import type { Shape } from './shape.ts';

/** A stretch of whole lines that belongs together: a function, a section, a turn, a resource, an event. Lines count from 1. */
export interface Unit {
  readonly firstLine: number;
  readonly lastLine: number;
  /** function method class interface type section turn resource endpoint event decision block … */
  readonly kind: string;
  /** What a person would call it; empty if it has no name. */
  readonly name: string;
  /** Identifiers defined here (the name field of the ranking). */
  readonly names: readonly string[];
  /** Names of enclosing classes, traits, impls, receivers, headings, outermost first. */
  readonly within: readonly string[];
  /** True if the unit may be merged with the next when it is short, as code and prose may; turns and events may not. */
  readonly joins: boolean;
  /** Facts of the source: speaker, time, level, resource kind, endpoint … Values are plain strings. */
  readonly meta?: Readonly<Record<string, string>>;
}

export interface Definition {
  readonly name: string;
  readonly kind: string; // function method class interface type enum constant variable module …
  readonly line: number;
  readonly lastLine: number;
  /** Enclosing definitions, outermost first. */
  readonly within: readonly string[];
  /** Names of base classes, implemented interfaces or traits. */
  readonly bases?: readonly string[];
}

/** A name used (called, instantiated, read as a type) at a line. */
export interface Reference {
  readonly name: string;
  readonly line: number;
}

export interface Import {
  /** The module as written: `./a`, `django.db.models`, `github.com/x/y`, `crate::a::b`, `com.x.Y`. */
  readonly module: string;
  /** Names taken from it; empty for a whole-module import. */
  readonly names: readonly string[];
  readonly line: number;
}

/** Something said that outlives its place: a decision, preference, standing instruction or conclusion. */
export interface Remark {
  readonly kind: 'decision' | 'preference' | 'instruction' | 'conclusion';
  readonly text: string;
  readonly line: number;
}

/** What an adapter sees in a text. Units lie in line order and do not overlap; lines between them belong to the next one. */
export interface Outline {
  readonly units: readonly Unit[];
  readonly definitions: readonly Definition[];
  readonly references: readonly Reference[];
  readonly imports: readonly Import[];
  readonly remarks: readonly Remark[];
  /** Inclusive line ranges that are comment or docstring. */
  readonly docLines: readonly (readonly [number, number])[];
  /** Facts of the whole document: title, status, date, service … */
  readonly meta: Readonly<Record<string, string>>;
}

export const EMPTY_OUTLINE: Outline = {
  units: [],
  definitions: [],
  references: [],
  imports: [],
  remarks: [],
  docLines: [],
  meta: {},
};

/** A piece of a document. Joined in order, the chunks of a document are its text. */
export interface Chunk extends Omit<Unit, 'joins'> {
  /** Half-open range of UTF-16 offsets into the document's text. */
  readonly start: number;
  readonly end: number;
}

/** All that can be computed from a document's bytes and shape alone. */
export interface Facts extends Outline {
  readonly shape: Shape;
  /** The text that is stored, searched and shown: decoded, rendered, redacted. */
  readonly text: string;
  readonly chunks: readonly Chunk[];
  /** How many secrets were replaced, by rule. */
  readonly redactions: Readonly<Record<string, number>>;
}
