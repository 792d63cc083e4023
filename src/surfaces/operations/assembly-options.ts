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
    help: "The model's whole window, such as 8k; reserves are taken from it.",
  },
  context_tokens: {
    type: 'size',
    placeholder: 'TOKENS',
    min: 1,
    max: 100_000_000,
    help: 'What is available for context, directly, without reserves.',
  },
  tokenizer: {
    type: 'enum',
    values: ['o200k', 'cl100k', 'claude', 'chars4'],
    key: 'budget.tokenizer',
    help: 'How tokens are counted.',
  },
  type: {
    type: 'enum',
    values: ['auto', 'bug', 'feature', 'infra', 'research'],
    default: 'auto',
    help: 'Kind of task; it decides which sources matter most.',
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
    values: ['value', 'optimal', 'greedy', 'interleaved', 'score-weighted'],
    key: 'assembly.packing_strategy',
    help: 'How the budget is filled.',
  },
  fill: {
    type: 'boolean',
    key: 'assembly.fill',
    help: 'Fill the context to its last token, also with what is hardly needed.',
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
    help: 'Only these sources, separated by commas.',
  },
  without: RANKING_OPTIONS.without as typeof RANKING_OPTIONS.without,
  pin: {
    type: 'list',
    separator: 'none',
    placeholder: 'PATH',
    help: 'A file that stands in the context before all others; may be repeated.',
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
    help: 'Only files that match, as in a .gitignore; may be repeated.',
  },
  exclude: {
    type: 'list',
    separator: 'none',
    placeholder: 'GLOB',
    help: 'No files that match; may be repeated.',
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
  line_numbers: ['mdctx', 'docs', 'markdown', 'xml', 'plain', 'json', 'messages'],
} as const satisfies Readonly<Record<string, readonly FormatName[]>>;

const LOOK_OPTIONS = {
  list_sources: {
    type: 'boolean',
    help: 'End the context with a list of its sources (markdown, xml, plain, json).',
  },
  names_only: {
    type: 'boolean',
    help: 'Names, places and summaries without contents (docs, markdown, xml, plain, json).',
  },
  group_by_type: {
    type: 'boolean',
    help: 'Headings over code, documentation, conversations and the rest (markdown, xml, plain).',
  },
  compact: {
    type: 'boolean',
    help: 'Cut every content at 500 characters (docs, markdown, xml, plain, json).',
  },
  api: {
    type: 'enum',
    values: ['anthropic', 'openai'],
    help: 'Whose shape the format messages has; anthropic unless given.',
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
      `it goes with --format ${formats.join(', ')}`,
    );
  }
  return {
    ...(input.list_sources === true ? { includeSources: true } : {}),
    ...(input.names_only === true ? { includeCode: false } : {}),
    ...(input.group_by_type === true ? { groupByType: true } : {}),
    ...(input.compact === true ? { style: 'compact' as const } : {}),
    ...(input.api === 'openai' ? { api: 'openai' as const } : {}),
    ...(input.line_numbers === true ? { lineNumbers: true } : {}),
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
    '--fill': overrides.some(({ flag }) => flag === '--fill'),
  };
  const [idle] = Object.keys(isGiven).filter((flag) => isGiven[flag]);
  if (idle === undefined) return;
  throw new SheafError(
    'usage',
    `${idle} does not apply to a flow: its folder says what stands in the context`,
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
