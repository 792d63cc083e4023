import type { MessagePort } from 'node:worker_threads';

/* What the two ends of a link say to each other: one asks and waits, the other asks the server. */

export type Value = string | number | Uint8Array | null;
export type Row = Readonly<Record<string, unknown>>;

export interface Setup {
  readonly url: string;
  /** Where tables are looked up. */
  readonly schema: string;
  /** Where answers go. */
  readonly port: MessagePort;
  /** Woken when there is an answer. */
  readonly flag: SharedArrayBuffer;
}

export type Ask =
  /** One statement with values, prepared once. */
  | {
      readonly kind: 'query';
      readonly session: number;
      readonly sql: string;
      readonly values: readonly Value[];
    }
  /** Several statements without values. */
  | { readonly kind: 'script'; readonly session: number; readonly sql: string }
  /** Rows in the binary form of COPY. */
  | {
      readonly kind: 'copy';
      readonly session: number;
      readonly sql: string;
      readonly body: Uint8Array;
    }
  | { readonly kind: 'close'; readonly session: number };

/** The server's code says what went wrong; `lost` that the session is over, and with it all that it held. */
export interface Trouble {
  readonly code: string;
  readonly message: string;
  readonly lost: boolean;
}

export interface Asked {
  /** An answer that comes too late is not taken for that to another question. */
  readonly number: number;
  readonly ask: Ask;
}

export type Reply = { readonly number: number } & (
  | { readonly rows: readonly Row[] }
  | { readonly trouble: Trouble }
);
