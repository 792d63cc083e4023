import { proseLanguageOf } from '../text/code/known.ts';
import { matchesGlobs } from '../text/paths/globs.ts';
import { insideRoot } from '../text/paths/roots.ts';

const INSTRUCTIONS = /^(?:agents|claude)\.md$/;
const INTRODUCTION = /^(?:readme|contributing)(?:[._-]([\w-]+))?(?:\.([a-z]+))?$/;
/** `README.zh-CN.md`, `README_de.md`: the same text again, once per language. */
const TRANSLATION = /^[a-z]{2}(?:[_-][a-z]{2,4})?$/;

/** True for the files every task should see: what the project is, how to work in it, what the configuration adds. */
export function isAlwaysIncluded(place: string, alwaysInclude: readonly string[]): boolean {
  const path = insideRoot(place);
  if (matchesGlobs(path, alwaysInclude)) return true;
  if (path.includes('/')) return false;
  const name = path.toLowerCase();
  if (INSTRUCTIONS.test(name)) return true;
  const found = INTRODUCTION.exec(name);
  // The introductions of many roots would take the room of what a task needs.
  if (!found || path !== place) return false;
  const [, suffix, extension] = found;
  if (extension === undefined) return suffix === undefined || proseLanguageOf(suffix) !== undefined;
  return proseLanguageOf(extension) !== undefined && !(suffix && TRANSLATION.test(suffix));
}
