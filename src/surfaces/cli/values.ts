import { nearest } from '../../config/nearest.ts';
import { parseSize } from '../../config/size.ts';
import { SheafError } from '../../model/errors.ts';
import type { InputValue, OptionSpec } from '../operation.ts';

const LONGEST_SHOWN = 60;
const shown = (text: string): string =>
  JSON.stringify(text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const WHOLE = /^[+-]?\d{1,15}$/;

function wrong(what: string, must: string, text: string, hint = ''): SheafError {
  return new SheafError('usage', `${what} must be ${must}, not ${shown(text)}`, hint);
}

/** A word out of a list of words. */
export function readWord(what: string, text: string, values: readonly string[]): string {
  if (values.includes(text)) return text;
  const meant = nearest(text, values);
  const hint = meant === null ? '' : `did you mean ${meant}?`;
  throw wrong(what, `one of ${values.join(', ')}`, text, hint);
}

type NumberSpec = OptionSpec & { readonly type: 'integer' | 'size' | 'number' };

const KINDS: Readonly<Record<NumberSpec['type'], string>> = {
  integer: 'a whole number',
  size: 'a size such as 8000, 8k or 1.5m',
  number: 'a number',
};

function readDigits(option: NumberSpec, text: string): number | null {
  if (option.type === 'size') return parseSize(text);
  return (option.type === 'integer' ? WHOLE : DECIMAL).test(text) ? Number(text) : null;
}

function limits({ min, max }: NumberSpec): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of ${min} or more`;
  return max === undefined ? '' : ` of at most ${max}`;
}

function readNumber(what: string, option: NumberSpec, text: string): number {
  const value = readDigits(option, text);
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = option;
  if (value === null || !Number.isFinite(value) || value < min || value > max) {
    throw wrong(what, `${KINDS[option.type]}${limits(option)}`, text);
  }
  return value;
}

function readList(what: string, option: OptionSpec & { type: 'list' }, text: string): string[] {
  if (option.separator === 'none') return [text];
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const { values } = option;
  return values === undefined ? items : items.map((item) => readWord(what, item, values));
}

/** Reads the text of a flag as its declared type; `before` is the value it already has. */
export function readOption(
  what: string,
  option: OptionSpec,
  text: string,
  before: InputValue,
): InputValue {
  switch (option.type) {
    case 'string':
      return text;
    case 'enum':
      return readWord(what, text, option.values);
    case 'integer':
    case 'size':
    case 'number':
      return readNumber(what, option, text);
    case 'boolean':
      return readWord(what, text, ['true', 'false']) === 'true';
    case 'list': {
      const items = readList(what, option, text);
      return [...(Array.isArray(before) ? (before as readonly string[]) : []), ...items];
    }
  }
}
