import { comment, elisionComment } from '../compress/elision.ts';
import { lineStarts } from '../math/lines.ts';
import type { RankedChunk } from '../model/candidate.ts';
import type { ContextPart, Level, Stretch } from '../model/context.ts';
import type { Facts } from '../model/document.ts';
import type { Receipt } from '../model/receipt.ts';
import type { ScoredFile, Tier } from '../model/relevance.ts';
import type { Shortened } from '../summarize/shortener.ts';

/** First rank of each tier's band, in the order of the context. */
const BANDS: Readonly<Record<ContextPart['tier'], number>> = {
  system: 20,
  primary: 100,
  supporting: 200,
  reference: 300,
  history: 400,
};
const BAND_LAST = 99;
/** Digits of the content's id that a prompt shows; the plan holds all of them. */
const ID_DIGITS = 16;
const ID_PREFIX = 'sha256:';

type Digest = (text: string) => string;

/** The whole id of a part, of which a prompt shows the beginning: that of its file in a flow, else of what it shows. */
export const contentId = (
  { text, stretches, evidence, cid }: ContextPart,
  digest: Digest,
): string =>
  evidence === undefined ? digest(text ?? stretches.map((stretch) => stretch.text).join('')) : cid;

export const textOf = (chunk: RankedChunk, { text }: Facts): string =>
  text.slice(chunk.start, chunk.end);

const linesOf = (facts: Facts): number => facts.chunks.at(-1)?.lastLine ?? 0;
export const tierOf = (file: ScoredFile | undefined): Tier => file?.tier ?? 'reference';

/** A document by the chunks that were chosen of it; neighbours become one stretch. */
export function excerptsOf(
  chunks: readonly RankedChunk[],
  facts: Facts,
  file: ScoredFile | undefined,
  path: string,
  digest: Digest,
): ContextPart {
  const stretches: Stretch[] = [];
  for (const chunk of [...chunks].sort((a, b) => a.start - b.start)) {
    const text = textOf(chunk, facts);
    const last = stretches.at(-1);
    if (last !== undefined && chunk.firstLine <= last.lastLine + 1) {
      const lastLine = chunk.lastLine;
      stretches[stretches.length - 1] = { ...last, lastLine, text: last.text + text };
    } else stretches.push({ firstLine: chunk.firstLine, lastLine: chunk.lastLine, text });
  }
  const lines = linesOf(facts);
  const [only, ...rest] = stretches;
  const isWhole = rest.length === 0 && only?.firstLine === 1 && only.lastLine === lines;
  return {
    ...frameOf(path, facts, file, isWhole ? 'full' : 'excerpts'),
    cid: digest(stretches.map(({ text }) => text).join('')),
    stretches,
    lines,
    gaps: gapsOf(stretches, lines, facts.shape.language),
  };
}

/** The two innermost definitions around a stretch tell what it is part of. */
const HEADS = 2;

/**
 * With the first lines of the definitions inside which a stretch begins: a body without its head could be anything's. Lines that
 * nobody wants stay out.
 */
export function withHeads(
  chunks: readonly RankedChunk[],
  facts: Facts,
  isUnwanted: (path: string, line: number) => boolean,
): readonly RankedChunk[] {
  const [first] = chunks;
  if (first === undefined || facts.shape.source !== 'code') return chunks;
  const isShown = (line: number): boolean =>
    chunks.some(({ firstLine, lastLine }) => firstLine <= line && line <= lastLine);
  const lines = chunks
    .filter(({ firstLine }) => !isShown(firstLine - 1))
    .flatMap(({ firstLine }) =>
      facts.definitions
        .filter(({ line, lastLine }) => line < firstLine && firstLine <= lastLine)
        .map(({ line }) => line)
        .sort((a, b) => a - b)
        .slice(-HEADS),
    );
  const missing = [...new Set(lines)].filter(
    (line) => !isShown(line) && !isUnwanted(first.path, line),
  );
  if (missing.length === 0) return chunks;
  const starts = lineStarts(facts.text);
  const heads = missing.map((line) => {
    const range = { start: starts[line - 1] ?? 0, end: starts[line] ?? facts.text.length };
    return { ...first, ...range, firstLine: line, lastLine: line };
  });
  return [...chunks, ...heads];
}

/**
 * What is said in place of left-out lines, as comments of the language. Where the first stretch begins is said above each part that has its facts, so
 * nothing stands before it, and at the end only that there is more.
 */
function gapsOf(stretches: readonly Stretch[], lines: number, language: string): string[] {
  const between = stretches.map(({ firstLine }, i) => {
    const before = stretches[i - 1];
    return before === undefined ? '' : elisionComment(language, before.lastLine + 1, firstLine - 1);
  });
  const goesOn = (stretches.at(-1)?.lastLine ?? lines) < lines;
  return [...between, goesOn ? comment(language, '…') : ''];
}

/** The number of each line before it. */
export const numbered = (text: string, firstLine: number): string => {
  const lines = text.split('\n');
  const isEnded = lines.at(-1) === '';
  return lines
    .map((line, i) => (isEnded && i === lines.length - 1 ? '' : `${firstLine + i}: ${line}`))
    .join('\n');
};

/** A document in other words than its own. */
export function shortenedPart(
  path: string,
  facts: Facts,
  file: ScoredFile | undefined,
  level: Level,
  { text, receipt, model }: Shortened,
  digest: Digest,
): ContextPart {
  const isWhole = receipt.method === 'none';
  const lines = linesOf(facts);
  return {
    ...frameOf(path, facts, file, isWhole ? 'full' : level),
    cid: digest(text),
    stretches: isWhole ? [{ firstLine: 1, lastLine: lines, text }] : [],
    ...(isWhole
      ? {}
      : { text, receipt: receiptText(receipt, model), method: receipt.method, model }),
    lines,
  };
}

function frameOf(
  path: string,
  { shape }: Facts,
  file: ScoredFile | undefined,
  level: Level,
): Pick<
  ContextPart,
  'path' | 'source' | 'role' | 'tier' | 'rank' | 'level' | 'language' | 'relevance'
> {
  return {
    path,
    source: shape.source,
    role: 'evidence',
    tier: tierOf(file),
    rank: 0,
    level,
    language: shape.language,
    relevance: file?.relevance ?? 0,
  };
}

/** What went, in words: `medium: 12 bodies, 40 comments; 1,200 to 300 tokens`, and whose words they are if not its own. */
function receiptText(
  { method, kinds, tokensBefore, tokensAfter }: Receipt,
  model: string | null,
): string {
  const how = model === null ? method : `${method} by ${model}`;
  const went = Object.entries(kinds).map(([kind, n]) => `${n} ${kind}`);
  return `${[how, ...(went.length > 0 ? [went.join(', ')] : [])].join(': ')}; ${tokensBefore} to ${tokensAfter} tokens`;
}

/** Parts in the order of their tiers' bands, with ranks that count on inside each. */
export function inBands(parts: readonly ContextPart[]): ContextPart[] {
  const counts = new Map<string, number>();
  return parts
    .map((part, at) => ({ part, at }))
    .sort((a, b) => BANDS[a.part.tier] - BANDS[b.part.tier] || a.at - b.at)
    .map(({ part }) => {
      const number = counts.get(part.tier) ?? 0;
      counts.set(part.tier, number + 1);
      return { ...part, rank: BANDS[part.tier] + Math.min(number, BAND_LAST) };
    });
}

/** A part as a prompt shows it: a short id is enough to tell contents apart, and forty tokens cheaper. */
export const shown = (part: ContextPart): ContextPart => ({
  ...part,
  cid: part.cid.slice(0, ID_PREFIX.length + ID_DIGITS),
});
