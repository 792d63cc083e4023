/** Tokens, after the arithmetic of BU-1. */
export interface Budget {
  readonly total: number;
  readonly reserved: number;
  readonly available: number;
  /** What is reserved, by what for; absent where nothing is. */
  readonly reserves?: Readonly<Record<'output' | 'system' | 'query' | 'headroom', number>>;
  /** What a large window would reserve, where the usual reserves were scaled to a small one. */
  readonly unscaled?: number;
}
