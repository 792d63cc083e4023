import { describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../src/index.ts';
import { offered } from '../src/surfaces/http/openapi.ts';
import { flagOf } from '../src/surfaces/operation.ts';
import { OPERATIONS } from '../src/surfaces/table.ts';
import { command } from './support/command.ts';
import { served } from './support/http-server.ts';
import { callTool, withServer } from './support/mcp-client.ts';
import { forgetIndex, inFolder } from './support/project.ts';
import { makeShop } from './support/shop.ts';

/* One table of cases over all doors: what an operation answers must not depend on the door it is asked at. */

const TASK = 'sessions expire too early after a refresh';
const FLOW = ['flow', 'new', TASK];
const ENV = process.env as Record<string, string>;

type Given = Readonly<Record<string, string | number | boolean | readonly string[]>>;

interface Case {
  readonly operation: string;
  readonly given: Given;
  /** Commands that come first, at every door. */
  readonly first?: readonly (readonly string[])[];
  /** The same by MCP, where a tool offers it. */
  readonly tool?: readonly [name: string, given: Record<string, unknown>];
  /** The same by the library, where it has a method of its own. */
  library?(workspace: Workspace): Promise<unknown>;
}

const CASES: readonly Case[] = [
  {
    operation: 'assemble',
    given: { task: TASK, context_tokens: 2000 },
    tool: ['context', { task: TASK, tokens: '2k', detail: 'detailed' }],
    library: async (workspace) => {
      const { prompt } = await workspace.assemble({ task: TASK, maxTokens: 2000 });
      return { prompt };
    },
  },
  {
    operation: 'assemble',
    given: { task: TASK, context_tokens: 900, format: 'xml', pin: ['shop/cart.py'], type: 'bug' },
  },
  {
    operation: 'shortlist',
    given: { task: TASK },
    library: async (workspace) => {
      const { id, files } = await workspace.shortlist({ task: TASK });
      return { id, files };
    },
  },
  {
    operation: 'search',
    given: { query: 'session cookie', limit: 5 },
    tool: ['search', { query: 'session cookie', limit: 5 }],
    library: (workspace) => workspace.search({ query: 'session cookie', limit: 5 }),
  },
  {
    operation: 'search',
    given: { query: 'session cookie', files: true },
    tool: ['search', { query: 'session cookie', find: 'files' }],
    library: (workspace) => workspace.search({ query: 'session cookie', find: 'files' }),
  },
  {
    operation: 'why',
    given: { place: 'shop/cart.py', task: TASK, context_tokens: 3000 },
    tool: ['why', { path: 'shop\\cart.py', task: TASK, tokens: '3k' }],
    library: (workspace) => workspace.why({ place: 'shop/cart.py', task: TASK, maxTokens: 3000 }),
  },
  {
    operation: 'score',
    given: { file: 'shop/session.py', task: TASK },
    tool: ['score', { path: 'shop/session.py', task: TASK }],
    library: (workspace) => workspace.score({ path: 'shop/session.py', task: TASK }),
  },
  {
    operation: 'summarize',
    given: { file: 'shop/session.py', level: 'detailed' },
    tool: ['summarize', { path: 'shop/session.py', level: 'detailed' }],
  },
  { operation: 'budget', given: { task: TASK, max_tokens: '8k' } },
  { operation: 'gather', given: { task: TASK, context_tokens: 2000, dry_run: true } },
  { operation: 'flow', given: { action: 'list' }, first: [FLOW] },
  {
    operation: 'evidence',
    given: { action: 'status' },
    first: [FLOW, ['add', 'shop/session.py', 'shop/cart.py']],
    tool: ['evidence', { action: 'list' }],
  },
  {
    operation: 'add',
    given: { selectors: ['shop/session.py::1,5'] },
    first: [FLOW],
    tool: ['evidence', { action: 'add', words: ['shop/session.py::1,5'] }],
  },
  {
    operation: 'evidence',
    given: { action: 'toggle', words: ['off', 'e1'] },
    first: [FLOW, ['add', 'shop/session.py']],
    tool: ['evidence', { action: 'toggle', words: 'off e1' }],
  },
  {
    operation: 'evidence',
    given: { action: 'rank', words: ['e1', '300'] },
    first: [FLOW, ['add', 'shop/session.py']],
    tool: ['evidence', { action: 'rank', words: ['e1', 300] }],
  },
  {
    operation: 'ask',
    given: { question: 'What evidence covers sessions?' },
    first: [FLOW, ['add', 'shop/session.py']],
    tool: ['evidence', { action: 'ask', words: 'What evidence covers sessions?' }],
  },
  { operation: 'undo', given: {}, first: [FLOW, ['add', 'shop/cart.py']] },
  { operation: 'redo', given: {}, first: [FLOW, ['add', 'shop/cart.py'], ['undo']] },
  {
    operation: 'evidence',
    given: { action: 'level', words: ['e1', 'stub'] },
    first: [FLOW, ['add', 'shop/session.py']],
  },
  { operation: 'inspect', given: { task: TASK, context_tokens: 3000 } },
  { operation: 'inspect-flow', given: {}, first: [FLOW, ['add', 'shop/session.py']] },
  { operation: 'sizes', given: { task: TASK, up_to: 4000 } },
  { operation: 'show', given: { path: 'shop/session.py' } },
  {
    operation: 'report',
    given: { since: '2000-01-01' },
    tool: ['report', { since: '2000-01-01' }],
  },
  { operation: 'secrets', given: { action: 'scan' } },
];

const find = (name: string) => OPERATIONS.find((operation) => operation.name === name);

function argvOf({ operation, given }: Case): string[] {
  const positionals = Object.keys(find(operation)?.positionals ?? {});
  const words = positionals.flatMap((name) => given[name] ?? []).map(String);
  const flags = Object.entries(given)
    .filter(([name]) => !positionals.includes(name))
    .flatMap(([name, value]) =>
      [value].flat().map((each) => (each === true ? flagOf(name) : `${flagOf(name)}=${each}`)),
    );
  return [operation, ...flags, '--json', '--', ...words];
}

/** Each door has a shop and an index of its own: what one changes or keeps, another must not see. */
const inOwnShop = <T>(first: Case['first'], work: (root: string) => Promise<T>): Promise<T> =>
  inFolder(async (root) => {
    makeShop(root);
    forgetIndex(root);
    for (const argv of first ?? []) {
      const { code, err } = await command(root, argv, { env: ENV });
      if (code !== 0) throw new Error(err);
    }
    return work(root);
  });

const TIME = /20\d\d-?\d\d-?\d\dT\d\d:?\d\d:?\d\d(?:\.\d+Z)?/g;
const DURATION = /("\w+_ms":)\d+/g;

/** As JSON, without times: the doors are asked one after the other. */
const same = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replace(TIME, 'TIME').replace(DURATION, '$10'));

describe('every door gives the same answer', () => {
  it('knows a case of each operation that servers offer', () => {
    const apart = ['index', 'replay', 'diff', 'eval']; // about the index itself, plans or a history: see if-1-mcp, if-7-eval and below
    const names = offered(OPERATIONS).map(({ name }) => name);
    const known = new Set(CASES.map(({ operation }) => operation));
    expect(names.filter((name) => !known.has(name))).toEqual(
      names.filter((name) => apart.includes(name)),
    );
  });

  it.each(CASES.map((each) => [argvOf(each).join(' '), each] as const))('%s', async (_, each) => {
    const { operation, given, first, tool, library } = each;
    const wanted = await inOwnShop(first, async (root) => {
      const { out, err } = await command(root, argvOf(each), { env: ENV });
      if (out === '') throw new Error(err);
      return same(JSON.parse(out));
    });
    const overHttp = await inOwnShop(first, (root) =>
      served(root, async ({ post }) => {
        const response = await post(operation, given);
        const { result } = (await response.json()) as { result: unknown };
        return same(result);
      }),
    );
    expect(overHttp).toEqual(wanted);
    if (tool !== undefined) {
      const byTool = await inOwnShop(first, (root) =>
        withServer(root, (client) => callTool(client, tool[0], tool[1])),
      );
      const whole = Array.isArray(wanted) ? Object.values(byTool.data)[0] : byTool.data;
      const own = same(whole);
      if (Array.isArray(wanted)) expect(own).toEqual(wanted);
      else expect(own).toMatchObject(wanted as object);
    }
    if (library !== undefined) {
      const own = await inOwnShop(first, async (root) => {
        const workspace = await openWorkspace({ root });
        return library(workspace).finally(() => workspace.close());
      });
      if (Array.isArray(wanted)) expect(same(own)).toEqual(wanted);
      else expect(wanted).toMatchObject(same(own) as object);
    }
  });

  it('diff of two plans that a server gave out', async () => {
    await inOwnShop([], (root) =>
      served(root, async ({ post }) => {
        const planOf = async (tokens: number): Promise<string> => {
          const response = await post('assemble', { task: TASK, context_tokens: tokens });
          return ((await response.json()) as { plan: string }).plan;
        };
        const plans = { before: await planOf(500), after: await planOf(900) };
        const { result } = (await (await post('diff', plans)).json()) as {
          result: { cause: string }[];
        };
        expect(result.map(({ cause }) => cause)).toContain('budget');
      }),
    );
  });
});
