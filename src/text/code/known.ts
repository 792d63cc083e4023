import * as table from '../languages/languages.ts';
import { plain } from '../languages/plain.ts';
import type { Language } from './language.ts';

const NAMED: readonly (readonly [string, Language])[] = [
  ...Object.entries<Language>(table),
  ...Object.entries(plain),
].map(([key, language]) => [language.name ?? key, language]);
const BY_NAME: ReadonlyMap<string, Language> = new Map(NAMED);

export const LANGUAGES: readonly Language[] = [...BY_NAME.values()];

/** Undefined for a name that nobody here knows. */
export const languageNamed = (name: string): Language | undefined => BY_NAME.get(name);

/** Names of languages by the words of one of their lists. */
const byWord = (key: 'extensions' | 'files' | 'prose'): ReadonlyMap<string, string> =>
  new Map(
    NAMED.flatMap(([name, language]) =>
      (language[key]?.split(' ') ?? []).map((word) => [word, name] as const),
    ),
  );
const BY_EXTENSION = byWord('extensions');
const BY_FILE = byWord('files');
const BY_PROSE = byWord('prose');

/** How prose is written that has a telling extension. */
export const proseLanguageOf = (extension: string): string | undefined => BY_PROSE.get(extension);

/** The name of the first language with a pattern that fits. */
const byPattern = (key: 'named' | 'interpreters', text: string): string | undefined =>
  NAMED.find(([, language]) => language[key]?.test(text))?.[0];

/** A shebang names its interpreter, perhaps behind `env` and its flags. */
function byShebang(head: string): string | undefined {
  if (!head.startsWith('#!')) return undefined;
  const [line = ''] = head.slice(2, 200).split('\n');
  const words = line.trim().split(/\s+/);
  const program = words.find((word) => !/(?:^|\/)env$/.test(word) && !/^-|=/.test(word)) ?? '';
  return byPattern('interpreters', program.slice(program.lastIndexOf('/') + 1));
}

/** Templates and samples (`settings.py.tmpl`, `app.conf.example`) have the language of what they become. */
const SAMPLE = /^(?:tmpl|tpl|template|example|sample|dist|in|orig|bak|j2)$/;

/** The language of a file by its name, else its interpreter, else `text`. */
export function languageOf(path: string, head: string): string {
  const file = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const named = BY_FILE.get(file) ?? byPattern('named', file);
  if (named !== undefined) return named;
  const parts = file.split('.');
  while (parts.length > 2 && SAMPLE.test(parts.at(-1) ?? '')) parts.pop();
  const extension = parts.length > 1 ? (parts.at(-1) ?? '') : '';
  const language = BY_EXTENSION.get(extension);
  if (language === undefined) return byShebang(head) ?? 'text';
  const other = languageNamed(language)?.unless?.find(
    ([ending, fits, , fitsNot]) =>
      ending === extension && fits.test(head) && fitsNot?.test(head) !== true,
  );
  return other?.[2] ?? language;
}

/** The languages that a text speaks of: by a word of their own, or with a version, as in `Go 1.22`. */
export function languagesSaid(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase();
  const words = new Set(lower.match(/[a-z][a-z0-9]*/g));
  const versions = new Set(lower.match(/[a-z]+(?= ?\d+\.\d)/g));
  const said = NAMED.filter(
    ([name, { spoken }]) =>
      spoken !== undefined &&
      (versions.has(name) || spoken.split(' ').some((own) => words.has(own))),
  );
  return new Set(said.map(([name]) => name));
}
