/*
 * How a key is declared, as plain data. Type, default, limits, help and protection stand in one entry; the type `Config`,
 * the defaults, the checks, the reference and the JSON Schema are read off it.
 */

/** A project's file is data from others. Keys that could be turned against the user say what such a file may do. */
export type Guard =
  /** Set it as it likes. */
  | 'free'
  /** Nothing: the key counts only from the user's configuration, variables and flags. */
  | 'user'
  /** Lower the value, but not raise it above what the user's configuration or the default says; less must be stricter. */
  | 'lower'
  /** Name a place below its root, but none outside. */
  | 'inside';

interface Described {
  readonly help: string;
  /** `free` unless said. */
  readonly guard?: Guard;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

type Kind =
  | ({ readonly kind: 'integer' | 'number'; readonly default: number } & Range)
  | { readonly kind: 'boolean'; readonly default: boolean }
  /** Written down to be seen, but it can't be turned off. */
  | { readonly kind: 'fixed'; readonly default: true }
  | { readonly kind: 'choice'; readonly default: string; readonly values: readonly string[] }
  /** A text that is empty by default may be empty, others may not. */
  | { readonly kind: 'text'; readonly default: string }
  | { readonly kind: 'list'; readonly default: readonly string[] };

export type KeyDeclaration = Described &
  (Kind | { readonly kind: keyof typeof RANGES; readonly default: number });

/** A declaration of one kind. */
export type KeyOf<K extends KeyDeclaration['kind']> = KeyDeclaration & { readonly kind: K };

export interface Section {
  readonly help: string;
  readonly keys: { readonly [name: string]: KeyDeclaration | Section };
}

/** The values that a declaration admits: a key gives its type, a section an object of its keys. */
export type ValueOf<D> = D extends { readonly keys: infer K }
  ? { readonly [N in keyof K]: ValueOf<K[N]> }
  : D extends { readonly kind: 'choice'; readonly values: readonly (infer V)[] }
    ? V
    : D extends { readonly kind: 'boolean' }
      ? boolean
      : D extends { readonly kind: 'fixed' }
        ? true
        : D extends { readonly kind: 'text' }
          ? string
          : D extends { readonly kind: 'list' }
            ? readonly string[]
            : number;

/** A key with its dotted path, such as `budget.max_tokens`, and all it is written out. */
export type KeySpec = Kind & {
  readonly path: string;
  readonly help: string;
  readonly guard: Guard;
};

export interface SectionSpec {
  readonly path: string;
  readonly help: string;
}

export type Value = boolean | number | string | readonly string[];

/* Limits shared by many keys; they catch slips of the finger, not ambition. */
export const MAX_LIST = 1000;
export const MAX_TEXT = 4096;
/** Kinds of numbers that need no limits of their own. */
const RANGES = {
  tokens: { kind: 'integer', min: 0, max: 100_000_000 },
  fraction: { kind: 'number', min: 0, max: 1 },
  percent: { kind: 'number', min: 0, max: 100 },
} as const;

/** A declaration as the rest of the program wants it. */
export function specOf(path: string, declared: KeyDeclaration): KeySpec {
  const { guard = 'free' } = declared;
  switch (declared.kind) {
    case 'tokens':
    case 'fraction':
    case 'percent':
      return { ...declared, ...RANGES[declared.kind], path, guard };
    default:
      return { ...declared, path, guard };
  }
}

/** `budget.max_tokens` → `SHEAF_BUDGET_MAX_TOKENS`. */
export const variableOf = (path: string): string =>
  `SHEAF_${path.replaceAll('.', '_').toUpperCase()}`;

/** What a key accepts, for people: `a whole number from 1 to 100`. */
export function accepts(key: KeySpec): string {
  switch (key.kind) {
    case 'integer':
      return `a whole number from ${key.min} to ${key.max}`;
    case 'number':
      return `a number from ${key.min} to ${key.max}`;
    case 'boolean':
      return 'true or false';
    case 'fixed':
      return 'only true';
    case 'choice':
      return `one of ${key.values.map((value) => `"${value}"`).join(', ')}`;
    case 'text':
      return 'text';
    case 'list':
      return 'a list of texts';
  }
}

const GUARDED: Readonly<Record<Guard, string>> = {
  free: '',
  user: "A project's file can not set it.",
  lower: "A project's file may lower it, not raise it.",
  inside: "A project's file may only name a place in the project.",
};

/** What a key means and who may set it. */
export const meaning = ({ help, guard }: KeySpec): string => `${help} ${GUARDED[guard]}`.trimEnd();

/** Names hosts that text may be sent to; older than the key `models.allowed_hosts`, which it sets. */
export const ALLOWED_HOSTS_VARIABLE = 'ALLOWED_SHEAF_HOSTS';

/** Names the session that records belong to; it belongs to a shell, not to a project, so it is no setting. */
export const SESSION_VARIABLE = 'SHEAF_SESSION';
