import type { Candidates } from '../compose/candidates.ts';
import type { Composed } from '../compose/compose.ts';
import type { ComposeRequest } from '../compose/composition.ts';
import { budgetFor, type ContextRequest } from '../compose/request.ts';
import { compositionRules, roomFor } from '../compose/rules.ts';
import type { Subject } from '../compose/subject.ts';
import { remembered } from '../math/memo.ts';
import type { SizeStep, Sizes } from '../model/inspection.ts';
import type { DroppedFile } from '../model/plan.ts';
import { contextBudget } from '../pack/budget.ts';
import type { Ports } from '../ports/ports.ts';
import { composedAt, lost, partAt } from './entry.ts';

/** So many sizes between the smallest and the largest: a slider that moves from one to the next seems to flow. */
const STEPS = 40;
const SMALLEST = 500;
/** Where something enters is told in round numbers. */
const ROUND = 100;

const rounded = (tokens: number): number => Math.max(ROUND, Math.round(tokens / ROUND) * ROUND);

/** Round sizes, each larger than the one before by the same share. */
function sizesUpTo(most: number): number[] {
  const factor = (most / SMALLEST) ** (1 / (STEPS - 1));
  const sizes = Array.from({ length: STEPS }, (_, i) => rounded(SMALLEST * factor ** i));
  return [...new Set(sizes)].filter((size) => size <= most);
}

/** Left-out files whose entry is told to the next hundred tokens: those that a reader sees first. Of others the next size is. */
const CLOSE_ENTRIES = 12;
/** A budget that is given, times this, is how far growing sizes go; without one, to what is usually worth it. */
const BEYOND = 2;

/** The largest size to look at. */
export function largestSize(request: ContextRequest, upTo: number | undefined): number {
  const { available } = budgetFor(request.config, request.maxTokens);
  const { tokens: usual } = roomFor(available, request.config, request);
  return upTo ?? (request.maxTokens === null ? usual : usual * BEYOND);
}

/** What enters and leaves the context of a task as its budget grows, from what was gathered for the largest. */
export async function sizesFor(
  ports: Ports,
  { candidates, flowId }: Pick<Subject, 'candidates' | 'flowId'>,
  { config, look, isSizeGiven }: ContextRequest,
  most: number,
  leftOut: readonly DroppedFile[],
): Promise<Sizes> {
  const tokenizer = await ports.tokenizer(config.budget.tokenizer);
  const rules = compositionRules(config, ports.compressors, { look, maxTokens: most, isSizeGiven });
  const wanted = leftOut.map(({ path }) => path);
  const request = { flowId, tokenizer, digest: ports.digest, rules };
  return sizesOf(candidates, request, sizesUpTo(most), wanted, ports.signal);
}

/** What contexts of growing sizes hold, and where each of some files enters; the assembly itself is the judge. */
async function sizesOf(
  candidates: Candidates,
  request: Omit<ComposeRequest, 'budget'>,
  sizes: readonly number[],
  wanted: readonly string[],
  signal: AbortSignal,
): Promise<Sizes> {
  // Counting is most of the work, and the same pieces are counted at every budget.
  const tokenizer = { ...request.tokenizer, count: remembered(request.tokenizer.count) };
  const made = remembered(
    (tokens: number): Composed =>
      composedAt(candidates, { ...request, budget: contextBudget(tokens), tokenizer }),
  );
  const places = new Map<string, number>();
  const placeOf = (path: string): number => {
    const place = places.get(path) ?? places.size;
    places.set(path, place);
    return place;
  };
  const steps: SizeStep[] = [];
  for (const size of sizes) {
    await breath(signal);
    const { totalTokens, expected, parts } = made(size);
    steps.push({
      context_tokens: size,
      total_tokens: totalTokens,
      every_file: expected?.every_file ?? null,
      documents: parts.map(({ path, tokens }) => [placeOf(path), tokens] as const),
    });
  }
  const entries: Sizes['entries'][number][] = [];
  for (const [i, path] of wanted.entries()) {
    await breath(signal);
    const entry = entryAmong(path, sizes, made, i < CLOSE_ENTRIES);
    if (entry !== null) entries.push({ path, ...entry });
  }
  return { paths: [...places.keys()], steps, entries };
}

/** Many contexts take a second: whoever else asks a server meanwhile gets a turn, and who has left ends it. */
async function breath(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal.throwIfAborted();
}

/** The size from which a document is there: of those that were made anyway, or a closer one between two of them. */
function entryAmong(
  path: string,
  sizes: readonly number[],
  made: (tokens: number) => Composed,
  isClose: boolean,
): Omit<Sizes['entries'][number], 'path'> | null {
  const place = { path, line: null };
  const at = sizes.findIndex((size) => partAt(made(size), place) !== undefined);
  if (at === -1) return null;
  let enough = sizes[at] ?? 0;
  let tooFew = sizes[at - 1] ?? 0;
  while (isClose && enough - tooFew > ROUND) {
    const middle = rounded((enough + tooFew) / 2);
    if (middle >= enough || middle <= tooFew) break;
    if (partAt(made(middle), place) === undefined) tooFew = middle;
    else enough = middle;
  }
  const part = partAt(made(enough), place);
  if (part === undefined) return null;
  const before = tooFew === 0 ? [] : made(tooFew).parts;
  return {
    context_tokens: enough,
    is_close: isClose,
    level: part.level,
    tier: part.tier,
    displaces: lost(before, made(enough).parts),
  };
}
