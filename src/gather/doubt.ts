import { eachIdentifier, termsOf } from '../math/terms.ts';
import { type Doubt, NO_DOUBT } from '../model/relevance.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { fileOf } from '../retrieve/look-ups.ts';
import { isOrdinary } from '../retrieve/ordinary-words.ts';
import { speaksForProject } from '../retrieve/penalty.ts';
import { derivedForms, irregularForms } from '../retrieve/word-forms.ts';
import { translationsIn } from './samples.ts';
import { isSymptom, stems, type TitleWord, titleWords } from './title-words.ts';

/** A task of so many words says enough. */
const ENOUGH_WORDS = 3;
/** A word that stands in one file is half known, unless there are few files; what a file is called counts twice. */
const HALF_KNOWN = 1;
const MANY_FILES = 50;
const IN_PATH = 2;
/** A message of a commit tells of the word too, a little; so many tell all they can. */
const IN_COMMIT = 0.2;
const COMMITS = 20;
/** So many pieces with a word tell whether it is known. */
const PIECES_READ = 400;
/** What people write of any project says less of this one. */
const ORDINARY = 0.3;
/** What it is, not which: "the auth module" is about auth. */
const CONTAINERS = stems(
  'module class component library project codebase system service feature function method app application',
);
/** Only where nearly nothing is known does it tell: that one word of several is new is usual. */
const POWER = 6;
/** Where more than this is unknown, it is said which words. */
const WORTH_SAYING = 0.75;

/** How far to doubt that what is found is what a task means. Who names a place, or tells a fault at length, has said it. */
export function doubtOf(view: StateView, task: Task): Doubt {
  if (task.ask === 'report' || task.isOverview || task.paths.length + task.frames.length > 0)
    return NO_DOUBT;
  const words = titleWords(view, task);
  if (words.length === 0) return NO_DOUBT;
  const uses = words.map((word) => usesOf(view, task, word));
  const isVague = (term: string): boolean => isOrdinary(term.slice(2)) || CONTAINERS.has(term);
  const weights = words.map(({ term, weight }) => (isVague(term) ? ORDINARY * weight : weight));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const half = HALF_KNOWN * Math.min(1, view.state.files.length / MANY_FILES);
  const missed = weights.reduce(
    (sum, weight, i) => sum + (weight * half) / (half + (uses[i] ?? 0)),
    0,
  );
  // That something is broken, and nothing else, leads nowhere, however many files speak of what breaks.
  const unknown = task.ask !== 'question' && words.every(isSymptom) ? 1 : missed / all;
  const strange = words.filter((_, i) => (uses[i] ?? 0) < half / 2).map(({ term }) => term);
  // One telling word that the project has is what the task is about.
  const isAll = words.every(({ term }) => isVague(term) || strange.includes(term));
  return {
    terse: Math.max(0, 1 / words.length - 1 / ENOUGH_WORDS),
    unknown: unknown ** POWER,
    unfamiliar:
      isAll && unknown > WORTH_SAYING ? wordsOf(task.sections.title, new Set(strange)) : [],
  };
}

/** In how many files that speak for the project a word stands, in any form, and how often people told of it. */
function usesOf(view: StateView, task: Task, { term }: TitleWord): number {
  const { state, lexical, history } = view;
  const { abbreviations } = task.sections;
  const isTranslation = translationsIn(task, view);
  const bare = term.slice(2);
  const forms = [...derivedForms(bare), ...irregularForms(bare)].map((form) => `p:${form}`);
  const terms = [...new Set([term, ...forms, ...(abbreviations?.get(term) ?? [])])];
  const speaks = (file: number): boolean => {
    const entry = state.files[file];
    if (entry === undefined || isTranslation(entry.path)) return false;
    // How a project is built says little of what it does.
    if (entry.shape.source === 'deployment' && task.type === 'feature') return false;
    return speaksForProject(entry);
  };
  const said = new Set<number>();
  const called = new Set<number>();
  for (const one of terms) {
    const { chunks, documents } = lexical.places(one);
    for (const chunk of chunks.items.subarray(0, PIECES_READ)) {
      said.add(fileOf(lexical.starts, chunk));
    }
    for (const file of documents.items.subarray(0, PIECES_READ)) called.add(file);
  }
  const commits = history.places(terms).reduce((sum, { items }) => sum + items.length, 0);
  return (
    [...said].filter(speaks).length +
    IN_PATH * [...called].filter(speaks).length +
    IN_COMMIT * Math.min(COMMITS, commits)
  );
}

/** Words as they are written in a title. */
function wordsOf(title: string, terms: ReadonlySet<string>): string[] {
  const words = new Set<string>();
  eachIdentifier(title, (word) => {
    if (termsOf(word).some((term) => terms.has(term))) words.add(word);
  });
  return [...words];
}

/** Said where results are listed; a context says it with what it is expected to hold. */
export const doubtNotes = ({
  doubt: { unfamiliar } = NO_DOUBT,
}: {
  readonly doubt?: Doubt;
}): string[] =>
  unfamiliar.length === 0
    ? []
    : [
        `The project hardly mentions ${quoted(unfamiliar)}: what is found may not be what is meant.`,
      ];

const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(', ');
