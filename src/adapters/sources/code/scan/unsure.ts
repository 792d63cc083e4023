/** Thrown by a scanner that does not understand a text; then a grammar reads it. */
export const UNSURE: Error = new Error('not sure');

export function unsure(): never {
  throw UNSURE;
}
