import type { Priority } from '../model/relevance.ts';
import { type BuiltInSource, familyOf, type SourceName } from '../model/shape.ts';
import type { Task, TaskType } from '../model/task.ts';

/** S3's four tables: which sources a type of task needs. */
const PRIORITIES: Readonly<Record<TaskType, Readonly<Record<BuiltInSource, Priority>>>> = {
  bug: {
    logs: 'high',
    code: 'high',
    conversation: 'medium',
    deployment: 'medium',
    documentation: 'low',
    research: 'low',
  },
  feature: {
    documentation: 'high',
    conversation: 'high',
    code: 'high',
    research: 'medium',
    deployment: 'low',
    logs: 'low',
  },
  infra: {
    deployment: 'high',
    logs: 'high',
    documentation: 'medium',
    code: 'medium',
    conversation: 'low',
    research: 'low',
  },
  research: {
    research: 'high',
    documentation: 'high',
    conversation: 'medium',
    code: 'medium',
    deployment: 'low',
    logs: 'low',
  },
};

/**
 * All files of a source are multiplied alike, so that their order among themselves stays; the
 * steps are small because the type of a task is read from a few words and may be wrong.
 */
const MULTIPLIERS: Readonly<Record<Priority, number>> = { high: 1, medium: 0.9, low: 0.75 };

export const priorityOf = (type: TaskType, source: SourceName): Priority =>
  PRIORITIES[type][familyOf(source)];

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
