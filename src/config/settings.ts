import { type Complaint, checkValue, readValue, shown } from './check.ts';
import type { ConfigFile, Variables } from './find.ts';
import { folderTexts } from './folders.ts';
import { formerKey, isFormerTable } from './former.ts';
import {
  ALLOWED_HOSTS_VARIABLE,
  DAEMON_VARIABLE,
  type KeySpec,
  SESSION_VARIABLE,
  variableOf,
} from './key-spec.ts';
import { KEYS, SECTIONS } from './keys.ts';
import { nearest } from './nearest.ts';
import { keyLines, pathKey } from './toml-lines.ts';

interface Place {
  /** How people are told of it: `sheaf.toml:3`, `SHEAF_INDEX_IGNORE`, `--set`. */
  readonly origin: string;
  /** 0 for what is not in a file. */
  readonly line: number;
}

export interface Setting extends Place {
  readonly key: KeySpec;
  readonly value: unknown;
}

export interface Problem extends Complaint, Place {}

export interface Settings {
  readonly settings: readonly Setting[];
  readonly problems: readonly Problem[];
}

/** A value given by a flag: `--set budget.max_tokens=5000`, or a flag of its own such as `--budget`. */
export interface Override {
  readonly key: string;
  /** Text is read as the key's type. */
  readonly value: unknown;
  readonly flag: string;
}

const keys: ReadonlyMap<string, KeySpec> = new Map(KEYS.map((key) => [key.path, key]));
const sections: ReadonlySet<string> = new Set(SECTIONS.map(({ path }) => path));

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** The valid name that an unknown path probably means: a sibling first, then the same name elsewhere. */
function meantBy(path: readonly string[]): string | null {
  const prefix = path
    .slice(0, -1)
    .map((part) => `${part}.`)
    .join('');
  const name = path.at(-1) ?? '';
  const known = [...sections, ...keys.keys()];
  const siblings = known.filter((candidate) => candidate === `${prefix}${lastPart(candidate)}`);
  const sibling = nearest(name, siblings.map(lastPart));
  if (sibling !== null) return `${prefix}${sibling}`;
  const elsewhere = nearest(name, known.map(lastPart));
  const named = known.find((candidate) => lastPart(candidate) === elsewhere);
  return named ?? nearest(path.join('.'), known);
}

function unknownKey(path: readonly string[]): Complaint {
  const former = formerKey(path.join('.'), (own) => keys.has(own));
  if (former !== null) return former;
  const name = path.map((part) => (/^[\w-]+$/.test(part) ? part : shown(part))).join('.');
  const message = `unknown key "${name.length > 100 ? `${name.slice(0, 100)}…` : name}"`;
  const known = meantBy(path);
  if (known !== null) return { message, hint: `did you mean "${known}"?` };
  return { message, hint: 'docs/config.md lists all keys; `sheaf config` prints their values' };
}

/** Enough to say that there are more; a hostile file may hold a million. */
const MANY_PROBLEMS = 100;

const isTable = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

function collect() {
  const settings: Setting[] = [];
  const problems: Problem[] = [];
  /** Keeps a value, or what is wrong with it. */
  const put = (key: KeySpec, given: unknown, place: Place): void => {
    const value = key.kind === 'folders' ? folderTexts(given) : given;
    const complaint = checkValue(key, value);
    if (complaint === null) settings.push({ key, value, ...place });
    else problems.push({ ...complaint, ...place });
  };
  return { settings, problems, put };
}

/** Settings of a file that was parsed, each with the line it is written on. */
export function fileSettings(values: object, { text, name }: ConfigFile): Settings {
  const lines = keyLines(text);
  const found = collect();
  const visit = (path: readonly string[], value: unknown): void => {
    if (found.problems.length >= MANY_PROBLEMS) return;
    const line = lines.get(pathKey(path)) ?? 1;
    const place = { origin: `${name}:${line}`, line };
    // A quoted name may hold dots; such a key is none of ours.
    const dotted = path.some((part) => part.includes('.')) ? '' : path.join('.');
    const key = keys.get(dotted);
    if (key !== undefined) {
      found.put(key, value, place);
    } else if (!sections.has(dotted) && !(isFormerTable(dotted) && isTable(value))) {
      found.problems.push({ ...unknownKey(path), ...place });
    } else if (isTable(value)) {
      for (const [part, child] of Object.entries(value)) visit([...path, part], child);
    } else {
      const message = `"${dotted}" is a section, so it cannot be ${shown(value)}`;
      found.problems.push({ message, hint: `write it as [${dotted}]`, ...place });
    }
  };
  for (const [part, child] of Object.entries(values)) visit([part], child);
  return found;
}

/** Settings of variables. An empty variable counts as not set. */
export function variableSettings(env: Variables): Settings {
  const found = collect();
  const names = Object.keys(env)
    .filter((name) => name.startsWith('SHEAF_') || name === ALLOWED_HOSTS_VARIABLE)
    .filter((name) => env[name] !== '' && ![SESSION_VARIABLE, DAEMON_VARIABLE].includes(name));
  if (names.length === 0) return found;
  const byVariable = new Map(KEYS.map((key) => [variableOf(key.path), key]));
  for (const name of names.sort()) {
    // It comes first in this order, so it loses against the variable that is named after the key.
    const path = name === ALLOWED_HOSTS_VARIABLE ? 'models.allowed_hosts' : '';
    const key = byVariable.get(name) ?? keys.get(path);
    if (key !== undefined) {
      found.put(key, readValue(key, env[name] ?? ''), { origin: name, line: 0 });
      continue;
    }
    const meant = nearest(name, byVariable.keys());
    const hint = meant === null ? 'unset it, or see docs/config.md' : `did you mean ${meant}?`;
    const message = `unknown variable ${name}`;
    found.problems.push({ message, hint, origin: 'environment', line: 0 });
  }
  return found;
}

/** A part of a configuration, with sections as objects, as dotted keys, or both. */
export type Overrides = readonly Override[] | Readonly<Record<string, unknown>>;

const OVERRIDES = 'overrides';

function listed(values: Overrides | object, prefix = ''): readonly Override[] {
  if (Array.isArray(values)) return values;
  return Object.entries(values).flatMap(([name, value]): readonly Override[] => {
    const key = `${prefix}${name}`;
    if (value === undefined) return [];
    return sections.has(key) && isTable(value)
      ? listed(value, `${key}.`)
      : [{ key, value, flag: OVERRIDES }];
  });
}

export function overrideSettings(overrides: Overrides): Settings {
  const found = collect();
  for (const { key: path, value, flag } of listed(overrides)) {
    const place = { origin: flag, line: 0 };
    const key = keys.get(path);
    if (key !== undefined) {
      found.put(key, typeof value === 'string' ? readValue(key, value) : value, place);
    } else if (sections.has(path)) {
      const [first] = KEYS.filter((known) => known.path.startsWith(`${path}.`));
      const hint = `name a key in it, such as ${first?.path ?? path}`;
      found.problems.push({ message: `"${path}" is a section, not a key`, hint, ...place });
    } else {
      found.problems.push({ ...unknownKey(path.split('.')), ...place });
    }
  }
  return found;
}
