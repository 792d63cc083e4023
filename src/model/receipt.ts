/** How a text was made shorter; `none` where it fits as it is. */
export type Method =
  | 'none'
  | 'light'
  | 'medium'
  | 'heavy'
  | 'last-resort'
  | 'detailed'
  | 'summary'
  | 'stub';

/** What a shortened text has lost: how many things of which kind, and what that did to its size. */
export interface Receipt {
  readonly method: Method;
  /** comments, bodies, turns, sentences, lines, timestamps … → how many went; a kind of which none went is absent. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly linesBefore: number;
  readonly linesAfter: number;
}
