import type { Style } from './cli/style.ts';

/** Where a result is written for people. Text that came from files goes through `printable` first. */
export interface Page {
  readonly style: Style;
  readonly columns: number;
  readonly isTTY: boolean;
  /** Writes a line. */
  line(text?: string): void;
  /** Writes exact text; on a terminal its control characters are made visible. */
  raw(text: string): void;
}
