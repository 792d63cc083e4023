import type { KeySpec, ValueOf } from './key-spec.ts';
import { KEYS, type TABLE } from './keys.ts';

/** Every setting, with the types of its declaration. */
export type Config = ValueOf<{ readonly keys: typeof TABLE }>;

type Branch = { [name: string]: unknown };

export function nested(values: Iterable<readonly [path: string, value: unknown]>): Branch {
  const root: Branch = {};
  for (const [path, value] of values) {
    const parts = path.split('.');
    const name = parts.pop() ?? '';
    let branch = root;
    for (const part of parts) {
      branch[part] ??= {};
      branch = branch[part] as Branch;
    }
    branch[name] = Array.isArray(value) ? [...value] : value;
  }
  return root;
}

/** A configuration with a value for every key, which can't be changed by accident. */
export const configOf = (pick: (key: KeySpec) => unknown): Config =>
  frozen(nested(KEYS.map((key) => [key.path, pick(key)]))) as unknown as Config;

function frozen<T extends object>(value: T): T {
  for (const child of Object.values(value)) {
    if (typeof child === 'object' && child !== null) frozen(child);
  }
  return Object.freeze(value);
}

/** The value a configuration has under a dotted key; undefined where there is none. */
export function valueAt(config: unknown, path: string): unknown {
  let at = config;
  for (const part of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Branch)[part];
  }
  return at;
}

/** The configuration where nothing is set. */
export const DEFAULTS: Config = configOf((key) => key.default);
