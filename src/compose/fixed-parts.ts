import type { Count } from '../compress/item.ts';
import type { FixedContext } from '../gather/gathering.ts';
import type { ContextPart } from '../model/context.ts';
import type { Facts } from '../model/document.ts';
import type { Shortener } from '../summarize/shortener.ts';
import { excerptsOf, shortenedPart } from './parts.ts';

/** What stands in every context may take this share of it: it is there to guide, not to fill. */
const FIXED_SHARE = 0.08;
/** Of that, what tells of the project in general and not what to do in it. */
const GENERAL_SHARE = 0.04;
const GENERAL = /(?:^|\/)(?:readme|contributing)[^/]*$/i;
/** Less than this says nothing. */
const LEAST_TOKENS = 40;
/** Heading and marker of a part. */
const FRAME_TOKENS = 70;

export interface FixedRules {
  readonly count: Count;
  readonly digest: (text: string) => string;
  readonly shortener: Shortener;
  /** The most tokens of sources that have a maximum. */
  readonly sourceLimits: ReadonlyMap<string, number>;
  readonly mayShorten: (facts: Facts) => boolean;
}

/**
 * The fixed context for a budget: what people asked for once and for all, what was said last, and the documents that always
 * stand there, each shortened to what is left of the share.
 */
export function fixedParts(
  { remarks, turns, documents }: FixedContext,
  task: string,
  available: number,
  { count, digest, shortener, sourceLimits, mayShorten }: FixedRules,
): ContextPart[] {
  let left = Math.floor(available * FIXED_SHARE);
  const leftOf = new Map(sourceLimits);
  const parts: ContextPart[] = [];
  const roomFor = (source: string): number =>
    Math.min(left, leftOf.get(source) ?? Number.POSITIVE_INFINITY);
  const add = (part: ContextPart, tokens: number): void => {
    parts.push({ ...part, tier: 'system', relevance: 1 });
    left -= tokens + FRAME_TOKENS;
    const own = leftOf.get(part.source);
    if (own !== undefined) leftOf.set(part.source, own - tokens - FRAME_TOKENS);
  };
  const said: string[] = [];
  for (const { kind, text, path, line } of remarks) {
    const next = `- ${kind}: ${text.replace(/\s+/g, ' ')} (${path}:${line})`;
    if (count([...said, next].join('\n')) + FRAME_TOKENS > roomFor('conversation') / 2) break;
    said.push(next);
  }
  if (said.length > 0) {
    const text = `${said.join('\n')}\n`;
    add(remarksPart(text, digest(text)), count(text));
  }
  const recent = [];
  for (const turn of [...(turns?.chunks ?? [])].reverse()) {
    const next = [turn, ...recent];
    const text = next.map(({ start, end }) => turns?.facts.text.slice(start, end) ?? '').join('');
    if (count(text) + FRAME_TOKENS > roomFor('conversation') / 2) break;
    recent.unshift(turn);
  }
  if (turns !== null && recent.length > 0) {
    const part = excerptsOf(recent, turns.facts, undefined, turns.path, digest);
    add(part, count(part.stretches.map(({ text }) => text).join('')));
  }
  let general = Math.floor(available * GENERAL_SHARE);
  for (const { path, facts } of documents) {
    const isGeneral = GENERAL.test(path);
    const most = Math.min(
      roomFor(facts.shape.source),
      isGeneral ? general : Number.POSITIVE_INFINITY,
    );
    if (most < LEAST_TOKENS + FRAME_TOKENS) continue;
    const item = { path, modified: null, facts, task };
    const shorter = shortener.compress(item, most - FRAME_TOKENS);
    if (shorter === null || shorter.text.trim() === '') continue;
    if (shorter.receipt.method !== 'none' && !mayShorten(facts)) continue;
    add(
      shortenedPart(path, facts, undefined, 'summary', shorter, digest),
      shorter.receipt.tokensAfter,
    );
    if (isGeneral) general -= shorter.receipt.tokensAfter + FRAME_TOKENS;
  }
  return parts;
}

const remarksPart = (text: string, cid: string): ContextPart => ({
  path: 'standing remarks',
  source: 'conversation',
  role: 'evidence',
  tier: 'system',
  rank: 0,
  level: 'summary',
  language: 'markdown',
  relevance: 1,
  cid,
  stretches: [],
  text,
  lines: text.split('\n').length - 1,
});
