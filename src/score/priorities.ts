import type { Priority } from '../model/relevance.ts';
import { familyOf, type SourceName } from '../model/shape.ts';
import type { Task, TaskType } from '../model/task.ts';

/** Which sources a type of task needs: those of high and of medium priority; the others have a low one. */
const NEEDED: Readonly<
  Record<TaskType, readonly [high: readonly string[], medium: readonly string[]]>
> = {
  bug: [
    ['logs', 'code'],
    ['conversation', 'deployment'],
  ],
  feature: [['documentation', 'conversation', 'code'], ['research']],
  infra: [
    ['deployment', 'logs'],
    ['documentation', 'code'],
  ],
  research: [
    ['research', 'documentation'],
    ['conversation', 'code'],
  ],
};

/**
 * All files of a source are multiplied alike, so that their order among themselves stays; the
 * steps are small because the type of a task is read from a few words and may be wrong.
 */
const MULTIPLIERS: Readonly<Record<Priority, number>> = { high: 1, medium: 0.9, low: 0.75 };

export function priorityOf(type: TaskType, source: SourceName): Priority {
  const family = familyOf(source);
  const [high, medium] = NEEDED[type];
  if (high.includes(family)) return 'high';
  return medium.includes(family) ? 'medium' : 'low';
}

export const multiplierOf = (priority: Priority): number => MULTIPLIERS[priority];

const ASKS_FOR_LOGS =
  /\b(?:logs?|logged|logging output|tracebacks?|stack ?traces?|error output|metrics|audit trail)\b/i;

/** Logs are noise unless something is being debugged, a service is looked after, or they are asked for (SC-4). */
export function wantsLogs(task: Task): boolean {
  return (
    task.type === 'bug' ||
    task.type === 'infra' ||
    task.frames.length > 0 ||
    task.sections.exception !== '' ||
    ASKS_FOR_LOGS.test(task.text)
  );
}
