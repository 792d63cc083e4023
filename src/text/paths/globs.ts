import { bytesOf } from './byte-path.ts';
import { createIgnoreRules, type IgnoreRules, parseRules } from './ignore-rules.ts';
import { isPlain } from './reserved.ts';

const compiled = new WeakMap<readonly string[], IgnoreRules>();

/**
 * True if a workspace path is named by git-ignore style patterns, in any case of letters. Patterns
 * come from a project's own configuration, so they may be hostile: the matcher is linear.
 */
export function matchesGlobs(path: string, patterns: readonly string[]): boolean {
  if (patterns.length === 0) return false;
  const place = bytesOf(path.toLowerCase());
  if (!isPlain(place)) return false;
  let rules = compiled.get(patterns);
  if (rules === undefined) {
    rules = createIgnoreRules();
    rules.add('', parseRules(bytesOf(patterns.join('\n').toLowerCase()), 'configuration'));
    compiled.set(patterns, rules);
  }
  return rules.refusalOf(place) !== null;
}
