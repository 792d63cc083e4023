import type { Import } from '../model/document.ts';

/** What the graph needs to know of a file. */
export interface GraphFile {
  readonly path: string;
  readonly language: string;
  readonly kind: string;
  readonly imports: readonly Import[];
}

/** `from` imports `to` at a line. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly line: number;
}
