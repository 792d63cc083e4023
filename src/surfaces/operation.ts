import { SheafError } from '../model/errors.ts';
import type { Style } from './cli/style.ts';
import type { Context } from './context.ts';

/* An operation is declared once; commands, help, completion, reference and other doors are made from it. */

interface Described {
  readonly help: string;
}

/** An option as plain data. Its name is the key it stands under; `task_file` is `--task-file` on the command line. */
export type OptionSpec = Described & {
  readonly short?: string;
  /** What stands for the value in help texts, such as `FILE`. */
  readonly placeholder?: string;
  /** The key of the configuration this option sets; such an option has its default there. */
  readonly key?: string;
  /** Is about files or the terminal of whoever types the command, so no server offers it. */
  readonly local?: true;
} & (
    | {
        /** An option without a type is a text. */
        readonly type?: 'string';
        readonly default?: string;
        /** What it says where it is given without a value; a value then is one word. */
        readonly bare?: string;
        /** Words that no argument takes are its value, so it needs no flag. */
        readonly rest?: true;
      }
    | {
        readonly type: 'integer' | 'size' | 'number';
        readonly default?: number;
        readonly limits?: readonly [min: number, max: number];
      }
    | {
        readonly type: 'enum';
        readonly values: readonly string[];
        readonly default?: string;
        /** Values are families: a longer name that begins with one, such as `claude-sonnet-4`, means it. */
        readonly families?: true;
        /** Keys of the configuration that each value sets; a flag of its own for such a key, or `--set`, beats it. */
        readonly sets?: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
      }
    | { readonly type: 'boolean' }
    | {
        readonly type: 'list';
        readonly values?: readonly string[];
        /** Words that completion offers; others may be right too. */
        readonly offers?: readonly string[];
        /** How one value holds several; `none` for options that are repeated instead. */
        readonly separator?: ',' | 'none';
      }
  );

/** One of the things an operation can do, such as `toggle` of `evidence`. */
export type ActionSpec = Described & {
  /** What follows it: `NAME` must be there, `[ID]` may, `NAME…` may come several times. */
  readonly words: readonly string[];
  /** Flags that only this action, and others that name them too, can use. */
  readonly options?: readonly string[];
};

export type PositionalSpec = Described & {
  readonly required?: boolean;
  /** What the word is where it is not said; never one that changes anything. */
  readonly otherwise?: string;
  readonly values?: readonly string[];
  /** The values of `action`, where each takes `words` of its own. */
  readonly actions?: Readonly<Record<string, ActionSpec>>;
  /** All words that are left, joined by a space: a task needs no quotes. */
  readonly words?: boolean;
  /** All words that are left, each for itself. */
  readonly many?: boolean;
};

export type Options = Readonly<Record<string, OptionSpec>>;
export type Positionals = Readonly<Record<string, PositionalSpec>>;

type Word<S> = S extends { readonly values: readonly (infer V)[] }
  ? V
  : S extends { readonly actions: infer A }
    ? keyof A & string
    : string;

type OptionValue<S extends OptionSpec> = S extends { readonly type: 'boolean' }
  ? boolean
  : S extends { readonly type: 'list' }
    ? readonly Word<S>[]
    : S extends { readonly type: 'integer' | 'size' | 'number' }
      ? number | Missing<S>
      : Word<S> | Missing<S>;

type Missing<S> = S extends { readonly default: unknown } ? never : undefined;

type PositionalValue<S extends PositionalSpec> = S extends { readonly many: true }
  ? readonly string[]
  : S extends { readonly required: true }
    ? Word<S>
    : Word<S> | undefined;

/** What `run` is given: every declared name, with the type its declaration says. */
export type InputOf<P extends Positionals, O extends Options> = {
  readonly [K in keyof P]: PositionalValue<P[K]>;
} & { readonly [K in keyof O]: OptionValue<O[K]> };

interface Declaration {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  readonly description: string;
  readonly examples: Readonly<Record<string, string>>;
  /** Flags of every command that would change nothing here, so they are refused. */
  readonly refuses?: readonly string[];
  /** Of each group at most one can be given: a second one would be ignored. */
  readonly apart?: readonly (readonly string[])[];
  /** Is about the terminal or the machine of whoever types the command, so no server offers it. */
  readonly local?: true;
  /** An answer from a part of the files is better than none while the first index is made. */
  readonly answersInPart?: true;
  /** What programs get, as JSON Schema (2020-12), for doors that must say so beforehand. */
  readonly output?: Readonly<Record<string, unknown>>;
}

/** Where a result is written for people. Text that came from files goes through `printable` first. */
export interface Page {
  readonly style: Style;
  readonly columns: number;
  readonly isTTY: boolean;
  line(text?: string): void;
  /** Writes exact text; on a terminal its control characters are made visible. */
  raw(text: string): void;
}

interface Doing<I, R> {
  run(input: I, context: Context): Promise<R>;
  /** What programs get with `--json`; absent where that is the result itself. */
  json?(result: NoInfer<R>): unknown;
  /** Their JSON is for models to read, so it stands on one line. */
  readonly isTerse?: boolean;
  present(result: NoInfer<R>, page: Page): void;
  /** For results that a script must be able to tell from others; 0 where it is absent. */
  exitCode?(result: NoInfer<R>): number;
}

/** An operation whose types are forgotten: what a table of them holds and a door works with. */
export type Operation = Declaration &
  Doing<Input, unknown> & { readonly positionals: Positionals; readonly options: Options };

export type InputValue = string | number | boolean | readonly string[] | undefined;
export type Input = Readonly<Record<string, InputValue>>;

/** Ties `run` and `present` to the declared types, then forgets them; doors only build input that fits. */
export function defineOperation<
  R,
  const P extends Positionals = Record<never, never>,
  const O extends Options = Record<never, never>,
>(operation: Declaration & Doing<InputOf<P, O>, R> & { positionals?: P; options?: O }): Operation {
  return { positionals: {}, options: {}, ...operation } as unknown as Operation;
}

/** For results that hold all there is to read. */
export const presentText = ({ text }: { readonly text: string }, page: Page): void =>
  page.raw(text);

/** False for a flag that may stand alone. */
export const needsValue = (option: OptionSpec): boolean =>
  option.type !== 'boolean' && !('bare' in option);

/** Whether a word must be said. */
export const isNeeded = (spec: PositionalSpec): boolean =>
  spec.required === true && spec.otherwise === undefined;

/** Whether servers offer an option or an operation. */
export const isOffered = (spec: { readonly local?: true } | undefined): boolean =>
  spec?.local !== true;

/** The option that needs no flag, if the operation has one. */
export const restOf = ({ options }: Operation): string | undefined =>
  Object.keys(options).find((name) => 'rest' in (options[name] ?? {}));

export const flagOf = (name: string): string => `--${name.replaceAll('_', '-')}`;

/** The words a positional can be; undefined where it can be any. */
export const wordsFor = ({ values, actions }: PositionalSpec): readonly string[] | undefined =>
  values ?? (actions === undefined ? undefined : Object.keys(actions));

/** What says where the workspace is, beside its folder. */
export const INDEX_FLAGS = ['git_dir', 'ref', 'index'] as const;

/** Whether a flag means something to an operation, or to one of its actions. */
export function takesFlag(operation: Operation, flag: string, action: string): boolean {
  if (operation.refuses?.includes(flag) === true) return false;
  const actions = actionsOf(operation);
  const named = Object.keys(actions).filter((key) => actions[key]?.options?.includes(flag));
  return named.length === 0 || named.includes(action);
}

/** What an operation can be asked to do, where that is several things. */
export const actionsOf = ({ positionals }: Operation): Readonly<Record<string, ActionSpec>> =>
  Object.values(positionals).find(({ actions }) => actions !== undefined)?.actions ?? {};

/** Nothing that was said is ignored: words and flags that would change nothing are refused. `given` holds what was said, and nothing else. */
export function refuseIdle(operation: Operation, given: Input): void {
  const { name, apart = [], positionals } = operation;
  const action = String(given['action'] ?? '');
  const command = ['sheaf', name, ...(action in actionsOf(operation) ? [action] : [])].join(' ');
  for (const [flag, value] of Object.entries(given)) {
    if (value === undefined || takesFlag(operation, flag, action)) continue;
    const sentence = `${flagOf(flag)} does not apply to ${command}`;
    throw new SheafError('usage', sentence, `see sheaf ${name} --help`);
  }
  const isGiven = (key: string): boolean => given[key] !== undefined && given[key] !== false;
  const clash = apart.find((group) => group.filter(isGiven).length > 1);
  if (clash !== undefined) {
    const said = clash.map((key) =>
      key in positionals ? (positionals[key]?.values?.join('|') ?? key.toUpperCase()) : flagOf(key),
    );
    const all = `${said.slice(0, -1).join(', ')} and ${said.at(-1)}`;
    throw new SheafError('usage', `${all} cannot be used together`, 'give only one of them');
  }
  const takes = actionsOf(operation)[action]?.words;
  if (takes !== undefined) refuseWords(command, takes, (given['words'] ?? []) as string[]);
}

const SHOWN = 80;

function refuseWords(command: string, takes: readonly string[], words: readonly string[]): void {
  const usage = [command, ...takes].join(' ');
  const needed = takes.filter((word) => !word.startsWith('['));
  const missing = words.includes('') ? needed.at(-1) : needed[words.length];
  if (missing !== undefined) {
    throw new SheafError('usage', `${missing.replace('…', '')} is missing`, usage);
  }
  const surplus = takes.some((word) => word.endsWith('…')) ? undefined : words[takes.length];
  if (surplus === undefined) return;
  const said = JSON.stringify(surplus.slice(0, SHOWN));
  throw new SheafError('usage', `${command} does not take ${said}`, usage);
}
