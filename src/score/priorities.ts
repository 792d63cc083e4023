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
  /\b(?:logs?|logged|logging output|tracebacks?|stack ?traces?|error output|metrics?|audit(?:ed| trails?| logs?)?)\b/i;

/** What people say who look for a cause in what happened, and who ask for who did something, or when. */
const LOOKS_LIKE_DEBUGGING =
  /\b(?:refus(?:es|ed|ing)|exhaust\w*|spik(?:es?|ed|ing)|latency|throughput|p(?:50|9[059](?:\.9)?|999?)|slow(?:er|ness)?|outages?|incidents?|alerts?|unreachable|denied|restart(?:s|ed|ing)?|oom\w*|evict\w*|what happened|happened|stopped|this (?:morning|afternoon|evening|week)|tonight|last night|yesterday|since (?:yesterday|noon|midnight|today|monday|tuesday|wednesday|thursday|friday|saturday|sunday|\d)|too high|too low|\w+(?:Error|Exception|Exhausted|Refused|Timeout|Failure))\b|^\W*who \w+(?:ed|t|ew|ot)\b|^\W*(?:no|nothing) (?:\w+ )?(?:from|on|arrives?|comes?)\b|^\W*when (?:was|were|did|has|have)\b|\b(?:who|when) (?:was |were |did )?(?:\w+ ){0,3}(?:deploy|releas|rotat|chang|delet|restor|creat|scal|grant|revok|log(?:ged)? in)\w*/i;

/** How programs, not people, tell of a fault: the line was copied from a log. */
const LOG_LINE = /\b(?:FATAL|ERROR|PANIC|CRITICAL|SEVERE|WARN(?:ING)?|E[A-Z]{5,12})\b[: ]/;

/** How things are is told by what is written, not by what happened. */
const HOW_IT_IS =
  /^\W*(?:explain|describe|document|compare|overview|summari[sz]e|how (?:do|does|is|are|can|could|should|would|to)\b|what (?:(?!errors?\b|fail|warn|exception|crash|happen)\w+ ){0,4}(?:is|are|does|do)\b|where (?:is|are|do|does)\b|which\b|why (?:do|does|is|are|not)\b)/i;

/** A type that nothing speaks for is a guess. */
const GUESS = 0.25;

/** Who orders a change, or asks how things are. */
const isAboutWhatIs = ({ type, typeConfidence, title }: Task): boolean =>
  type === 'feature' ? typeConfidence > GUESS : type === 'research' && HOW_IT_IS.test(title);

/** Logs tell what happened. For a change and for how things are they are noise, unless something is wrong there or they are asked for (SC-4). */
export function wantsLogs(task: Task): boolean {
  return (
    !isAboutWhatIs(task) ||
    task.namesFault === true ||
    task.frames.length > 0 ||
    task.sections.exception !== '' ||
    ASKS_FOR_LOGS.test(task.text) ||
    LOG_LINE.test(task.sections.title) ||
    LOOKS_LIKE_DEBUGGING.test(task.sections.title)
  );
}
