import type { Context } from './context.ts';
import type { Page } from './page.ts';

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
} & (
    | {
        readonly type: 'string';
        readonly default?: string;
        /** What it says where it is given without a value; a value then is one word. */
        readonly bare?: string;
      }
    | {
        readonly type: 'integer' | 'size' | 'number';
        readonly default?: number;
        readonly min?: number;
        readonly max?: number;
      }
    | { readonly type: 'enum'; readonly values: readonly string[]; readonly default?: string }
    | { readonly type: 'boolean' }
    | {
        readonly type: 'list';
        readonly values?: readonly string[];
        /** How one value holds several; `none` for options that are repeated instead. */
        readonly separator?: ',' | 'none';
      }
  );

export type PositionalSpec = Described & {
  readonly required?: boolean;
  readonly values?: readonly string[];
  /** All words that are left, joined by a space: a task needs no quotes. */
  readonly words?: boolean;
  /** All words that are left, each for itself. */
  readonly many?: boolean;
};

export type Options = Readonly<Record<string, OptionSpec>>;
export type Positionals = Readonly<Record<string, PositionalSpec>>;

type Word<S> = S extends { readonly values: readonly (infer V)[] } ? V : string;

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

interface Declaration<P, O> {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  readonly description: string;
  readonly examples: readonly Example[];
  readonly positionals: P;
  readonly options: O;
  readonly hidden?: boolean;
}

export interface Example {
  readonly line: string;
  readonly help: string;
}

/** An operation whose types are forgotten: what a table of them holds and a door works with. */
export interface Operation extends Declaration<Positionals, Options> {
  run(input: Input, context: Context): Promise<unknown>;
  /** What programs get with `--json`; absent where that is the result itself. */
  json?(result: unknown): unknown;
  /** Writes a result for people. */
  present(result: unknown, page: Page): void;
  /** For results that a script must be able to tell from others; 0 where it is absent. */
  exitCode?(result: unknown): number;
}

export type InputValue = string | number | boolean | readonly string[] | undefined;
export type Input = Readonly<Record<string, InputValue>>;

/** Ties `run` and `present` to the declared types, then forgets them; doors only build input that fits. */
export function defineOperation<const P extends Positionals, const O extends Options, R>(
  operation: Declaration<P, O> & {
    run(input: InputOf<P, O>, context: Context): Promise<R>;
    json?(result: NoInfer<R>): unknown;
    present(result: NoInfer<R>, page: Page): void;
    exitCode?(result: NoInfer<R>): number;
  },
): Operation {
  return operation as unknown as Operation;
}

/** False for a flag that may stand alone. */
export const needsValue = (option: OptionSpec): boolean =>
  option.type === 'string' ? option.bare === undefined : option.type !== 'boolean';

export const flagOf = (name: string): string => `--${name.replaceAll('_', '-')}`;
