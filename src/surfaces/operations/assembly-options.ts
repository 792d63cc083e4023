import type { Override } from '../../config/settings.ts';
import { SheafError } from '../../model/errors.ts';
import { MODEL_PRESETS } from '../../model/model-presets.ts';
import * as names from '../../model/options.ts';
import { SWITCHES } from '../../model/relevance.ts';
import type { AssembleRequest, ContextOptions, Workspace } from '../../model/results.ts';
import { SOURCES } from '../../model/shape.ts';
import type { Choice } from '../../model/shortlist.ts';
import { type Context, foldersOf } from '../context.ts';
import { flagOf, type Input, type InputOf } from '../operation.ts';

/* Options that several operations take. Those used twice are written `X as typeof X`: isolated declarations infer no identifiers. */

export const TASK = {
  task: { help: 'The task, in words; - reads it from standard input.', words: true },
} as const;

/** How operations on something else than the task are told of it. */
export const TASK_OPTIONS = {
  task: { short: 't', placeholder: 'TEXT', help: 'The task, in words.' },
  task_file: {
    local: true,
    placeholder: 'FILE',
    help: 'Read the task from a file; - is standard input.',
  },
} as const;

/** Options of every operation on a flow. */
export const FLOW_OPTION = {
  flow: {
    placeholder: 'ID',
    help: 'The flow to use, by id or the start of an id. Defaults to the current flow.',
  },
} as const;

export const DRY_RUN = {
  dry_run: { type: 'boolean', help: 'Show what would be done without writing anything.' },
} as const;

export const OUT = {
  out: {
    local: true,
    short: 'o',
    placeholder: 'FILE',
    help: 'Write the context to a file instead of standard output.',
  },
} as const;

/** Options of every operation that ranks: the kind of task, and switches to see what each signal is worth. */
export const RANKING_OPTIONS = {
  type: {
    type: 'enum',
    values: ['auto', 'bug', 'feature', 'infra', 'research'],
    default: 'auto',
    help: 'The type of task, which decides which sources matter most.',
  },
  method: {
    type: 'enum',
    values: ['keyword', 'semantic', 'hybrid'],
    key: 'relevance.scoring_method',
    help: 'Search by words, by meaning, or both.',
  },
  home_transcripts: {
    type: 'boolean',
    key: 'sources.conversation.home_transcripts',
    help: 'Also use transcripts of coding agents that lie in your home folder and belong to this project.',
  },
  without: {
    type: 'list',
    values: SWITCHES as readonly string[],
    help: 'Signals to leave out of the ranking, separated by commas, to see what each contributes; words and history stand for two signals each.',
  },
} as const;

/** What a reader chose from a shortlist. */
export const CHOICE_OPTIONS = {
  pick: {
    type: 'list',
    placeholder: 'NUMBERS',
    help: 'Pack these candidates of sheaf shortlist before all others, such as 3,7,9-11.',
  },
  drop: {
    type: 'list',
    placeholder: 'NUMBERS',
    help: 'Leave these candidates of sheaf shortlist out.',
  },
  shortlist: {
    placeholder: 'ID',
    help: 'The id of the shortlist that the numbers are from; if the project has changed since, they are refused and the new list is printed.',
  },
} as const;

const MODEL_SETS: Readonly<Record<string, Readonly<Record<string, string | number>>>> =
  Object.fromEntries(
    Object.entries(MODEL_PRESETS).map(([name, { windowTokens, tokenizer }]) => [
      name,
      { 'budget.max_tokens': windowTokens, 'budget.tokenizer': tokenizer, 'budget.model': name },
    ]),
  );

/** Options of every operation that chooses what stands in a context. */
export const GATHER_OPTIONS = {
  task_file: TASK_OPTIONS.task_file as typeof TASK_OPTIONS.task_file,
  budget: {
    type: 'size',
    short: 'b',
    placeholder: 'TOKENS',
    key: 'budget.max_tokens',
    help: "The model's context window, such as 8k; reserves are subtracted from it.",
  },
  model: {
    type: 'enum',
    placeholder: 'NAME',
    values: Object.keys(MODEL_PRESETS) as readonly string[],
    families: true,
    sets: MODEL_SETS as typeof MODEL_SETS,
    help: 'The model the context is for, by its family or full name: sets the window and the tokenizer, unless --budget or --tokenizer does, and the name in reports. The window is a ceiling, no size to fill.',
  },
  context_tokens: {
    type: 'size',
    placeholder: 'TOKENS',
    limits: [1, 100_000_000],
    help: 'Tokens for the context alone, with nothing reserved.',
  },
  tokenizer: {
    type: 'enum',
    values: names.TOKENIZER_NAMES as typeof names.TOKENIZER_NAMES,
    key: 'budget.tokenizer',
    help: 'How to count tokens.',
  },
  type: RANKING_OPTIONS.type as typeof RANKING_OPTIONS.type,
  method: RANKING_OPTIONS.method as typeof RANKING_OPTIONS.method,
  format: {
    type: 'enum',
    short: 'f',
    values: names.FORMAT_NAMES as typeof names.FORMAT_NAMES,
    key: 'assembly.format',
    help: 'Format of the context.',
  },
  strategy: {
    type: 'enum',
    values: names.STRATEGIES as typeof names.STRATEGIES,
    key: 'assembly.packing_strategy',
    help: 'How to fill the budget.',
  },
  fill: {
    type: 'boolean',
    key: 'assembly.fill',
    help: 'Fill the context to its last token, also with what is hardly needed.',
  },
  raw_unicode: {
    type: 'boolean',
    key: 'assembly.raw_unicode',
    help: 'Keep hidden characters as they are instead of showing their numbers.',
  },
  overflow: {
    type: 'enum',
    values: names.OVERFLOWS as typeof names.OVERFLOWS,
    key: 'budget.overflow_strategy',
    help: 'What to do when content exceeds the budget; with error the exit code is 1.',
  },
  sources: {
    type: 'list',
    offers: SOURCES as typeof SOURCES,
    help: 'Use only these sources, separated by commas: conversation, research, documentation, code, deployment, logs, or one that you have added.',
  },
  home_transcripts: RANKING_OPTIONS.home_transcripts as typeof RANKING_OPTIONS.home_transcripts,
  without: RANKING_OPTIONS.without as typeof RANKING_OPTIONS.without,
  pin: {
    type: 'list',
    separator: 'none',
    placeholder: 'PATH',
    help: 'Include this file before all others; may be repeated.',
  },
  changed: {
    placeholder: 'REF',
    bare: 'HEAD',
    help: 'Pin the files that differ from the last commit, or from REF, and new ones; none that git ignores.',
  },
  since: {
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
  pick: CHOICE_OPTIONS.pick as typeof CHOICE_OPTIONS.pick,
  drop: CHOICE_OPTIONS.drop as typeof CHOICE_OPTIONS.drop,
  shortlist: CHOICE_OPTIONS.shortlist as typeof CHOICE_OPTIONS.shortlist,
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

export const ASSEMBLY_OPTIONS: typeof GATHER_OPTIONS & typeof LOOK_OPTIONS = {
  ...GATHER_OPTIONS,
  ...LOOK_OPTIONS,
};

/** Said where a task finds nothing, with what to try. */
export const NO_MATCH =
  'nothing in the project matches the task: name a file, a function or words that the project uses (sheaf search WORDS), or see what is indexed (sheaf index --status)';

/** Said where what was found is too unlikely to be what is meant, with what to try. */
export const NOTHING_LIKELY =
  'nothing in the project is likely enough to be what the task means: name a file, a function or words that the project uses (sheaf search WORDS), or ask for the likeliest with a size (--context-tokens) or --fill';

/** Of these one says all; a second one would change nothing. */
export const APART = [
  ['task', 'task_file'],
  ['budget', 'context_tokens'],
  ['changed', 'since'],
] as const;

export type AssemblyInput = InputOf<typeof TASK, typeof ASSEMBLY_OPTIONS & typeof FLOW_OPTION>;

const FLAGS = {
  includeSources: 'list_sources',
  includeCodeContent: 'names_only',
  groupByType: 'group_by_type',
  style: 'compact',
  api: 'api',
  lineNumbers: 'line_numbers',
} as const satisfies Readonly<Record<keyof typeof names.LOOKS, keyof typeof LOOK_OPTIONS>>;

/** How the context shall look. What the format can't show is refused. */
export function lookOf(
  input: Omit<AssemblyInput, 'flow'>,
  format: names.FormatName,
): Pick<ContextOptions, keyof typeof names.LOOKS> {
  const given = Object.entries(FLAGS).filter(([, flag]) => (input[flag] ?? false) !== false);
  const looks = given.map(([name, flag]) => {
    const { value, formats } = names.LOOKS[name as keyof typeof FLAGS];
    if (formats.includes(format)) return [name, flag === 'api' ? input.api : value];
    const hint = `it works with --format ${formats.join(', ')}`;
    throw new SheafError('usage', `${flagOf(flag)} does not apply to the format ${format}`, hint);
  });
  return Object.fromEntries(looks);
}

/** What searches or chooses: options of their own, and flags that set a key. */
const CHOOSING =
  'type sources without pin changed since include exclude pick drop shortlist after'.split(' ');
const CHOOSING_KEYS = ['--strategy', '--map', '--fill'];

/** A flow holds its evidence already, in the order of its ranks: options that search or choose do not apply. */
export function refuseForFlows(input: AssemblyInput, overrides: readonly Override[]): void {
  const given = CHOOSING.filter((name) => {
    const value = (input as Input)[name];
    return Array.isArray(value) ? value.length > 0 : (value ?? 'auto') !== 'auto';
  });
  const keyed = CHOOSING_KEYS.filter((key) => overrides.some(({ flag }) => flag === key));
  const [idle] = [...given.map(flagOf), ...keyed];
  if (idle === undefined) return;
  const sentence = `${idle} does not apply to a flow, because its folder decides what is in the context`;
  const hint = 'use it with sheaf gather, or give a task';
  throw new SheafError('usage', sentence, hint);
}

/** What is asked of a workspace; the files that `--changed` and `--since` name are pinned. */
export async function requestOf(
  workspace: Workspace,
  task: string,
  input: InputOf<Record<never, never>, typeof GATHER_OPTIONS>,
  { note }: Pick<Context, 'note'>,
): Promise<AssembleRequest> {
  const { type, sources, without, context_tokens: maxTokens, include, exclude } = input;
  const ref = input.since ?? input.changed;
  const changed = ref === undefined ? [] : await workspace.changedSince(ref);
  if (ref !== undefined && changed.length === 0)
    note(`No file differs from ${ref}, so none is pinned.`);
  const pins = [...input.pin, ...changed];
  return { task, type, sources, without, maxTokens, pins, include, exclude, ...choiceOf(input) };
}

/** The numbers that `3,7,9-11` means. */
export function choiceOf(input: InputOf<Record<never, never>, typeof CHOICE_OPTIONS>): Choice {
  const [pick, drop] = [numbersIn(input.pick, '--pick'), numbersIn(input.drop, '--drop')];
  const { shortlist } = input;
  if (shortlist !== undefined && pick.length + drop.length === 0) {
    const hint = 'say which of its candidates to take or leave out';
    throw new SheafError('usage', '--shortlist needs --pick or --drop', hint);
  }
  return { pick, drop, shortlist };
}

const MOST_IN_RANGE = 1000;

const numbersIn = (words: readonly string[], flag: string): number[] =>
  words.flatMap((word) => {
    const [, from = '', to = from] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(word) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (first > 0 && last >= first && last - first < MOST_IN_RANGE) {
      return Array.from({ length: last - first + 1 }, (_, i) => first + i);
    }
    const sentence = `${flag} takes numbers and ranges such as 3,7,9-11, not ${JSON.stringify(word)}`;
    throw new SheafError('usage', sentence, 'sheaf shortlist TASK prints the numbers');
  });

/** The text of a task or query: given directly, in a file, or on standard input (`-`). */
export async function taskText(
  given: string | undefined,
  file: string | undefined,
  context: Context,
): Promise<string> {
  const path = file ?? (given === '-' ? '-' : undefined);
  const text = path === undefined ? given : await context.readInput(path);
  if (text === undefined) {
    const hint = 'give it in quotes, or with --task-file FILE (- for standard input)';
    throw new SheafError('usage', 'no text was given', hint);
  }
  if (text.includes('\0')) throw new SheafError('usage', `${path ?? 'the given text'} is no text`);
  if (text.trim() === '') {
    const hint = 'say in a few words what is to be done or found, such as "login fails"';
    throw new SheafError('usage', 'the given text is empty', hint);
  }
  // Before anything else sees it: what is secret in it must not end up in a name, a record or an error.
  const { workspaceRedactor } = await import('../../flows/redactor.ts');
  return workspaceRedactor(await foldersOf(context))(text, 'task.md');
}
