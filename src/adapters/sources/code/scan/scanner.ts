import type { Notes } from '../notes.ts';

/**
 * Reads a text by hand and notes what is found; throws if it does not understand it. Its functions are made once and read all texts: what
 * V8 compiles of a function goes with it, so that functions made for each text would be compiled anew all the time.
 */
export type Scanner = (notes: Notes) => void;
