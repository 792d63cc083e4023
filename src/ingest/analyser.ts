import { packFacts } from '../adapters/stores/sqlite/contents.ts';
import { lineStarts } from '../math/lines.ts';
import { type Shape, shapeKey } from '../model/shape.ts';
import type { OwnSources } from '../ports/source.ts';
import type { Batch, PackedContent } from '../ports/store.ts';
import type { Allow } from '../redact/allow.ts';
import { Inverter } from '../retrieve/inverted.ts';
import { adaptersWith, analyse } from './analyse.ts';

export interface RawContent {
  readonly hash: string;
  readonly shape: Shape;
  readonly raw: string;
  /** What is no secret in it, if the user says so of anything. */
  readonly allow?: Allow;
}

/** Text gathered into one segment: enough that few segments arise, little enough that a crash loses little. */
const BATCH_CHARACTERS = 16_000_000;

/** Analyses contents one by one and hands them on in batches. */
export class Analyser {
  private inverter = new Inverter();
  private contents: PackedContent[] = [];
  private characters = 0;
  private readonly emit: (batch: Batch) => void;
  private readonly own: OwnSources;

  constructor(own: OwnSources, emit: (batch: Batch) => void) {
    this.own = own;
    this.emit = emit;
  }

  async add(items: readonly RawContent[]): Promise<void> {
    const shapes = new Map(items.map(({ shape }) => [shapeKey(shape), shape]));
    for (const adapter of adaptersWith(this.own)) {
      const own = [...shapes.values()].filter((shape) => shape.source === adapter.name);
      if (own.length > 0) await adapter.prepare?.(own);
    }
    for (const { hash, shape, raw, allow } of items) {
      const facts = analyse(raw, shape, this.own, allow);
      this.inverter.add(facts);
      const lines = facts.text === '' ? 0 : lineStarts(facts.text).length;
      this.contents.push({
        hash,
        shape: shapeKey(shape),
        lines,
        chunks: facts.chunks.length,
        ...packFacts(facts),
      });
      this.characters += raw.length;
      if (this.characters >= BATCH_CHARACTERS) this.flush();
    }
  }

  flush(): void {
    if (this.contents.length === 0) return;
    const { table, chunkCounts, lengths } = this.inverter.finish();
    this.emit({ contents: this.contents, table, chunkCounts, lengths });
    this.inverter = new Inverter();
    this.contents = [];
    this.characters = 0;
  }
}
