import { eachIdentifier, stem, termsOf } from '../math/terms.ts';
import type { Task } from '../model/task.ts';
import { derivedForms, irregularForms } from '../retrieve/word-forms.ts';

/** The words of a task as it wrote them, by the terms that were searched for: `closed` for `clos`. */
export function writtenIn({ text, sections }: Task): (term: string) => string {
  const written = new Map<string, string>();
  const note = (term: string, word: string): void => {
    if (!written.has(term)) written.set(term, word);
  };
  const words = wordsOf(text, sections);
  for (const word of words) for (const term of termsOf(word)) note(term, word);
  for (const [term, shorts] of sections.abbreviations ?? []) {
    const word = written.get(term);
    if (word !== undefined) for (const short of shorts) note(short, word);
  }
  for (const word of words) {
    const lower = word.toLowerCase();
    for (const form of [...derivedForms(lower), ...irregularForms(stem(lower))]) {
      note(`p:${form}`, word);
    }
  }
  return (term) => written.get(term) ?? term.slice(2);
}

/** A word by itself says more of a term than a name that holds it, so the short ones come first; what was respelt comes last. */
function wordsOf(text: string, { title, prose }: Task['sections']): string[] {
  const words = new Set<string>();
  for (const each of [text, title, prose]) {
    const own: string[] = [];
    eachIdentifier(each, (word) => own.push(word));
    for (const word of own.sort((a, b) => a.length - b.length)) words.add(word);
  }
  return [...words];
}
