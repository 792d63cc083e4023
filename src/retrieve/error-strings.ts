import type { FieldWeights } from '../math/bm25.ts';
import { countTerms } from '../math/terms.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { SATURATION } from './fields.ts';
import { fixedParts, literalsOf } from './literals.ts';
import { STOP_WORDS } from './stop-words.ts';

/** The place in the code that prints a message of the task. */
export interface ErrorStringHit {
  /** The chunk's place in its file. */
  readonly chunk: number;
  /** The share of the message that stands in the code, in [0, 1]; less where many places print the same. */
  readonly score: number;
  /** The string as the code has it. */
  readonly literal: string;
}

const BODY_ONLY: FieldWeights = { body: 1, doc: 0, name: 0, within: 0, path: 0 };
const MOST_MESSAGES = 12;
const LONGEST_MESSAGE = 400;
/** Chunks read for each message, best first. */
const CANDIDATES = 60;
/** Less says nothing: `not found` is in every program. */
const FEWEST_LETTERS = 10;
const FEWEST_WORDS = 2;
const LEAST_SHARE = 0.3;

const EXCEPTION_NAME =
  /^\s*(?:E\s+)?(?:Uncaught |Caused by: )?(?:[\w$]+[.:\\]{1,2}){0,12}[\w$]+:\s+/;
const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim();
const lettersOf = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
const wordsOf = (text: string): number => text.match(/[\p{L}\p{N}_]{2,}/gu)?.length ?? 0;

/** The messages of a task as a program prints them: without the name of the exception before. */
function messagesOf(task: Task): string[] {
  const messages = task.messages.map((message) =>
    spaced(message.slice(0, LONGEST_MESSAGE).replace(EXCEPTION_NAME, '')),
  );
  return [...new Set(messages)]
    .filter((text) => lettersOf(text) >= FEWEST_LETTERS && wordsOf(text) >= FEWEST_WORDS)
    .slice(0, MOST_MESSAGES);
}

/** The files that print a message the task quotes, by their place in the state. */
export function errorStringHits(view: StateView, task: Task): Map<number, ErrorStringHit> {
  const best = new Map<number, ErrorStringHit>();
  for (const message of messagesOf(task)) {
    const hits = hitsOf(view, message);
    for (const { file, hit } of hits) {
      const score = hit.score / Math.sqrt(hits.length);
      if (score > (best.get(file)?.score ?? 0)) best.set(file, { ...hit, score });
    }
  }
  return best;
}

function hitsOf(view: StateView, message: string): { file: number; hit: ErrorStringHit }[] {
  const best = new Map<number, ErrorStringHit>();
  for (const { file, chunk } of candidates(view, message)) {
    const { text, chunks } = view.facts(view.state.files[file]?.content ?? 0);
    const { start = 0, end = 0 } = chunks[chunk] ?? {};
    for (const literal of literalsOf(text.slice(start, end))) {
      const score = likeness(message, literal);
      if (score > (best.get(file)?.score ?? 0)) best.set(file, { chunk, score, literal });
    }
  }
  return [...best].map(([file, hit]) => ({ file, hit }));
}

/** Chunks of code that share the rare words of a message. */
function candidates(view: StateView, message: string): { file: number; chunk: number }[] {
  const { lexical, state } = view;
  const terms = [...countTerms(message).keys()]
    .filter((term) => term.startsWith('p:') && !STOP_WORDS.has(term.slice(2)))
    .map((term) => ({ term, weight: 1 }));
  if (terms.length === 0) return [];
  const scores = lexical.score(terms, BODY_ONLY, SATURATION);
  const found: { file: number; chunk: number; score: number; ordinal: number }[] = [];
  state.files.forEach(({ shape }, file) => {
    if (shape.source !== 'code') return;
    const first = lexical.starts[file] ?? 0;
    const end = lexical.starts[file + 1] ?? 0;
    for (let ordinal = first; ordinal < end; ordinal++) {
      const score = scores[ordinal] ?? 0;
      if (score > 0) found.push({ file, chunk: ordinal - first, score, ordinal });
    }
  });
  return found.sort((a, b) => b.score - a.score || a.ordinal - b.ordinal).slice(0, CANDIDATES);
}

/** The share of a message's letters that a string with placeholders prints as they are; 0 if it does not print it. */
export function likeness(message: string, literal: string): number {
  const parts = fixedParts(literal);
  const fixed = parts.join(' ');
  const letters = lettersOf(fixed);
  if (letters < FEWEST_LETTERS || wordsOf(fixed) < FEWEST_WORDS) return 0;
  const text = message.toLowerCase();
  let at = 0;
  for (const part of parts) {
    const wanted = part.trim().toLowerCase();
    const found = text.indexOf(wanted, at);
    if (found === -1) return 0;
    at = found + wanted.length;
  }
  const share = Math.min(1, letters / Math.max(1, lettersOf(message)));
  return share < LEAST_SHARE ? 0 : share;
}
