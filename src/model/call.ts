/** Which state of the project an answer is made from. */
export interface SeenState {
  /** Names the content of the project: equal roots mean equal files. */
  readonly stateRoot: string;
  readonly commit: string | null;
  /** The share of the files that were read, where an answer could not wait for all of them. */
  readonly share?: number;
}

/** Every call takes a signal: when it is aborted, the call rejects with a {@link SheafError} whose code is `interrupted`. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told which state the answer is made from, as soon as that is known. */
  readonly onState?: ((state: SeenState) => void) | undefined;
}
