import { proseLanguageOf } from '../text/code/known.ts';
import { matchesGlobs } from '../text/paths/globs.ts';

const INSTRUCTIONS = /^(?:agents|claude)\.md$/;
const INTRODUCTION = /^(?:readme|contributing)(?:[._-]([\w-]+))?(?:\.([a-z]+))?$/;
/** `README.zh-CN.md`, `README_de.md`: the same text again, once per language. */
const TRANSLATION = /^[a-z]{2}(?:[_-][a-z]{2,4})?$/;

/** True for the files every task should see: what the project is, how to work in it, what the configuration adds. */
export function isAlwaysIncluded(path: string, alwaysInclude: readonly string[]): boolean {
  if (matchesGlobs(path, alwaysInclude)) return true;
  if (path.includes('/')) return false;
  const name = path.toLowerCase();
  if (INSTRUCTIONS.test(name)) return true;
  const found = INTRODUCTION.exec(name);
  if (!found) return false;
  const [, suffix, extension] = found;
  if (extension === undefined) return suffix === undefined || proseLanguageOf(suffix) !== undefined;
  return proseLanguageOf(extension) !== undefined && !(suffix && TRANSLATION.test(suffix));
}
