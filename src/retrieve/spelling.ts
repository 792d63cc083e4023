import { eachIdentifier, stem } from '../math/terms.ts';
import type { Respelt, Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { isOrdinary } from './ordinary-words.ts';
import { isTechnical } from './technical-words.ts';
import { derivedForms } from './word-forms.ts';

/** Of shorter words too many are one letter away from another; of these only two letters in turn are a slip. */
const SHORTEST = 5;
const SHORTEST_TURNED = 4;
/** Longer ones are no words, and have too many neighbours to try. */
const LONGEST = 24;
/** Whoever slips more often than this pasted something. */
const MOST_SLIPS = 5;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Words of the title that the project does not have and that a single slip makes of one it has. Where a title has no word that the
 * project knows and one that no slip explains, it speaks of something else.
 */
export function respeltWords(
  { lexical, history }: StateView,
  { sections: { title, abbreviations }, isForeign }: Task,
): Respelt {
  // A word of another language is no slip.
  if (isForeign === true) return new Map();
  const uses = (term: string): number => {
    const { chunks, documents } = lexical.places(term);
    return chunks.items.length + documents.items.length;
  };
  const isKnown = (word: string): boolean => {
    const terms = [`w:${word}`, ...[stem(word), ...derivedForms(word)].map((own) => `p:${own}`)];
    const isNamed = abbreviations?.has(`p:${stem(word)}`) === true;
    return (
      isNamed ||
      terms.some((term) => uses(term) > 0) ||
      history.places(terms).some(({ items }) => items.length > 0)
    );
  };
  const respelt = new Map<string, string>();
  const tried = new Set<string>();
  let isFamiliar = false;
  let isStrange = false;
  eachIdentifier(title, (word) => {
    const lower = word.toLowerCase();
    if (word.length > LONGEST || tried.size >= MOST_SLIPS || tried.has(lower) || isOrdinary(lower))
      return;
    const isNew = !isKnown(lower);
    isFamiliar ||= !isNew;
    if (
      !isNew ||
      isTechnical(lower) ||
      word.length < SHORTEST_TURNED ||
      !/^[A-Z]?[a-z]+$/.test(word)
    )
      return;
    tried.add(lower);
    const others = word.length < SHORTEST ? turned(lower) : slips(lower);
    const meant = others
      .map((other) => ({ other, count: uses(`w:${other}`) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || (a.other < b.other ? -1 : 1));
    const [best] = meant;
    if (best === undefined) isStrange ||= word.length >= SHORTEST;
    else respelt.set(word, best.other);
  });
  return isStrange && !isFamiliar ? new Map() : respelt;
}

/** Keys as they lie; a finger that slips finds one beside the one it meant. */
const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** Letters that sound alike are taken for each other. */
const ALIKE = ['aeiouy', 'cksxz', 'bp', 'dt', 'fv', 'gj', 'mn'];

const MISTAKEN = new Map(
  [...LETTERS].map((letter): [string, string] => {
    const row = KEYS.findIndex((keys) => keys.includes(letter));
    const at = KEYS[row]?.indexOf(letter) ?? 0;
    const near = [row - 1, row, row + 1].flatMap((other) =>
      [...(KEYS[other] ?? '')].slice(Math.max(0, at - 1), at + 2),
    );
    const alike = ALIKE.filter((own) => own.includes(letter)).flatMap((own) => [...own]);
    return [letter, [...new Set([...near, ...alike])].join('')];
  }),
);

/** Every word that lacks a letter of this one, has one more, a wrong one, or two in turn. Nobody mistypes the first: padding is not adding. */
function slips(word: string): string[] {
  const made = new Set<string>();
  for (let i = 1; i <= word.length; i++) {
    const [before, after] = [word.slice(0, i), word.slice(i)];
    for (const letter of LETTERS) made.add(before + letter + after);
    for (const letter of MISTAKEN.get(after.charAt(0)) ?? '')
      made.add(before + letter + after.slice(1));
    if (after !== '') made.add(before + after.slice(1));
  }
  for (const other of turned(word)) made.add(other);
  made.delete(word);
  return [...made];
}

/** Every word that has two letters of this one in turn, but for the first. */
function turned(word: string): string[] {
  const made = new Set<string>();
  for (let i = 1; i + 1 < word.length; i++)
    made.add(word.slice(0, i) + word.charAt(i + 1) + word.charAt(i) + word.slice(i + 2));
  made.delete(word);
  return [...made];
}

/** A task as it is searched for. */
export function withRespelt<T extends Task>(task: T, respelt: Respelt): T {
  if (respelt.size === 0) return task;
  const title = task.sections.title.replace(/\w+/g, (word) => respelt.get(word) ?? word);
  return { ...task, respelt, sections: { ...task.sections, title } };
}

export const respeltNotes = ({ respelt = new Map() }: Pick<Task, 'respelt'>): string[] =>
  Array.from(
    respelt,
    ([word, meant]) => `The project has no word “${word}”, so it is read as “${meant}”.`,
  );
