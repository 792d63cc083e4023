import { recent } from '../../../math/memo.ts';
import type { Facts } from '../../../model/document.ts';
import type { PackedCommits } from '../sqlite/history.ts';
import type { Segment } from '../sqlite/segments.ts';
import type { Row } from './wire.ts';

/** The values used last. */
type Recent<V> = ReturnType<typeof recent<V>>;

/**
 * What a process has read of a team's store. None of it ever changes, so all views share it: a question about a new state asks the server
 * only for what no question before it needed.
 */
export interface Kept {
  readonly segments: Map<number, Segment>;
  readonly batches: Map<number, PackedCommits>;
  readonly blocks: Readonly<Record<BlockTable, Recent<Uint8Array>>>;
  /** Facts as they lie in the store, by content. */
  readonly rows: Recent<Row>;
  /** The same unpacked and looked at; they take more room. */
  readonly facts: Recent<Facts>;
}

export type BlockTable = 'blocks' | 'history_blocks';

/** Of 16 KB each. */
const BLOCKS_KEPT = 2048;
/** Of some 8 KB each. */
const ROWS_KEPT = 2000;
const FACTS_KEPT = 400;

export const openKept = (): Kept => ({
  segments: new Map(),
  batches: new Map(),
  blocks: { blocks: recent(BLOCKS_KEPT), history_blocks: recent(BLOCKS_KEPT) },
  rows: recent(ROWS_KEPT),
  facts: recent(FACTS_KEPT),
});
