/**
 * Text to search terms. Each identifier gives `w:` the whole and `p:` its stemmed parts; both are
 * indexed as separate terms (dropping the wholes costs 5 points of accuracy on real issues).
 */

import { remembered } from './memo.ts';

const IDENTIFIER = /[A-Za-z_][A-Za-z0-9_]*|\d{2,}|[\u0080-\uffff]+/g;
const PARTS = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+/g;
const LETTERS = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts written without spaces: words can't be seen, so pairs of characters stand in for them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const MIN_LENGTH = 2;
/** Longer "words" are data (base64, hashes); they would only bloat the dictionary. */
const MAX_LENGTH = 64;

/** Cut to `auth` it would be the commonest short name of something else. */
const UNCUT = 'author';

/** Nouns whose plural is no `-y` in disguise, and those that end in an s of their own: what programs have many of. */
const OWN_ENDING: ReadonlyMap<string, string> = new Map([
  ['cookies', 'cookie'],
  ['movies', 'movie'],
  ['zombies', 'zombie'],
  ['calories', 'calorie'],
  ['aliases', 'alias'],
  ['alias', 'alias'],
  ['canvases', 'canvas'],
  ['canvas', 'canvas'],
  ['biases', 'bias'],
  ['bias', 'bias'],
]);

function singular(word: string): string {
  const own = OWN_ENDING.get(word);
  if (own !== undefined) return own;
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.endsWith('ss') || word.endsWith('us') ? word : word.slice(0, -1);
}

/** Light stemming: enough that "parsing", "parser" and "parsed" meet; a handful of exceptions instead of a dictionary. */
export function stem(word: string): string {
  let s = word.length > 3 && word.endsWith('s') ? singular(word) : word;
  if (s === UNCUT) return s;
  if (s.length > 6 && s.endsWith('ation')) s = s.slice(0, -5);
  else if (s.length > 5 && s.endsWith('ing')) s = s.slice(0, -3);
  else if (s.length > 6 && s.endsWith('ment')) s = s.slice(0, -4);
  else if (s.length > 4 && s.endsWith('ed')) s = s.slice(0, -2);
  else if (s.length > 4 && s.endsWith('ly')) s = s.slice(0, -2);
  else if (s.length > 4 && (s.endsWith('er') || s.endsWith('or'))) s = s.slice(0, -2);
  if (s.length > 3 && s.endsWith('e')) s = s.slice(0, -1);
  return s;
}

function trimUnderscores(word: string): string {
  let from = 0;
  let to = word.length;
  while (from < to && word.charCodeAt(from) === 95) from++;
  while (to > from && word.charCodeAt(to - 1) === 95) to--;
  return from === 0 && to === word.length ? word : word.slice(from, to);
}

export const termsOf = (identifier: string): string[] =>
  identifier.charCodeAt(0) > 127 ? unicodeTerms(identifier) : asciiTerms(identifier);

function asciiTerms(identifier: string): string[] {
  if (identifier.length > MAX_LENGTH) return [];
  const whole = trimUnderscores(identifier).toLowerCase();
  if (whole.length < MIN_LENGTH) return [];
  const terms = [`w:${whole}`];
  let letter = '';
  for (const part of identifier.match(PARTS) ?? []) {
    const lower = part.toLowerCase();
    const stemmed = stem(lower);
    if (stemmed.length >= MIN_LENGTH) terms.push(`p:${stemmed}`);
    // `OAuthProvider` and `ETagGenerator` are about OAuth and ETags; nobody writes "O" and "auth".
    if (letter !== '' && lower.length >= MIN_LENGTH) terms.push(`p:${stem(letter + lower)}`);
    letter = lower.length === 1 && part !== lower ? lower : '';
  }
  return terms;
}

function unicodeTerms(run: string): string[] {
  const terms: string[] = [];
  for (const word of run.normalize('NFKC').match(LETTERS) ?? []) {
    const lower = word.toLowerCase();
    if (!UNSPACED.test(lower)) {
      if (lower.length >= MIN_LENGTH && lower.length <= MAX_LENGTH)
        terms.push(`w:${lower}`, `p:${lower}`);
      continue;
    }
    const characters = [...lower];
    if (characters.length === 1) terms.push(`p:${lower}`);
    for (let i = 0; i + 1 < characters.length; i++) {
      terms.push(`p:${characters[i] ?? ''}${characters[i + 1] ?? ''}`);
    }
  }
  return terms;
}

export function eachIdentifier(text: string, visit: (identifier: string) => void): void {
  IDENTIFIER.lastIndex = 0;
  for (let match = IDENTIFIER.exec(text); match !== null; match = IDENTIFIER.exec(text)) {
    visit(match[0]);
  }
}

export function eachTerm(text: string, visit: (term: string) => void): void {
  eachIdentifier(text, (identifier) => {
    for (const term of termsOf(identifier)) visit(term);
  });
}

export function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  eachTerm(text, (term) => counts.set(term, (counts.get(term) ?? 0) + 1));
  return counts;
}

/** The identifiers of a text, each once. */
export function identifiersIn(text: string): ReadonlySet<string> {
  return new Set(text.match(IDENTIFIER));
}

/** Tells which of some terms identifiers hold. Texts of one project have their identifiers in common, so each is taken apart once. */
export function termFinder(
  terms: ReadonlySet<string>,
): (identifiers: Iterable<string>) => ReadonlySet<string> {
  const termsIn = remembered((identifier: string) => {
    const own = termsOf(identifier).filter((term) => terms.has(term));
    return own.length === 0 ? null : own;
  });
  return (identifiers) => {
    const found = new Set<string>();
    for (const identifier of identifiers) {
      for (const term of termsIn(identifier) ?? NONE) found.add(term);
    }
    return found;
  };
}

const NONE: readonly string[] = [];

/** File stems that say nothing; the folder's name stands in for them. */
const NAMELESS_STEMS = new Set(['__init__', 'index', 'mod', 'lib', 'main']);
const STEM_WEIGHT = 2;

/** The folder that a root of several is (`api:/…`): all its files lie there, so it says nothing of one. */
const ROOT_FOLDER = /^[^/]+:\//;

/** The day of a file is no word: the 17th of a month is not probe 17. */
const DAY = /(?<!\d)\d{4}-\d\d-\d\d(?!\d)/g;

/** Terms of a path: folders count 1, the file's stem 2. */
export function pathTerms(path: string): Map<string, number> {
  const parts = path.replace(ROOT_FOLDER, '').replace(DAY, '').split('/');
  const file = parts.pop() ?? '';
  const dot = file.lastIndexOf('.');
  let stemName = dot > 0 ? file.slice(0, dot) : file;
  const counts = new Map<string, number>();
  const add = (text: string, weight: number): void =>
    eachTerm(text, (term) => counts.set(term, (counts.get(term) ?? 0) + weight));
  if (NAMELESS_STEMS.has(stemName) && parts.length > 0) stemName = parts.pop() ?? '';
  for (const folder of parts) add(folder, 1);
  add(stemName, STEM_WEIGHT);
  return counts;
}
