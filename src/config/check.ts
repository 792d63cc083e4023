import { accepts, type KeySpec, MAX_LIST, MAX_TEXT, type Value } from './key-spec.ts';
import { nearest } from './nearest.ts';
import { parseSize } from './size.ts';

/** What is wrong with a value, and what to do about it. */
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

const plain = (key: KeySpec, value: unknown): Complaint => ({
  message: `"${key.path}" must be ${accepts(key)}, not ${shown(value)}`,
  hint: key.help,
});

function isNumber({ kind, range: [min, max] }: KeySpec, value: unknown): boolean {
  const isKind = kind === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
  return isKind && Number(value) >= min && Number(value) <= max;
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= 1 && value.length <= MAX_TEXT;

function checkChoice(key: KeySpec, value: unknown): Complaint | null {
  if (key.values.some((known) => known === value)) return null;
  const meant = typeof value === 'string' ? nearest(value, key.values) : null;
  const complaint = plain(key, value);
  return meant === null ? complaint : { ...complaint, hint: `did you mean "${meant}"?` };
}

function checkText(key: KeySpec, value: unknown): Complaint | null {
  if (isText(value) || value === key.default) return null;
  if (typeof value !== 'string') return plain(key, value);
  const size = value === '' ? 'empty' : `longer than ${MAX_TEXT} characters`;
  return { message: `"${key.path}" is ${size}`, hint: key.help };
}

function checkList(key: KeySpec, value: unknown): Complaint | null {
  if (!Array.isArray(value)) return plain(key, value);
  if (value.length > MAX_LIST) {
    return { message: `"${key.path}" has more than ${MAX_LIST} items`, hint: key.help };
  }
  const wrong = value.findIndex((item) => !isText(item));
  if (wrong === -1) return null;
  const what = typeof value[wrong] === 'string' ? 'empty or too long' : 'not a text';
  return {
    message: `"${key.path}" holds ${shown(value[wrong])} (item ${wrong + 1}), which is ${what}`,
    hint: key.help,
  };
}

/** Checks one value against the declaration of its key. */
export function checkValue(key: KeySpec, value: unknown): Complaint | null {
  switch (key.kind) {
    case 'integer':
    case 'number':
      return isNumber(key, value) ? null : plain(key, value);
    case 'boolean':
      return typeof value === 'boolean' ? null : plain(key, value);
    case 'fixed':
      return value === true ? null : plain(key, value);
    case 'choice':
      return checkChoice(key, value);
    case 'text':
      return checkText(key, value);
    case 'list':
      return checkList(key, value);
  }
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function readBoolean(text: string): Value {
  const word = text.trim();
  if (/^(?:true|yes|on|1)$/i.test(word)) return true;
  return /^(?:false|no|off|0)$/i.test(word) ? false : text;
}

function readList(text: string): unknown {
  if (!text.trimStart().startsWith('[')) {
    return text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text; // is no list then, and `checkValue` says so
  }
}

/** Reads a value given as text (variable or flag); what can't be read stays text, for `checkValue` to refuse. */
export function readValue(key: KeySpec, text: string): unknown {
  switch (key.kind) {
    case 'integer':
      return parseSize(text) ?? text;
    case 'number':
      return NUMBER.test(text.trim()) ? Number(text) : text;
    case 'boolean':
    case 'fixed':
      return readBoolean(text);
    case 'list':
      return readList(text);
    case 'choice':
    case 'text':
      return text;
  }
}
