import { groupBy } from '../math/groups.ts';
import { nearDuplicates } from '../math/near-duplicates.ts';
import { byCodePoint } from '../math/order.ts';
import { shinglesOf } from '../math/shingles.ts';
import type { FoundFile, Part } from '../model/flow.ts';
import { isIncluded } from './context.ts';
import { bodyOf } from './evidence-text.ts';
import { evidenceOf, numbersOf, pathOf } from './find.ts';
import { MIN_MATCH, matchEvidence, queryTerms } from './match.ts';
import { nameOf } from './names.ts';

/** One of the three kinds of question (FL-9). What is missing without a subject is so for the request. */
export interface Question {
  readonly kind: 'covers' | 'missing' | 'redundant';
  readonly about: string;
}

const REDUNDANT =
  /\b(?:redundant|redundancy|duplicates?|duplicated|overlap(?:s|ping)?|twice|repeated|similar|superfluous)\b/i;
const MISSING =
  /\b(?:missing|lacks?|lacking|gaps?|not (?:yet )?(?:covered|included|in)|absent|forgot(?:ten)?|left out|need(?:ed|s)?|without|uncovered)\b/i;
/** What a question says beside its subject. */
const FRAME =
  /\b(?:what(?:'s| is| are)?|which|where|who|show|list|find|is there|are there|does|do|any|evidence|files?|parts?|context|covers?|covered|covering|coverage|handles?|about|concerns?|missing|lacks?|lacking|gaps?|redundant|duplicates?|for|in|of|the|a|an|on|to|and|have|has|we|i|it|that|this|is|are|not|yet|included|needed|need)\b/gi;

export function readQuestion(text: string): Question {
  const about = text
    .replace(FRAME, ' ')
    .replace(/[?!.,;:\s]+/g, ' ')
    .trim();
  if (REDUNDANT.test(text)) return { kind: 'redundant', about };
  if (MISSING.test(text)) return { kind: 'missing', about };
  return { kind: 'covers', about: about === '' ? text.trim() : about };
}

/** An evidence file, or one of the index, with what speaks for it. */
export interface Answer {
  /** `e3`, or empty for a file that is no evidence yet. */
  readonly number: string;
  readonly name: string;
  readonly score: number;
  readonly reason: string;
}

export interface Asked {
  readonly question: Question;
  readonly answers: readonly Answer[];
}

/** Texts that share more than this say the same. */
const REDUNDANT_FROM = 0.6;
const ANSWERS_SHOWN = 20;

/** Answers from the evidence, and from the files the index found for the subject. */
export function answer(
  parts: readonly Part[],
  question: Question,
  found: readonly FoundFile[],
): Asked {
  const { kind, about } = question;
  if (kind === 'covers') return { question, answers: covering(parts, about) };
  return { question, answers: kind === 'missing' ? missing(parts, found) : redundant(parts) };
}

function covering(parts: readonly Part[], about: string): Answer[] {
  const numbers = numbersOf(parts);
  return matchEvidence(parts, about)
    .filter(({ score }) => score >= MIN_MATCH)
    .slice(0, ANSWERS_SHOWN)
    .map(({ part, score, words }) => ({
      number: numbers.get(part.file) ?? '',
      name: nameOf(part.file),
      score,
      reason: `has ${words.join(', ')}${part.state === 'skipped' ? ' (switched off)' : ''}`,
    }));
}

function missing(parts: readonly Part[], found: readonly FoundFile[]): Answer[] {
  const there = new Set(evidenceOf(parts).map(pathOf));
  const gaps = found.filter(({ path }) => !there.has(path));
  return [...groupBy(gaps, ({ path }) => path)]
    .map(([name, all]) => ({
      number: '',
      name,
      // What speaks for it from several sides is surer than from one.
      score: 1 - all.reduce((left, { relevance }) => left * (1 - relevance), 1),
      reason: [...new Set(all.map(({ reason }) => reason))].join('; '),
    }))
    .sort((a, b) => b.score - a.score || byCodePoint(a.name, b.name))
    .slice(0, ANSWERS_SHOWN);
}

/** Evidence that says what an earlier one says: the same lines of a file, or nearly the same words. */
function redundant(parts: readonly Part[]): Answer[] {
  const evidence = evidenceOf(parts);
  const bodies = evidence.map(bodyOf);
  const near = nearDuplicates(bodies.map(shinglesOf), REDUNDANT_FROM);
  return evidence.flatMap((part, i) => {
    const twin = near[i] ?? null;
    const of = twin?.of ?? within(bodies, i);
    const other = evidence[of];
    if (other === undefined) return [];
    const score = twin?.overlap ?? 1;
    const how = twin === null ? 'stands whole in' : `shares ${Math.round(score * 100)}% with`;
    const reason = `${how} e${of + 1} ${nameOf(other.file)}`;
    return [{ number: `e${i + 1}`, name: nameOf(part.file), score, reason }];
  });
}

/** Shorter bodies are found in anything. */
const MIN_WITHIN = 40;

/** The evidence that holds all of this one, or -1. */
function within(bodies: readonly string[], i: number): number {
  const body = bodies[i]?.trim() ?? '';
  if (body.length < MIN_WITHIN) return -1;
  return bodies.findIndex(
    (other, at) => at !== i && other.trim().length > body.length && other.includes(body),
  );
}

const CLAUSE_ENDS =
  /[.;!?\n]+|,?\s+(?:and(?: then| also)?|then|but|also|as well as|plus|while|so that|und|dann)\s+|,\s+/gi;
const LIST_MARK = /^\s*(?:[-*•]|\d+[.)])\s+/;
const HEADING_MARK = /^#+\s+/;

/** A request in its clauses: what is asked for, one thing each. */
export function clausesOf(request: string): string[] {
  const clauses = request
    .split(CLAUSE_ENDS)
    .map((clause) => clause.replace(LIST_MARK, '').replace(HEADING_MARK, '').trim())
    .filter((clause) => queryTerms(clause).length > 0);
  return [...new Set(clauses)];
}

export interface ClauseCoverage {
  readonly clause: string;
  readonly score: number;
  /** Evidence for it, best first; none where the clause is not covered. */
  readonly evidence: readonly string[];
}

/** `ask --coverage`: for each clause of the request the active evidence that covers it. */
export function coverage(parts: readonly Part[], request: string): ClauseCoverage[] {
  const active = parts.filter(isIncluded);
  const numbers = numbersOf(parts);
  return clausesOf(request).map((clause) => {
    const matched = matchEvidence(active, clause);
    const held = matched.filter(({ score }) => score >= MIN_MATCH);
    return {
      clause,
      score: matched[0]?.score ?? 0,
      evidence: held.map(({ part }) => numbers.get(part.file) ?? ''),
    };
  });
}
