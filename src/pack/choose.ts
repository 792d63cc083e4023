import { byCodePoint } from '../math/order.ts';
import type { RankedChunk } from '../model/candidate.ts';

/** A document's chosen chunks, in reading order. */
export interface Packed {
  readonly path: string;
  readonly file: number;
  readonly chunks: readonly RankedChunk[];
  /** The best priority among them: what orders documents. */
  readonly priority: number;
}

export interface Costs {
  /** Tokens of a chunk's text. */
  readonly chunk: (chunk: RankedChunk) => number;
  /** Tokens of the marker a document needs once. */
  readonly document: (path: string) => number;
  /** Tokens of the marker that says that lines were left out between two chunks. */
  readonly gap: number;
}

/** Takes chunks by priority, skips what does not fit, groups by document. */
export function choose(
  chunks: readonly RankedChunk[],
  available: number,
  costs: Costs,
): RankedChunk[] {
  const taken: RankedChunk[] = [];
  const opened = new Set<string>();
  let used = 0;
  for (const chunk of chunks) {
    if (chunk.priority <= 0) continue;
    const opening = opened.has(chunk.path) ? costs.gap : costs.document(chunk.path);
    const cost = costs.chunk(chunk) + opening;
    if (used + cost > available) continue;
    used += cost;
    opened.add(chunk.path);
    taken.push(chunk);
  }
  return taken;
}

/** Documents by their best chunk, chunks in reading order. */
export function group(taken: readonly RankedChunk[]): Packed[] {
  const byPath = new Map<string, RankedChunk[]>();
  for (const chunk of taken) {
    const list = byPath.get(chunk.path);
    if (list === undefined) byPath.set(chunk.path, [chunk]);
    else list.push(chunk);
  }
  return [...byPath.entries()]
    .map(([path, chunks]) => ({
      path,
      file: chunks[0]?.file ?? 0,
      chunks: [...chunks].sort((a, b) => a.sequence - b.sequence),
      priority: Math.max(...chunks.map((chunk) => chunk.priority)),
    }))
    .sort((a, b) => b.priority - a.priority || byCodePoint(a.path, b.path));
}
