/** Evidence that a model was shown. */
export interface Shown {
  /** `e3` */
  readonly number: string;
  /** The file it comes from, as far as that is known, and that of its own. */
  readonly names: readonly string[];
  readonly text: string;
}

/** What becomes of an answer: it stands with what it cites, or it does not stand at all. */
export type Checked =
  | { readonly kind: 'sound'; readonly text: string; readonly cites: readonly string[] }
  | { readonly kind: 'refused'; readonly because: string };

const CITATION = /(?<![\p{L}\p{N}_.$-])e(\d{1,9})(?![\p{L}\p{N}_])/gu;
/** `[E3]` is no name in any code, so it counts as well. */
const IN_BRACKETS = /\[([^[\]\n]{1,80})\]/gu;
const CODE = /(`{1,3})[^`]*\1/gu;
/** Citations of other kinds: [1], [^2], [doc 3], 【4†source】. */
const OTHER_CITATION =
  /(?<![\p{L}\p{N}_)\]])\[(?:\^?\d{1,4}(?:\s{0,2}[,–-]\s{0,2}\d{1,4}){0,20}|(?:doc|source|ref|file)s?[ :#]{0,2}\d{1,4})\]|【[^】\n]{0,80}】/iu;
const URL = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s)\]}>"'`]{1,2000}/giu;
const WORD = /[\p{L}\p{N}_.@~\\/+$-]{2,2000}/gu;
/** Endings by which a bare word is a file; others (`console.log`) are mostly members of something. */
const ENDING =
  /[\p{L}\p{N}_]\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|scala|c|h|cc|cpp|hpp|cs|php|swift|sh|md|rst|txt|json|toml|ya?ml|xml|html?|s?css|sql|cfg|ini|csv|proto|tf|vue|svelte|ipynb|gradle|bat|ps1|lua|exs?|erl|hs|zig|dart)$/iu;
const ANY_ENDING = /[\p{L}\p{N}_]\.[\p{L}\p{N}]{1,10}$/u;
/** Names of things that only look like files. */
const NO_FILES = /^(?:node|next|vue|nuxt|express|three|d3|ember|backbone|chart|socket)\.js$/i;

/**
 * A written answer stands only if it cites evidence that was shown, and names no other evidence, file, address or source. One
 * wrong word refuses it whole: a sentence taken out could turn what is left into its opposite.
 */
export function checkAnswer(answer: string, shown: readonly Shown[]): Checked {
  const text = answer.trim();
  if (text === '') return refused('it is empty');
  const cites = citationsOf(text);
  const known = new Map(shown.map((evidence) => [evidence.number, evidence]));
  const unknown = cites.find((number) => !known.has(number));
  if (unknown !== undefined) return refused(`it cites ${unknown}, which it was not shown`);
  if (cites.length === 0) return refused('it cites no evidence');
  const other = OTHER_CITATION.exec(text.replace(CODE, ' '))?.[0];
  if (other !== undefined) return refused(`it cites ${other}, which is no evidence`);
  const cited = cites.flatMap((number) => known.get(number) ?? []);
  const foreign = namedIn(text).find((name) => !cited.some((evidence) => holds(evidence, name)));
  if (foreign !== undefined) return refused(`it names ${foreign}, which is not in what it cites`);
  cites.sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  return { kind: 'sound', text, cites };
}

const refused = (because: string): Checked => ({ kind: 'refused', because });

function citationsOf(text: string): string[] {
  const bracketed = [...text.matchAll(IN_BRACKETS)].flatMap(([, inside = '']) => [
    ...inside.matchAll(/(?<![\p{L}\p{N}_])E(\d{1,9})(?![\p{L}\p{N}_])/gu),
  ]);
  const found = [...text.matchAll(CITATION), ...bracketed];
  return [...new Set(found.map(([, digits]) => `e${digits}`))];
}

function namedIn(text: string): string[] {
  const urls = [...text.matchAll(URL)].map(([url]) => url.replace(/[.,;:!?]+$/, ''));
  const plain = text.replace(URL, ' ');
  const words = [...plain.matchAll(WORD)].flatMap(([word], i, all) => {
    const at = all[i]?.index ?? 0;
    const isCall = plain[at + word.length] === '(';
    const name = word.replace(/[.,-]+$/, '');
    return !isCall && isPath(name, plain[at - 1] === '`') ? [name] : [];
  });
  return [...urls, ...words];
}

/** `and/or` is none, `src/auth/` is. */
function isPath(word: string, isCode: boolean): boolean {
  if (NO_FILES.test(word)) return false;
  const name = word.replaceAll('\\', '/');
  const slashes = name.split('/').length - 1;
  if (slashes === 0) return ENDING.test(name);
  const isRooted = /^(?:~|\.{1,2})?\/[\p{L}\p{N}_.]/u.test(name) || /[\p{L}\p{N}_]\/$/u.test(name);
  return (
    ANY_ENDING.test(name) || isRooted || slashes > 1 || (isCode && /[\p{L}]\/[\p{L}]/u.test(name))
  );
}

/** A name is grounded if it is that of the evidence, the end or the folder of it, or stands in it. */
function holds({ names, text }: Shown, written: string): boolean {
  const name = written.replaceAll('\\', '/').replace(/^\.\//, '');
  const folder = `${name.replace(/\/$/, '')}/`;
  const isOwn = names.some(
    (own) =>
      [name, `${name}.md`].includes(own) || own.endsWith(`/${name}`) || own.startsWith(folder),
  );
  return isOwn || text.includes(written);
}
