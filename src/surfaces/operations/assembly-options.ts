import type { Config } from '../../config/defaults.ts';
import type { Override } from '../../config/settings.ts';
import { SheafError } from '../../model/errors.ts';
import type { AssembleRequest, ContextLook, Workspace } from '../../model/results.ts';
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
    values: ['o200k', 'cl100k', 'claude', 'chars4'],
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
    values: ['mdctx', 'docs', 'markdown', 'xml', 'plain', 'json', 'messages'],
    key: 'assembly.format',
    help: 'Format of the context.',
  },
  strategy: {
    type: 'enum',
    values: ['optimal', 'greedy', 'interleaved', 'score-weighted'],
    key: 'assembly.packing_strategy',
    help: 'How to fill the budget.',
  },
  overflow: {
    type: 'enum',
    values: ['truncate', 'summarize', 'prioritize', 'error'],
    key: 'budget.overflow_strategy',
    help: 'What to do when content exceeds the budget; with error the exit code is 1.',
  },
  sources: {
    type: 'list',
    values: SOURCES as typeof SOURCES,
    help: 'Use only these sources, separated by commas.',
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
    help: 'Pin the files that differ from the last commit, or from REF.',
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

type FormatName = Config['assembly']['format'];

/** How a context looks, and the formats that can look so. */
const LOOKS = {
  list_sources: ['markdown', 'xml', 'plain', 'json'],
  names_only: ['docs', 'markdown', 'xml', 'plain', 'json'],
  group_by_type: ['markdown', 'xml', 'plain'],
  compact: ['docs', 'markdown', 'xml', 'plain', 'json'],
  api: ['messages'],
} as const satisfies Readonly<Record<string, readonly FormatName[]>>;

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
} as const;

/** Options of every operation that assembles a context. */
export const ASSEMBLY_OPTIONS: typeof GATHER_OPTIONS & typeof LOOK_OPTIONS = {
  ...GATHER_OPTIONS,
  ...LOOK_OPTIONS,
};

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
}

/** What the command line gives for these options. */
export interface AssemblyInput extends Look {
  readonly task?: string | undefined;
  readonly task_file?: string | undefined;
  readonly type: AssembleRequest['type'];
  readonly sources: readonly string[];
  readonly without: readonly string[];
  readonly context_tokens?: number | undefined;
  readonly pin: readonly string[];
  readonly changed?: string | undefined;
  readonly since?: string | undefined;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** How the context shall look. What the format can't show is refused. */
export function lookOf(input: Look, format: FormatName): ContextLook {
  for (const [name, formats] of Object.entries(LOOKS)) {
    const value = input[name as keyof Look];
    const isIdle = !(formats as readonly string[]).includes(format);
    if (value === undefined || value === false || !isIdle) continue;
    throw new SheafError(
      'usage',
      `${flagOf(name)} does not apply to the format ${format}`,
      `it works with --format ${formats.join(', ')}`,
    );
  }
  return {
    ...(input.list_sources === true ? { includeSources: true } : {}),
    ...(input.names_only === true ? { includeCode: false } : {}),
    ...(input.group_by_type === true ? { groupByType: true } : {}),
    ...(input.compact === true ? { style: 'compact' as const } : {}),
    ...(input.api === 'openai' ? { api: 'openai' as const } : {}),
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
  };
  const [idle] = Object.keys(isGiven).filter((flag) => isGiven[flag]);
  if (idle === undefined) return;
  throw new SheafError(
    'usage',
    `${idle} does not apply to a flow, because its folder decides what is in the context`,
    'use it with sheaf gather, or give a task',
  );
}

/** `+++ b/path` and `rename to path` of a diff; a task that is none names no files this way. */
const DIFFED = /^(?:\+\+\+ b\/|rename to |--- a\/)(.+?)(?:\t.*)?$/gm;
const IS_DIFF = /^(?:diff --git |--- \S+.*\n\+\+\+ )/m;

/** The files a diff is about; they are pinned. */
export function diffedPaths(text: string): string[] {
  if (!IS_DIFF.test(text)) return [];
  return [...new Set(Array.from(text.matchAll(DIFFED), ([, path = '']) => path))];
}

export const requestOf = (
  text: string,
  input: AssemblyInput,
  changed: readonly string[],
): AssembleRequest => ({
  text,
  type: input.type,
  sources: input.sources,
  without: input.without,
  contextTokens: input.context_tokens ?? null,
  pins: [
    ...new Set([
      ...input.pin.map((path) => path.replace(/^\.\//, '')),
      ...changed,
      ...diffedPaths(text),
    ]),
  ],
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
