import type { Complaint } from './check.ts';

/* Names of the schemas that Sheaf grew out of. A file that uses them is told where each setting lives now. */

/** Beginnings of names, and what stands there now; the first that applies. */
const MOVED: readonly (readonly [RegExp, string])[] = [
  [/^enrichment\.default_budget_tokens$/, 'budget.max_tokens'],
  [/^enrichment\.min_headroom_tokens$/, 'assembly.min_headroom_tokens'],
  [/^enrichment\.thresholds\.(\w+)$/, 'sources.$1.threshold'],
  [/^enrichment\.sources\./, 'sources.'],
  [/^budget(?:_config)?\.total_budget\./, 'budget.'],
  [/^budget(?:_config)?\.allocation\.(\w+)_context(?:\.percentage)?$/, 'budget.allocation.$1'],
  [/^budget_config\./, 'budget.'],
  [/^relevance_scoring\./, 'relevance.'],
];

/** What is always so, or has no effect, and why. */
const WITHOUT: readonly (readonly [RegExp, string])[] = [
  [/^version$/, 'a configuration has no version: leave it out'],
  [
    /^(?:(?:budget|budget_config|relevance|relevance_scoring|enrichment)\.)?enabled$/,
    'it is always on: leave it out; sources and summaries have keys of their own (sources.*.enabled, summarization.enabled)',
  ],
  [
    /^(?:summarization\.)?levels\.\w+\.(?:preserve|include)$/,
    'what a level keeps is fixed: detailed keeps signatures, definitions and doc comments, a stub path, type, time and lines; only summarization.levels.*.token_limit can be set',
  ],
  [
    /\.(?:description|use_when)$/,
    'descriptions have no effect: leave it out, or make it a comment',
  ],
];

/** Tables of those schemas, which have to be looked into for the key that is meant. */
const TABLES =
  /^(?:enrichment|budget_config|relevance_scoring|levels)(?:\.\w+)*$|^budget\.(?:total_budget|allocation\.\w+_context)$/;

export const isFormerTable = (path: string): boolean => TABLES.test(path);

/** What to say of a key by its former name; null for a name that never was one. */
export function formerKey(path: string, isKey: (path: string) => boolean): Complaint | null {
  const gone = WITHOUT.find(([name]) => name.test(path));
  if (gone !== undefined) return { message: `"${path}" is not a key here`, hint: gone[1] };
  for (const [name, now] of MOVED) {
    const moved = path.replace(name, now);
    if (moved === path || !isKey(moved)) continue;
    return { message: `"${path}" has another name here`, hint: `write it as "${moved}"` };
  }
  return null;
}
