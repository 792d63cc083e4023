import { remembered } from '../math/memo.ts';
import type { RankedChunk } from '../model/candidate.ts';
import type { ContextPart } from '../model/context.ts';
import type { FormatName } from '../model/options.ts';
import type { Room } from '../pack/piece.ts';
import type { Composition } from './composition.ts';
import { numbered, shown, textOf } from './parts.ts';
import type { ChunkPiece } from './pieces.ts';

/** Tokens of an elision line, counted generously: in JSON its quotes are escaped. */
const GAP_TOKENS = 18;

/** Prices in the chosen format: what a piece adds to a document, and a document to the context. */
export function pricesOf(composition: Composition): Room<ChunkPiece> {
  const { format, rules, count, factsOf } = composition;
  const priced = (part: ContextPart): number =>
    count(format.partText(shown({ ...part, rank: 999 }), rules.formatOptions));
  const bareTokens = remembered((path: string): number => {
    const facts = factsOf.get(path);
    if (facts === undefined) return 0;
    return priced({ ...composition.excerpts(path, facts, []), gaps: [''] });
  });
  const headTokens = remembered((available: number): number => {
    const context = composition.contextOf(composition.fixedAt(available), []);
    const fixed = context.fixed.reduce((sum, part) => sum + priced(part), 0);
    return count(format.headText(context, rules.formatOptions)) + fixed;
  });
  return {
    available: composition.available,
    roomAt: (available) =>
      Math.floor(available * (1 - composition.reservedTokens / composition.available)) -
      headTokens(available),
    tokens: ({ path, ranges }) => {
      const facts = factsOf.get(path);
      if (facts === undefined) return 0;
      const price = (text: string): number =>
        count(isEscaped(rules.format) ? JSON.stringify(text) : text) + 2;
      const shownText = (range: RankedChunk): string =>
        rules.lineNumbers ? numbered(textOf(range, facts), range.firstLine) : textOf(range, facts);
      const text = ranges.reduce((sum, range) => sum + price(shownText(range)), 0);
      return text + (ranges.length - 1) * GAP_TOKENS;
    },
    leastTokens: ({ ranges }) =>
      ranges.reduce((sum, { start, end }) => sum + end - start, 0) / MOST_CHARACTERS_PER_TOKEN,
    documentTokens: (path) => Math.max(rules.documentOverhead, bareTokens(path) + GAP_TOKENS),
    gapTokens: GAP_TOKENS,
  };
}

/** Texts with longer tokens than this on the mean are mostly blanks. */
const MOST_CHARACTERS_PER_TOKEN = 7;

/** Formats in which every quote and line break costs a sign more. */
const isEscaped = (format: FormatName): boolean => format === 'json' || format === 'messages';
