import { truncate } from './adapters/tokenizers/truncate.ts';
import { atLevel, type Limits } from './compress/levels.ts';
import { fixedParts } from './fixed.ts';
import type { Format, FormatOptions } from './format/format.ts';
import { FORMATS, type FormatName } from './format/formats.ts';
import type { Gathering } from './gather.ts';
import type { Budget } from './model/budget.ts';
import type { Context, ContextPart } from './model/context.ts';
import type { Facts } from './model/document.ts';
import { SheafError } from './model/errors.ts';
import type { DroppedFile, PlannedPart } from './model/plan.ts';
import type { ScoredFile, Tier } from './model/relevance.ts';
import { atMostPerDocument, byScore, grouped, type Room } from './pack/piece.ts';
import { bestWorth, pack, type Strategy, worthOf } from './pack/strategies.ts';
import { allotted } from './pack/tiers.ts';
import { excerptsOf, inBands, shortenedPart, shown, textOf, tierOf } from './parts.ts';
import { type ChunkPiece, insidesOf, piecesOfChunk } from './pieces.ts';
import type { Tokenizer } from './ports/tokenizer.ts';

/** How contexts are made; the shape of `[assembly]` and of what belongs to it. */
export interface AssemblyRules {
  readonly format: FormatName;
  readonly formatOptions: FormatOptions;
  readonly strategy: Strategy;
  readonly overflow: 'truncate' | 'summarize' | 'prioritize' | 'error';
  /** 0 for no limit. */
  readonly maxChunksPerDoc: number;
  readonly preferRecent: boolean;
  /** The least a document counts beside its text (S2). */
  readonly documentOverhead: number;
  /** Percentages that bind the tiers (BU-3); null lets all pieces compete, which finds more. */
  readonly allocation: Readonly<Record<Tier, number>> | null;
  readonly levels: Limits;
}

export const USUAL_RULES: AssemblyRules = {
  format: 'mdctx',
  formatOptions: {},
  strategy: 'optimal',
  overflow: 'prioritize',
  maxChunksPerDoc: 0,
  preferRecent: false,
  documentOverhead: 0,
  allocation: null,
  levels: { detailed: 2000, summary: 500, stub: 100 },
};

export interface AssembleRequest {
  readonly flowId: string;
  readonly budget: Budget;
  readonly tokenizer: Tokenizer;
  readonly rules?: AssemblyRules;
}

export interface Assembled {
  readonly prompt: string;
  readonly totalTokens: number;
  /** Whether anything that could have been there was left out or cut. */
  readonly truncated: boolean;
  readonly parts: readonly PlannedPart[];
  readonly dropped: readonly DroppedFile[];
  readonly context: Context;
  /** How far the choice may be from the best there is, from 0 to 1. */
  readonly gap: number;
}

/** Tokens of an elision line, counted generously: in JSON its quotes are escaped. */
const GAP_TOKENS = 18;
/** A task longer than half of the context is shortened: the other half is what it is for. */
const REQUEST_SHARE = 0.5;
/** Under `summarize` this much of the room is kept for documents in fewer words. */
const SUMMARY_SHARE = 0.2;
const RECENT_WEIGHT = 0.25;
const DROPPED_SHOWN = 50;

/** From ranked chunks to a prompt that fits: fixed context → pack → compress → format → count. */
export function assemble(gathering: Gathering, request: AssembleRequest): Assembled {
  const bench = workbench(gathering, request);
  const { available } = request.budget;
  const fixed = bench.fixedAt(available);
  const pieces = piecesOf(gathering, bench.rules);
  const room = roomOf(bench);
  if (bench.rules.overflow === 'error') refuseOverflow(pieces, room, bench);
  const kept = fullest(pieces, room, fixed, bench);
  return result(kept, pieces, room, bench);
}

/** Rounds in which room that careful prices left over is given out again. */
const REFILLS = 3;
/** Less than this share of the context is not worth another round. */
const WORTH_REFILLING = 0.015;

/** Packs, counts, and packs again with what turned out to be left; S2's strategies stay with their own prices. */
function fullest(
  pieces: readonly ChunkPiece[],
  room: Room<ChunkPiece>,
  fixed: readonly ContextPart[],
  bench: Workbench,
): Kept {
  const { strategy } = bench.rules;
  let kept = fitted(chosen(pieces, room, bench), fixed, bench);
  if (strategy !== 'optimal' || bench.rules.allocation !== null) return kept;
  let bonus = 0;
  for (let round = 0; round < REFILLS && kept.taken.length < pieces.length; round++) {
    const left = bench.available - kept.totalTokens;
    if (left < WORTH_REFILLING * bench.available) break;
    bonus += left;
    const more = { ...room, roomAt: (available: number) => room.roomAt(available) + bonus };
    const next = fitted(pack(strategy, pieces, more).taken, fixed, bench);
    if (next.totalTokens <= kept.totalTokens) break;
    kept = next;
  }
  return kept;
}

/** What the strategy takes: of all pieces, or of each tier's pieces within its share. */
function chosen(
  pieces: readonly ChunkPiece[],
  room: Room<ChunkPiece>,
  { rules: { strategy, allocation }, scoredOf }: Workbench,
): readonly ChunkPiece[] {
  if (allocation === null) return pack(strategy, pieces, room).taken;
  const own: Record<Tier, ChunkPiece[]> = {
    primary: [],
    supporting: [],
    reference: [],
    history: [],
  };
  for (const piece of pieces) own[tierOf(scoredOf.get(piece.path))].push(piece);
  const wanted = (tier: Tier): number =>
    grouped(own[tier]).reduce(
      (sum, group) =>
        sum +
        room.documentTokens(group.path) +
        group.pieces.reduce((tokens, piece) => tokens + room.tokens(piece) + room.gapTokens, 0),
      1,
    );
  const share = allotted(room.roomAt(room.available), allocation, {
    primary: wanted('primary'),
    supporting: wanted('supporting'),
    reference: wanted('reference'),
    history: wanted('history'),
  });
  return (Object.keys(own) as Tier[]).flatMap(
    (tier) => pack(strategy, own[tier], { ...room, roomAt: () => share[tier] }).taken,
  );
}

/** What all steps look things up in. */
interface Workbench {
  readonly gathering: Gathering;
  readonly rules: AssemblyRules;
  readonly format: Format;
  readonly available: number;
  readonly count: (text: string) => number;
  readonly tokenizer: Tokenizer;
  readonly factsOf: ReadonlyMap<string, Facts>;
  readonly scoredOf: ReadonlyMap<string, ScoredFile>;
  readonly fixedAt: (available: number) => readonly ContextPart[];
  readonly contextOf: (fixed: readonly ContextPart[], parts: readonly ContextPart[]) => Context;
}

function workbench(
  gathering: Gathering,
  { flowId, budget, tokenizer, rules = USUAL_RULES }: AssembleRequest,
): Workbench {
  const counts = new Map<string, number>();
  const count = (text: string): number => {
    const known = counts.get(text);
    if (known !== undefined) return known;
    const tokens = tokenizer.count(text);
    counts.set(text, tokens);
    return tokens;
  };
  const limit = Math.floor(budget.available * REQUEST_SHARE);
  const text = gathering.task.text;
  const request = count(text) <= limit ? text : truncate(text, limit, { ...tokenizer, count });
  return {
    gathering,
    rules,
    format: FORMATS[rules.format],
    available: budget.available,
    count,
    tokenizer,
    factsOf: new Map(gathering.chunks.map(({ ranked, facts }) => [ranked.path, facts])),
    scoredOf: new Map(gathering.files.map((file) => [file.path, file])),
    fixedAt: (available) => fixedParts(gathering.fixed, gathering.task, available, count),
    contextOf: (fixed, parts) => ({
      flowId,
      request,
      fixed: inBands(fixed).map(shown),
      parts: inBands(parts).map(shown),
    }),
  };
}

function piecesOf(
  { chunks, files, fixed }: Gathering,
  { maxChunksPerDoc, preferRecent }: AssemblyRules,
): ChunkPiece[] {
  const isFixed = new Set(fixed.documents.map(({ path }) => path));
  const recency = new Map(
    files.map(({ path, factors }) => [
      path,
      factors.find(({ name }) => name === 'recency')?.value ?? 0,
    ]),
  );
  const pieces = chunks.flatMap((entry) => {
    if (isFixed.has(entry.ranked.path)) return [];
    const insides = insidesOf(entry.facts);
    const recent = preferRecent ? RECENT_WEIGHT * (recency.get(entry.ranked.path) ?? 0) : 0;
    return entry.chunks
      .filter(({ priority }) => priority > 0)
      .flatMap((chunk) => piecesOfChunk(chunk, chunk.priority + recent, insides));
  });
  return maxChunksPerDoc > 0 ? atMostPerDocument(pieces, maxChunksPerDoc) : pieces;
}

/** Prices in the chosen format: what a piece adds to a document, and a document to the context. */
function roomOf(bench: Workbench): Room<ChunkPiece> {
  const { format, rules, count, factsOf, scoredOf } = bench;
  const priced = (part: ContextPart): number =>
    count(format.partText(shown({ ...part, rank: 999 }), rules.formatOptions));
  const bare = new Map<string, number>();
  const bareTokens = (path: string): number => {
    const known = bare.get(path);
    if (known !== undefined) return known;
    const facts = factsOf.get(path);
    if (facts === undefined) return 0;
    const tokens = priced({ ...excerptsOf([], facts, scoredOf.get(path), path), gaps: [''] });
    bare.set(path, tokens);
    return tokens;
  };
  const headTokens = (available: number): number => {
    const context = bench.contextOf(bench.fixedAt(available), []);
    const fixed = context.fixed.reduce((sum, part) => sum + priced(part), 0);
    return count(format.headText(context, rules.formatOptions)) + fixed;
  };
  const share = rules.overflow === 'summarize' ? 1 - SUMMARY_SHARE : 1;
  return {
    available: bench.available,
    roomAt: (available) => Math.floor((available - headTokens(available)) * share),
    tokens: ({ path, ranges }) => {
      const facts = factsOf.get(path);
      if (facts === undefined) return 0;
      const price = (text: string): number =>
        count(isEscaped(rules.format) ? JSON.stringify(text) : text) + 2;
      const text = ranges.reduce((sum, range) => sum + price(textOf(range, facts)), 0);
      return text + (ranges.length - 1) * GAP_TOKENS;
    },
    leastTokens: ({ ranges }) =>
      ranges.reduce((sum, { start, end }) => sum + end - start, 0) / MOST_CHARACTERS_PER_TOKEN,
    documentTokens: (path) => Math.max(rules.documentOverhead, bareTokens(path) + 2 * GAP_TOKENS),
    gapTokens: GAP_TOKENS,
  };
}

/** Texts with longer tokens than this on the mean are mostly blanks. */
const MOST_CHARACTERS_PER_TOKEN = 7;

/** Formats in which every quote and line break costs a sign more. */
const isEscaped = (format: FormatName): boolean => format === 'json' || format === 'messages';

/** BU-4's `error`: everything that is relevant must fit as it is. */
function refuseOverflow(
  pieces: readonly ChunkPiece[],
  room: Room<ChunkPiece>,
  { scoredOf, available }: Workbench,
): void {
  const isNeeded = ({ path }: ChunkPiece): boolean => {
    const standing = scoredOf.get(path)?.standing;
    return standing === 'relevant' || standing === 'mentioned' || standing === 'fixed';
  };
  const groups = grouped(pieces.filter(isNeeded));
  const needed = groups.reduce(
    (sum, group) =>
      sum +
      room.documentTokens(group.path) +
      group.pieces.reduce((tokens, piece) => tokens + room.tokens(piece), 0),
    0,
  );
  const over = needed - room.roomAt(available);
  if (over <= 0) return;
  throw new SheafError(
    'over-budget',
    `What is relevant takes ${needed} tokens, ${over} more than there is room for in ${available}.`,
    `Raise the budget by ${over} tokens, or use --overflow prioritize, summarize or truncate.`,
  );
}

interface Kept {
  readonly prompt: string;
  readonly totalTokens: number;
  readonly context: Context;
  readonly taken: readonly ChunkPiece[];
  readonly isCut: boolean;
}

/** Prices are careful, but only the count of the whole is the truth: while it is too high, the least wanted goes. */
function fitted(
  packed: readonly ChunkPiece[],
  fixedContext: readonly ContextPart[],
  bench: Workbench,
): Kept {
  const { available, count, format, rules } = bench;
  let taken = packed;
  let fixed = fixedContext;
  for (;;) {
    const context = bench.contextOf(fixed, partsOf(taken, bench));
    const prompt = format.render(context, rules.formatOptions);
    const totalTokens = count(prompt);
    if (totalTokens <= available) {
      const filled = fill(context, totalTokens, taken, bench);
      return filled ?? { prompt, totalTokens, context, taken, isCut: false };
    }
    if (taken.length > 0) taken = withoutWorst(taken);
    else if (fixed.length > 0) fixed = fixed.slice(0, -1);
    else {
      throw new SheafError(
        'over-budget',
        `The task alone takes ${totalTokens} tokens in this format, more than the ${available} there are.`,
        'Raise --budget or --context-tokens, or shorten the task.',
      );
    }
  }
}

function withoutWorst(taken: readonly ChunkPiece[]): ChunkPiece[] {
  const worst = [...taken].sort(byScore).at(-1);
  return taken.filter((piece) => piece !== worst && piece.needs !== worst);
}

function partsOf(taken: readonly ChunkPiece[], { factsOf, scoredOf }: Workbench): ContextPart[] {
  return grouped(taken).flatMap(({ path, pieces }) => {
    const facts = factsOf.get(path);
    const ranges = pieces.flatMap((piece) => piece.ranges);
    return facts === undefined ? [] : [excerptsOf(ranges, facts, scoredOf.get(path), path)];
  });
}

/** What `truncate` and `summarize` put into the room that is left; null for the other ways, and where nothing fits. */
function fill(
  context: Context,
  totalTokens: number,
  taken: readonly ChunkPiece[],
  bench: Workbench,
): Kept | null {
  const { overflow } = bench.rules;
  if (overflow !== 'truncate' && overflow !== 'summarize') return null;
  const present = new Set(context.parts.map(({ path }) => path));
  let best: Kept | null = null;
  let parts = context.parts;
  let left = bench.available - totalTokens;
  for (const part of overflow === 'summarize'
    ? shorter(present, bench)
    : cutPart(present, left, bench)) {
    const next = bench.contextOf(context.fixed, [...parts, part]);
    const prompt = bench.format.render(next, bench.rules.formatOptions);
    const tokens = bench.count(prompt);
    if (tokens > bench.available) continue;
    best = { prompt, totalTokens: tokens, context: next, taken, isCut: true };
    parts = next.parts;
    left = bench.available - tokens;
    if (overflow === 'truncate' || left < LEAST_LEFT) break;
  }
  return best;
}

/** Fewer tokens than this hold no further part. */
const LEAST_LEFT = 60;
const SHORTENED_FILES = 30;

/** Documents that found no room, at the level their tier prefers, and then at each lower one (S1). */
function* shorter(present: ReadonlySet<string>, bench: Workbench): Generator<ContextPart> {
  const { gathering, factsOf, scoredOf, rules, count } = bench;
  const rest = gathering.files.filter(({ path }) => !present.has(path) && factsOf.has(path));
  for (const { path, tier } of rest.slice(0, SHORTENED_FILES)) {
    const facts = factsOf.get(path);
    if (facts === undefined) continue;
    const item = { path, modified: null, facts, task: gathering.task.text };
    const levels =
      tier === 'reference'
        ? (['summary', 'stub'] as const)
        : (['detailed', 'summary', 'stub'] as const);
    for (const level of levels) {
      yield shortenedPart(
        path,
        facts,
        scoredOf.get(path),
        level,
        atLevel(item, level, rules.levels, count),
      );
    }
  }
}

/** The best chunk that found no room, cut at a line to what is left (S2's partial fit). */
function* cutPart(
  present: ReadonlySet<string>,
  left: number,
  { gathering, factsOf, scoredOf, count }: Workbench,
): Generator<ContextPart> {
  const candidates = gathering.chunks
    .flatMap((entry) => entry.chunks)
    .filter(({ path, priority }) => priority > 0 && !present.has(path))
    .sort((a, b) => b.priority - a.priority);
  const [chunk] = candidates;
  const facts = chunk === undefined ? undefined : factsOf.get(chunk.path);
  if (chunk === undefined || facts === undefined) return;
  const lines = textOf(chunk, facts).split('\n');
  for (let kept = lines.length - 1; kept > 0; kept--) {
    const text = `${lines.slice(0, kept).join('\n')}\n`;
    if (count(text) > left) continue;
    const shortened = {
      ...chunk,
      lastLine: chunk.firstLine + kept - 1,
      end: chunk.start + text.length,
    };
    yield excerptsOf([shortened], facts, scoredOf.get(chunk.path), chunk.path);
  }
}

function result(
  { prompt, totalTokens, context, taken, isCut }: Kept,
  pieces: readonly ChunkPiece[],
  room: Room<ChunkPiece>,
  { gathering, format, rules, count, factsOf }: Workbench,
): Assembled {
  const planned = (part: ContextPart): PlannedPart => ({
    rank: part.rank,
    tier: part.tier,
    role: part.role,
    source: part.source,
    path: part.path,
    spans: part.stretches.map(({ firstLine, lastLine }) => [firstLine, lastLine] as const),
    level: part.level,
    tokens: count(format.partText(part, rules.formatOptions)),
    relevance: part.relevance,
    cid: part.cid,
    ...(part.receipt === undefined ? {} : { receipt: part.receipt }),
  });
  const all = [...context.fixed, ...context.parts];
  const present = new Set(all.map(({ path }) => path));
  const duplicates = new Set(gathering.duplicates.map(({ chunk }) => chunk.path));
  const reasonOf = (path: string): string => {
    if (!factsOf.has(path)) return 'below-threshold';
    return duplicates.has(path) && !pieces.some((piece) => piece.path === path)
      ? 'duplicate'
      : 'over-budget';
  };
  const bound = rules.strategy === 'optimal' ? bestWorth(pieces, room) : 0;
  return {
    prompt,
    totalTokens,
    truncated: isCut || taken.length < pieces.length,
    parts: all.map(planned),
    dropped: gathering.files
      .filter(({ path, score }) => score > 0 && !present.has(path))
      .slice(0, DROPPED_SHOWN)
      .map(({ path, relevance }) => ({ path, reason: reasonOf(path), relevance })),
    context,
    gap: bound === 0 ? 0 : Math.max(0, 1 - worthOf(taken, room) / bound),
  };
}
