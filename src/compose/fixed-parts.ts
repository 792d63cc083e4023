import type { Count } from '../compress/item.ts';
import { GENERAL } from '../gather/fixed-context.ts';
import type { FixedContext } from '../gather/gathering.ts';
import type { ContextPart } from '../model/context.ts';
import type { Facts } from '../model/document.ts';
import type { Shortener } from '../summarize/shortener.ts';
import { shownPath } from '../text/paths/roots.ts';
import { descriptionOf } from './description.ts';
import { mapText } from './map.ts';
import { excerptsOf, shortenedPart } from './parts.ts';

/** What stands in every context may take this share of it: it is there to guide, not to fill. */
const FIXED_SHARE = 0.08;
/** General documents have less, and none of a small context. */
const GENERAL_SHARE = 0.02;
const LEAST_FOR_GENERAL = 4000;
/** A map has the share of what tells of the project in general, within these limits. */
const MAP_TOKENS = { least: 100, most: 400 } as const;
/** Of the context, for what changed lately. */
const CHANGES_SHARE = 0.04;
/** Where nothing else is asked for. */
const CHANGES_ALONE = { share: 0.7, most: 8000 } as const;
const MAP_SOURCE = 'documentation';
/** Less than this says nothing. */
const LEAST_TOKENS = 40;
/** Heading and marker of a part. */
const FRAME_TOKENS = 70;
/** The line that says what is left out between two sections. */
const GAP_TOKENS = 18;

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
 * stand there: introductions by their description, others whole or by whole sections, as far as the share goes.
 */
export function fixedParts(
  { remarks, turns, documents, changes = [], isAboutChanges = false, map }: FixedContext,
  task: string,
  available: number,
  { count, digest, shortener, sourceLimits, mayShorten }: FixedRules,
): ContextPart[] {
  let left = Math.floor(available * FIXED_SHARE);
  const leftOf = new Map(sourceLimits);
  const parts: ContextPart[] = [];
  const roomFor = (source: string): number =>
    Math.min(left, leftOf.get(source) ?? Number.POSITIVE_INFINITY);
  // What nobody weighed for this task has no relevance to speak of: it is there whatever the task is.
  const add = (part: ContextPart, tokens: number, relevance: number = 0): void => {
    parts.push({ ...part, tier: 'system', relevance });
    left -= tokens + FRAME_TOKENS;
    const own = leftOf.get(part.source);
    if (own !== undefined) leftOf.set(part.source, own - tokens - FRAME_TOKENS);
  };
  /** An introduction by what it says of the project. */
  const described = (path: string, facts: Facts, most: number): ContextPart | null => {
    const text = descriptionOf(facts.text, most, count);
    if (text === '') return null;
    const part = excerptsOf([], facts, undefined, path, digest);
    return { ...part, level: 'summary', cid: digest(text), gaps: [], text };
  };
  /** Instructions whole, in the words of a model where one writes, or by the sections that fit; what is left out is named by its lines. */
  const instructed = (path: string, facts: Facts, most: number): ContextPart | null => {
    const shorter = shortener.compress({ path, modified: null, facts, task }, most);
    if (shorter === null || shorter.text.trim() === '') return null;
    if (shorter.receipt.method === 'none' || shorter.model !== null) {
      return shortenedPart(path, facts, undefined, 'summary', shorter, digest);
    }
    let left = most;
    const sections = facts.chunks.flatMap((chunk, sequence) => {
      const tokens = count(facts.text.slice(chunk.start, chunk.end)) + GAP_TOKENS;
      if (tokens > left) return [];
      left -= tokens;
      return [{ ...chunk, file: 0, path, sequence, priority: 1, frame: 0, words: 0, worth: 1 }];
    });
    if (sections.length === 0) return described(path, facts, most);
    return excerptsOf(sections, facts, undefined, path, digest);
  };
  // Asked for, so it has its room before the others; it stands behind them, because it changes with the task.
  const most = Math.min(MAP_TOKENS.most, Math.max(MAP_TOKENS.least, available * GENERAL_SHARE));
  const roomForMap = Math.min(most, roomFor(MAP_SOURCE) - FRAME_TOKENS);
  const mapped = map === undefined ? '' : mapText(map, roomForMap, count);
  if (mapped !== '') left -= count(mapped) + FRAME_TOKENS;
  const said: string[] = [];
  for (const { kind, text, path, line } of remarks) {
    const next = `- ${kind}: ${text.replace(/\s+/g, ' ')} (${shownPath(path)}:${line})`;
    if (count([...said, next].join('\n')) + FRAME_TOKENS > roomFor('conversation') / 2) break;
    said.push(next);
  }
  if (said.length > 0) {
    const text = `${said.join('\n')}\n`;
    add(statedPart('standing remarks', 'conversation', text, digest(text)), count(text));
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
  let general = available < LEAST_FOR_GENERAL ? 0 : Math.floor(available * GENERAL_SHARE);
  for (const { path, facts, relevance } of documents) {
    const isGeneral = GENERAL.test(path);
    const most = Math.min(
      roomFor(facts.shape.source),
      isGeneral ? general : Number.POSITIVE_INFINITY,
    );
    if (most < LEAST_TOKENS + FRAME_TOKENS) continue;
    const room = most - FRAME_TOKENS;
    const part = isGeneral ? described(path, facts, room) : instructed(path, facts, room);
    if (part === null || (part.level !== 'full' && !mayShorten(facts))) continue;
    const tokens = count(part.text ?? part.stretches.map(({ text }) => text).join(''));
    add(part, tokens, relevance);
    if (isGeneral) general -= tokens + FRAME_TOKENS;
  }
  const roomForChanges = isAboutChanges
    ? Math.min(available * CHANGES_ALONE.share, CHANGES_ALONE.most)
    : Math.min(available * CHANGES_SHARE, left);
  const changed = changesText(changes, roomForChanges - FRAME_TOKENS, count);
  if (changed !== '') {
    const part = statedPart('recent changes', 'code', changed, digest(changed));
    parts.push({ ...part, language: 'diff' });
  }
  if (mapped !== '') {
    const part = statedPart('project map', MAP_SOURCE, mapped, digest(mapped));
    parts.push({ ...part, language: 'text' });
  }
  return parts;
}

/** As many changes as fit, in their order; one that is too long is passed over. Lines of a list stand without a gap. */
function changesText(changes: readonly string[], most: number, count: Count): string {
  let text = '';
  let last = '';
  for (const change of changes) {
    const gap = text === '' || !`${last}${change}`.includes('\n') ? '' : '\n';
    const next = `${text}${gap}${change}\n`;
    if (count(next) > most) continue;
    text = next;
    last = change;
  }
  return text;
}

/** A part that is no file. */
const statedPart = (
  path: string,
  source: 'conversation' | 'documentation' | 'code',
  text: string,
  cid: string,
): ContextPart => ({
  path,
  isMade: true,
  source,
  role: 'evidence',
  tier: 'system',
  rank: 0,
  level: 'summary',
  language: 'markdown',
  // How likely a file is needed: this is none.
  relevance: 0,
  cid,
  stretches: [],
  text,
  lines: text.split('\n').length - 1,
});
