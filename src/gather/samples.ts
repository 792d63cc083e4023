import type { Task } from '../model/task.ts';
import { TONGUE } from '../text/tongues.ts';

const SAMPLES = /(?:^|\/)(?:__)?(?:fixtures?|test-?data|snapshots?|cassettes|golden)(?:__)?\//i;
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
export const translationsIn = ({ title }: Pick<Task, 'title'>): ((path: string) => boolean) =>
  ASKS_FOR_TRANSLATIONS.test(title)
    ? () => false
    : (path) => [TRANSLATED_HEAD, ...TRANSLATED].some((place) => place.test(path));
