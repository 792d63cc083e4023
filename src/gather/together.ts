import type { RankedChunk } from '../model/candidate.ts';
import type { Shape } from '../model/shape.ts';
import { byPriority, type FileChunks } from '../retrieve/chunks.ts';
import { densityOf } from '../score/value.ts';
import type { Exchanges } from './exchanges.ts';

/** Manifests of several things, each of which is described by itself. */
export const isOfResources = ({ source, kind }: Shape): boolean =>
  source === 'deployment' && RESOURCES.has(kind);
const RESOURCES: ReadonlySet<string> = new Set(['terraform', 'kubernetes', 'compose', 'state']);

/** A document of so few tokens reads best as a whole. */
const SHORT_TOKENS = 250;
const CHARACTERS_PER_TOKEN = 4;
/** What a piece is worth of the best one, with which it belongs together. */
const WITH_THE_BEST = 0.5;

/** A longer answer stands for itself. */
const LONGEST_ANSWER = 300;

const tokensOf = ({ start, end }: RankedChunk): number => (end - start) / CHARACTERS_PER_TOKEN;

/** The share of the best turn's worth at which its answer is worth its tokens where the best is: half of an exchange helps nobody. */
const asDear = (answer: RankedChunk, best: RankedChunk): number =>
  tokensOf(answer) > LONGEST_ANSWER
    ? 1
    : Math.max(1, densityOf(1, tokensOf(best)) / densityOf(1, tokensOf(answer)));

/** Pieces that belong together are taken together: what was said to a turn, and all of a short document that is neither code, a log nor a list of endpoints or resources. */
export function together(entry: FileChunks, exchanges?: Exchanges): FileChunks {
  const { shape, text } = entry.facts;
  const isTalk = shape.source === 'conversation';
  // Of talk the turn that is taken first counts, which may be the shorter one.
  const measure = (chunk: RankedChunk): number =>
    isTalk ? densityOf(chunk.worth, tokensOf(chunk)) : chunk.worth;
  const [best] = [...entry.chunks].sort((a, b) => measure(b) - measure(a) || byPriority(a, b));
  if (best === undefined || best.priority <= 0) return entry;
  const isShort = text.length <= SHORT_TOKENS * CHARACTERS_PER_TOKEN;
  const isApart =
    shape.source === 'code' ||
    shape.source === 'logs' ||
    shape.kind === 'api' ||
    isOfResources(shape);
  if (!isTalk && (!isShort || isApart)) return entry;
  const raised = (chunk: RankedChunk, share: number): RankedChunk => ({
    ...chunk,
    worth: Math.max(chunk.worth, share * best.worth),
    // What has none is not taken at all.
    priority: Math.max(chunk.priority, share * best.priority),
  });
  // An export holds many conversations, one after the other.
  const titleOf = ({ sequence }: RankedChunk): string =>
    entry.facts.chunks[sequence]?.within.join() ?? '';
  const isAnswer = (chunk: RankedChunk): boolean =>
    chunk.sequence === best.sequence + 1 &&
    titleOf(chunk) === titleOf(best) &&
    exchanges?.turnFor(chunk.path, chunk.sequence) !== null;
  return {
    ...entry,
    chunks: entry.chunks.map((chunk) => {
      if (!isTalk) return raised(chunk, WITH_THE_BEST);
      return isAnswer(chunk) ? raised(chunk, asDear(chunk, best)) : chunk;
    }),
  };
}
