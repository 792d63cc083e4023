/*
 * How a key is declared, as plain data. Type, default, limits, help and protection stand in one entry; the type `Config`,
 * the defaults, the checks, the reference and the JSON Schema are read off it.
 */

/** A project's file is data from others. Keys that could be turned against the user say what such a file may do. */
export type Guard =
  /** Set it as it likes. */
  | 'free'
  /** Nothing, trusted or not: the key counts only from the user's configuration, variables and flags. */
  | 'user'
  /** Nothing until the user trusts the file. */
  | 'consent'
  /** Turn a model off or repeat what the user says; to turn one on or choose another needs consent. */
  | 'offline'
  /** Lower the value; to raise it above what the user's configuration or the default says needs consent. Less must be stricter. */
  | 'lower'
  /** Name a place below its root; one outside needs consent. */
  | 'inside';

interface Described {
  readonly help: string;
  /** `free` unless said. */
  readonly guard?: Guard;
}

type Limits = readonly [standard: number, min: number, max: number];

/** A number by its default and its limits, which are included; a whole one if it says so. */
export type NumberKey = Described & ({ readonly whole: Limits } | { readonly range: Limits });
/** One of a few words; `true` alone for what is written down to be seen but can't be turned off. */
type ChoiceKey = Described &
  (
    | { readonly default: string; readonly values: readonly string[] }
    | { readonly default: true; readonly values: readonly [true] }
  );
/** The type of the default is the type of the key. A text that is empty by default may be empty, others may not. */
export type PlainKey<T extends boolean | string | readonly string[]> = Described & {
  readonly default: T;
};

/** Folders, each with a name if it has one of its own: `path` or `name=path`, or a table with `path` and `name`. */
type FoldersKey = PlainKey<readonly string[]> & { readonly folders: true };

export type KeyDeclaration =
  | NumberKey
  | ChoiceKey
  | FoldersKey
  | PlainKey<boolean | string | readonly string[]>;

export interface Section {
  readonly help: string;
  readonly keys: { readonly [name: string]: KeyDeclaration | Section };
}

/** The values that a declaration admits: a key gives its type, a section an object of its keys. */
export type ValueOf<D> = D extends { readonly keys: infer K }
  ? { readonly [N in keyof K]: ValueOf<K[N]> }
  : D extends { readonly values: readonly (infer V)[] }
    ? V
    : D extends { readonly default: infer V }
      ? Widened<V>
      : number;

type Widened<V> = V extends boolean ? boolean : V extends string ? string : readonly string[];

/** A key with its dotted path, such as `budget.max_tokens`, and all it is written out. */
export interface KeySpec {
  readonly path: string;
  readonly help: string;
  readonly guard: Guard;
  readonly kind:
    | 'integer'
    | 'number'
    | 'boolean'
    | 'fixed'
    | 'choice'
    | 'text'
    | 'list'
    | 'folders';
  readonly default: Value;
  /** Of numbers. */
  readonly range: readonly [min: number, max: number];
  /** Of choices. */
  readonly values: readonly string[];
}

export type Value = boolean | number | string | readonly string[];

/* Limits of all lists and texts; they catch slips of the finger, not ambition. */
export const MAX_LIST = 1000;
export const MAX_TEXT = 4096;

export function specOf(path: string, declared: KeyDeclaration): KeySpec {
  const { help, guard = 'free' } = declared;
  const spec = { path, help, guard, range: [0, 0], values: [] } as const;
  if ('whole' in declared || 'range' in declared) {
    const isWhole = 'whole' in declared;
    const [standard, min, max] = isWhole ? declared.whole : declared.range;
    return { ...spec, kind: isWhole ? 'integer' : 'number', default: standard, range: [min, max] };
  }
  const { default: value } = declared;
  if ('folders' in declared) return { ...spec, kind: 'folders', default: value };
  if (!('values' in declared)) return { ...spec, kind: kindOf(value), default: value };
  return declared.default === true
    ? { ...spec, kind: 'fixed', default: true }
    : { ...spec, kind: 'choice', default: declared.default, values: declared.values };
}

function kindOf(value: boolean | string | readonly string[]): KeySpec['kind'] {
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' ? 'text' : 'list';
}

/** `budget.max_tokens` → `SHEAF_BUDGET_MAX_TOKENS`. */
export const variableOf = (path: string): string =>
  `SHEAF_${path.replaceAll('.', '_').toUpperCase()}`;

/** What a key accepts, for people: `a whole number from 1 to 100`. */
export const accepts = ({ kind, range, values }: KeySpec): string =>
  ({
    integer: `a whole number from ${range.join(' to ')}`,
    number: `a number from ${range.join(' to ')}`,
    boolean: 'true or false',
    fixed: 'only true',
    choice: `one of ${values.map((value) => `"${value}"`).join(', ')}`,
    text: 'text',
    list: 'a list of texts',
    folders: 'a list of folders, or of tables with `path` and `name`',
  })[kind];

const GUARDED: Readonly<Record<Guard, string>> = {
  free: '',
  user: "A project's file cannot set it.",
  consent: "A project's file can set it only if you trust the file (sheaf trust).",
  offline:
    "A project's file can turn a model on or choose another only if you trust the file (sheaf trust).",
  lower: "A project's file may lower it; to raise it, it needs your trust (sheaf trust).",
  inside:
    "A project's file may only name a path inside the project, unless you trust the file (sheaf trust).",
};

export const meaning = ({ help, guard }: KeySpec): string => `${help} ${GUARDED[guard]}`.trimEnd();

/** Names hosts that text may be sent to; older than the key `models.allowed_hosts`, which it sets. */
export const ALLOWED_HOSTS_VARIABLE = 'ALLOWED_SHEAF_HOSTS';

/** Names the session that records belong to; it belongs to a shell, not to a project, so it is no setting. */
export const SESSION_VARIABLE = 'SHEAF_SESSION';

/** `off` lets hooks do without the daemon; it belongs to a machine, so it is no setting either. */
export const DAEMON_VARIABLE = 'SHEAF_DAEMON';
