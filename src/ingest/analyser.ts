import { packFacts } from '../adapters/stores/sqlite/contents.ts';
import { lineStarts } from '../math/lines.ts';
import { type Shape, shapeKey } from '../model/shape.ts';
import type { OwnSources } from '../ports/source.ts';
import type { Batch, PackedContent } from '../ports/store.ts';
import type { Allow } from '../redact/allow.ts';
import type { Redacted } from '../redact/redact.ts';
import { Inverter } from '../retrieve/inverted.ts';
import { adaptersWith, analyseClean, cleaned } from './analyse.ts';

interface Named {
  readonly hash: string;
  readonly shape: Shape;
}

/** A content as it was read. */
export interface RawContent extends Named {
  readonly raw: string;
  /** What is no secret in it, if the user says so of anything. */
  readonly allow?: Allow;
}

/** A content whose secrets are gone. */
interface CleanContent extends Named {
  readonly clean: Redacted;
}

export type Content = RawContent | CleanContent;

export const charactersOf = (items: readonly Content[]): number =>
  items.reduce((sum, item) => sum + ('clean' in item ? item.clean.text : item.raw).length, 0);

/** Without its secrets, if somebody has not taken them out before. */
export const cleanOf = (item: Content, own: OwnSources): CleanContent => {
  if ('clean' in item) return item;
  const { hash, shape, raw, allow } = item;
  return { hash, shape, clean: cleaned(raw, shape, own, allow) };
};

/** Text gathered into one segment: enough that few segments arise, little enough that a crash loses little and memory stays small. */
const BATCH_CHARACTERS = 4_000_000;

/** So long others wait: a server that indexes still hears its clients. */
const TURN_MS = 50;

/** Analyses contents one by one and hands them on in batches. */
export interface Analyser {
  give(items: readonly Content[]): Promise<void>;
  finish(): Promise<void>;
}

export function createAnalyser(own: OwnSources, emit: (batch: Batch) => void): Analyser {
  const inverter = new Inverter();
  let contents: PackedContent[] = [];
  let characters = 0;
  const flush = (): void => {
    if (contents.length === 0) return;
    emit({ contents, ...inverter.finish() });
    contents = [];
    characters = 0;
  };
  const give = async (items: readonly Content[]): Promise<void> => {
    const shapes = [...new Map(items.map(({ shape }) => [shapeKey(shape), shape])).values()];
    for (const adapter of adaptersWith(own)) {
      const mine = shapes.filter((shape) => shape.source === adapter.name);
      if (mine.length > 0) await adapter.prepare?.(mine);
    }
    let turnMs = performance.now();
    for (const item of items) {
      if (performance.now() - turnMs >= TURN_MS) {
        await new Promise(setImmediate);
        turnMs = performance.now();
      }
      const { hash, shape, clean } = cleanOf(item, own);
      const facts = await analyseClean(clean, shape, own);
      inverter.add(facts);
      const lines = facts.text === '' ? 0 : lineStarts(facts.text).length;
      const chunks = facts.chunks.length;
      contents.push({ hash, shape: shapeKey(shape), lines, chunks, ...packFacts(facts) });
      characters += clean.text.length;
      if (characters >= BATCH_CHARACTERS) flush();
    }
  };
  return { give, finish: async () => flush() };
}
