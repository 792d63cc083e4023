import type { Override } from '../../config/settings.ts';
import { SheafError } from '../../model/errors.ts';
import {
  FORMAT_NAMES,
  type FormatName,
  LOOKS,
  OVERFLOWS,
  STRATEGIES,
  TOKENIZER_NAMES,
} from '../../model/options.ts';
import type { AssembleRequest, ContextOptions, Workspace } from '../../model/results.ts';
import { SOURCES } from '../../model/shape.ts';
import { flagOf } from '../operation.ts';
import { RANKING_OPTIONS } from './ranking-options.ts';

/** Options of every operation that chooses what stands in a context. */
export const GATHER_OPTIONS = {
  task_file: {
    type: 'string',
    placeholder: 'FILE',
    help: 'Read the task from a file; - is standard input.',
  },
  budget: {
    type: 'size',
    short: 'b',
    placeholder: 'TOKENS',
    key: 'budget.max_tokens',
    help: "The model's context window, such as 8k; reserves are subtracted from it.",
  },
  context_tokens: {
    type: 'size',
    placeholder: 'TOKENS',
    min: 1,
    max: 100_000_000,
    help: 'Tokens for the context alone, with nothing reserved.',
  },
  tokenizer: {
    type: 'enum',
    values: TOKENIZER_NAMES as typeof TOKENIZER_NAMES,
    key: 'budget.tokenizer',
    help: 'How to count tokens.',
  },
  type: {
    type: 'enum',
    values: ['auto', 'bug', 'feature', 'infra', 'research'],
    default: 'auto',
    help: 'The type of task, which decides which sources matter most.',
  },
  format: {
    type: 'enum',
    short: 'f',
    values: FORMAT_NAMES as typeof FORMAT_NAMES,
    key: 'assembly.format',
    help: 'Format of the context.',
  },
  strategy: {
    type: 'enum',
    values: STRATEGIES as typeof STRATEGIES,
    key: 'assembly.packing_strategy',
    help: 'How to fill the budget.',
  },
  fill: {
    type: 'boolean',
    key: 'assembly.fill',
    help: 'Fill the context to its last token, also with what is hardly needed.',
  },
  overflow: {
    type: 'enum',
    values: OVERFLOWS as typeof OVERFLOWS,
    key: 'budget.overflow_strategy',
    help: 'What to do when content exceeds the budget; with error the exit code is 1.',
  },
  sources: {
    type: 'list',
    offers: SOURCES as typeof SOURCES,
    help: 'Use only these sources, separated by commas: conversation, research, documentation, code, deployment, logs, or one that you have added.',
  },
  without: RANKING_OPTIONS.without as typeof RANKING_OPTIONS.without,
  pin: {
    type: 'list',
    separator: 'none',
    placeholder: 'PATH',
    help: 'Include this file before all others; may be repeated.',
  },
  changed: {
    type: 'string',
    placeholder: 'REF',
    bare: 'HEAD',
    help: 'Pin the files that differ from the last commit, or from REF, and new ones; none that git ignores.',
  },
  since: {
    type: 'string',
    placeholder: 'REF',
    help: 'Pin the files that differ from this commit, branch or tag; the same as --changed REF.',
  },
  include: {
    type: 'list',
    separator: 'none',
    placeholder: 'GLOB',
    help: 'Use only files that match this .gitignore pattern; may be repeated.',
  },
  exclude: {
    type: 'list',
    separator: 'none',
    placeholder: 'GLOB',
    help: 'Skip files that match this .gitignore pattern; may be repeated.',
  },
} as const;

const LOOK_OPTIONS = {
  list_sources: {
    type: 'boolean',
    help: 'End the context with a list of its sources (markdown, xml, plain, json).',
  },
  names_only: {
    type: 'boolean',
    help: 'Show names, lines and summaries, but no contents (docs, markdown, xml, plain, json).',
  },
  group_by_type: {
    type: 'boolean',
    help: 'Group by type: code, documentation, conversations and the rest (markdown, xml, plain).',
  },
  compact: {
    type: 'boolean',
    help: 'Cut each document after 500 characters (docs, markdown, xml, plain, json).',
  },
  api: {
    type: 'enum',
    values: ['anthropic', 'openai'],
    help: 'The API to write messages for, with --format messages. Defaults to anthropic.',
  },
  map: {
    type: 'boolean',
    key: 'assembly.map',
    help: "Add a map of the project's folders, deeper where the files lie that the task is about.",
  },
  line_numbers: {
    type: 'boolean',
    help: 'Write the number of each line of a file before it, for agents that edit.',
  },
} as const;

/** Options of every operation that assembles a context. */
export const ASSEMBLY_OPTIONS: typeof GATHER_OPTIONS & typeof LOOK_OPTIONS = {
  ...GATHER_OPTIONS,
  ...LOOK_OPTIONS,
};

/** Said where a task finds nothing, with what to try. */
export const NO_MATCH =
  'nothing in the project matches the task: name a file, a function or words that the project uses (sheaf search WORDS), or see what is indexed (sheaf index --status)';

/** Of these one says all; a second one would change nothing. */
export const APART = [
  ['task', 'task_file'],
  ['budget', 'context_tokens'],
  ['changed', 'since'],
] as const;

interface Look {
  readonly list_sources?: boolean;
  readonly names_only?: boolean;
  readonly group_by_type?: boolean;
  readonly compact?: boolean;
  readonly api?: 'anthropic' | 'openai' | undefined;
  readonly line_numbers?: boolean;
}

/** What the command line gives for these options. */
export interface AssemblyInput extends Look {
  readonly task?: string | undefined;
  readonly task_file?: string | undefined;
  readonly type: NonNullable<AssembleRequest['type']>;
  readonly sources: readonly string[];
  readonly without: readonly string[];
  readonly context_tokens?: number | undefined;
  readonly pin: readonly string[];
  readonly changed?: string | undefined;
  readonly since?: string | undefined;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** The flag of each look. */
const FLAGS = {
  includeSources: 'list_sources',
  includeCodeContent: 'names_only',
  groupByType: 'group_by_type',
  style: 'compact',
  api: 'api',
  lineNumbers: 'line_numbers',
} as const satisfies Readonly<Record<keyof typeof LOOKS, keyof Look>>;

/** How the context shall look. What the format can't show is refused. */
export function lookOf(input: Look, format: FormatName): Pick<ContextOptions, keyof typeof LOOKS> {
  for (const [name, { formats }] of Object.entries(LOOKS)) {
    const flag = FLAGS[name as keyof typeof LOOKS];
    const value = input[flag];
    if (value === undefined || value === false || formats.includes(format)) continue;
    throw new SheafError(
      'usage',
      `${flagOf(flag)} does not apply to the format ${format}`,
      `it works with --format ${formats.join(', ')}`,
    );
  }
  return {
    includeSources: input.list_sources,
    includeCodeContent: input.names_only === true ? false : undefined,
    groupByType: input.group_by_type,
    style: input.compact === true ? 'compact' : undefined,
    api: input.api,
    lineNumbers: input.line_numbers,
  };
}

/** A flow holds its evidence already, in the order of its ranks: options that search or choose do not apply. */
export function refuseForFlows(input: AssemblyInput, overrides: readonly Override[]): void {
  const isGiven: Readonly<Record<string, boolean>> = {
    '--type': input.type !== 'auto',
    '--sources': input.sources.length > 0,
    '--without': input.without.length > 0,
    '--pin': input.pin.length > 0,
    '--changed': input.changed !== undefined,
    '--since': input.since !== undefined,
    '--include': input.include.length > 0,
    '--exclude': input.exclude.length > 0,
    '--strategy': overrides.some(({ flag }) => flag === '--strategy'),
    '--map': overrides.some(({ flag }) => flag === '--map'),
    '--fill': overrides.some(({ flag }) => flag === '--fill'),
  };
  const [idle] = Object.keys(isGiven).filter((flag) => isGiven[flag]);
  if (idle === undefined) return;
  throw new SheafError(
    'usage',
    `${idle} does not apply to a flow, because its folder decides what is in the context`,
    'use it with sheaf gather, or give a task',
  );
}

export const requestOf = (
  task: string,
  input: AssemblyInput,
  changed: readonly string[],
): AssembleRequest => ({
  task,
  type: input.type,
  sources: input.sources,
  without: input.without,
  maxTokens: input.context_tokens,
  pins: [...input.pin, ...changed],
  include: input.include,
  exclude: input.exclude,
});

/** The files that `--changed` and `--since` name. */
export async function changedPaths(
  workspace: Workspace,
  {
    changed,
    since,
  }: { readonly changed?: string | undefined; readonly since?: string | undefined },
): Promise<readonly string[]> {
  const ref = since ?? changed;
  return ref === undefined ? [] : workspace.changedSince(ref);
}
