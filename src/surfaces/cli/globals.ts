import type { Input, InputOf, InputValue, Options } from '../operation.ts';

/** Flags every command takes, before or after its name. */
const GLOBALS = {
  root: {
    type: 'string',
    placeholder: 'DIR',
    help: 'The workspace; the current folder unless given.',
  },
  git_dir: {
    type: 'string',
    placeholder: 'DIR',
    help: 'A git repository to read a commit from, bare or not; with --index.',
  },
  ref: {
    type: 'string',
    placeholder: 'REF',
    help: 'Read this commit, branch or tag instead of the work tree.',
  },
  index: {
    type: 'string',
    placeholder: 'FILE',
    help: 'Where the index lives; .sheaf/index.db under the root unless given.',
  },
  set: {
    type: 'list',
    separator: 'none',
    placeholder: 'KEY=VALUE',
    help: 'Set a key of the configuration, such as budget.max_tokens=50k; may be repeated.',
  },
  json: { type: 'boolean', help: 'Print the result as one JSON document.' },
  quiet: { type: 'boolean', short: 'q', help: 'No notes and no progress.' },
  debug: { type: 'boolean', help: 'Show where an error comes from.' },
  no_color: { type: 'boolean', help: 'No colours; NO_COLOR is obeyed too.' },
  help: { type: 'boolean', short: 'h', help: 'Explain the program or the command.' },
  version: { type: 'boolean', help: 'Print the version.' },
} as const;

export const GLOBAL_OPTIONS: Options = GLOBALS;

export type Globals = InputOf<Record<never, never>, typeof GLOBALS>;

/** The values of all options, those not given at rest. */
export function atRest(options: Options, given: Input): Record<string, InputValue> {
  const filled: Record<string, InputValue> = {};
  for (const [name, option] of Object.entries(options)) {
    if (option.type === 'boolean') filled[name] = given[name] ?? false;
    else filled[name] = given[name] ?? (option.type === 'list' ? [] : option.default);
  }
  return filled;
}
