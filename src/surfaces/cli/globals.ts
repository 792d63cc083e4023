import type { Input, InputOf, InputValue, Options } from '../operation.ts';

/** Flags every command takes, before or after its name. */
const GLOBALS = {
  root: {
    type: 'list',
    separator: 'none',
    placeholder: 'DIR',
    help: 'The root of the project. Defaults to the current folder. Given several times, as DIR or NAME=DIR, the folders are asked together, and paths are written NAME:PATH.',
  },
  git_dir: {
    placeholder: 'DIR',
    help: 'The git repository to read a commit from, bare or not; needs --index.',
  },
  ref: { placeholder: 'REF', help: 'Read this commit, branch or tag instead of the work tree.' },
  index: {
    placeholder: 'FILE',
    help: 'The index file. Defaults to one for all projects in ~/.cache/sheaf.',
  },
  set: {
    type: 'list',
    separator: 'none',
    placeholder: 'KEY=VALUE',
    help: 'Set a configuration key, such as budget.max_tokens=50k; may be repeated.',
  },
  json: { type: 'boolean', help: 'Print the result as one JSON document.' },
  quiet: { type: 'boolean', short: 'q', help: 'Print no notes and no progress.' },
  debug: { type: 'boolean', help: 'Show the stack trace of an error.' },
  no_color: { type: 'boolean', help: 'Print without colours, as with the variable NO_COLOR.' },
  help: { type: 'boolean', short: 'h', help: 'Show help.' },
  version: { type: 'boolean', help: 'Print the version.' },
} as const;

export const GLOBAL_OPTIONS: Options = GLOBALS;

export type Globals = InputOf<Record<never, never>, typeof GLOBALS>;

export function atRest(options: Options, given: Input): Record<string, InputValue> {
  const filled: Record<string, InputValue> = {};
  for (const [name, option] of Object.entries(options)) {
    if (option.type === 'boolean') filled[name] = given[name] ?? false;
    else filled[name] = given[name] ?? (option.type === 'list' ? [] : option.default);
  }
  return filled;
}
