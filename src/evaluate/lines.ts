import type { Commits, Hunk } from '../ports/commits.ts';

/** Where a line was before the hunks; null if they added it. */
export function lineBefore(line: number, hunks: readonly Hunk[]): number | null {
  let shift = 0;
  for (const { old, oldCount, now, nowCount } of hunks) {
    if (line < (nowCount > 0 ? now : now + 1)) break;
    if (nowCount > 0 && line < now + nowCount) return null;
    shift = (oldCount > 0 ? old + oldCount : old + 1) - (nowCount > 0 ? now + nowCount : now + 1);
  }
  return line + shift;
}

/** Lines that hunks change; where they only add, the line they add after stands for the place. */
export const linesChanged = (hunks: readonly Hunk[]): number[] =>
  hunks.flatMap(({ old, oldCount }) =>
    oldCount === 0 ? [Math.max(1, old)] : Array.from({ length: oldCount }, (_, i) => old + i),
  );

/** A commit that came later than a state. */
interface Later {
  readonly state: string;
  readonly parent: string;
  readonly commit: string;
}

/**
 * The lines of a state that a later commit changed, by file; lines that did not exist there are left out, and so are files whose
 * blanks alone it changed.
 */
export async function changedLines(
  commits: Commits,
  { state, parent, commit }: Later,
  paths: readonly string[],
): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  for (const path of paths) {
    const own = await commits.hunks(parent, commit, path, 'ignore');
    if (own.length === 0) continue;
    const since = await commits.hunks(state, parent, path, 'count');
    const there = linesChanged(own).map((line) => lineBefore(line, since));
    found[path] = [...new Set(there.filter((line) => line !== null))].sort((a, b) => a - b);
  }
  return found;
}
