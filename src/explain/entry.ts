import type { Candidates } from '../compose/candidates.ts';
import { type Composed, compose } from '../compose/compose.ts';
import type { ComposeRequest } from '../compose/composition.ts';
import type { Gathering } from '../gather/gathering.ts';
import { remembered } from '../math/memo.ts';
import { SheafError } from '../model/errors.ts';
import type { Entry } from '../model/explanation.ts';
import type { PlannedPart } from '../model/plan.ts';
import { contextBudget } from '../pack/budget.ts';

export interface NamedPlace {
  readonly path: string;
  /** Null for any part of the file. */
  readonly line: number | null;
}

export function partAt({ parts }: Composed, { path, line }: NamedPlace): PlannedPart | undefined {
  return parts.find(
    (part) =>
      part.path === path &&
      (line === null || part.spans.some(([first, last]) => line >= first && line <= last)),
  );
}

/** No model's window is larger, and no answer that is would help. */
const LARGEST = 1 << 24;

/**
 * The budget at which a place enters the context: it is there, and with one token less it is not.
 * Found by halving, with the assembly itself as the judge.
 */
export async function entryOf(
  gathering: Gathering,
  place: NamedPlace,
  /** A budget to start from; the usual one is best. */
  from: number,
  request: Omit<ComposeRequest, 'budget'>,
  /** What is gathered where there is room for so many tokens. */
  gatheredFor: (tokens: number) => Promise<Gathering>,
): Promise<Entry | null> {
  if (!gathering.chunks.some(({ ranked }) => ranked.path === place.path)) return null;
  // Counting is most of the work, and the same pieces are counted at every budget.
  const tokenizer = { ...request.tokenizer, count: remembered(request.tokenizer.count) };
  const made = async (tokens: number): Promise<Composed> => {
    const own = { ...request, budget: contextBudget(tokens), tokenizer };
    return composedAt(await gatheredFor(tokens), own);
  };
  let used = -1;
  let enough = Math.max(1, from);
  for (let composed = await made(enough); !isThere(composed, place); ) {
    // Where twice the tokens change nothing, everything that may come in is there.
    if (composed.parts.length > 0 && composed.totalTokens === used) return null;
    used = composed.totalTokens;
    enough *= 2;
    if (enough > LARGEST) return null;
    composed = await made(enough);
  }
  let tooFew = 0;
  while (enough - tooFew > 1) {
    const middle = Math.floor((enough + tooFew) / 2);
    if (isThere(await made(middle), place)) enough = middle;
    else tooFew = middle;
  }
  const entered = await made(enough);
  const part = partAt(entered, place);
  if (part === undefined) return null;
  return {
    context_tokens: enough,
    level: part.level,
    tier: part.tier,
    displaces: lost((await made(tooFew)).parts, entered.parts),
  };
}

const isThere = (composed: Composed, place: NamedPlace): boolean =>
  partAt(composed, place) !== undefined;

/** A budget that does not even hold the task holds no place either. */
export function composedAt(gathering: Candidates, request: ComposeRequest): Composed {
  try {
    return compose(gathering, request);
  } catch (error) {
    if (!(error instanceof SheafError) || error.code !== 'over-budget') throw error;
    const { flowId, budget } = request;
    const context = { flowId, request: '', fixed: [], parts: [] };
    const nothing = { parts: [], dropped: [], decisions: [], totalTokens: 0, gap: 0, prompt: '' };
    const overflow = { overflow: [], wantedTokens: () => 0, sections: () => [], picksLeftOut: [] };
    return { ...nothing, ...overflow, truncated: true, expected: null, budget, context };
  }
}

const linesOf = (part: PlannedPart | undefined): number =>
  part?.spans.reduce((sum, [first, last]) => sum + last - first + 1, 0) ?? 0;

export function lost(
  before: readonly PlannedPart[],
  after: readonly PlannedPart[],
): Entry['displaces'] {
  return before.flatMap((part): Entry['displaces'][number][] => {
    const now = linesOf(after.find(({ path }) => path === part.path));
    if (now === 0) return [{ path: part.path, lost: 'all' }];
    return now < linesOf(part) ? [{ path: part.path, lost: 'lines' }] : [];
  });
}
