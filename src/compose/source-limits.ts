import type { Context } from '../model/context.ts';
import type { SourceName } from '../model/shape.ts';
import type { Room } from '../pack/piece.ts';
import { pack } from '../pack/strategies.ts';
import type { Composition } from './composition.ts';
import { shown } from './parts.ts';
import type { ChunkPiece } from './pieces.ts';

/** Tokens of each source in a context, as the plan counts them. */
function sourceTokens(
  { fixed, parts }: Pick<Context, 'fixed' | 'parts'>,
  { format, rules, count }: Composition,
): Map<string, number> {
  const tokens = new Map<string, number>();
  for (const part of [...fixed, ...parts]) {
    const own = count(format.partText(part, rules.formatOptions));
    tokens.set(part.source, (tokens.get(part.source) ?? 0) + own);
  }
  return tokens;
}

/** A source that takes more than its maximum; null where all keep to theirs. */
export function overSource(context: Context, composition: Composition): SourceName | null {
  const limits = [...composition.rules.sourceLimits];
  if (limits.length === 0) return null;
  const tokens = sourceTokens(context, composition);
  return limits.find(([source, most]) => (tokens.get(source) ?? 0) > most)?.[0] ?? null;
}

/** The pieces their sources have no room for: each source with a maximum is packed for itself first. */
export function beyondSources(
  pieces: readonly ChunkPiece[],
  room: Room<ChunkPiece>,
  composition: Composition,
  start: readonly ChunkPiece[],
): Set<ChunkPiece> {
  const { rules, factsOf } = composition;
  const out = new Set<ChunkPiece>();
  if (rules.sourceLimits.size === 0) return out;
  const fixed = composition
    .fixedAt(composition.available)
    .map((part) => shown({ ...part, rank: 999 }));
  const given = sourceTokens({ fixed, parts: [] }, composition);
  for (const [source, most] of rules.sourceLimits) {
    const isOwn = ({ path }: ChunkPiece): boolean => factsOf.get(path)?.shape.source === source;
    const own = pieces.filter(isOwn);
    const limit = Math.max(0, most - (given.get(source) ?? 0));
    // A maximum that the whole room does not reach binds nothing.
    if (limit >= room.roomAt(room.available)) continue;
    const within = { ...room, roomAt: () => limit };
    const taken = new Set(pack(rules.strategy, own, within, start.filter(isOwn)).taken);
    for (const piece of own) if (!taken.has(piece)) out.add(piece);
  }
  return out;
}
