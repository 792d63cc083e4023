import { nearest } from '../../config/nearest.ts';
import type { Override } from '../../config/settings.ts';
import { SheafError } from '../../model/errors.ts';
import { readOption } from '../cli/arguments.ts';
import { atRest } from '../cli/globals.ts';
import { keyOverrides, presetOverrides, readPositional } from '../cli/parse.ts';
import {
  type Input,
  type InputValue,
  isOffered,
  type Operation,
  type PositionalSpec,
  refuseIdle,
} from '../operation.ts';

/** What a program gave under names of its own choice. */
export type Given = Readonly<Record<string, unknown>>;

const isSimple = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

function unfit(name: string, must: string): SheafError {
  return new SheafError('usage', `${name} must be ${must}`);
}

function unknownName(name: string, operation: Operation): SheafError {
  const known = [...Object.keys(operation.positionals), ...Object.keys(operation.options)].filter(
    (key) => isOffered(operation.options[key]),
  );
  if (name in operation.options) {
    const hint = `${name} is about the caller's own files or terminal`;
    return new SheafError('usage', `${name} works on the command line only`, hint);
  }
  const near = nearest(name, known);
  const hint = near === null ? `it takes ${known.join(', ')}` : `did you mean ${near}?`;
  const said = JSON.stringify(name.slice(0, 80));
  return new SheafError('usage', `${operation.name} has no option ${said}`, hint);
}

function positional(name: string, spec: PositionalSpec, value: unknown): InputValue {
  if (spec.many === true) {
    const items = Array.isArray(value) ? value : [value];
    if (items.every(isSimple)) return items.map(String);
    throw unfit(name, 'a list of texts');
  }
  if (!isSimple(value)) throw unfit(name, 'a text');
  return readPositional(name, spec, String(value));
}

/** The input of an operation from JSON: sizes may be `8k`, lists may be a text with commas, numbers may be texts. */
export function readGiven(
  operation: Operation,
  given: Given,
): { readonly input: Input; readonly overrides: readonly Override[] } {
  const values: Record<string, InputValue> = {};
  const words: Record<string, InputValue> = {};
  for (const [name, spec] of Object.entries(operation.positionals)) {
    const value = given[name] ?? undefined;
    const isMissing = value === undefined;
    const missing = () => (spec.many === true ? [] : readPositional(name, spec, undefined));
    words[name] = isMissing ? missing() : positional(name, spec, value);
  }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null || name in operation.positionals) continue;
    const option = operation.options[name];
    if (option === undefined || !isOffered(option)) throw unknownName(name, operation);
    const items: unknown[] = Array.isArray(value) && option.type === 'list' ? value : [value];
    for (const item of items) {
      if (!isSimple(item)) throw unfit(name, option.type === 'list' ? 'a list of texts' : 'simple');
      values[name] = readOption(name, option, String(item), values[name]);
    }
  }
  refuseIdle(operation, { ...values, ...words });
  return {
    input: { ...words, ...atRest(operation.options, values) },
    overrides: [...presetOverrides(operation, values), ...keyOverrides(operation, values)],
  };
}
