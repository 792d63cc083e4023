import { bodyOf } from '../format/body.ts';
import type { Context } from '../model/context.ts';
import type { GatheredItem } from '../model/flow.ts';
import type { Doubt, ScoredFile } from '../model/relevance.ts';

/** The documents of a context as evidence for a flow, each at its level. */
export function gatheredItems(
  { parts }: Context,
  files: readonly ScoredFile[],
  { unfamiliar }: Pick<Doubt, 'unfamiliar'>,
): GatheredItem[] {
  const places = new Map(files.map(({ path }, i) => [path, i]));
  return parts.flatMap((part): GatheredItem[] => {
    const { path, source, tier, level, relevance, stretches } = part;
    if (tier === 'system' || source === 'task') return [];
    const place = places.get(path) ?? -1;
    const reason = `rank ${place + 1}, ${files[place]?.standing ?? 'room'}`;
    const spans = stretches.map(({ firstLine, lastLine }) => [firstLine, lastLine] as const);
    const shown = { text: bodyOf(part), spans: level === 'full' ? [] : spans };
    const strange = unfamiliar.length === 0 ? {} : { unfamiliar };
    return [{ path, source, tier, level, relevance, reason, ...shown, ...strange }];
  });
}
