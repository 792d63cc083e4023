import { remembered, rememberedOf } from '../math/memo.ts';
import type { StateFile } from '../model/state.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { folderOf } from '../text/imports/paths.ts';
import { TONGUE } from '../text/tongues.ts';

const SAMPLES =
  /(?:^|\/)(?:__)?(?:fixtures?|test-?data|snapshots?|cassettes|golden)(?:__)?\/|(?:^|[/._-])(?:fixture|snapshot|cassette|golden)s?\.(?:json|ya?ml|txt|snap|csv|xml|html?)$/i;
const ASKS_FOR_SAMPLES = /\b(?:fixtures?|test ?data|snapshots?|cassettes?|golden|samples?)\b/i;

/** A language other than English, with a region or a way of speaking. */
const OTHER = `(?!en\\b)(?:${TONGUE})(?:[-_][A-Za-z]{2,8})?`;
/** The texts of a program in another language, in a file or a folder that is called by it. */
const TRANSLATED = [
  `(?:locales?|i18n|l10n|intl|translations?)/(?:[^/]+/)?(?:[^/]+\\.)?${OTHER}(?:/[^/]+|\\.\\w+)`,
  // `languages/pl.ts` and `languages/cs/parser.ts` may be about Perl and C#.
  `lang(?:uages?)?/(?:[^/]+/)?(?:${OTHER}/[^/]+|(?:[^/]+\\.)?${OTHER})\\.(?:json|ya?ml|po|php|properties|ini|xml|txt)`,
].map((place) => new RegExp(`(?:^|/)${place}$`));
/** What stands at the head of a project, in another language: `doc/README-fr.md`, `CONTRIBUTING.pt-BR.md`. */
const TRANSLATED_HEAD = new RegExp(
  `(?:^|/)(?:readme|contributing|install|security|code[-_]of[-_]conduct|changelog)[-_.]${OTHER}\\.(?:md|mdx|markdown|rst|adoc|txt)$`,
  'i',
);
const ASKS_FOR_TRANSLATIONS =
  /\b(?:translat\w*|arabic|chinese|french|german|italian|japanese|korean|polish|portuguese|russian|spanish|turkish|ukrainian|locales?|locali[sz]\w*|internationali[sz]\w*|i18n|l10n|languages?|[a-z]{2}[-_][A-Z]{2})\b/i;

/** Tells what tests are fed with: it has the words of everything that is tested. Nothing where the task asks for it. */
export const samplesIn = ({ title }: Pick<Task, 'title'>): ((path: string) => boolean) =>
  ASKS_FOR_SAMPLES.test(title) ? () => false : (path) => SAMPLES.test(path);

/** Tells what was translated: it has the words of everything that is shown. Nothing where the task asks for it. */
export function translationsIn(
  { title }: Pick<Task, 'title'>,
  { state }: Pick<StateView, 'state'>,
): (path: string) => boolean {
  if (ASKS_FOR_TRANSLATIONS.test(title)) return () => false;
  const isFamily = isInTongues(state.files);
  return (path) => {
    if ([TRANSLATED_HEAD, ...TRANSLATED].some((place) => place.test(path))) return true;
    const family = familyOf(path);
    return family !== null && isFamily(family);
  };
}

/** A file that is called by a language: `emoji-ca.php`, `zh_Hant.yml`, `messages.pt-BR.xlf`. */
const CALLED =
  /^(?<family>(?:.*\/)?(?:[^/]{1,60}?[-_.])?)(?<code>[a-z]{2,3})(?:[-_][A-Za-z\d]{2,10}){0,2}(?<ending>\.\w{1,10})$/;
const KNOWN: ReadonlySet<string> = new Set(TONGUE.split('|'));
/** So many languages beside each other are no chance, if most of what lies there is called so. */
const LEAST_TONGUES = 8;
const MOST = 0.6;

function familyOf(path: string): string | null {
  const { family, ending } = CALLED.exec(path)?.groups ?? {};
  return family === undefined ? null : `${family}*${ending}`;
}

/** Whether files say the same in many languages, in whatever folder: `emoji-ca.php` beside `emoji-cs.php`. Asked of few folders. */
const isInTongues = rememberedOf((files: readonly Pick<StateFile, 'path'>[]) =>
  remembered((family: string): boolean => {
    const folder = folderOf(family);
    const beside = files.filter(({ path }) => path.startsWith(folder) && folderOf(path) === folder);
    const alike = beside.filter(({ path }) => familyOf(path) === family);
    const codes = alike.map(({ path }) => CALLED.exec(path)?.groups?.['code'] ?? '');
    const known = new Set(codes.filter((code) => KNOWN.has(code)));
    return known.size >= LEAST_TONGUES && alike.length >= MOST * beside.length;
  }),
);
