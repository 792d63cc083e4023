import type { ContextPart } from '../model/context.ts';
import type { Composition } from './composition.ts';
import type { Fitted } from './fitted.ts';
import type { ChunkPiece } from './pieces.ts';

/** What a document may become where it does not fit as it is; in the end it goes. */
type Step = 'detailed' | 'summary' | 'stub';
const SHORTER: readonly Step[] = ['detailed', 'summary', 'stub'];

/** How far down its ladder each document stands: 0 is whole, past the last rung it is gone. */
type Rungs = readonly number[];

/**
 * A context of whole documents that someone chose and ranked. Where they do not fit, the last become shorter first: all of them
 * before any goes (`summarize`), or each until it is gone (`prioritize`). What is left over then goes to the first again.
 * Null where it does not fit even without documents.
 */
export function lowered(
  pieces: readonly ChunkPiece[],
  order: 'summarize' | 'prioritize',
  composition: Composition,
): Fitted | null {
  const whole = pieces.map(() => 0);
  const asTheyAre = fittedAt(
    whole,
    pieces,
    pieces.map((piece) => wholeOf(piece, composition)),
    composition,
  );
  // Where all fit, nobody need know what they would be in fewer words.
  if (asTheyAre.totalTokens <= composition.available) return asTheyAre;
  const ladders = pieces.map((piece) => ladderOf(piece, composition));
  const tokens = ladders.map((ladder) => ladder.map((part) => tokensOf(part, composition)));
  const made = (rungs: Rungs): Fitted => fittedAt(rungs, pieces, ladders, composition);
  let rungs: Rungs = whole;
  let best = asTheyAre;
  const steps = stepsDown(ladders, order);
  while (best.totalTokens > composition.available) {
    if (steps.length === 0) return null;
    rungs = stepped(rungs, steps, best.totalTokens - composition.available, tokens);
    best = made(rungs);
  }
  for (let at = 0; at < pieces.length && best.isCut; at++) {
    for (let rung = 0; rung < (rungs[at] ?? 0); rung++) {
      const left = composition.available - best.totalTokens + (tokens[at]?.[rungs[at] ?? 0] ?? 0);
      if ((tokens[at]?.[rung] ?? 0) > left) continue;
      const higher = rungs.map((own, i) => (i === at ? rung : own));
      const next = made(higher);
      if (next.totalTokens > composition.available) continue;
      [rungs, best] = [higher, next];
    }
  }
  return best;
}

/** Documents to take one step down, in turn. */
function stepsDown(ladders: readonly (readonly ContextPart[])[], order: string): number[] {
  const lastFirst = [...ladders.keys()].reverse();
  const lower = (at: number): number[] =>
    Array(Math.max(0, (ladders[at]?.length ?? 0) - 1)).fill(at);
  const all =
    order === 'summarize'
      ? [...lastFirst.flatMap(lower), ...lastFirst]
      : lastFirst.flatMap((at) => [...lower(at), at]);
  return all.reverse();
}

/** Takes steps until as many tokens are saved as are too many; the whole is counted again after that. */
function stepped(
  rungs: Rungs,
  steps: number[],
  surplus: number,
  tokens: readonly (readonly number[])[],
): Rungs {
  const next = [...rungs];
  let left = surplus;
  while (left > 0) {
    const at = steps.pop();
    if (at === undefined) break;
    const rung = next[at] ?? 0;
    left -= (tokens[at]?.[rung] ?? 0) - (tokens[at]?.[rung + 1] ?? 0);
    next[at] = rung + 1;
  }
  return next;
}

function fittedAt(
  rungs: Rungs,
  pieces: readonly ChunkPiece[],
  ladders: readonly (readonly ContextPart[])[],
  composition: Composition,
): Fitted {
  const parts = ladders.flatMap((ladder, i) => ladder[rungs[i] ?? 0] ?? []);
  const context = composition.contextOf([], parts);
  const prompt = composition.format.render(context, composition.rules.formatOptions);
  const taken = pieces.filter((_, i) => rungs[i] === 0);
  return {
    prompt,
    totalTokens: composition.count(prompt),
    context,
    taken,
    limited: new Set(),
    isCut: taken.length < pieces.length,
    bound: null,
  };
}

const tokensOf = (part: ContextPart, { count, format, rules }: Composition): number =>
  count(format.partText(part, rules.formatOptions));

const wholeOf = (
  { path, ranges }: Pick<ChunkPiece, 'path' | 'ranges'>,
  { factsOf, excerpts }: Composition,
): ContextPart[] => {
  const facts = factsOf.get(path);
  return facts === undefined ? [] : [excerpts(path, facts, ranges)];
};

/** A document at each level that is shorter than the one before, from whole on. */
function ladderOf({ path, ranges }: ChunkPiece, composition: Composition): ContextPart[] {
  const { factsOf, shortener, candidates } = composition;
  const facts = factsOf.get(path);
  if (facts === undefined) return [];
  const ladder = wholeOf({ path, ranges }, composition);
  if (!composition.mayShorten(facts)) return ladder;
  for (const level of SHORTER) {
    const item = { path, modified: null, facts, task: candidates.task.text };
    const words = shortener.atLevel(item, level);
    if (words === null || words.text.trim() === '') continue;
    const part = composition.inFewerWords(path, facts, level, words);
    const last = ladder.at(-1);
    if (last !== undefined && tokensOf(part, composition) < tokensOf(last, composition)) {
      ladder.push(part);
    }
  }
  return ladder;
}
