import { choice } from '../../config/given.ts';
import type { Override } from '../../config/settings.ts';
import { SheafError } from '../../model/errors.ts';
import type { Input, InputValue, Operation, PositionalSpec } from '../operation.ts';
import { flagOf, isNeeded, refuseIdle, restOf, wordsFor } from '../operation.ts';
import { sortArguments } from './arguments.ts';
import { readCommand } from './command.ts';
import { atRest, GLOBAL_OPTIONS, type Globals } from './globals.ts';

export type Call =
  | { readonly kind: 'version'; readonly globals: Globals }
  | { readonly kind: 'help'; readonly operation: Operation | null; readonly globals: Globals }
  | {
      readonly kind: 'run';
      readonly operation: Operation;
      readonly input: Input;
      readonly overrides: readonly Override[];
      readonly globals: Globals;
      /** What may have been meant instead. */
      readonly meant: string | null;
    };

function readSet(text: string): Override {
  const equals = text.indexOf('=');
  if (equals <= 0) {
    const said = JSON.stringify(text.slice(0, 80));
    const hint = 'for example --set budget.max_tokens=50k';
    throw new SheafError('usage', `--set takes KEY=VALUE, not ${said}`, hint);
  }
  return { key: text.slice(0, equals).trim(), value: text.slice(equals + 1), flag: '--set' };
}

/** Options whose value stands for several keys of the configuration. */
export const presetOverrides = (operation: Operation, values: Input): Override[] =>
  Object.entries(operation.options).flatMap(([name, option]) => {
    const sets = 'sets' in option ? option.sets?.[String(values[name])] : undefined;
    return Object.entries(sets ?? {}).map(([key, value]) => ({ key, value, flag: flagOf(name) }));
  });

/** Options that stand for a key of the configuration become overrides. */
export const keyOverrides = (operation: Operation, values: Input): Override[] =>
  Object.entries(operation.options).flatMap(([name, { key }]) =>
    key === undefined || values[name] === undefined
      ? []
      : [{ key, value: values[name], flag: flagOf(name) }],
  );

export function readPositional(
  name: string,
  spec: PositionalSpec,
  text: string | undefined,
): InputValue {
  const values = wordsFor(spec);
  if (text !== undefined) {
    return values === undefined ? text : choice(values)(text, name.toUpperCase());
  }
  if (!isNeeded(spec)) return spec.otherwise;
  const among = values === undefined ? '' : `: ${values.join(', ')}`;
  throw new SheafError('usage', `${name.toUpperCase()} is missing${among}`, spec.help);
}

/** Arguments by their place; what is left of them is the option that needs no flag, unless `given` has it. */
function readPositionals(operation: Operation, words: readonly string[], given: Input) {
  const values: Record<string, InputValue> = {};
  let left = [...words];
  for (const [name, spec] of Object.entries(operation.positionals)) {
    const text = spec.words === true && left.length > 0 ? left.join(' ') : left[0];
    values[name] = spec.many === true ? left : readPositional(name, spec, text);
    left = spec.many === true || spec.words === true ? [] : left.slice(1);
  }
  const rest = restOf(operation);
  if (left[0] !== undefined && rest !== undefined && given[rest] === undefined) {
    return { ...values, [rest]: left.join(' ') };
  }
  if (left[0] !== undefined) {
    const command = `sheaf ${operation.name}`;
    const said = JSON.stringify(left[0].slice(0, 80));
    throw new SheafError('usage', `${command} does not take ${said}`, `see ${command} --help`);
  }
  return values;
}

/** Reads the arguments by the table of operations; `fallback` is what a bare text means. */
export function parseCall(
  argv: readonly string[],
  operations: readonly Operation[],
  fallback: Operation,
): Call {
  const { operation, rest, meant = null } = readCommand(argv, operations, fallback);
  const options = { ...GLOBAL_OPTIONS, ...(operation?.options ?? {}) };
  const { values, words } = sortArguments(rest, options);
  const globals = atRest(GLOBAL_OPTIONS, values) as Globals;
  if (globals.version) return { kind: 'version', globals };
  if (operation === null || globals.help) return { kind: 'help', operation, globals };
  const positionals = readPositionals(operation, words, values);
  const said = { ...values, ...positionals };
  refuseIdle(operation, said);
  const input = { ...positionals, ...atRest(operation.options, said) };
  // The later beats the earlier: what has a flag of its own is said most exactly.
  const overrides = [
    ...presetOverrides(operation, values),
    ...globals.set.map(readSet),
    ...keyOverrides(operation, values),
  ];
  return { kind: 'run', operation, input, overrides, globals, meant };
}
