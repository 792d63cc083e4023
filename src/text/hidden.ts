import { late, rememberedText } from '../math/memo.ts';

/*
 * Characters that nobody sees: they turn the direction of text (a comment reads as code), split a word, carry a message that
 * only a model reads, or look like a Latin letter inside a Latin word. Emoji, and scripts that need such characters, use them in
 * the open; those uses are left alone.
 */

/** Letters of Cyrillic and Greek that look like Latin ones. */
const TWINS =
  '\\u0405\\u0406\\u0408\\u0410\\u0412\\u0415\\u041a\\u041c-\\u041e\\u0420-\\u0423\\u0425\\u0430\\u0435\\u043e\\u0440\\u0441\\u0443\\u0445\\u0455\\u0456\\u0458\\u04bb\\u0501\\u051b\\u051d\\u0391\\u0392\\u0395-\\u0397\\u0399\\u039a\\u039c\\u039d\\u039f\\u03a1\\u03a4\\u03a5\\u03a7\\u03bf';
const TWIN = new RegExp(`[${TWINS}]`, 'gu');
/** Beside a Latin letter, without which a text holds no such word. */
const MIXED = new RegExp(`[A-Za-z][${TWINS}]|[${TWINS}][A-Za-z]`, 'u');
/** A word of Latin letters and twins alone, not an escape; one with other letters of Cyrillic or Greek is meant as it is. */
const TROJAN = new RegExp(
  `(?<![\\p{L}\\p{M}\\\\])[\\p{Script=Latin}\\p{N}_${TWINS}]+(?![\\p{L}\\p{M}])`,
  'gu',
);

/** Quick and without false negatives: most texts hold none of these. */
const ANY =
  /[\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}\p{VS}]/u;

/** Flags of regions, which are spelt with tags, and each suspect alone. */
const SUSPECTS =
  /\u{1f3f4}[\u{e0030}-\u{e007a}]{1,6}\u{e007f}|[\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}\p{VS}]/gu;

const LEFTWARD =
  /[\u060c\u061b\u061f\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const OVERRIDE = /[\u202d\u202e]/;
const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{VS}]/u;
const JOINED = /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\p{L}\p{M}]/u;
/** Scripts that write no blank between words. */
const UNSPACED =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Javanese}]/u;
/** More in a row could be a message; in code, even one before a name makes another name of it. */
const CODE_OR_MESSAGE = /[;{}]|[\w\u200b] ?\(|\s=\s|[\u200b-\u200d\u2060\ufeff]{3}/;
/** Translation programs leave such characters before and behind words. */
const BLANK = /^$|[\s\u200b]/;
/** A string of nothing else fills an element of a page or lists what is blank; no word is misread for it. */
const QUOTE = /["'`]/;
const NEXT_LINE = '\u0085';
const VARIED = /(?!\p{VS})[^\s\w]|[#*\d]/u;

/** What a line says of all its suspects, found out once: one may have as many as it has characters. */
interface Line {
  readonly isLeftward: () => boolean;
  readonly isOverridden: () => boolean;
  readonly isIsolated: () => boolean;
  readonly isBalanced: () => boolean;
  readonly isUnspaced: () => boolean;
  readonly isCodeOrMessage: () => boolean;
}

const lineOf = (line: string): Line => ({
  isLeftward: late(() => LEFTWARD.test(line)),
  isOverridden: late(() => OVERRIDE.test(line)),
  isIsolated: late(() => isIsolated(line)),
  isBalanced: late(() => isBalanced(line)),
  isUnspaced: late(() => UNSPACED.test(line)),
  isCodeOrMessage: late(() => CODE_OR_MESSAGE.test(line)),
});

/** By what stands before and behind a suspect, and by its line: whether such a character has its place there. */
const ORDINARY: readonly (readonly [
  suspect: RegExp,
  isOrdinary: (before: string, after: string, line: Line) => boolean,
])[] = [
  [/^\u{1f3f4}/u, () => true],
  [
    /[\u061c\u200e\u200f\u202a-\u202c\u2066-\u2069]/,
    (before, _, line) =>
      line.isLeftward() &&
      !line.isOverridden() &&
      // One that begins with the text may go on to its end.
      ((/^["']?$/.test(before) && line.isIsolated()) || line.isBalanced()),
  ],
  [
    /\u200c/,
    (before, after, line) =>
      before === '@' ||
      JOINED.test(before) ||
      JOINED.test(after) ||
      (BLANK.test(after) && line.isLeftward()), // Persian puts it behind a foreign word too
  ],
  [
    /\u200d/,
    (before, after) =>
      JOINED.test(before) || JOINED.test(after) || (EMOJI.test(before) && EMOJI.test(after)),
  ],
  [
    /\u200b/,
    (before, after, line) =>
      before === '@' || // keeps a name from being a mention
      line.isUnspaced() ||
      (QUOTE.test(before) && (before === after || after === NEXT_LINE)) ||
      ((BLANK.test(before) || BLANK.test(after)) && !line.isCodeOrMessage()),
  ],
  [/[\u115f\u1160\u3164\uffa0]/, (before, after) => /\p{Script=Hangul}/u.test(before + after)],
  [/[\u180b-\u180f]/, (before) => /\p{Script=Mongolian}/u.test(before)],
  [/[\u{e0100}-\u{e01ef}]/u, (before) => /\p{Script=Han}/u.test(before)],
  [/\ufe0f/, (before, after) => VARIED.test(before) || before === '\ufe0f' || after === '\ufe0f'],
  [/\p{VS}/u, (before) => VARIED.test(before)],
  [
    /\ufeff/, // of a file that was put into another
    (before, _, line) => before === '' || (/\s/.test(before) && !line.isCodeOrMessage()),
  ],
];

const countOf = (line: string, characters: RegExp): number => line.match(characters)?.length ?? 0;

/** Whether a line ends every isolate, and every turn of direction, that it begins. */
const isIsolated = (line: string): boolean =>
  countOf(line, /[\u2066-\u2068]/g) === countOf(line, /\u2069/g);
const isBalanced = (line: string): boolean =>
  isIsolated(line) && countOf(line, /[\u202a\u202b]/g) === countOf(line, /\u202c/g);

/** Fewer letters are no word that anybody could be made to misread. */
const LATIN_LEAST = 3;
const isTrojan = (word: string): boolean =>
  MIXED.test(word) && countOf(word, /[A-Za-z]/g) >= LATIN_LEAST;

/** Who writes in both scripts slips on the keyboard. */
const BOTH_SCRIPTS = /\p{Script=Cyrillic}{4}|\p{Script=Greek}{4}/u;

/** A letter that looks like another is a suspect in a word that is Latin apart from it, among others that are. */
const withoutTwins = (line: string, put: (suspect: string) => string): string =>
  MIXED.test(line) && !BOTH_SCRIPTS.test(line)
    ? line.replace(TROJAN, (word) => (isTrojan(word) ? word.replace(TWIN, put) : word))
    : line;

function replaced(given: string, put: (suspect: string) => string): string {
  const line = withoutTwins(given, put);
  if (!ANY.test(line)) return line;
  const facts = lineOf(line);
  return line.replace(SUSPECTS, (suspect, at: number) => {
    const before = [...line.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
    const [after = ''] = [...line.slice(at + suspect.length, at + suspect.length + 2)];
    const rule = ORDINARY.find(([characters]) => characters.test(suspect));
    return rule?.[1](before, after, facts) === true ? suspect : put(suspect);
  });
}

/** The texts of a context are asked several times each. */
const REMEMBERED_CHARACTERS = 2_000_000;
const mayHide = rememberedText((text) => ANY.test(text) || MIXED.test(text), REMEMBERED_CHARACTERS);

/** What is ordinary beside a hidden character need not be so beside its name; a line that goes on like that has all of them named. */
const PASSES = 4;

function shown(line: string): string {
  let now = line;
  for (let pass = 0; pass < PASSES; pass++) {
    const next = replaced(now, named);
    if (next === now) return now;
    now = next;
  }
  return withoutTwins(now, named).replace(SUSPECTS, (suspect) => [...suspect].map(named).join(''));
}

const named = (suspect: string): string =>
  `‹U+${(suspect.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`;

/** The text with a name in place of each hidden character: `‹U+202E›`. */
export const withHiddenShown = (text: string): string =>
  mayHide(text) ? text.split('\n').map(shown).join('\n') : text;

/** How many hidden characters a text holds. */
export function hiddenIn(text: string): number {
  let count = 0;
  if (mayHide(text)) {
    for (const line of text.split('\n')) {
      replaced(line, (suspect) => {
        count++;
        return suspect;
      });
    }
  }
  return count;
}
