import { addTo } from '../math/groups.ts';
import { eachIdentifier, stem, termsOf } from '../math/terms.ts';
import type { StateFile } from '../model/state.ts';
import type { Task } from '../model/task.ts';
import { STOP_WORDS } from './stop-words.ts';

/**
 * What it says of a file that a word of the title is its name: less than a path that names it. On 2,723 one-line tasks of 38 projects all
 * files are in the first 1/3/5/10 in 37.1/57.5/66.9/75.6 instead of 36.8/57.4/66.2/75.4 % (bench/RESULTS.md); 0.8 has 0.3 more at 1, but
 * from 0.6 on a file counts as named.
 */
const NAMESAKE = 0.59;
/** Shorter names are of all kinds of things. */
const LEAST_LENGTH = 3;
/** "rate limit store" is what `rateLimitStore.ts` is called. */
const MOST_WORDS = 3;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** A file's name without its endings: `parser` for `src/Parser.test.ts`. */
export function nameOf(path: string): string {
  const start = path.lastIndexOf('/') + 1;
  const dot = path.indexOf('.', start + 1);
  return plain(dot < 0 ? path.slice(start) : path.slice(start, dot));
}

/** The words of a title as files may be called after them: alone, stemmed, and joined with their neighbours. */
function namesIn(title: string): ReadonlySet<string> {
  const wholes: string[] = [];
  const stems: string[] = [];
  eachIdentifier(title, (identifier) => {
    if (STOP_WORDS.has(identifier.toLowerCase())) return;
    wholes.push(plain(identifier));
    for (const term of termsOf(identifier)) if (term.startsWith('p:')) stems.push(term.slice(2));
  });
  const names = new Set<string>();
  for (const words of [wholes, stems]) {
    words.forEach((_, from) => {
      for (let to = from + 1; to <= Math.min(words.length, from + MOST_WORDS); to++) {
        names.add(words.slice(from, to).join(''));
      }
    });
  }
  return names;
}

/**
 * How strongly the words of a task point at code that is called so; where several files are, at each of them less. A page that answers a
 * question need not be called like it, and a report has so many words that some file is called like one.
 */
export function namesakeScores(
  { ask, sections }: Pick<Task, 'ask' | 'sections'>,
  files: readonly Pick<StateFile, 'path' | 'shape'>[],
): Map<number, number> {
  const scores = new Map<number, number>();
  if (ask === 'question' || ask === 'report') return scores;
  const names = namesIn(sections.title);
  const called = new Map<string, number[]>();
  files.forEach(({ path, shape }, file) => {
    if (shape.source !== 'code') return;
    const name = nameOf(path);
    if (name.length >= LEAST_LENGTH && (names.has(name) || names.has(stem(name)))) {
      addTo(called, name, file);
    }
  });
  for (const alike of called.values()) {
    for (const file of alike) scores.set(file, NAMESAKE / Math.sqrt(alike.length));
  }
  return scores;
}
