import { remembered, rememberedOf } from '../math/memo.ts';
import { bodyOf } from '../math/postings.ts';
import { identifiersIn, stem, termFinder } from '../math/terms.ts';
import type { Facts } from '../model/document.ts';
import type { Task } from '../model/task.ts';
import type { LexicalIndex, StateView } from '../ports/store.ts';
import { titleQuery } from '../retrieve/query.ts';
import { irregularForms } from '../retrieve/word-forms.ts';

/** Words as a search knows them. */
export function stems(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map((word) => `p:${stem(word)}`));
}

/** What tasks tell to do, whatever they are about: these words are found in every project. */
export const VERBS: ReadonlySet<string> = stems(
  'add allow avoid change check create describe ensure explain fix give handle implement improve let make raise refactor remove show support update write',
);

/** What goes wrong anywhere: it tells neither a file nor a line of a log from another. */
const SYMPTOMS: ReadonlySet<string> = stems(
  'fail failed failing failure error crash broken break bug issue problem wrong happen work keep',
);

export const isSymptom = ({ term }: TitleWord): boolean => SYMPTOMS.has(term);

/** So does what does not come in time: whoever says "times out" does not speak of times. */
const TOO_LATE = /\btim(?:es?|ed|ing) out\b|\btime-?outs?\b/i;
const LATE: ReadonlySet<string> = stems('time timed timeout');

/** What is to be written where tests are asked for: a test bench that somebody speaks of is none. */
const TESTS: ReadonlySet<string> = stems('test tests testing');

export interface TitleWord {
  readonly term: string;
  /** How much it says: the rarer it is in the project, the more. */
  readonly weight: number;
  /** In how many pieces and paths it stands. */
  readonly found: number;
}

/** The words of a task's title that say what it is about. */
export function titleWords(
  { lexical }: StateView,
  { sections, asksForTests = false }: Pick<Task, 'sections'> & Partial<Pick<Task, 'asksForTests'>>,
): TitleWord[] {
  const pieces = lexical.lengths.length;
  const said = titleQuery(sections).filter(({ term }) => !VERBS.has(term));
  const isLate = TOO_LATE.test(sections.title);
  const isIdle = (term: string): boolean =>
    SYMPTOMS.has(term) || (isLate && LATE.has(term)) || (asksForTests && TESTS.has(term));
  const telling = said.filter(({ term }) => !isIdle(term));
  return (telling.length > 0 ? telling : said).flatMap(({ term }) => {
    const { chunks, documents } = lexical.places(term);
    const found = chunks.items.length + documents.items.length;
    return [{ term, found, weight: Math.log(1 + pieces / (1 + found)) }];
  });
}

/** A word with its irregular forms: whoever says "sent" means "send". */
const formsOf = (term: string): readonly string[] => [
  term,
  ...irregularForms(term.slice(2)).map((form) => `p:${form}`),
];

/** Whether a text has a word, in any of its forms. */
export const hasWord = (terms: { has(term: string): boolean }, term: string): boolean =>
  formsOf(term).some((form) => terms.has(form));

/** The lines of a transcript that say who speaks. */
const SPEAKERS = /^▌.*$/gm;

/** What is said in a talk, word by word. Whoever is named may have said anything, so that who speaks does not count. */
const saidInTalk = rememberedOf(({ text }: Facts) => identifiersIn(text.replace(SPEAKERS, '')));

/** The files in whose text a term stands, as the index has it: nothing of them is read. */
export function filesWith({ starts, places }: LexicalIndex, term: string): ReadonlySet<number> {
  const { items, counts } = places(term).chunks;
  const files = new Set<number>();
  let file = 0;
  for (let i = 0; i < items.length; i++) {
    if (bodyOf(counts[i] ?? 0) === 0) continue;
    while ((starts[file + 1] ?? Number.POSITIVE_INFINITY) <= (items[i] ?? 0)) file++;
    files.add(file);
  }
  return files;
}

/** Tells which of the words a file has. */
export function wordsIn(
  view: StateView,
  words: readonly TitleWord[],
): (file: { readonly file: number; readonly path: string }) => readonly TitleWord[] {
  const known = new Map<number, readonly TitleWord[]>();
  const find = termFinder(new Set(words.flatMap(({ term }) => formsOf(term))));
  const having = remembered((term: string) => filesWith(view.lexical, term));
  const read = ({ file, path }: { readonly file: number; readonly path: string }) => {
    const { content = 0, shape } = view.state.files[file] ?? {};
    // A turn is found by the words of its neighbours, too, and by those who speak.
    const said =
      shape?.source === 'conversation' && content !== 0
        ? find(saidInTalk(view.facts(content)))
        : { has: (term: string) => having(term).has(file) };
    const inPath = find(identifiersIn(path));
    return words.filter(({ term }) => hasWord(inPath, term) || hasWord(said, term));
  };
  return (place) => {
    const own = known.get(place.file) ?? read(place);
    known.set(place.file, own);
    return own;
  };
}

export const weightOf = (words: readonly TitleWord[]): number =>
  words.reduce((sum, { weight }) => sum + weight, 0);
