import type { Tool } from '@modelcontextprotocol/server';
import { SheafError } from '../../model/errors.ts';
import type { Given } from '../doors/read.ts';

/* The tools by which agents call operations: short names, few options, short words, because agents pay for each in every turn. */

export type Profile = 'default' | 'full';

/** What a tool calls: an operation of the table and its input. */
export interface Called {
  readonly operation: string;
  readonly given: Given;
  /** The answer may be long, because its size was asked for. */
  readonly isLong?: boolean;
}

export interface ToolSpec {
  readonly shown: Tool;
  /** Only with `--profile full`. */
  readonly isExtra?: true;
  convert(given: Given): Called;
  /** The name of what an operation returns as a list, or what a text stands under. */
  readonly holds?: string;
}

type Schema = Readonly<Record<string, unknown>>;

const TEXT = { type: 'string' } as const;
const said = (description: string): Schema => ({ type: 'string', description });
const texts = (description: string): Schema => ({ type: 'array', items: TEXT, description });
const oneOf = (...values: readonly string[]): Schema => ({ type: 'string', enum: values });

const ROOT = said('folder or file; default: where the server started');
const SIZE = { type: ['integer', 'string'] };
const TOKENS = { ...SIZE, description: 'budget, such as 8k' };
const STATE = { type: 'object' };

function shown(
  name: string,
  description: string,
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
  gives: Readonly<Record<string, Schema>>,
  isReadOnly = true,
): Tool {
  return {
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: { ...properties, root: ROOT },
      required: [...required],
      additionalProperties: false,
    },
    outputSchema: { type: 'object', properties: { ...gives, state: STATE } },
    annotations: { readOnlyHint: isReadOnly },
  } as Tool;
}

/** Tokens of a context that nobody asked a size for: with its copy as data it stays below 8,000. */
export const USUAL_TOKENS = 3000;

/** Agents on Windows, and models that have seen much of it, write paths with the other slash. */
const path = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\\', '/').replace(/^\.\//, '') : value;

const PATH_LIKE = /^[^\s?!]*(?:[/\\][^\s?!]+|\.[a-zA-Z]{1,5})$/;

/** A path says where, not what is wanted. */
export function taskIn(value: unknown): unknown {
  if (typeof value !== 'string' || !PATH_LIKE.test(value.trim())) return value;
  const sentence = `${JSON.stringify(value.slice(0, 200))} is a path, not a task`;
  const hint = `say what is to be done, such as "fix the race in ${value.trim().slice(0, 200)}"`;
  throw new SheafError('usage', sentence, hint);
}

/** Renames what a tool calls otherwise than its operation; `root` is the same everywhere. */
const renamed = (given: Given, names: Readonly<Record<string, string>>): Given =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [names[key] ?? key, value]));

/** `a,b` and `["a", "b"]` are both a list of words. */
export const listed = (value: unknown): unknown[] =>
  typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : [value ?? []].flat();

const EVIDENCE = {
  list: 'status',
  toggle: 'toggle',
  rank: 'rank',
} as const;

export const TOOLS: readonly ToolSpec[] = [
  {
    shown: shown(
      'context',
      'What matters for a task in this project: code, docs, history, within a budget. Call it first, before reading or searching files. The answer names a plan and further candidates.',
      {
        task: said('what is to be done or found out, in words'),
        tokens: { ...TOKENS, description: 'budget, such as 8k; default 3000' },
        detail: {
          ...oneOf('concise', 'detailed'),
          description: 'detailed: why each part is there',
        },
        plan: said('of an earlier answer: gives only what is new'),
        pick: { type: 'array', items: {}, description: 'numbers of candidates, or paths, to add' },
        drop: { type: 'array', items: {}, description: 'numbers of candidates to leave out' },
      },
      [],
      { prompt: TEXT, plan: TEXT, further: { type: 'array' } },
    ),
    convert: (given) => ({ operation: 'assemble', given, isLong: given['tokens'] !== undefined }),
  },
  {
    shown: shown(
      'search',
      'Places in the project for a query, best first.',
      {
        query: said('words, names, an error message'),
        find: oneOf('pieces', 'files', 'functions'),
        limit: { type: 'integer' },
      },
      ['query'],
      { hits: { type: 'array' } },
    ),
    convert: ({ find, limit, ...given }) => ({
      operation: 'search',
      given: {
        ...given,
        limit,
        ...(find === undefined || find === 'pieces' ? {} : { [String(find)]: true }),
      },
      isLong: limit !== undefined,
    }),
    holds: 'hits',
  },
  {
    shown: shown(
      'why',
      'Why a file, or a line of it, is in the context of a task or not, and from which budget on.',
      { path: said('PATH or PATH:LINE'), task: TEXT, tokens: TOKENS },
      ['path', 'task'],
      { decision: TEXT, reason: TEXT },
    ),
    convert: ({ path: place, ...given }) => ({
      operation: 'why',
      given: {
        ...renamed(given, { tokens: 'context_tokens' }),
        context_tokens: given['tokens'] ?? USUAL_TOKENS,
        task: taskIn(given['task']),
        place: path(place),
      },
    }),
  },
  {
    isExtra: true,
    shown: shown(
      'score',
      'How the relevance of a file to a task is calculated.',
      { path: TEXT, task: TEXT },
      ['path', 'task'],
      {},
    ),
    convert: ({ path: file, ...given }) => ({
      operation: 'score',
      given: { ...given, task: taskIn(given['task']), file: path(file) },
    }),
  },
  {
    isExtra: true,
    shown: shown(
      'evidence',
      'The evidence of the current flow, a task kept as a folder. add: selectors such as FILE::10,20; toggle: on|off and names; rank: name and rank; ask: a question about it.',
      {
        action: oneOf('list', 'add', 'toggle', 'rank', 'ask'),
        words: texts('what the action takes'),
        flow: TEXT,
      },
      ['action'],
      {},
      false,
    ),
    convert: ({ action, words, ...given }) => {
      const said = listed(words);
      if (action === 'add') {
        return { operation: 'add', given: { ...given, selectors: said.map(path) } };
      }
      if (action === 'ask') {
        const question = typeof words === 'string' ? words : said.join(' ');
        return { operation: 'ask', given: { ...given, question } };
      }
      const own = EVIDENCE[action as keyof typeof EVIDENCE] ?? action;
      return { operation: 'evidence', given: { ...given, action: own, words: said } };
    },
  },
  {
    isExtra: true,
    shown: shown(
      'summarize',
      'A shorter version of a file.',
      {
        path: TEXT,
        level: oneOf('full', 'detailed', 'summary', 'stub'),
        tokens: SIZE,
        task: said('keeps what matters for it'),
      },
      ['path'],
      { text: TEXT },
    ),
    convert: ({ path: file, tokens, level, ...given }) => ({
      operation: 'summarize',
      given: {
        ...given,
        file: path(file),
        level,
        ...(level === undefined ? { compress: tokens } : { max_tokens: tokens }),
      },
      isLong: tokens !== undefined || level === 'full',
    }),
  },
  {
    isExtra: true,
    shown: shown(
      'budget',
      "How many tokens a model's window leaves for context.",
      { task: TEXT, window: SIZE },
      ['task'],
      {},
    ),
    convert: (given) => ({
      operation: 'budget',
      given: { ...renamed(given, { window: 'max_tokens' }), task: taskIn(given['task']) },
    }),
  },
  {
    isExtra: true,
    shown: shown(
      'report',
      'How the budget of the last context was spent, or of all since a time.',
      { since: said('2026-01-31, 2h, 7d') },
      [],
      {},
    ),
    convert: (given) => ({ operation: 'report', given }),
    holds: 'records',
  },
  {
    isExtra: true,
    shown: shown(
      'replay',
      'The context of a plan again, byte for byte, or what has changed.',
      { plan: TEXT },
      ['plan'],
      { prompt: TEXT },
    ),
    convert: (given) => ({ operation: 'replay', given, isLong: true }),
  },
];

export const toolsOf = (profile: Profile): readonly ToolSpec[] =>
  TOOLS.filter(({ isExtra }) => profile === 'full' || isExtra !== true);
