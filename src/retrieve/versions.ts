import { byCodePoint } from '../math/order.ts';
import type { StateFile } from '../model/state.ts';

/** Folders that keep a page as it was: `versioned_docs`, `version-2.x`, `v1`, `3.0`, `stable`. */
const VERSION =
  /^(?:versioned[-_](?:docs|pages)|(?:version|release)s?|archived?|(?:v|version[-_]|release[-_])?(?:\d+(?:\.[\dx]+)*(?:-(?:alpha|beta|rc)[.\d]*)?|stable|latest|legacy|old))$/i;
/** Folders that keep it in another language; English is what the others were made from. */
const TRANSLATION =
  /^(?:ar|bn|cs|de|es|fa|fr|he|hi|id|it|ja|ko|nl|pl|pt|ru|sv|th|tr|uk|vi|zh)(?:[-_][a-z]{2,4})?$/i;
/** Folders that only say that there are pages. */
const SHELF =
  /^(?:docs?|documentation|website|site|content|pages|src|current|next|en|i18n|l10n|locales?|translations?|docusaurus-plugin-content-docs.*)$/i;
/** Every version has one of these, and they say different things. */
const NAMELESS = /^(?:index|readme)\.\w+$/i;

/** The newest version of a page says nearly the same as the page, which should come first; older ones and translations are seldom meant. */
const NEWEST_COPY = 0.97;
const OTHER_COPY = 0.3;

interface Copy {
  readonly file: number;
  readonly path: string;
  readonly isKept: boolean;
  readonly isTranslated: boolean;
  /** It lies in a folder that says that it is in English. */
  readonly isEnglish: boolean;
  /** Empty without numbers, as for `stable`. */
  readonly version: readonly number[];
}

/** What older versions and translations of pages keep of their scores, by number of the file. */
export function copyShares(
  files: readonly Pick<StateFile, 'path'>[],
  isPage: (file: number) => boolean,
  /** Of the task. Where pages are marked as English, those beside them are in another language. */
  isEnglish: boolean = true,
): Map<number, number> {
  const byPage = new Map<string, Copy[]>();
  files.forEach(({ path }, file) => {
    const folders = path.split('/');
    const name = folders.pop() ?? '';
    if (!isPage(file) || NAMELESS.test(name)) return;
    const rest = folders.filter((folder) => !SHELF.test(folder));
    const own = rest.filter((folder) => !VERSION.test(folder) && !TRANSLATION.test(folder));
    const kept = rest.filter((folder) => VERSION.test(folder));
    const isTranslated = rest.length > own.length + kept.length;
    const version = (kept.at(-1)?.match(/\d+/g) ?? []).map(Number);
    const page = [...own, name].join('/');
    const known = byPage.get(page) ?? [];
    const copy = { file, path, isKept: kept.length > 0, isTranslated, version };
    byPage.set(page, [...known, { ...copy, isEnglish: folders.includes('en') }]);
  });
  const shares = new Map<number, number>();
  for (const found of byPage.values()) {
    const isMarked = found.some((copy) => copy.isEnglish);
    const copies = found.map((copy) => ({
      ...copy,
      isTranslated: copy.isTranslated || (isMarked && copy.isEnglish !== isEnglish),
    }));
    const others = copies.filter(({ isKept, isTranslated }) => isKept || isTranslated);
    // Without a page of today, versions may be news of each release.
    if (others.length === copies.length) continue;
    others.sort(newestFirst).forEach(({ file, isTranslated }, i) => {
      shares.set(file, i === 0 && !isTranslated ? NEWEST_COPY : OTHER_COPY);
    });
  }
  return shares;
}

function newestFirst(a: Copy, b: Copy): number {
  const languages = Number(a.isTranslated) - Number(b.isTranslated);
  if (languages !== 0) return languages;
  const [first = Infinity, second = Infinity] = [a, b].map(({ version }) => version[0]);
  if (first !== second) return second - first;
  const later = a.version.map((n, i) => (b.version[i] ?? 0) - n).find((step) => step !== 0);
  return later ?? (b.version.length - a.version.length || byCodePoint(a.path, b.path));
}
