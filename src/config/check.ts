import { accepts, type KeySpec, MAX_LIST, MAX_TEXT, type Value } from './key-spec.ts';
import { nearest } from './nearest.ts';
import { parseSize } from './size.ts';

export interface Complaint {
  readonly message: string;
  readonly hint: string;
}

const LONGEST_SHOWN = 60;

/** A program may hand over what JSON has no words for: a function, a circle. Then the type has to do. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? typeof value;
  } catch {
    return typeof value;
  }
}

/** A value as it may stand in a message: short and on one line. */
export function shown(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : jsonOf(value);
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value.length >= 1 && value.length <= MAX_TEXT;

const isList = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= MAX_LIST && value.every(isText);

const isWithin = (value: unknown, { range: [min, max] }: KeySpec): boolean =>
  Number(value) >= min && Number(value) <= max;

const IS_RIGHT: Readonly<Record<KeySpec['kind'], (value: unknown, key: KeySpec) => boolean>> = {
  integer: (value, key) => Number.isSafeInteger(value) && isWithin(value, key),
  number: (value, key) => Number.isFinite(value) && isWithin(value, key),
  boolean: (value) => typeof value === 'boolean',
  fixed: (value) => value === true,
  choice: (value, { values }) => values.some((known) => known === value),
  text: (value, key) => isText(value) || value === key.default,
  list: (value) => isList(value),
  folders: (value) => isList(value),
};

export function checkValue(key: KeySpec, value: unknown): Complaint | null {
  if (IS_RIGHT[key.kind](value, key)) return null;
  const { path, kind, values, help: hint } = key;
  if (kind === 'text' && typeof value === 'string') {
    const size = value === '' ? 'empty' : `longer than ${MAX_TEXT} characters`;
    return { message: `"${path}" is ${size}`, hint };
  }
  if ((kind === 'list' || kind === 'folders') && Array.isArray(value)) {
    const at = value.length > MAX_LIST ? -1 : value.findIndex((item) => !isText(item));
    if (at === -1) return { message: `"${path}" has more than ${MAX_LIST} items`, hint };
    const what = typeof value[at] === 'string' ? 'empty or too long' : 'not a text';
    const held = `${shown(value[at])} (item ${at + 1})`;
    return { message: `"${path}" holds ${held}, which is ${what}`, hint };
  }
  const meant = typeof value === 'string' ? nearest(value, values) : null;
  return {
    message: `"${path}" must be ${accepts(key)}, not ${shown(value)}`,
    hint: meant === null ? hint : `did you mean "${meant}"?`,
  };
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function readBoolean(text: string): Value {
  const word = text.trim();
  if (/^(?:true|yes|on|1)$/i.test(word)) return true;
  return /^(?:false|no|off|0)$/i.test(word) ? false : text;
}

/** The items of a list as people write it: `a, b`. */
export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

function readList(text: string): unknown {
  if (!text.trimStart().startsWith('[')) return listed(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text; // is no list then, and `checkValue` says so
  }
}

const READ: Readonly<Record<KeySpec['kind'], (text: string) => unknown>> = {
  integer: (text) => parseSize(text) ?? text,
  number: (text) => (NUMBER.test(text.trim()) ? Number(text) : text),
  boolean: readBoolean,
  fixed: readBoolean,
  list: readList,
  folders: readList,
  choice: (text) => text,
  text: (text) => text,
};

/** Reads a value given as text (variable or flag); what can't be read stays text, for `checkValue` to refuse. */
export const readValue = ({ kind }: KeySpec, text: string): unknown => READ[kind](text);
