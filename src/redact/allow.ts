import type { Finding } from './finding.ts';

/** What a user has looked at and says is no secret. */
export interface Allow {
  readonly rules: readonly string[];
  readonly fingerprints: readonly string[];
}

export const ALLOW_NOTHING: Allow = { rules: [], fingerprints: [] };
/** For files that the user allows as a whole. */
export const ALLOW_ALL: Allow = { rules: ['*'], fingerprints: [] };

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;
const LONGEST_LINE = 1000;

/** Names a place by its rule, its name and the line around the value: nothing of the value, and nothing of where the line stands. */
export function fingerprintOf(text: string, { start, end, rule, name }: Finding): string {
  const from = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - LONGEST_LINE);
  const lineEnd = text.indexOf('\n', end);
  const to = Math.min(lineEnd === -1 ? text.length : lineEnd, end + LONGEST_LINE);
  const around = `${rule}\0${name}\0${text.slice(from, start)}\0${text.slice(end, to)}`;
  // FNV-1a from two beginnings: enough to tell lines of a project apart.
  return [OFFSET, OFFSET ^ PRIME]
    .map((seed) => {
      let hash = seed;
      for (let i = 0; i < around.length; i++)
        hash = Math.imul(hash ^ around.charCodeAt(i), PRIME) >>> 0;
      return hash.toString(16).padStart(8, '0');
    })
    .join('');
}

export function isAllowed(text: string, finding: Finding, allow: Allow): boolean {
  const { rules, fingerprints } = allow;
  if (rules.includes('*') || rules.includes(finding.rule)) return true;
  return fingerprints.length > 0 && fingerprints.includes(fingerprintOf(text, finding));
}
