/** A text with the secret in it, or with something that only looks like one (secret null). */
export interface Case {
  readonly set: string;
  readonly rule: string;
  /** File name as far as the set tells one. */
  readonly path: string;
  readonly text: string;
  readonly secret: string | null;
}
