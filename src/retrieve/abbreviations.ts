import { eachIdentifier, stem } from '../math/terms.ts';
import type { Abbreviations, Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { cognatesOf } from './cognates.ts';
import { compoundsOf } from './compounds.ts';
import { fileOf } from './look-ups.ts';
import { synonymsOf } from './synonyms.ts';
import { derivedForms, otherSpellings } from './word-forms.ts';

/** What programs call things that tasks spell out; beginnings of words stand here where names in code use them too. */
const USUAL = `address addr|administration admin|application app|argument arg|arguments args|asynchronous async|attribute attr|authentication auth authn
|authorization auth authz|buffer buf|calculation calc|certificate cert|character char|command cmd|communication comm|configuration config conf cfg|connection conn
|context ctx|coordinate coord|database db|definition def|description desc|destination dest dst|development dev|dictionary dict|directory dir|documentation docs doc
|environment env|error err|evaluation eval|exception exc|execution exec|expression expr|extension ext|function func fn|generation gen|identifier id ident|image img
|implementation impl|information info|initialization init|internationalization i18n intl|kubernetes k8s|language lang|length len|library lib|localization l10n
|management mgmt|manager mgr|maximum max|memory mem|message msg|middleware mw|minimum min|navigation nav|notification notif|number num|object obj|operation op
|optimization opt|package pkg|parameter param|parameters params|password passwd pwd|permission perm|position pos|preferences prefs|previous prev|procedure proc
|production prod|property prop|properties props|protocol proto|reference ref|registration reg|repository repo|request req|resource res|response resp res|sequence seq
|server srv|service svc|session sess|source src|specification spec|standard std|statistics stats|string str|synchronization sync|system sys|temporary tmp temp
|transaction tx txn|utilities utils util|utility util|value val|variable var|variables vars|vector vec|version ver|visualization viz|window win`;
const SHORT = new Map(
  USUAL.split('|').map((line): [string, readonly string[]] => {
    const [word = '', ...short] = line.trim().split(/\s+/);
    return [word, short];
  }),
);
/** Shorter ones mean too much: `res` is a response, a result or a resource. */
const LEAST_SHORT = 4;
const LONG = new Map<string, string[]>();
for (const [word, shorts] of SHORT) {
  for (const short of shorts) {
    if (short.length >= LEAST_SHORT) LONG.set(short, [...(LONG.get(short) ?? []), word]);
  }
}

/** How words begin that a usual abbreviation stands for: `authentic` and `authoriz` for `auth`. */
export const longBeginnings = (short: string): readonly string[] =>
  (LONG.get(short.toLowerCase()) ?? []).map(stem);

/** A word that stands in a path, or in more pieces than this, is the project's own; what only talk of the program uses is not. */
const FEW = 2;
const TALK: readonly string[] = ['documentation', 'conversation', 'research'];
/** Shorter words have no shorter form; shorter beginnings (`com`, `int`, `str`) begin too many words, so they count only where they are usual. */
const LEAST_WORD = 5;
const LEAST_BEGINNING = 4;
const LEAST_LOST = 2;

/** What the project calls words of the title, by their terms: shorter where it does not use them, longer where the title abbreviates, spelt its way, in one word or in two. */
export function abbreviationsOf(view: StateView, task: Task): Abbreviations {
  const forms = new Map<string, readonly string[]>();
  for (const found of [compoundsOf, usedFormsOf, shortFormsOf, synonymsOf, cognatesOf]) {
    for (const [word, own] of found(view, task))
      forms.set(word, [...(forms.get(word) ?? []), ...own]);
  }
  return forms;
}

/** Who writes "auth" means what the code calls `authenticate`, and "colour" `color`, unless it uses the word more often itself. */
function usedFormsOf({ lexical }: StateView, { sections: { title } }: Task): Abbreviations {
  const uses = (term: string): number => lexical.places(term).chunks.items.length;
  const forms = new Map<string, readonly string[]>();
  eachIdentifier(title.toLowerCase(), (short) => {
    const long = (LONG.get(short) ?? []).flatMap((word) => [stem(word), ...derivedForms(word)]);
    const own = `p:${stem(short)}`;
    const used = [...new Set([...long, ...otherSpellings(short)])]
      .map((form) => `p:${form}`)
      .filter((term) => uses(term) > 0);
    if (used.some((term) => uses(term) > uses(own))) forms.set(own, used.sort());
  });
  return forms;
}

/** Words that the code does not use, with what it calls them: usual abbreviations, and beginnings that name a folder or file. */
function shortFormsOf(view: StateView, { sections: { title } }: Task): Abbreviations {
  const words = new Set<string>();
  eachIdentifier(title, (word) => {
    if (/^[A-Za-z][a-z]+$/.test(word) && word.length >= LEAST_WORD) words.add(word.toLowerCase());
  });
  const { state, lexical } = view;
  const isOwn = (file: number): boolean => !TALK.includes(state.files[file]?.shape.source ?? '');
  const rare = [...words].filter((word) => {
    const { chunks, documents } = lexical.places(`p:${stem(word)}`);
    let hits = 0;
    return (
      !documents.items.some(isOwn) &&
      !chunks.items.some((chunk) => isOwn(fileOf(lexical.starts, chunk)) && ++hits > FEW)
    );
  });
  if (rare.length === 0) return new Map();
  const names = pathNames(state.files.map(({ path }) => path));
  return new Map(
    rare.flatMap((word) => {
      const begin = [...names].filter(
        (name) =>
          name.length >= LEAST_BEGINNING &&
          name.length <= word.length - LEAST_LOST &&
          word.startsWith(name),
      );
      const usual = (SHORT.get(word) ?? SHORT.get(word.replace(/s$/, '')) ?? []).map(stem);
      const own = stem(word);
      const short = [...new Set([...usual, ...begin])].filter((name) => name !== own).sort();
      return short.length === 0 ? [] : [[`p:${own}`, short.map((name) => `p:${name}`)] as const];
    }),
  );
}

/** So many pieces tell whose a stem is. */
const PIECES_READ = 12;

/**
 * Stems that are another word's here: `cors`, `core` and `cores` are all cut to `cor`, and a project full of the one should not answer for
 * the other. Pieces that have the stem tell whether it stands for the singular or, more often, for the other word; the word itself is sought
 * as it is in any case.
 */
export function misreadStems(view: StateView, { sections: { title } }: Task): Set<string> {
  const { lexical, state } = view;
  const placesOf = (term: string): Int32Array => lexical.places(term).chunks.items;
  const misread = new Set<string>();
  eachIdentifier(title.toLowerCase(), (word) => {
    const own = stem(word);
    if (word !== `${own}s`) return;
    const uses = { own: 0, other: 0 };
    for (const chunk of placesOf(`p:${own}`).slice(0, PIECES_READ)) {
      const file = fileOf(lexical.starts, chunk);
      const { chunks, text } = view.facts(state.files[file]?.content ?? 0);
      const { start = 0, end = 0 } = chunks[chunk - (lexical.starts[file] ?? 0)] ?? {};
      for (const part of partsIn(text.slice(start, end))) {
        if (part === own) uses.own++;
        else if (part === `${own}e` || part === `${own}es`) uses.other++;
      }
    }
    if (uses.other > uses.own) misread.add(`p:${own}`);
  });
  return misread;
}

/** The words that names are made of. */
const partsIn = (text: string): string[] =>
  text.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((part) => part.toLowerCase());

/** The stems of all words in names of folders and files. */
const pathNames = (paths: readonly string[]): Set<string> =>
  new Set([...new Set(paths.flatMap(partsIn))].map(stem));
