import { remembered } from '../math/memo.ts';
import { countTerms, eachIdentifier, stem, termsOf } from '../math/terms.ts';
import type { Part } from '../model/flow.ts';
import { readEvidence } from './evidence-text.ts';
import { evidenceOf } from './find.ts';
import { sourcePath } from './provenance.ts';

/** Words of questions and requests that say nothing of their subject. */
const COMMON = new Set(
  'the and for of in to is are what which with on how does do a an it that this be should must can will from by as at or not fix add make update implement change remove improve create support ensure use write please need want when where why all any new'
    .split(' ')
    .map((word) => `p:${stem(word)}`),
);

export interface Match {
  readonly part: Part;
  /** From 0 to 1: the part of the query's weight that it holds. */
  readonly score: number;
  readonly words: readonly string[];
}

/** What a query is about: its words, and each name made of several parts as a whole, so that `topic7` is not every `topic`. */
export function queryTerms(query: string): string[] {
  const terms = identifiersIn(query).flatMap((name) => {
    const all = termsOf(name);
    const parts = all.filter((term) => term.startsWith('p:') && !COMMON.has(term));
    const isMade = parts.length > 1 || (parts.length === 1 && /\d/.test(name));
    return isMade ? [...parts, ...all.filter((term) => term.startsWith('w:'))] : parts;
  });
  return [...new Set(terms)];
}

function identifiersIn(text: string): string[] {
  const found: string[] = [];
  eachIdentifier(text, (identifier) => found.push(identifier));
  return found;
}

/** Each term as the query spells it first. */
const spellings = (query: string): Map<string, string> =>
  new Map(
    identifiersIn(query)
      .reverse()
      .flatMap((word) => [...countTerms(word).keys()].map((term) => [term, word] as const)),
  );

/** Says which of the terms a text holds. Names repeat across texts, so each is taken apart once. */
function termFinder(terms: readonly string[]): (text: string) => Set<string> {
  const wanted = new Set(terms);
  const termsIn = remembered((identifier: string) =>
    termsOf(identifier).filter((term) => wanted.has(term)),
  );
  // Most texts hold none of them. The last letter of a stem may be another one in the text (`query`, `queries`).
  const near = new RegExp(terms.map((term) => term.slice('p:'.length, -1)).join('|'), 'i');
  return (text) => {
    const held = new Set<string>();
    if (!near.test(text)) return held;
    eachIdentifier(text, (identifier) => {
      for (const term of termsIn(identifier)) held.add(term);
    });
    return held;
  };
}

/** Evidence by the share of the query's words it holds, rare words weighing more; best first. */
export function matchEvidence(parts: readonly Part[], query: string): Match[] {
  const terms = queryTerms(query);
  const spelt = spellings(query);
  const evidence = evidenceOf(parts);
  const find = termFinder(terms);
  const held = evidence.map((part) => {
    const { body, provenance } = readEvidence(part.text);
    const path = provenance === null ? part.target : sourcePath(provenance);
    const names = [path ?? '', part.kind, ...(provenance?.tags ?? [])].join(' ');
    return find(`${names}\n${body}`);
  });
  const weights = terms.map((term) => {
    const count = held.filter((set) => set.has(term)).length;
    if (count === 0 && term.startsWith('w:')) return 0; // its parts may still be there
    return Math.log(1 + (evidence.length + 1) / (count + 0.5));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return evidence
    .map((part, i) => {
      const words = terms.filter((term) => held[i]?.has(term) === true);
      const weight = words.reduce((sum, term) => sum + (weights[terms.indexOf(term)] ?? 0), 0);
      return {
        part,
        score: total === 0 ? 0 : weight / total,
        words: [...new Set(words.map((term) => spelt.get(term) ?? term.slice(2)))],
      };
    })
    .sort((a, b) => b.score - a.score);
}

/** Below this share of the query's weight the words met by chance. */
export const MIN_MATCH = 0.5;

/** Says of a file whether it matches: it can be read, and holds half of what the query is about. */
export function matchesQuery(parts: readonly Part[], query: string): (file: string) => boolean {
  const matched = new Set(
    matchEvidence(parts, query)
      .filter(({ score, part }) => score >= MIN_MATCH && part.problem === null)
      .map(({ part }) => part.file),
  );
  return (file) => matched.has(file);
}
