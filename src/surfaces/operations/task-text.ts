import { SheafError } from '../../model/errors.ts';
import type { Context } from '../context.ts';

/** How operations on something else than the task are told of it. */
export const TASK_OPTIONS = {
  task: {
    type: 'string',
    short: 't',
    placeholder: 'TEXT',
    help: 'The task, in words.',
  },
  task_file: {
    type: 'string',
    placeholder: 'FILE',
    help: 'Read the task from a file; - is standard input.',
  },
} as const;

/** The text of a task or query: given directly, in a file, or on standard input (`-`). */
export async function taskText(
  given: string | undefined,
  file: string | undefined,
  context: Context,
): Promise<string> {
  const path = file ?? (given === '-' ? '-' : undefined);
  const text = path === undefined ? given : await context.readInput(path);
  if (text === undefined) {
    const hint = 'give it in quotes, or with --task-file FILE (- for standard input)';
    throw new SheafError('usage', 'no text was given', hint);
  }
  if (text.trim() === '') throw new SheafError('usage', 'the given text is empty');
  // Before anything else sees it: what is secret in it must not end up in a name, a record or an error.
  const { workspaceRedactor } = await import('../../flows/redactor.ts');
  return workspaceRedactor(context.place.root)(text, 'task.md');
}
