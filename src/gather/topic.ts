import { eachTerm } from '../math/terms.ts';
import type { Facts } from '../model/document.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain } from '../retrieve/chains.ts';
import type { FileChunks } from '../retrieve/chunks.ts';
import type { StandingRemark } from '../retrieve/sources.ts';
import { STOP_WORDS } from '../retrieve/stop-words.ts';

/** What a task is about, in words: its own, and those of the files it leads to. */
export interface Topic {
  readonly text: string;
  /** Best first. */
  readonly files: readonly FileChunks[];
  /** What evidence leads to. */
  readonly linked?: readonly Chain[];
}

/** Further files are hardly what the task is about. */
const FILES = 5;
/** A word that so many pieces use says nothing about any of them. */
const COMMON_SHARE = 0.1;
const ALWAYS_RARE = 8;
const SHORTEST = 'p:abcd'.length;
/** What measures a file that is called by less: `sms`. */
export const SHORTEST_NAME: number = 'p:abc'.length;

const termsIn = (texts: readonly string[]): Set<string> => {
  const terms = new Set<string>();
  for (const text of texts) eachTerm(text, (term) => terms.add(term));
  return terms;
};

/**
 * Finds a word that a text has in common with some others and that not everything has; null where there is none. What files are called by
 * says what they are about, however often it is spoken of, unless many files are called so.
 */
export function tellingIn(
  { lexical }: StateView,
  others: readonly string[],
  files: readonly string[] = [],
  isMeant: (term: string) => boolean = () => true,
  shortest: number = SHORTEST,
): (text: string) => string | null {
  const own = termsIn(others);
  const called = termsIn(files);
  const most = Math.max(ALWAYS_RARE, COMMON_SHARE * lexical.lengths.length);
  const isRare = (term: string): boolean => lexical.places(term).chunks.items.length <= most;
  const isName = (term: string): boolean =>
    called.has(term) && lexical.places(term).documents.items.length <= ALWAYS_RARE;
  const isTelling = (term: string): boolean =>
    term.startsWith('p:') &&
    term.length >= shortest &&
    !STOP_WORDS.has(term.slice(2)) &&
    isMeant(term) &&
    (isName(term) || (own.has(term) && isRare(term)));
  return (text) => {
    let found: string | null = null;
    eachTerm(text, (term) => {
      if (found === null && isTelling(term)) found = term.slice(2);
    });
    return found;
  };
}

/** What a file is called and what it defines or is headed by: what it is about, where its text speaks of much else. */
const namesIn = (path: string, { meta, chunks, definitions }: Facts): string =>
  [
    path,
    meta['title'] ?? '',
    ...chunks.flatMap(({ name, names }) => [name, ...names]),
    ...definitions.flatMap(({ name, within }) => [name, ...within]),
  ].join('\n');

/**
 * Instructions and preferences hold for every task. A decision was made about something: it is told where the task, or what the task leads
 * to, has a word in common with it that not everything has.
 */
export function onTopic(
  remarks: readonly StandingRemark[],
  view: StateView,
  { text, files }: Topic,
): StandingRemark[] {
  if (!remarks.some(({ kind }) => kind === 'decision')) return [...remarks];
  const texts = files
    .filter(({ facts }) => facts.shape.source !== 'conversation')
    .slice(0, FILES)
    .map(({ ranked: { path }, facts }) => namesIn(path, facts));
  const tellingWord = tellingIn(view, [text, ...texts]);
  return remarks.filter(
    (remark) => remark.kind !== 'decision' || tellingWord(remark.text) !== null,
  );
}
