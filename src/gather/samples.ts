import type { Task } from '../model/task.ts';

const SAMPLES = /(?:^|\/)(?:__)?(?:fixtures?|test-?data|snapshots?|cassettes|golden)(?:__)?\//i;
const ASKS_FOR_SAMPLES = /\b(?:fixtures?|test ?data|snapshots?|cassettes?|golden|samples?)\b/i;

/** The texts of a program in another language than English, in a file or a folder that is called by it. */
const TRANSLATED =
  /(?:^|\/)(?:locales?|i18n|l10n|lang|languages|translations?)\/(?:[^/]+\/)?(?:[^/]+\.)?(?!en\b|src\b|lib\b)[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?(?:\/[^/]+|\.\w+)$/;
const ASKS_FOR_TRANSLATIONS =
  /\b(?:translat\w*|locales?|locali[sz]\w*|internationali[sz]\w*|i18n|l10n|languages?|[a-z]{2}[-_][A-Z]{2})\b/i;

/**
 * Tells what tests are fed with and what was translated: the one has the words of everything that is tested, the other those of everything
 * that is shown. Nothing where the task asks for it.
 */
export function samplesIn({ title }: Pick<Task, 'title'>): (path: string) => boolean {
  const kinds = [
    ASKS_FOR_SAMPLES.test(title) ? [] : [SAMPLES],
    ASKS_FOR_TRANSLATIONS.test(title) ? [] : [TRANSLATED],
  ].flat();
  return (path) => kinds.some((kind) => kind.test(path));
}
