import type { StateFile } from '../model/state.ts';
import type { StateView } from '../ports/store.ts';
import { createIgnoreRules, parseRules } from '../text/paths/ignore-rules.ts';

/** Files that `include` names, if it names any, and `exclude` does not; both as in a .gitignore. */
export function filterOf(
  include: readonly string[],
  exclude: readonly string[],
): ((file: StateFile) => boolean) | undefined {
  if (include.length + exclude.length === 0) return undefined;
  const rules = (globs: readonly string[]): ((path: string) => boolean) => {
    const found = createIgnoreRules();
    found.add('', parseRules(globs.join('\n'), ''));
    return (path) => found.refusalOf(path) !== null;
  };
  const isIncluded = rules(include);
  const isExcluded = rules(exclude);
  return ({ path }) => (include.length === 0 || isIncluded(path)) && !isExcluded(path);
}

/** Says which wishes of a request no file fulfils: a slip of the pen would otherwise go unseen. */
export function noteIdle(
  { state: { files } }: StateView,
  pins: readonly string[],
  accepts: ((file: StateFile) => boolean) | undefined,
  warn: (sentence: string) => void,
): void {
  const contents = new Map(files.map(({ path, content }) => [path, content]));
  const unknown = pins.filter((path) => !contents.has(path));
  if (unknown.length > 0) warn(`Not pinned, because not in the index: ${listed(unknown)}`);
  const unread = pins.filter((path) => contents.get(path) === 0);
  if (unread.length > 0) {
    warn(`Not pinned, because only the name is known (sheaf why FILE): ${listed(unread)}`);
  }
  if (accepts !== undefined && !files.some(accepts)) {
    warn('No file is left after include and exclude; both take .gitignore patterns.');
  }
}

const NAMES_SHOWN = 5;

function listed(paths: readonly string[]): string {
  const rest = paths.length - NAMES_SHOWN;
  return `${paths.slice(0, NAMES_SHOWN).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
