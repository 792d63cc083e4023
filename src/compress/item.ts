import { splitLines } from '../math/lines.ts';
import type { Facts } from '../model/document.ts';
import type { Method, Receipt } from '../model/receipt.ts';

export interface Item {
  readonly path: string;
  /** When it was last changed, as a person should read it; null where nobody knows. */
  readonly modified: string | null;
  readonly facts: Facts;
  /** What the reader wants to do; what speaks to it stays longest. */
  readonly task?: string;
}

export type Count = (text: string) => number;

export interface Compressed {
  readonly text: string;
  readonly receipt: Receipt;
}

/** A shorter text and what went; nobody has checked yet whether it fits. */
export interface Draft {
  readonly text: string;
  readonly kinds: Readonly<Record<string, number>>;
}

/** A way to make a text of one source shorter. */
export type Cell = (item: Item, target: number, count: Count) => Draft;

export const lineCount = (text: string): number => (text === '' ? 0 : splitLines(text).length);

export function compressed(
  item: Item,
  method: Method,
  draft: Draft,
  count: Count,
  tokensBefore: number = count(item.facts.text),
): Compressed {
  const { text } = draft;
  return {
    text,
    receipt: {
      method,
      kinds: Object.fromEntries(Object.entries(draft.kinds).filter(([, n]) => n > 0)),
      tokensBefore,
      tokensAfter: count(text),
      linesBefore: lineCount(item.facts.text),
      linesAfter: lineCount(text),
    },
  };
}
