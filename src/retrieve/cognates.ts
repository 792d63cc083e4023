import { eachIdentifier, stem } from '../math/terms.ts';
import type { Abbreviations, Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';

/** Shorter beginnings are shared by chance. */
const SHORTEST = 6;

/** "Konfiguration", "configuración", "Authentifizierung": the word of the project that begins alike, for tasks in another language. */
export function cognatesOf({ lexical }: StateView, task: Task): Abbreviations {
  const forms = new Map<string, readonly string[]>();
  if (task.isForeign !== true) return forms;
  const isUsed = (term: string): boolean => lexical.places(term).chunks.items.length > 0;
  eachIdentifier(task.sections.title, (word) => {
    if (word.length < SHORTEST) return;
    const own = `p:${stem(word.toLowerCase())}`;
    const alike = spellings(word).flatMap((plain) => {
      const found = formsOf(plain).find((term) => term !== own && isUsed(term));
      return found === undefined ? [] : [found];
    });
    if (alike.length > 0) forms.set(own, [...new Set([...(forms.get(own) ?? []), ...alike])]);
  });
  return forms;
}

const ENDINGS = ['', 'e', 'ate', 'ion', 'ation', 'cation', 'cate'];

/** The word as English would have it, then ever shorter beginnings of it with the endings that English gives them. */
function formsOf(plain: string): string[] {
  const terms = new Set([`p:${stem(plain)}`]);
  for (let length = plain.length; length >= SHORTEST; length--) {
    for (const ending of ENDINGS) terms.add(`p:${stem(plain.slice(0, length) + ending)}`);
  }
  return [...terms];
}

/** Without accents, and as Latin spells what German does with k and z. */
function spellings(word: string): string[] {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return [...new Set([plain, plain.replace(/k/g, 'c'), plain.replace(/[kz]/g, 'c')])];
}
