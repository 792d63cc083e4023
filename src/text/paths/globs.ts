import { rememberedOf } from '../../math/memo.ts';
import { bytesOf } from './byte-path.ts';
import { createIgnoreRules, type IgnoreRules, parseRules } from './ignore-rules.ts';
import { isPlain } from './reserved.ts';

interface Compiled {
  readonly rules: IgnoreRules;
  /** What a path has in it that any of the patterns names; '' where a pattern is more than a name. */
  readonly names: readonly string[];
}

const compiled = rememberedOf((patterns: readonly string[]): Compiled => {
  const rules = createIgnoreRules();
  const lower = patterns.map((pattern) => pattern.toLowerCase());
  rules.add('', parseRules(bytesOf(lower.join('\n')), 'configuration'));
  return { rules, names: lower.map((pattern) => (/^[\w.-]+$/.test(pattern) ? pattern : '')) };
});

/**
 * True if a workspace path is named by git-ignore style patterns, in any case of letters. Patterns
 * come from a project's own configuration, so they may be hostile: the matcher is linear.
 */
export function matchesGlobs(path: string, patterns: readonly string[]): boolean {
  if (patterns.length === 0) return false;
  const { rules, names } = compiled(patterns);
  const lower = path.toLowerCase();
  // Nearly all of thousands of paths are told apart by this.
  if (!names.some((name) => lower.includes(name))) return false;
  const place = bytesOf(lower);
  return isPlain(place) && rules.refusalOf(place) !== null;
}
