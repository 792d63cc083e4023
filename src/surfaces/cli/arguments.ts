import { listed } from '../../config/check.ts';
import { choice, wrong } from '../../config/given.ts';
import { nearest } from '../../config/nearest.ts';
import { parseSize } from '../../config/size.ts';
import { SheafError } from '../../model/errors.ts';
import type { Input, InputValue, OptionSpec, Options } from '../operation.ts';
import { flagOf } from '../operation.ts';

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

/** The longest value that a name goes on from, with a sign or the number of a version; `gpt-4o` is not of `gpt-4`. */
function familyOf(name: string, values: readonly string[]): string {
  const isOf = (family: string): boolean =>
    name.startsWith(family) &&
    (/^(?:$|[-:@])/.test(name.slice(family.length)) ||
      /^[a-z]\d/.test(name.slice(family.length - 1)));
  const longest = values.filter(isOf).sort((a, b) => b.length - a.length)[0];
  return longest ?? name;
}

/** Reads the text of a flag as its declared type; `before` is the value it already has. */
export function readOption(
  what: string,
  option: OptionSpec,
  text: string,
  before: InputValue,
): InputValue {
  switch (option.type) {
    case 'enum':
      return choice(option.values)(option.families ? familyOf(text, option.values) : text, what);
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

type Flag = NonNullable<ReturnType<typeof findFlag>>;

const NEGATIVE_NUMBER = /^-(?:\d|\.\d)/;

/** `-x` and `--x`, but not `-` (standard input) and not `-5`. */
export const looksLikeFlag = (argument: string): boolean =>
  argument.length > 1 && argument.startsWith('-') && !NEGATIVE_NUMBER.test(argument);

/** Neither a flag nor standard input nor a text in quotes. */
const isOneWord = (argument: string): boolean =>
  argument !== '-' && !looksLikeFlag(argument) && !/\s/.test(argument);

/** `--task_file` is not `--task-file`: one spelling, so that scripts can be searched. `written` is for messages. */
export function findFlag(
  written: string,
  options: Options,
): { readonly name: string; readonly option: OptionSpec; readonly written: string } | null {
  const found = Object.entries(options).find(
    ([name, { short }]) => written === flagOf(name) || written === `-${short}`,
  );
  return found === undefined ? null : { name: found[0], option: found[1], written };
}

function unknownFlag(written: string, options: Options): SheafError {
  const name = written.replace(/^-+/, '').split('=')[0] ?? '';
  const meant = nearest(name, Object.keys(options));
  const short = written.length > 80 ? `${written.slice(0, 80)}…` : written;
  const hint = 'see --help; put -- before text that starts with -';
  const near = meant === null ? hint : `did you mean ${flagOf(meant)}?`;
  return new SheafError('usage', `unknown flag ${short}`, near);
}

/** Sorts arguments into flags and words by the given options; nothing is known yet of positionals. `--` ends the flags. */
export function sortArguments(
  argv: readonly string[],
  options: Options,
): { readonly values: Input; readonly words: readonly string[] } {
  const values: Record<string, InputValue> = {};
  const words: string[] = [];
  let at = 0;

  const put = (flag: Flag, text: string): void => {
    const { name, option, written } = flag;
    if (text === '') {
      const hint = 'leave it out, or give it a value; a variable of the shell may be unset';
      throw new SheafError('usage', `${written} is empty`, hint);
    }
    const before = values[name];
    const value = readOption(written, option, text, before);
    if (before !== undefined && option.type !== 'list' && before !== value) {
      const both = `${JSON.stringify(before)} and ${JSON.stringify(value)}`;
      throw new SheafError('usage', `${flagOf(name)} is given twice, as ${both}`, 'say it once');
    }
    values[name] = value;
  };
  /** The value of a flag: attached to it, or the next argument. */
  const valueFor = (flag: Flag, attached: string | null): string => {
    if (attached !== null) return attached;
    const next = argv[at];
    const bare = 'bare' in flag.option ? flag.option.bare : undefined;
    if (bare !== undefined && (next === undefined || !isOneWord(next))) return bare;
    if (next === undefined || looksLikeFlag(next)) {
      const hint =
        next === undefined ? '' : `if ${next} is the value, write ${flag.written}=${next}`;
      throw new SheafError('usage', `${flag.written} needs a value`, hint);
    }
    at++;
    return next;
  };
  const long = (argument: string): void => {
    const [written = ''] = argument.split('=', 1);
    const attached = written === argument ? null : argument.slice(written.length + 1);
    const flag = findFlag(written, options);
    const negated = findFlag(written.replace(/^--no-/, '--'), options);
    if (flag?.option.type === 'boolean') put(flag, attached ?? 'true');
    else if (flag !== null) put(flag, valueFor(flag, attached));
    else if (negated?.option.type === 'boolean' && attached === null) put(negated, 'false');
    else throw unknownFlag(argument, options);
  };
  const short = (argument: string): void => {
    for (let i = 1; i < argument.length; i++) {
      const flag = findFlag(`-${argument[i]}`, options);
      if (flag === null) throw unknownFlag(`-${argument[i]}`, options);
      if (flag.option.type === 'boolean') {
        put(flag, 'true');
        continue;
      }
      const rest = argument.slice(i + 1).replace(/^=/, '');
      put(flag, valueFor(flag, rest === '' ? null : rest));
      return;
    }
  };

  while (at < argv.length) {
    const argument = argv[at++] ?? '';
    if (argument === '--') {
      words.push(...argv.slice(at));
      break;
    }
    if (argument.startsWith('--')) long(argument);
    else if (looksLikeFlag(argument)) short(argument);
    else words.push(argument);
  }
  return { values, words };
}
