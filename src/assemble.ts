import { createHash } from 'node:crypto';
import { type FormattedPart, mdctx, mdctxHead, mdctxPart, type Stretch } from './format/mdctx.ts';
import type { Gathering } from './gather.ts';
import type { Budget } from './model/budget.ts';
import type { RankedChunk } from './model/candidate.ts';
import type { Facts } from './model/document.ts';
import type { DroppedFile, PlannedPart } from './model/plan.ts';
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
const PRIMARY_RANK = 100;
const RANK_STEP = 1;
const DROPPED_SHOWN = 50;

/** From ranked chunks to a prompt that fits: pack → format → count. */
export function assemble(
  gathering: Gathering,
  { flowId, budget, tokenizer }: AssembleRequest,
): Assembled {
  const factsOf = new Map(gathering.chunks.map(({ ranked, facts }) => [ranked.path, facts]));
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
    const packed = group(taken);
    const formatted = packed.map((document) => formatPart(document, factsOf));
    const prompt = mdctx({ flowId, request: gathering.task.text, parts: formatted });
    const totalTokens = tokenizer.count(prompt);
    if (totalTokens <= budget.available || taken.length === 0) {
      const paths = new Set(packed.map(({ path }) => path));
      return {
        prompt,
        totalTokens,
        truncated: taken.length < candidates.length,
        parts: formatted.map((part, i) => planned(part, i, gathering, tokenizer)),
        dropped: gathering.files
          .filter(({ path }) => !paths.has(path))
          .slice(0, DROPPED_SHOWN)
          .map(({ path, score }) => ({ path, reason: 'over-budget', relevance: score })),
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

function planned(
  part: FormattedPart,
  index: number,
  gathering: Gathering,
  tokenizer: Tokenizer,
): PlannedPart {
  const ranked = gathering.files.find(({ path }) => path === part.path);
  const [only, ...rest] = part.stretches;
  const isWhole = rest.length === 0 && only?.firstLine === 1 && only.lastLine === part.lines;
  return {
    rank: PRIMARY_RANK + RANK_STEP * index,
    tier: 'primary',
    role: 'evidence',
    source: ranked?.source ?? 'code',
    path: part.path,
    spans: part.stretches.map(({ firstLine, lastLine }) => [firstLine, lastLine] as const),
    level: isWhole ? 'full' : 'excerpts',
    tokens: tokenizer.count(mdctxPart(part)),
    relevance: ranked?.score ?? 0,
    cid: part.cid,
  };
}
