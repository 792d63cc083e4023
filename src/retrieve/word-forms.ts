import { stem } from '../math/terms.ts';

/**
 * Verbs and nouns whose forms no suffix rule joins. Talk is in the past tense and questions are not:
 * who asks what somebody bought says "buy".
 */
const IRREGULAR = `arise arose arisen|bear bore borne|beat beaten|become became|begin began begun|bend bent|bind bound|bite bit bitten|blow blew blown
|break broke broken|bring brought|build built|buy bought|catch caught|choose chose chosen|come came|cost|creep crept|deal dealt|dig dug|draw drew drawn
|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|fly flew flown|forget forgot forgotten
|freeze froze frozen|give gave given|go went gone goes|grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept|know knew known|lead led
|leave left|lend lent|light lit|lose lost|make made|mean meant|meet met|pay paid|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen
|seek sought|sell sold|send sent|shake shook shaken|shine shone|shoot shot|show shown|sing sang sung|sink sank sunk|sit sat|sleep slept|speak spoke spoken
|spend spent|stand stood|steal stole stolen|stick stuck|strike struck|swear swore sworn|sweep swept|swim swam swum|swing swung|take took taken|teach taught
|tear tore torn|tell told|think thought|throw threw thrown|understand understood|wake woke woken|wear wore worn|weep wept|win won|write wrote written
|cancel cancelled cancellation|child children|foot feet|life lives|man men|mouse mice|person people|tooth teeth|wife wives|woman women|index indices|vertex vertices|matrix matrices`;

const GROUPS = new Map<string, readonly string[]>();
for (const group of IRREGULAR.split('|')) {
  const stems = [...new Set(group.trim().split(/\s+/).map(stem))];
  for (const form of stems) GROUPS.set(form, stems);
}

const DOUBLED = /([bdgmnprt])\1$/;
const SHORT_VOWEL = /(?:^|[^aeiou])[aeiouy][bdgmnprt]$/;

/**
 * Stems of words that a suffix makes of this one, or that it was made of, where the light stemmer keeps them apart: `decompress` for
 * `decompression`, `validat` (validate) for `validation`, `retriev` for `retrieval`.
 */
export function derivedForms(word: string): string[] {
  const singular = word.replace(/(?<!s)s$/, '');
  const own = stem(singular);
  const forms: string[] = [];
  if (/.{3}ation$/.test(singular)) forms.push(`${own}at`);
  else if (/.{4}ion$/.test(singular)) forms.push(stem(singular.slice(0, -3)));
  else if (/.{4}at$/.test(own)) forms.push(own.slice(0, -2));
  else if (own.length >= 4) forms.push(`${own}ion`);
  if (/.{4}al$/.test(singular)) forms.push(stem(singular.slice(0, -2)));
  return forms.filter((form) => form !== own);
}

/** Verbs that go with everything: to look for what somebody took, because something takes long, finds anything. */
const LIGHT = new Set(
  'become came come find found gave give given go gone keep kept knew know known made make mean meant said saw say see seen show shown take taken tell think thought told took went'
    .split(' ')
    .map(stem),
);

/** Stems of the other forms of an irregular word: `hold` for `held`. */
export const irregularForms = (word: string): string[] =>
  LIGHT.has(word) ? [] : (GROUPS.get(word) ?? []).filter((form) => form !== word);

/** Other stems of the same word that the light stemmer keeps apart: `runn` and `ran` for `run`, `studi` for `study`. */
export function otherForms(word: string): string[] {
  const forms = new Set<string>();
  const add = (form: string): void => {
    for (const each of [form, ...(GROUPS.get(form) ?? [])]) forms.add(each);
  };
  add(word);
  if (DOUBLED.test(word) && word.length > 3) add(word.slice(0, -1));
  else if (SHORT_VOWEL.test(word)) add(word + word.slice(-1));
  if (word.length > 2 && word.endsWith('i')) add(`${word.slice(0, -1)}y`);
  else if (word.length > 2 && word.endsWith('y')) add(`${word.slice(0, -1)}i`);
  forms.delete(word);
  return [...forms];
}

/** How British and American English spell the same word; whether a spelling exists is for the project to say. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<=[a-z]{3})our(?=(?:s|ed|ing|ful|less|able|hood|ite|al)*$)/, 'or'],
  [/(?<=[a-z]{3})or(?=(?:s|ed|ing|ful|less|able|hood|ite|al)*$)/, 'our'],
  [/(?<=[a-z]{3})is(?=(?:e[sdr]?|ing|ations?|able)$)/, 'iz'],
  [/(?<=[a-z]{3})iz(?=(?:e[sdr]?|ing|ations?|able)$)/, 'is'],
  [/(?<=[a-z]{3})ys(?=(?:e[sdr]?|ing)$)/, 'yz'],
  [/(?<=[a-z]{3})yz(?=(?:e[sdr]?|ing)$)/, 'ys'],
  [/(?<=^(?:cent|met|fib|lit|theat))re(?=s?$)/, 'er'],
  [/(?<=^(?:cent|met|fib|lit|theat))er(?=s?$)/, 're'],
  [/(?<=[a-z]{3})ogue(?=s?$)/, 'og'],
  [/(?<=[a-z]{3})og(?=s?$)/, 'ogue'],
  [/(?<=lic|def|off|pret)ence/, 'ense'],
  [/(?<=lic|def|off|pret)ense/, 'ence'],
  [/\bgrey/, 'gray'],
  [/\bgray/, 'grey'],
];

/** Stems of the word as others spell it: `color` for `colour`. */
export function otherSpellings(word: string): string[] {
  const own = stem(word);
  const other = SPELLINGS.filter(([pattern]) => pattern.test(word)).map(([pattern, put]) =>
    stem(word.replace(pattern, put)),
  );
  return other.filter((form) => form !== own);
}
