import type { Config } from '../config/defaults.ts';
import { SheafError } from '../model/errors.ts';
import type { Composed } from './compose.ts';
import { budgetFor, type ContextRequest } from './request.ts';

/** How a caller says the size of a context: in the unit that was asked in, so that the hint can be followed as it stands. */
export interface Sizing {
  /** `--context-tokens` or `--budget`. */
  readonly flag: string;
  readonly now: number;
  /** The least size that leaves so many tokens for context. */
  readonly sizeFor: (available: number) => number;
  /** The context of that size, gathered and composed as the caller would have it. */
  readonly madeAt: (size: number) => Promise<Composed> | Composed;
}

/** How a request says its size, for those who must tell a larger one; `made` is what the request would come to. */
export function sizingOf(
  request: ContextRequest,
  made: (request: ContextRequest) => Promise<Composed>,
): Sizing {
  const { config, maxTokens } = request;
  if (maxTokens !== null) {
    return {
      flag: '--context-tokens',
      now: maxTokens,
      sizeFor: (tokens) => tokens,
      madeAt: (size) => made({ ...request, maxTokens: size }),
    };
  }
  const at = (size: number): Config => ({
    ...config,
    budget: { ...config.budget, max_tokens: size },
  });
  return {
    flag: '--budget',
    now: config.budget.max_tokens,
    sizeFor: (tokens) => {
      let size = tokens + budgetFor(config, null).reserved;
      while (budgetFor(at(size), null).available < tokens) {
        size += tokens - budgetFor(at(size), null).available;
      }
      return size;
    },
    madeAt: (size) => made({ ...request, isSizeGiven: true, config: at(size) }),
  };
}

/** Prices are careful, so a little more than the count may be needed; a size that is told is no further from the least one than that. */
const MORE = 1.02;
const AT_LEAST_MORE = 16;
const littleMore = (size: number): number => Math.ceil(size * MORE) + AT_LEAST_MORE;
/** No model's window is larger. */
const LARGEST = 100_000_000;

/** Overflow `error` (BU-4): everything that is wanted must stand in the context as it is. The hint is a size that was tried. */
export async function refuseOverflow(made: Composed, sizing: Sizing): Promise<void> {
  const { flag, now } = sizing;
  const [first = '', ...others] = made.overflow;
  if (first === '') return;
  const files = others.length === 0 ? first : `${first} and ${others.length} more`;
  const enough = await enoughFor(made, sizing);
  const instead = '--overflow prioritize, summarize or truncate';
  throw new SheafError(
    'over-budget',
    enough === null
      ? `The relevant content does not fit: ${files}; no window is large enough.`
      : `The relevant content needs ${flag} ${enough}, ${enough - now} more than ${now}; what does not fit: ${files}.`,
    enough === null
      ? `Narrow the task, its sources or files, or use ${instead}.`
      : `Use ${flag} ${enough}, or ${instead}.`,
  );
}

async function enoughFor(made: Composed, sizing: Sizing): Promise<number | null> {
  const { now, sizeFor, madeAt } = sizing;
  let size = Math.max(now + 1, sizeFor(made.wantedTokens()));
  while (size <= LARGEST) {
    const larger = await madeAt(size);
    if (larger.overflow.length === 0) return lessThan(size, larger, sizing);
    size = Math.max(littleMore(size), sizeFor(larger.wantedTokens()));
  }
  return null;
}

/** Not all that is wanted comes to stand there: copies, and what limits keep out, do not. So less may do, and is tried by halving. */
async function lessThan(
  size: number,
  { totalTokens }: Composed,
  { now, sizeFor, madeAt }: Sizing,
): Promise<number> {
  let tooFew = Math.max(now, sizeFor(totalTokens) - 1);
  let enough = size;
  let next = littleMore(tooFew);
  while (next < enough) {
    if ((await madeAt(next)).overflow.length === 0) enough = next;
    else tooFew = next;
    next = Math.max(littleMore(tooFew), Math.floor((tooFew + enough) / 2));
  }
  return enough;
}
