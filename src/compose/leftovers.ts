import { compressed } from '../compress/item.ts';
import { byCodePoint } from '../math/order.ts';
import type { ContextPart } from '../model/context.ts';
import type { ScoredFile } from '../model/relevance.ts';
import { LEAST_RUNG } from '../pack/strategies.ts';
import { densityOf, isWorthTaking } from '../score/value.ts';
import { readPlace } from '../text/paths/place.ts';
import type { Composition } from './composition.ts';
import { copiesOf } from './copies.ts';
import type { Fitted } from './fitted.ts';
import { textOf } from './parts.ts';
import type { ChunkPiece } from './pieces.ts';
import { pricesOf } from './prices.ts';
import { overSource } from './source-limits.ts';

/** Fewer tokens than this hold no further part. */
const LEAST_LEFT = 60;

/** Prices are nearly right: a part that turns out a few tokens too large is tried again with so many fewer. */
const TRIES = 3;

/** What goes into the room that is left (BU-4), of documents that have pieces. */
export function fill(
  fitted: Fitted,
  pieces: readonly ChunkPiece[],
  composition: Composition,
): Fitted {
  let best = fitted;
  const absent = new Set(pieces.map(({ path }) => path));
  for (const { path } of [...fitted.context.fixed, ...fitted.context.parts]) absent.delete(path);
  // In fewer words a document would show what somebody does not want of it.
  for (const drop of composition.candidates.drops ?? []) absent.delete(readPlace(drop)?.path ?? '');
  for (const offer of offers(absent, composition)) {
    if (composition.available - best.totalTokens < LEAST_LEFT) break;
    if (best.context.parts.some(({ path }) => path === offer.path)) continue;
    best = withOffer(best, offer, composition) ?? best;
  }
  return best;
}

/** The context with a part of the document; null where none of it fits. */
function withOffer(fitted: Fitted, { partFor }: Offer, composition: Composition): Fitted | null {
  const { available, count, format, rules } = composition;
  let left = available - fitted.totalTokens;
  for (let round = 0; round < TRIES; round++) {
    const part = partFor(left);
    if (part === null) return null;
    const { fixed, parts } = fitted.context;
    const context = composition.contextOf(fixed, withPart(parts, part, rules.isOpen));
    const prompt = format.render(context, rules.formatOptions);
    const totalTokens = count(prompt);
    if (overSource(context, composition) !== null) return null;
    if (totalTokens <= available) return { ...fitted, prompt, totalTokens, context, isCut: true };
    left -= totalTokens - available;
  }
  return null;
}

/** At the end, or where its relevance belongs. */
function withPart(
  parts: readonly ContextPart[],
  part: ContextPart,
  byRelevance: boolean,
): ContextPart[] {
  const at = parts.findIndex(({ relevance }) => byRelevance && relevance < part.relevance);
  return at < 0 ? [...parts, part] : parts.toSpliced(at, 0, part);
}

/** A line that names a copy costs about so much, with its heading. */
const COPY_TOKENS = 60;
const COPIES_NAMED = 5;

/** Names documents that say only what the context holds already: who changes one wants to know of the other. */
export function withCopies(fitted: Fitted, composition: Composition): Fitted {
  const { candidates, factsOf, scoredOf, count, inFewerWords, mayShorten } = composition;
  const { ask = 'change' } = candidates.task;
  const taken = new Set(fitted.taken.map(({ path, sequence }) => `${sequence} ${path}`));
  const named = new Set([...fitted.context.fixed, ...fitted.context.parts].map(({ path }) => path));
  const most = named.size + COPIES_NAMED;
  let best = fitted;
  for (const { chunk, of } of copiesOf(composition)) {
    const { path } = chunk;
    const facts = factsOf.get(path);
    const fileNeeded = scoredOf.get(path)?.relevance ?? 0;
    const isThere = taken.has(`${of.sequence} ${of.path}`) && !named.has(path);
    if (!isThere || facts === undefined || named.size >= most || !mayShorten(facts)) continue;
    // Who asks how code works changes none of it.
    if (ask === 'question' && facts.shape.source === 'code') continue;
    const offered = {
      ask,
      kind: 'code' as const,
      isPage: true,
      density: densityOf(fileNeeded, COPY_TOKENS),
      worth: fileNeeded,
      fileNeeded,
      isFirst: true,
      filesFound: scoredOf.size,
    };
    if (!isWorthTaking(offered)) continue;
    named.add(path);
    const draft = {
      text: `Says the same as ${of.path}, lines ${of.firstLine} to ${of.lastLine}.\n`,
      kinds: {},
    };
    const line = compressed({ path, modified: null, facts }, 'stub', draft, count);
    const part = inFewerWords(path, facts, 'stub', { ...line, model: null });
    best = withOffer(best, { path, partFor: () => part }, composition) ?? best;
  }
  return best;
}

/** A document that found no room, and a part of it for so many tokens; null if it would say nothing. */
interface Offer {
  readonly path: string;
  readonly partFor: (left: number) => ContextPart | null;
}

function offers(absent: ReadonlySet<string>, composition: Composition): Offer[] {
  const { overflow, strategy } = composition.rules;
  switch (overflow) {
    case 'error':
      return [];
    case 'truncate':
      return cutOffers(absent, composition);
    case 'summarize':
      return shorterOffers(absent, SHORTENED_FILES, composition);
    case 'prioritize':
      // What greedy holds must be there with twice the budget too, so it holds nothing but pieces.
      return strategy === 'greedy' && composition.available >= LEAST_RUNG
        ? []
        : shorterOffers(absent, FURTHER_FILES, composition);
  }
}

const SHORTENED_FILES = 30;
/** Where documents in fewer words only use the last tokens, few are tried. */
const FURTHER_FILES = 3;
/** Stubs of less relevant documents are dropped. */
const LEAST_STUB_RELEVANCE = 0.3;
/** Fewer tokens than this say nothing. */
const LEAST_WORDS = 12;

/** Documents at the level their tier prefers, and then at each lower one. */
function shorterOffers(
  absent: ReadonlySet<string>,
  files: number,
  composition: Composition,
): Offer[] {
  const { candidates, factsOf, shortener, inFewerWords } = composition;
  const { documentTokens } = pricesOf(composition);
  return candidates.files
    .filter(({ path }) => {
      const facts = factsOf.get(path);
      return facts !== undefined && absent.has(path) && composition.mayShorten(facts);
    })
    .slice(0, files)
    .flatMap((file) =>
      levelsFor(file).map(
        (level): Offer => ({
          path: file.path,
          partFor: (left) => {
            const facts = factsOf.get(file.path);
            const most = left - documentTokens(file.path);
            if (facts === undefined || most < LEAST_WORDS) return null;
            const item = { path: file.path, modified: null, facts, task: candidates.task.text };
            const shorter = shortener.atLevel(item, level, most);
            if (shorter === null || shorter.text.trim() === '') return null;
            return inFewerWords(file.path, facts, level, shorter);
          },
        }),
      ),
    );
}

function levelsFor({ tier, relevance }: ScoredFile): ('detailed' | 'summary' | 'stub')[] {
  return [
    ...(tier === 'reference' ? [] : (['detailed'] as const)),
    'summary',
    ...(relevance < LEAST_STUB_RELEVANCE ? [] : (['stub'] as const)),
  ];
}

/** Chunks that are tried until one can be cut to what is left. */
const CUT_CHUNKS = 3;

/** The best chunks that found no room, cut at a line to what is left (a partial fit). */
function cutOffers(absent: ReadonlySet<string>, composition: Composition): Offer[] {
  const { candidates, factsOf, excerpts, count } = composition;
  const { documentTokens } = pricesOf(composition);
  return candidates.chunks
    .flatMap((entry) => entry.chunks)
    .filter(({ path, priority }) => priority > 0 && absent.has(path))
    .sort((a, b) => b.priority - a.priority || byCodePoint(a.path, b.path) || a.start - b.start)
    .slice(0, CUT_CHUNKS)
    .map(
      (chunk): Offer => ({
        path: chunk.path,
        partFor: (left) => {
          const facts = factsOf.get(chunk.path);
          if (facts === undefined) return null;
          const most = left - documentTokens(chunk.path);
          const lines = textOf(chunk, facts).split('\n');
          for (let kept = lines.length - 1; kept > 0; kept--) {
            const text = `${lines.slice(0, kept).join('\n')}\n`;
            if (count(text) > most) continue;
            const lastLine = chunk.firstLine + kept - 1;
            const cut = { ...chunk, lastLine, end: chunk.start + text.length };
            return excerpts(chunk.path, facts, [cut]);
          }
          return null;
        },
      }),
    );
}
