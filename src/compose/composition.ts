import { bodyOf } from '../format/body.ts';
import type { Format } from '../format/format.ts';
import { showingHidden, showingPaths } from '../format/format.ts';
import { FORMATS } from '../format/formats.ts';
import { remembered } from '../math/memo.ts';
import type { Budget } from '../model/budget.ts';
import type { RankedChunk } from '../model/candidate.ts';
import type { Context, ContextPart, Level } from '../model/context.ts';
import type { Facts } from '../model/document.ts';
import { SheafError } from '../model/errors.ts';
import type { FormatName } from '../model/options.ts';
import type { ScoredFile } from '../model/relevance.ts';
import type { Ports } from '../ports/ports.ts';
import type { Tokenizer } from '../ports/tokenizer.ts';
import { offlineShortener, type Shortened, type Shortener } from '../summarize/shortener.ts';
import { insideAny } from '../text/paths/place.ts';
import { truncateToTokens } from '../text/truncate.ts';
import type { Candidates } from './candidates.ts';
import { fixedParts } from './fixed-parts.ts';
import { excerptsOf, inBands, numbered, shortenedPart, shown, withHeads } from './parts.ts';
import { type CompositionRules, OPEN_CEILING, USUAL_RULES } from './rules.ts';

/** A task longer than half of the context is shortened: the other half is what it is for. */
const REQUEST_SHARE = 0.5;

export interface ComposeRequest {
  readonly flowId: string;
  readonly budget: Budget;
  readonly tokenizer: Tokenizer;
  readonly digest: Ports['digest'];
  readonly rules?: CompositionRules;
  /** How documents are made shorter; offline unless it is given. */
  readonly shortener?: Shortener | undefined;
}

/** A context in the making: what its steps look things up in, and the rules they go by. */
export interface Composition {
  readonly candidates: Candidates;
  readonly rules: CompositionRules;
  readonly format: Format;
  readonly available: number;
  /** Kept free of pieces for documents in fewer words. */
  readonly reservedTokens: number;
  readonly count: (text: string) => number;
  readonly shortener: Shortener;
  readonly factsOf: ReadonlyMap<string, Facts>;
  readonly scoredOf: ReadonlyMap<string, ScoredFile>;
  readonly fixedAt: (available: number) => readonly ContextPart[];
  readonly contextOf: (fixed: readonly ContextPart[], parts: readonly ContextPart[]) => Context;
  /** A document by some of its lines, or in other words. */
  readonly excerpts: (path: string, facts: Facts, ranges: readonly RankedChunk[]) => ContextPart;
  readonly inFewerWords: (
    path: string,
    facts: Facts,
    level: Level,
    words: Shortened,
  ) => ContextPart;
  /** Whether a document may stand in fewer words than its own. */
  readonly mayShorten: (facts: Facts) => boolean;
  /** The same for another budget, or with another reserve. */
  readonly at: (available: number, reservedTokens?: number) => Composition;
}

/** Tokens of a usual context whose size nobody gave: what always stands there is a share of it. */
const USUAL_OPEN = 12_000;

/** Under `summarize` this much of the context is kept for documents in fewer words. */
const SUMMARY_SHARE = 0.2;

const reservedFor = ({ overflow }: CompositionRules, available: number): number =>
  overflow === 'summarize' ? Math.floor(available * SUMMARY_SHARE) : 0;

export function compositionOf(
  candidates: Candidates,
  {
    flowId,
    budget,
    tokenizer,
    digest,
    rules: wanted = USUAL_RULES,
    shortener: given,
  }: ComposeRequest,
): Composition {
  const { flow } = candidates;
  const isUnwanted = insideAny(candidates.drops ?? []);
  const rules = packedFor(candidates, wanted);
  const count = remembered((text: string) => tokenizer.count(text));
  const factsOf = new Map(candidates.chunks.map(({ ranked, facts }) => [ranked.path, facts]));
  const scoredOf = new Map(candidates.files.map((file) => [file.path, file]));
  const mayShorten = ({ shape }: Facts): boolean =>
    rules.shortens.any && (shape.source !== 'conversation' || rules.shortens.conversation);
  const { sourceLimits } = rules;
  const usual = rules.writer ?? FORMATS[rules.format];
  const writer = rules.hasRoots ? showingPaths(usual) : usual;
  const shortener = given ?? offlineShortener(rules.levels, count, rules.compressors);
  const fixedRules = { count, digest, shortener, sourceLimits, mayShorten };
  const fixedAt = remembered((tokens: number) =>
    fixedParts(
      candidates.fixed,
      candidates.task.text,
      rules.isOpen ? Math.min(tokens, USUAL_OPEN) : tokens,
      fixedRules,
    ),
  );
  /** A document of a flow keeps all but its text; others may have a name of their own. */
  const framed = (part: ContextPart): ContextPart => {
    const own = flow?.evidence.get(part.path);
    if (own === undefined) {
      const { level: known = part.level, ...frame } = candidates.names?.get(part.path) ?? {};
      return { ...part, ...frame, level: part.text === undefined ? known : part.level };
    }
    const { stretches, level, lines, gaps, text, receipt, method, model, ...frame } = part;
    const shownText = { stretches, level, lines, gaps, text, receipt, method, model };
    return { ...frame, ...own, ...present(shownText) };
  };
  /** Evidence of a flow that is there whole is as its file has it. */
  const wholeInFlow = (
    path: string,
    { text }: Facts,
    [range, ...more]: readonly RankedChunk[],
  ): ContextPart | undefined => {
    const isWhole = more.length === 0 && range?.start === 0 && range.end === text.length;
    return isWhole ? flow?.evidence.get(path) : undefined;
  };
  const at = (
    available: number,
    reservedTokens: number = reservedFor(rules, available),
  ): Composition => {
    const limit = Math.floor(available * REQUEST_SHARE);
    const task = candidates.task.text;
    const request = flow === undefined ? shortTask(task, limit, count) : '';
    return {
      candidates,
      rules,
      format: rules.rawUnicode ? writer : showingHidden(writer),
      available,
      reservedTokens,
      count,
      factsOf,
      scoredOf,
      fixedAt,
      mayShorten,
      shortener,
      excerpts: (path, facts, ranges) => {
        const own = candidates.isChosen === true ? ranges : withHeads(ranges, facts, isUnwanted);
        const part =
          wholeInFlow(path, facts, own) ??
          framed(excerptsOf(own, facts, scoredOf.get(path), path, digest));
        if (!rules.lineNumbers) return part;
        const stretches = part.stretches.map((stretch) => ({
          ...stretch,
          text: numbered(stretch.text, stretch.firstLine),
        }));
        return { ...part, stretches, cid: digest(stretches.map(({ text }) => text).join('')) };
      },
      inFewerWords: (path, facts, level, words) =>
        framed(shortenedPart(path, facts, scoredOf.get(path), level, words, digest)),
      contextOf: (fixed, parts) =>
        flow === undefined
          ? { flowId, request, fixed: inBands(fixed).map(shown), parts: inBands(parts).map(shown) }
          : flowContext(flowId, flow.parts, parts, rules.format),
      at,
    };
  };
  const { pins = [], picks = [] } = candidates;
  const isCapped = rules.isOpen && pins.length + picks.length === 0;
  const room = filling(budget.available, rules);
  return at(isCapped ? Math.min(room, OPEN_CEILING) : room);
}

/**
 * A task told at length says which lines it is about: packing by priority finds 77 instead of 70 of 100 tasks' lines in 8k tokens. One line
 * hardly says so much, and by value more of its files are there.
 */
const packedFor = ({ task }: Candidates, rules: CompositionRules): CompositionRules =>
  rules.strategy === 'value' && task.ask === 'report' ? { ...rules, strategy: 'optimal' } : rules;

/** The fields that have a value. */
const present = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<T>;

/** The parts of a flow in the order of its files. Only mdctx shows who speaks where; others have one place for each speaker. */
function flowContext(
  flowId: string,
  inOrder: readonly ContextPart[],
  parts: readonly ContextPart[],
  format: FormatName,
): Context {
  const chosen = new Map(parts.map((part) => [part.path, part]));
  const isSpoken = ({ role }: ContextPart): boolean => role !== 'evidence';
  const ordered = inOrder.flatMap((part) =>
    isSpoken(part) ? part : (chosen.get(part.path) ?? []),
  );
  if (format === 'mdctx') return { flowId, request: '', fixed: [], parts: ordered };
  const words = (role: ContextPart['role']): string =>
    inOrder
      .filter((part) => part.role === role)
      .map(bodyOf)
      .join('\n');
  return {
    flowId,
    system: words('system'),
    request: words('user'),
    fixed: [],
    parts: ordered.filter((part) => !isSpoken(part)),
  };
}

/** What may be filled of what is available. */
function filling(available: number, { minHeadroom }: CompositionRules): number {
  if (minHeadroom < available) return available - minHeadroom;
  throw new SheafError(
    'over-budget',
    `The headroom of ${minHeadroom} tokens leaves none of the ${available} available tokens for context.`,
    'Raise the budget, or lower min_headroom_tokens under [assembly].',
  );
}

/** The task as far as it may take room. */
const shortTask = (text: string, limit: number, count: (text: string) => number): string =>
  count(text) <= limit ? text : truncateToTokens(text, limit, count);
