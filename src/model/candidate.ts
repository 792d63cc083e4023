import type { Chunk } from './document.ts';
import type { SourceName } from './shape.ts';

/** The signals a file's score is the weighted sum of; each lies in [0, 1] after normalising. */
export const SIGNALS = [
  'lexical',
  'title',
  'historyFull',
  'historyTitle',
  'historyFiles',
  'historyBest',
  'nearness',
  'heading',
  'mention',
  'frame',
  'semantic',
] as const;
export type Signal = (typeof SIGNALS)[number];
export type Signals = Readonly<Record<Signal, number>>;
export const NO_SIGNALS = Object.fromEntries(SIGNALS.map((signal) => [signal, 0])) as Signals;

/** How the signals of a file become one score: the sum of weighted strengths, or of reciprocal ranks (k = 60). */
export type Fusion = 'weighted' | 'rrf';

/** A file that may matter, with everything its score was made of. */
export interface RankedFile {
  /** Its place in the state's list of files. */
  readonly file: number;
  readonly path: string;
  readonly source: SourceName;
  readonly signals: Signals;
  /** What each signal adds to the sum, where that is not its weight times its strength. */
  readonly parts?: Signals;
  /** How a language model marked it: from 0 to 1, and what that adds to the sum. */
  readonly mark?: { readonly value: number; readonly adds: number };
  /**
   * 0.5 for tests, documentation and what is not code, unless the task asks for them; for prose also the scale that keeps it
   * at its level among the other sources when meaning is mixed in.
   */
  readonly penalty: number;
  readonly score: number;
}

/** A chunk of a ranked file, with its priority for packing. */
export interface RankedChunk extends Pick<Chunk, 'start' | 'end' | 'firstLine' | 'lastLine'> {
  readonly file: number;
  readonly path: string;
  /** Its place among the chunks of the file. */
  readonly sequence: number;
  readonly priority: number;
  readonly frame: number;
  /** How well its own words (and meaning) match, of the best piece's. */
  readonly words: number;
  /** How likely it is needed. */
  readonly worth: number;
  /** Where only some of its lines are meant: those, from first to last. */
  readonly stretches?: readonly (readonly [number, number])[];
  /** Of those lines each stands for itself. */
  readonly hasRows?: boolean;
}
