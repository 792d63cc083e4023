import { readFileSync } from 'node:fs';
import { writeFiles } from '../project.ts';
import type { Bar } from './courier.ts';

/** A project and its tasks as one text: `=== path` before each file, and at the end a task, what it must hold and what not, a line each. */
export function told(name: string): {
  readonly make: (root: string) => void;
  readonly bars: readonly Bar[];
} {
  const text = readFileSync(new URL(`told/${name}.txt`, import.meta.url), 'utf8');
  const parts = text
    .split(/^=== /m)
    .slice(1)
    .map(
      (part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1)] as const,
    );
  const [, tasks = ''] = parts.at(-1) ?? [];
  const bars = tasks
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as [string, string[], string[]])
    .map(([task, must, not]) => ({ task, must, not }));
  return { bars, make: (root) => writeFiles(root, Object.fromEntries(parts.slice(0, -1))) };
}
