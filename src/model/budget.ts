/** Tokens, after the arithmetic of BU-1. */
export interface Budget {
  readonly total: number;
  readonly reserved: number;
  readonly available: number;
}
