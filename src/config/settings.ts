import { checkValue, readValue, shown } from './check.ts';
import type { KeySpec, SectionSpec } from './key-spec.ts';
import { SESSION_VARIABLE, variableOf } from './key-spec.ts';
import { KEYS, SECTIONS } from './keys.ts';
import { nearest } from './nearest.ts';
import { keyLines, pathKey } from './toml-lines.ts';

/** One value that someone has set, and where. */
export interface Setting {
  readonly key: string;
  readonly value: unknown;
  readonly origin: string;
}

/** Something wrong at a place. */
export interface Problem {
  readonly origin: string;
  readonly message: string;
  readonly hint: string;
}

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
const sections: ReadonlyMap<string, SectionSpec> = new Map(SECTIONS.map((s) => [s.path, s]));

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

/** The valid name that an unknown path probably means: a sibling first, then the same name elsewhere. */
function meant(path: readonly string[]): string | null {
  const parent = path.slice(0, -1).join('.');
  const name = path[path.length - 1] ?? '';
  const known = [...sections.keys(), ...keys.keys()];
  const siblings = known.filter((candidate) => parentOf(candidate) === parent);
  const sibling = nearest(name, siblings.map(lastPart));
  if (sibling !== null) return parent === '' ? sibling : `${parent}.${sibling}`;
  const elsewhere = nearest(name, known.map(lastPart));
  return (
    known.find((candidate) => lastPart(candidate) === elsewhere) ?? nearest(path.join('.'), known)
  );
}

function unknownKey(path: readonly string[], origin: string): Problem {
  const name = path.map((part) => (/^[\w-]+$/.test(part) ? part : shown(part))).join('.');
  const suggestion = meant(path);
  return {
    origin,
    message: `unknown key "${name.length > 100 ? `${name.slice(0, 100)}…` : name}"`,
    hint:
      suggestion === null
        ? 'docs/config.md lists all keys; `sheaf config` prints those in force'
        : `did you mean "${suggestion}"?`,
  };
}

/** Enough to say that there are more; a hostile file may hold a million. */
const MANY_PROBLEMS = 100;

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Settings of a parsed `sheaf.toml`; `name` is how messages call the file. */
export function fileSettings(values: object, toml: string, name: string): Settings {
  const lines = keyLines(toml);
  const settings: Setting[] = [];
  const problems: (Problem & { readonly line: number })[] = [];

  const visit = (path: readonly string[], value: unknown): void => {
    if (problems.length >= MANY_PROBLEMS) return;
    const line = lines.get(pathKey(path)) ?? 1;
    const origin = `${name}:${line}`;
    const dotted = path.some((part) => part.includes('.')) ? '' : path.join('.');
    const key = keys.get(dotted);
    if (key !== undefined) {
      const complaint = checkValue(key, value);
      if (complaint === null) settings.push({ key: dotted, value, origin });
      else problems.push({ ...complaint, origin, line });
    } else if (!sections.has(dotted)) {
      problems.push({ ...unknownKey(path, origin), line });
    } else if (isTable(value)) {
      for (const [part, child] of Object.entries(value)) visit([...path, part], child);
    } else {
      const message = `"${dotted}" is a section, so it can not be ${shown(value)}`;
      problems.push({ message, hint: `write it as [${dotted}]`, origin, line });
    }
  };

  for (const [part, child] of Object.entries(values)) visit([part], child);
  problems.sort((a, b) => a.line - b.line);
  return { settings, problems };
}

/** Settings of `SHEAF_*` variables. An empty variable counts as not set. */
export function variableSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const byVariable = new Map(KEYS.map((key) => [variableOf(key.path), key]));
  const settings: Setting[] = [];
  const problems: Problem[] = [];
  const names = Object.keys(env).filter(
    (name) => name.startsWith('SHEAF_') && name !== SESSION_VARIABLE,
  );
  for (const name of names.sort()) {
    const text = env[name] ?? '';
    if (text === '') continue;
    const key = byVariable.get(name);
    if (key === undefined) {
      const suggestion = nearest(name, byVariable.keys());
      const hint =
        suggestion === null ? 'unset it, or see docs/config.md' : `did you mean ${suggestion}?`;
      problems.push({ origin: 'environment', message: `unknown variable ${name}`, hint });
      continue;
    }
    const value = readValue(key, text);
    const complaint = checkValue(key, value);
    if (complaint === null) settings.push({ key: key.path, value, origin: name });
    else problems.push({ ...complaint, origin: name });
  }
  return { settings, problems };
}

/** Settings of flags. */
export function overrideSettings(overrides: readonly Override[]): Settings {
  const settings: Setting[] = [];
  const problems: Problem[] = [];
  for (const { key: path, value: given, flag } of overrides) {
    const key = keys.get(path);
    if (key === undefined) {
      problems.push(
        sections.has(path)
          ? {
              origin: flag,
              message: `"${path}" is a section, not a key`,
              hint: `name a key in it, such as ${firstKeyIn(path)}`,
            }
          : unknownKey(path.split('.'), flag),
      );
      continue;
    }
    const value = typeof given === 'string' ? readValue(key, given) : given;
    const complaint = checkValue(key, value);
    if (complaint === null) settings.push({ key: path, value, origin: flag });
    else problems.push({ ...complaint, origin: flag });
  }
  return { settings, problems };
}

const firstKeyIn = (section: string): string =>
  KEYS.find((key) => key.path.startsWith(`${section}.`))?.path ?? section;
