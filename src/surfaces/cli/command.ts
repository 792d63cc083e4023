import { nearest } from '../../config/nearest.ts';
import { SheafError } from '../../model/errors.ts';
import { actionsOf, flagOf, needsValue, type Operation, type OptionSpec } from '../operation.ts';
import { findFlag, looksLikeFlag } from './arguments.ts';
import { GLOBAL_OPTIONS } from './globals.ts';

/** The operation of that name; an error with the nearest one if there is none. */
export function findOperation(name: string, operations: readonly Operation[]): Operation {
  const found = operations.find((operation) => operation.name === name);
  if (found !== undefined) return found;
  const meant = nearest(name, namesOf(operations));
  const hint =
    meant === null
      ? 'see sheaf --help'
      : `did you mean sheaf ${meant}? To use the word as a task: sheaf assemble ${name}`;
  throw new SheafError('usage', `unknown command ${JSON.stringify(name.slice(0, 80))}`, hint);
}

const namesOf = (operations: readonly Operation[]): string[] => operations.map(({ name }) => name);

/** Does a flag always take the next argument? Same-named flags agree on that in all operations (a test sees to it). */
function takesNext(argument: string, operations: readonly Operation[]): boolean {
  if (!looksLikeFlag(argument) || argument.includes('=')) return false;
  const matches = (name: string, { short }: OptionSpec): boolean =>
    argument.startsWith('--') ? flagOf(name) === argument : short === argument.at(-1);
  return [GLOBAL_OPTIONS, ...operations.map((operation) => operation.options)].some((options) =>
    Object.entries(options).some(([name, option]) => needsValue(option) && matches(name, option)),
  );
}

/** Where the first argument is that is neither a flag nor the value of one; -1 without one. */
function firstWord(argv: readonly string[], operations: readonly Operation[]): number {
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at] ?? '';
    if (argument === '--') return at + 1 < argv.length ? at + 1 : -1;
    if (!looksLikeFlag(argument)) return at;
    if (takesNext(argument, operations)) at++;
  }
  return -1;
}

/** How evidence is called: on, off, its place, or its rank. */
const EVIDENCE = /^(?:on|off|e\d+|\d{3}(?:[-_].*)?)$/;

/**
 * Whoever leaves out the command of an action, as in `sheaf toggle off 300-399`, does not mean a task of these words. What may be either, as
 * `sheaf focus auth`, is a task, and comes back as what may have been meant instead.
 */
function actionMeant(said: readonly string[], operations: readonly Operation[]): string | null {
  const [action = '', next] = said;
  const owner = operations.find((operation) => Object.hasOwn(actionsOf(operation), action));
  if (owner === undefined) return null;
  const takes = actionsOf(owner)[action]?.words ?? [];
  const words = said.join(' ');
  const meant = `did you mean sheaf ${owner.name} ${words}?`;
  if (takes.length > 0 ? next === undefined || !EVIDENCE.test(next) : next !== undefined) {
    const given = said.filter((word) => !looksLikeFlag(word)).length - 1;
    const needed = takes.filter((word) => !word.startsWith('[')).length;
    return given > 0 && given === needed ? meant : null;
  }
  throw new SheafError(
    'usage',
    `${action} is an action of sheaf ${owner.name}`,
    `${meant} To use the words as a task: sheaf assemble "${words}"`,
  );
}

/** `meant` asks back where a task looks like an action. */
interface Named {
  readonly operation: Operation | null;
  readonly rest: readonly string[];
  readonly meant?: string | null;
}

/**
 * Which operation is called, null where none is named and none can be meant, and the arguments without its name. A first word
 * that is no command is a task for the default operation, unless it looks like a slip of a command's name.
 */
export function readCommand(
  argv: readonly string[],
  operations: readonly Operation[],
  fallback: Operation,
): Named {
  const at = firstWord(argv, operations);
  if (at === -1) {
    // A flag of the operation itself, not one that every command takes.
    const isMeant = argv.some((argument) => {
      return findFlag(argument.replace(/^(--[^=]*)=.*/s, '$1'), fallback.options) !== null;
    });
    return { operation: isMeant ? fallback : null, rest: argv };
  }
  const word = argv[at] ?? '';
  const isTask = word.includes(' ') || nearest(word, namesOf(operations)) === null;
  if (argv[at - 1] === '--') return { operation: fallback, rest: argv };
  if (isTask) {
    const meant = actionMeant(argv.slice(at), operations);
    return { operation: fallback, rest: argv, meant };
  }
  return { operation: findOperation(word, operations), rest: argv.toSpliced(at, 1) };
}
