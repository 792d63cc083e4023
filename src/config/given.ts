import { SheafError } from '../model/errors.ts';
import { nearest } from './nearest.ts';

/** Reads what a caller gave under a name, or refuses it. Programs without types may give anything. */
export type Check<T> = (value: unknown, name: string) => T;

const LONGEST_SHOWN = 60;

/** A value as it may stand in a message: short and on one line. */
export function shown(value: unknown): string {
  if (typeof value === 'string') {
    const isLong = value.length > LONGEST_SHOWN;
    return JSON.stringify(isLong ? `${value.slice(0, LONGEST_SHOWN)}…` : value);
  }
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

export const wrong = (name: string, must: string, value: unknown, hint = ''): SheafError =>
  new SheafError('usage', `${name} must be ${must}, not ${shown(value)}`, hint);

const meant = (word: unknown, known: readonly string[]): string => {
  const near = typeof word === 'string' ? nearest(word, known) : null;
  return near === null ? '' : `did you mean ${near}?`;
};

/** Any text with something in it. */
export const text: Check<string> = (value, name) => {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw value === ''
    ? new SheafError('usage', `${name} is empty`)
    : wrong(name, 'a text with something in it', value);
};

export const choice =
  <const T extends string>(values: readonly T[]): Check<T> =>
  (value, name) => {
    const found = values.find((known) => known === value);
    if (found !== undefined) return found;
    throw wrong(name, `one of ${values.join(', ')}`, value, meant(value, values));
  };

/** What is as it must be, taken as it is. */
export const taken =
  <T>(must: string, isRight: (value: unknown) => boolean, hint = ''): Check<T> =>
  (value, name) => {
    if (isRight(value)) return value as T;
    throw wrong(name, must, value, hint);
  };

export function number(min: number, max: number, kind: 'whole' | 'any' = 'whole'): Check<number> {
  const isKind = kind === 'whole' ? Number.isSafeInteger : Number.isFinite;
  const must = `a ${kind === 'whole' ? 'whole ' : ''}number from ${min} to ${max}`;
  return taken(must, (value) => isKind(value) && Number(value) >= min && Number(value) <= max);
}

/** Tokens of a budget; the upper limit catches slips of the finger, not ambition. */
export const tokens: Check<number> = number(1, 100_000_000);

export const flag: Check<boolean> = taken('true or false', (value) => typeof value === 'boolean');
export const anyText: Check<string> = taken('a text', (value) => typeof value === 'string');

export const list =
  <T>(item: Check<T>): Check<readonly T[]> =>
  (value, name) => {
    if (Array.isArray(value)) return value.map((entry, i) => item(entry, `${name}[${i}]`));
    throw wrong(name, 'a list', value);
  };

export const signal: Check<AbortSignal> = taken(
  'an AbortSignal',
  (value) => value instanceof AbortSignal,
  'take it from new AbortController().signal',
);

/** A function of the caller's, which is called with what its type says. */
export const callback = <T>(): Check<T> =>
  taken('a function', (value) => typeof value === 'function');

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const object = <T>(value: unknown, name: string): T =>
  taken<T>('an object', isObject)(value, name);

export type Checks<T> = { readonly [K in keyof T]-?: Check<Exclude<T[K], undefined>> };

/** An object field by field. What is undefined counts as not given; a field that nobody knows is refused. */
export function fields<T extends object>(
  what: string,
  value: unknown,
  needed: readonly (keyof T & string)[],
  checks: Checks<T>,
): T {
  const known = Object.keys(checks);
  const given = Object.entries(object<object>(value, what)).filter(([, own]) => own !== undefined);
  const unknown = given.find(([name]) => !Object.hasOwn(checks, name));
  if (unknown !== undefined) {
    const hint = meant(unknown[0], known) || `it takes ${known.join(', ')}`;
    throw new SheafError('usage', `${what} has no option ${shown(unknown[0])}`, hint);
  }
  const missing = needed.find((name) => !given.some(([own]) => own === name));
  if (missing !== undefined) throw new SheafError('usage', `${what} needs ${missing}`);
  const read = given.map(([name, own]) => [name, checks[name as keyof T](own, name)]);
  return Object.fromEntries(read) as T;
}
