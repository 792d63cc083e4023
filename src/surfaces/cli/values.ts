import { listed } from '../../config/check.ts';
import { choice, wrong } from '../../config/given.ts';
import { parseSize } from '../../config/size.ts';
import type { InputValue, OptionSpec } from '../operation.ts';

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const WHOLE = /^[+-]?\d{1,15}$/;

const reading =
  (pattern: RegExp) =>
  (text: string): number | null =>
    pattern.test(text) ? Number(text) : null;

const NUMBERS = {
  integer: ['a whole number', reading(WHOLE)],
  size: ['a size such as 8000, 8k or 1.5m', parseSize],
  number: ['a number', reading(DECIMAL)],
} as const;

/** Reads the text of a flag as its declared type; `before` is the value it already has. */
export function readOption(
  what: string,
  option: OptionSpec,
  text: string,
  before: InputValue,
): InputValue {
  switch (option.type) {
    case 'enum':
      return choice(option.values)(text, what);
    case 'integer':
    case 'size':
    case 'number': {
      const { type, limits } = option;
      const [kind, read] = NUMBERS[type];
      const value = read(text);
      const [min, max] = limits ?? [-Number.MAX_VALUE, Number.MAX_VALUE];
      if (value !== null && value >= min && value <= max) return value;
      throw wrong(what, `${kind}${limits === undefined ? '' : ` from ${min} to ${max}`}`, text);
    }
    case 'boolean':
      return choice(['true', 'false'])(text, what) === 'true';
    case 'list': {
      const { values, separator } = option;
      const items = separator === 'none' ? [text] : listed(text);
      const read = values === undefined ? items : items.map((item) => choice(values)(item, what));
      return [...(Array.isArray(before) ? (before as readonly string[]) : []), ...read];
    }
    default:
      return text;
  }
}
