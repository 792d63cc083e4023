/** Where text goes. `write` may throw an error with code `EPIPE` when nobody reads any more. */
export interface Sink {
  write(text: string): void;
  readonly isTTY: boolean;
  readonly columns: number;
}

/** Everything a run of the program touches outside itself, so that tests can run it inside theirs. */
export interface Io {
  readonly out: Sink;
  readonly err: Sink;
  readInput(): Promise<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Milliseconds that only grow; for rates and throttling, never for results. */
  now(): number;
  readonly signal: AbortSignal;
  readonly version: string;
}
