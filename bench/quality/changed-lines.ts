/**
 * Question: which lines of the state a task was asked in did its commit change?
 *
 * One-line tasks are subjects of commits that came later than their state. The lines a commit changed are followed back to that state;
 * lines that did not exist there are left out, and where a commit only adds, the line it adds after stands for the place.
 */
import { execFileSync } from 'node:child_process';
import { lineBefore, linesChanged } from '../../src/evaluate/lines.ts';
import type { Hunk } from '../../src/ports/commits.ts';

export interface DatedTask {
  readonly repo: string;
  readonly base_commit: string;
  readonly task: string;
  readonly gold_files: readonly string[];
}

const MAX_BYTES = 256 * 1024 * 1024;
const git = (gitDir: string, ...args: string[]): string =>
  execFileSync('git', ['--git-dir', gitDir, ...args], { encoding: 'utf8', maxBuffer: MAX_BYTES });

/** A subject as a task: without its prefix and the numbers of issues. */
const asTask = (subject: string): string =>
  subject
    .trim()
    .replace(/^[\w ./-]+(\([^)]*\))?!?:\s*/, '')
    .replace(/\(?#\d+\)?/g, '')
    .trim();

function hunksOf(gitDir: string, from: string, to: string, path: string): Hunk[] {
  const diff = git(gitDir, 'diff', '-U0', '--no-ext-diff', '--no-renames', from, to, '--', path);
  const heads = diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm);
  return Array.from(heads, ([, old, oldCount = '1', now, nowCount = '1']) => ({
    old: Number(old),
    oldCount: Number(oldCount),
    now: Number(now),
    nowCount: Number(nowCount),
  }));
}

const later = new Map<string, ReadonlyMap<string, readonly string[]>>();

/** Commits on the main line after a state, by the task their subject makes. */
function commitsAfter(gitDir: string, base: string): ReadonlyMap<string, readonly string[]> {
  const key = `${gitDir} ${base}`;
  const known = later.get(key);
  if (known !== undefined) return known;
  const found = new Map<string, string[]>();
  const log = git(gitDir, 'log', '--first-parent', '--format=%H%x00%s', `${base}..HEAD`);
  for (const line of log.split('\n')) {
    const [oid = '', subject = ''] = line.split('\0');
    const task = asTask(subject);
    found.set(task, [...(found.get(task) ?? []), oid]);
  }
  later.set(key, found);
  return found;
}

/** The changed lines by file; null where the commit is not found or changed nothing that was there. */
export function changedLines(
  gitDir: string,
  { base_commit: base, task, gold_files: gold }: DatedTask,
): Record<string, number[]> | null {
  const isIt = (oid: string): boolean => {
    const listed = git(
      gitDir,
      'diff-tree',
      '--no-commit-id',
      '--name-only',
      '-r',
      '-m',
      '--first-parent',
      oid,
    );
    const touched = new Set(listed.split('\n'));
    return gold.every((path) => touched.has(path));
  };
  const commit = commitsAfter(gitDir, base).get(task)?.find(isIt);
  if (commit === undefined) return null;
  const lines: Record<string, number[]> = {};
  for (const path of gold) {
    const since = hunksOf(gitDir, base, `${commit}^`, path);
    const own = linesChanged(hunksOf(gitDir, `${commit}^`, commit, path));
    const there = own.map((line) => lineBefore(line, since)).filter((line) => line !== null);
    if (there.length > 0) lines[path] = [...new Set(there)].sort((a, b) => a - b);
  }
  return Object.keys(lines).length === 0 ? null : lines;
}
