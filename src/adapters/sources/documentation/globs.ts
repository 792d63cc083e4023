import ignore, { type Ignore } from 'ignore';

const compiled = new WeakMap<readonly string[], Ignore>();

/** True if a workspace path is named by git-ignore style patterns, in any case of letters. */
export function matchesGlobs(path: string, patterns: readonly string[]): boolean {
  if (patterns.length === 0 || !ignore.isPathValid(path)) return false;
  let matcher = compiled.get(patterns);
  if (!matcher) {
    matcher = ignore({ ignorecase: true }).add([...patterns]);
    compiled.set(patterns, matcher);
  }
  return matcher.ignores(path);
}
