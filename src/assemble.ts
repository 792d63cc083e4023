import { createHash } from 'node:crypto';
import { type FormattedPart, mdctx, mdctxHead, mdctxPart, type Stretch } from './format/mdctx.ts';
import type { Gathering } from './gather.ts';
import type { Budget } from './model/budget.ts';
import type { RankedChunk } from './model/candidate.ts';
import type { Facts } from './model/document.ts';
import type { DroppedFile, PlannedPart } from './model/plan.ts';
import type { ScoredFile, Tier } from './model/relevance.ts';
import { choose, group, type Packed } from './pack/choose.ts';
import type { Tokenizer } from './ports/tokenizer.ts';
import { byPriority } from './retrieve/chunks.ts';

export interface Assembled {
  readonly prompt: string;
  readonly totalTokens: number;
  readonly truncated: boolean;
  readonly parts: readonly PlannedPart[];
  readonly dropped: readonly DroppedFile[];
}

export interface AssembleRequest {
  readonly flowId: string;
  readonly budget: Budget;
  readonly tokenizer: Tokenizer;
}

/** Tokens of an elision line, counted generously. */
const GAP_TOKENS = 14;
/** First rank of each tier's band (S0), in the order of the context. */
const BANDS: Readonly<Record<Tier, number>> = {
  primary: 100,
  supporting: 200,
  reference: 300,
  history: 400,
};
const BAND_LAST = 99;
const DROPPED_SHOWN = 50;

/** From ranked chunks to a prompt that fits: pack → format → count. */
export function assemble(
  gathering: Gathering,
  { flowId, budget, tokenizer }: AssembleRequest,
): Assembled {
  const factsOf = new Map(gathering.chunks.map(({ ranked, facts }) => [ranked.path, facts]));
  const scoredOf = new Map(gathering.files.map((file) => [file.path, file]));
  const head = mdctxHead({ flowId, request: gathering.task.text });
  const candidates = gathering.chunks.flatMap(({ chunks }) => chunks).sort(byPriority);
  const room = budget.available - tokenizer.count(head);
  const costs = {
    chunk: (chunk: RankedChunk) => tokenizer.count(textOf(chunk, factsOf)),
    document: (path: string) => tokenizer.count(mdctxPart(emptyPart(path))) + GAP_TOKENS,
    gap: GAP_TOKENS,
  };
  let taken = choose(candidates, room, costs);
  // Counts of pieces do not add up exactly, so the whole is counted, and the least wanted goes first.
  for (;;) {
    const packed = byTier(group(taken), scoredOf);
    const formatted = packed.map((document) => formatPart(document, factsOf));
    const prompt = mdctx({ flowId, request: gathering.task.text, parts: formatted });
    const totalTokens = tokenizer.count(prompt);
    if (totalTokens <= budget.available || taken.length === 0) {
      const paths = new Set(packed.map(({ path }) => path));
      return {
        prompt,
        totalTokens,
        truncated: taken.length < candidates.length,
        parts: ranked(formatted, scoredOf, tokenizer),
        dropped: gathering.files
          .filter(({ path, score }) => score > 0 && !paths.has(path))
          .slice(0, DROPPED_SHOWN)
          .map(({ path, relevance }) => ({
            path,
            reason: factsOf.has(path) ? 'over-budget' : 'below-threshold',
            relevance,
          })),
      };
    }
    taken = taken.slice(0, -1);
  }
}

const textOf = (chunk: RankedChunk, factsOf: ReadonlyMap<string, Facts>): string =>
  factsOf.get(chunk.path)?.text.slice(chunk.start, chunk.end) ?? '';

const emptyPart = (path: string): FormattedPart => ({
  path,
  cid: `sha256:${'0'.repeat(64)}`,
  language: 'typescript',
  stretches: [{ firstLine: 1000, lastLine: 1000, text: '' }],
  lines: 1,
});

/** Neighbouring chunks become one stretch. */
function formatPart({ path, chunks }: Packed, factsOf: ReadonlyMap<string, Facts>): FormattedPart {
  const stretches: Stretch[] = [];
  for (const chunk of chunks) {
    const text = textOf(chunk, factsOf);
    const last = stretches.at(-1);
    if (last !== undefined && chunk.firstLine <= last.lastLine + 1) {
      stretches[stretches.length - 1] = {
        ...last,
        lastLine: chunk.lastLine,
        text: last.text + text,
      };
    } else stretches.push({ firstLine: chunk.firstLine, lastLine: chunk.lastLine, text });
  }
  const facts = factsOf.get(path);
  return {
    path,
    cid: `sha256:${createHash('sha256')
      .update(stretches.map(({ text }) => text).join(''))
      .digest('hex')}`,
    language: facts?.shape.language ?? '',
    stretches,
    lines: facts?.chunks.at(-1)?.lastLine ?? 0,
  };
}

const tierOf = (file: ScoredFile | undefined): Tier => file?.tier ?? 'reference';

/** Documents in the order of their tiers' bands; inside a tier they stay as they are. */
function byTier(packed: readonly Packed[], scoredOf: ReadonlyMap<string, ScoredFile>): Packed[] {
  const band = ({ path }: Packed): number => BANDS[tierOf(scoredOf.get(path))];
  return [...packed].sort((a, b) => band(a) - band(b));
}

/** Parts with their ranks, which count on inside each tier. */
function ranked(
  parts: readonly FormattedPart[],
  scoredOf: ReadonlyMap<string, ScoredFile>,
  tokenizer: Tokenizer,
): PlannedPart[] {
  const counts: Record<Tier, number> = { primary: 0, supporting: 0, reference: 0, history: 0 };
  return parts.map((part) => {
    const file = scoredOf.get(part.path);
    const tier = tierOf(file);
    const rank = BANDS[tier] + Math.min(counts[tier]++, BAND_LAST);
    return planned(part, rank, file, tokenizer);
  });
}

function planned(
  part: FormattedPart,
  rank: number,
  file: ScoredFile | undefined,
  tokenizer: Tokenizer,
): PlannedPart {
  const [only, ...rest] = part.stretches;
  const isWhole = rest.length === 0 && only?.firstLine === 1 && only.lastLine === part.lines;
  return {
    rank,
    tier: tierOf(file),
    role: 'evidence',
    source: file?.source ?? 'code',
    path: part.path,
    spans: part.stretches.map(({ firstLine, lastLine }) => [firstLine, lastLine] as const),
    level: isWhole ? 'full' : 'excerpts',
    tokens: tokenizer.count(mdctxPart(part)),
    relevance: file?.relevance ?? 0,
    cid: part.cid,
  };
}
