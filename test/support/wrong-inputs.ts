import { join } from 'node:path';
import type { ErrorCode } from '../../src/model/errors.ts';

type Library = typeof import('../../src/index.ts');
type Workspace = Awaited<ReturnType<Library['openWorkspace']>>;

/** Where a wrong call is made: the project has `a.py` and a folder `docs`, and `there.txt` lies beside it. */
export interface Place {
  readonly library: Library;
  readonly workspace: Workspace;
  readonly root: string;
}

export type WrongInput = readonly [
  what: string,
  code: ErrorCode,
  /** A program without types may call as it likes. */
  call: (place: Place) => unknown,
];

const given = (value: unknown): never => value as never;
const task = 'fix the reader';
const aborted = AbortSignal.abort();

const hit = { path: 'a.py', text: 'x = 1', score: 1 };
const source = { name: 'issues', version: '1', discover: '*.issue' };

/** What a caller may get wrong, each with the code of the error that says so. */
export const WRONG_INPUTS: readonly WrongInput[] = [
  ['no options', 'usage', ({ library }) => library.openWorkspace(given(undefined))],
  ['options that are a text', 'usage', ({ library }) => library.openWorkspace(given('.'))],
  ['no root', 'usage', ({ library }) => library.openWorkspace(given({}))],
  ['a root that is a number', 'usage', ({ library }) => library.openWorkspace(given({ root: 5 }))],
  ['an empty root', 'usage', ({ library }) => library.openWorkspace({ root: '' })],
  [
    'a root that is not there',
    'not-found',
    ({ library, root }) => library.openWorkspace({ root: join(root, 'nowhere') }),
  ],
  [
    'a file as root',
    'not-found',
    ({ library, root }) => library.openWorkspace({ root: join(root, 'a.py') }),
  ],
  ['a root with a NUL', 'not-found', ({ library }) => library.openWorkspace({ root: 'a\0b' })],
  [
    'an option that nobody knows',
    'usage',
    ({ library, root }) => library.openWorkspace(given({ root, contextTokens: 5 })),
  ],
  [
    'a warn that is no function',
    'usage',
    ({ library, root }) => library.openWorkspace(given({ root, warn: 'loud' })),
  ],
  [
    'a signal that is none',
    'usage',
    ({ library, root }) => library.openWorkspace(given({ root, signal: {} })),
  ],
  [
    'a repository that is not there',
    'not-found',
    ({ library, root }) => library.openWorkspace({ root, gitDir: join(root, 'none.git') }),
  ],
  [
    'a repository without a place for its index',
    'usage',
    ({ library, root }) => library.openWorkspace({ root, gitDir: join(root, '../bare.git') }),
  ],
  [
    'a folder that is no repository',
    'not-found',
    ({ library, root }) =>
      library.openWorkspace({ root, gitDir: root, indexFile: join(root, 'i.db') }),
  ],
  ['a ref of nothing', 'usage', ({ library, root }) => library.openWorkspace({ root, ref: '' })],
  [
    'settings that are a list of numbers',
    'usage',
    ({ library, root }) => library.openWorkspace({ root, config: given([1]) }),
  ],
  [
    'a section that is unknown',
    'config',
    ({ library, root }) => library.openWorkspace({ root, config: given({ bugdet: {} }) }),
  ],
  [
    'a key that is unknown',
    'config',
    ({ library, root }) =>
      library.openWorkspace({ root, config: given({ budget: { max_token: 5 } }) }),
  ],
  [
    'a value of the wrong type',
    'config',
    ({ library, root }) =>
      library.openWorkspace({ root, config: given({ budget: { max_tokens: 'many' } }) }),
  ],
  [
    'a value out of range',
    'config',
    ({ library, root }) => library.openWorkspace({ root, config: { budget: { max_tokens: -1 } } }),
  ],
  [
    'a format that is unknown, as a setting',
    'config',
    ({ library, root }) =>
      library.openWorkspace({ root, config: given({ assembly: { format: 'pdf' } }) }),
  ],
  [
    'a section given as a number',
    'config',
    ({ library, root }) => library.openWorkspace({ root, config: given({ budget: 5 }) }),
  ],
  [
    'sources that are no list',
    'usage',
    ({ library, root }) => library.openWorkspace({ root, sources: given('issues') }),
  ],
  [
    'a source that is a number',
    'usage',
    ({ library, root }) => library.openWorkspace({ root, sources: [given(5)] }),
  ],
  [
    'a source module that is not there',
    'config',
    ({ library, root }) => library.openWorkspace({ root, sources: [join(root, 'none.mjs')] }),
  ],
  [
    'a source module that is no module',
    'config',
    ({ library, root }) => library.openWorkspace({ root, sources: [join(root, 'broken.mjs')] }),
  ],
  [
    'a source module without a source',
    'usage',
    ({ library, root }) => library.openWorkspace({ root, sources: [join(root, 'empty.mjs')] }),
  ],
  [
    'two sources of one name',
    'usage',
    ({ library, root }) => library.openWorkspace({ root, sources: [source, source] }),
  ],
  ['loadConfig without a root', 'usage', ({ library }) => library.loadConfig(given({}))],
  ['loadConfig of nothing', 'usage', ({ library }) => library.loadConfig(given(null))],
  [
    'loadConfig with overrides that are a text',
    'usage',
    ({ library, root }) => library.loadConfig({ root, overrides: given('budget') }),
  ],
  ['assemble without options', 'usage', ({ library }) => library.assemble(given(null))],
  ['assemble without a task', 'usage', ({ library, root }) => library.assemble(given({ root }))],
  [
    'assemble in a root that is not there',
    'not-found',
    ({ library, root }) => library.assemble({ root: join(root, 'nowhere'), task }),
  ],
  ['a request of nothing', 'usage', ({ workspace }) => workspace.assemble(given(undefined))],
  ['an empty task', 'usage', ({ workspace }) => workspace.assemble({ task: '' })],
  ['a task of blanks', 'usage', ({ workspace }) => workspace.assemble({ task: ' \n\t' })],
  [
    'a task that is a list',
    'usage',
    ({ workspace }) => workspace.assemble({ task: given([task]) }),
  ],
  [
    'the old name of the task',
    'usage',
    ({ workspace }) => workspace.assemble(given({ text: task })),
  ],
  ['0 tokens', 'usage', ({ workspace }) => workspace.assemble({ task, maxTokens: 0 })],
  ['fewer than 0 tokens', 'usage', ({ workspace }) => workspace.assemble({ task, maxTokens: -5 })],
  ['NaN tokens', 'usage', ({ workspace }) => workspace.assemble({ task, maxTokens: Number.NaN })],
  ['half a token', 'usage', ({ workspace }) => workspace.assemble({ task, maxTokens: 0.5 })],
  [
    'endless tokens',
    'usage',
    ({ workspace }) => workspace.assemble({ task, maxTokens: Number.POSITIVE_INFINITY }),
  ],
  [
    'tokens as a text',
    'usage',
    ({ workspace }) => workspace.assemble({ task, maxTokens: given('8k') }),
  ],
  [
    'tokens as a bigint',
    'usage',
    ({ workspace }) => workspace.assemble({ task, maxTokens: given(8000n) }),
  ],
  ['one token', 'over-budget', ({ workspace }) => workspace.assemble({ task, maxTokens: 1 })],
  [
    'a format that is unknown',
    'usage',
    ({ workspace }) => workspace.assemble({ task, format: given('html') }),
  ],
  [
    'a strategy that is unknown',
    'usage',
    ({ workspace }) => workspace.assemble({ task, strategy: given('best') }),
  ],
  [
    'an overflow that is unknown',
    'usage',
    ({ workspace }) => workspace.assemble({ task, overflow: given('drop') }),
  ],
  [
    'a tokenizer that is unknown',
    'usage',
    ({ workspace }) => workspace.assemble({ task, tokenizer: given('gpt9') }),
  ],
  [
    'a type that is unknown',
    'usage',
    ({ workspace }) => workspace.assemble({ task, type: given('chore') }),
  ],
  [
    'a source that is unknown',
    'usage',
    ({ workspace }) => workspace.assemble({ task, sources: ['cod'] }),
  ],
  [
    'sources as a text',
    'usage',
    ({ workspace }) => workspace.assemble({ task, sources: given('code') }),
  ],
  [
    'a signal of the ranking that is unknown',
    'usage',
    ({ workspace }) => workspace.assemble({ task, without: ['luck'] }),
  ],
  [
    'a pin above the root',
    'outside',
    ({ workspace }) => workspace.assemble({ task, pins: ['../there.txt'] }),
  ],
  [
    'a pin elsewhere on the machine',
    'outside',
    ({ workspace, root }) => workspace.assemble({ task, pins: [join(root, '../there.txt')] }),
  ],
  ['a pin that is empty', 'usage', ({ workspace }) => workspace.assemble({ task, pins: [''] })],
  [
    'a look that the format has no place for',
    'usage',
    ({ workspace }) => workspace.assemble({ task, format: 'json', groupByType: true }),
  ],
  [
    'a switch that is a text',
    'usage',
    ({ workspace }) => workspace.assemble({ task, format: 'xml', groupByType: given('yes') }),
  ],
  [
    'a signal that was aborted before',
    'interrupted',
    ({ workspace }) => workspace.assemble({ task, signal: aborted }),
  ],
  ['a search for nothing', 'usage', ({ workspace }) => workspace.search({ query: '' })],
  [
    'a search with the name of a task',
    'usage',
    ({ workspace }) => workspace.search(given({ task })),
  ],
  [
    'no results wanted',
    'usage',
    ({ workspace }) => workspace.search({ query: 'reader', limit: 0 }),
  ],
  [
    'a search for something else',
    'usage',
    ({ workspace }) => workspace.search({ query: 'reader', find: given('people') }),
  ],
  ['a score without a path', 'usage', ({ workspace }) => workspace.score(given({ task }))],
  ['why without a place', 'usage', ({ workspace }) => workspace.why(given({ task }))],
  [
    'a summary of nothing there',
    'not-found',
    ({ workspace }) => workspace.summarize({ path: 'nothing.py' }),
  ],
  [
    'a summary of something outside',
    'outside',
    ({ workspace }) => workspace.summarize({ path: '../there.txt' }),
  ],
  [
    'a level and a ratio',
    'usage',
    ({ workspace }) => workspace.summarize({ path: 'a.py', level: 'stub', ratio: 0.5 }),
  ],
  [
    'a share above 1',
    'usage',
    ({ workspace }) => workspace.summarize({ path: 'a.py', ratio: 1.5 }),
  ],
  ['a plan that is none', 'unreadable', ({ workspace }) => workspace.replay(given({}))],
  ['a plan that is a text', 'unreadable', ({ workspace }) => workspace.replay(given('{}'))],
  [
    'a flow that is not there',
    'not-found',
    ({ workspace }) => workspace.assembleFlow({ flow: 'nowhere' }),
  ],
  [
    'a strategy for a flow',
    'usage',
    ({ workspace }) => workspace.assembleFlow(given({ strategy: 'greedy' })),
  ],
  ['changes since no commit', 'not-found', ({ workspace }) => workspace.changedSince('nowhere')],
  ['changes since a number', 'usage', ({ workspace }) => workspace.changedSince(given(5))],
  ['links of a text', 'usage', ({ workspace }) => workspace.links(given('a.py'))],
  ['a watch that tells nobody', 'usage', ({ workspace }) => workspace.watch(given(undefined))],
  ['an option for records', 'usage', ({ workspace }) => workspace.records(given({ limit: 5 }))],
  ['an aborted update', 'interrupted', ({ workspace }) => workspace.update({ signal: aborted })],
  ['results that are none', 'usage', ({ library }) => library.assembleResults(given(null))],
  ['results that are an object', 'usage', ({ library }) => library.assembleResults(given({}))],
  ['a result that is a text', 'usage', ({ library }) => library.assembleResults([given('x')])],
  [
    'a result without a score',
    'usage',
    ({ library }) => library.assembleResults([given({ path: 'a.py', text: 'x' })]),
  ],
  [
    'a result with the score NaN',
    'usage',
    ({ library }) => library.assembleResults([{ ...hit, score: Number.NaN }]),
  ],
  [
    'a result without a text',
    'usage',
    ({ library }) => library.assembleResults([{ path: 'a.py', score: 1 }]),
  ],
  [
    'a result without a path',
    'usage',
    ({ library }) => library.assembleResults([{ text: 'x', score: 1 }]),
  ],
  [
    'a chunk without its document',
    'usage',
    ({ library }) => library.assembleResults([given({ chunk: { text: 'x' }, score: 1 })]),
  ],
  [
    'an entity that is a text',
    'usage',
    ({ library }) => library.assembleResults([given({ entity: 'login', score: 1 })]),
  ],
  [
    'a result that begins at half a line',
    'usage',
    ({ library }) => library.assembleResults([{ ...hit, line: 2.5 }]),
  ],
  [
    'results in too few tokens',
    'over-budget',
    ({ library }) => library.assembleResults([hit], { task, maxTokens: 1 }),
  ],
  [
    'results that must all be there and do not fit',
    'over-budget',
    ({ library }) =>
      library.assembleResults([{ ...hit, text: 'reader '.repeat(500) }], {
        maxTokens: 100,
        overflow: 'error',
      }),
  ],
  [
    'results in a format that is unknown',
    'usage',
    ({ library }) => library.assembleResults([hit], { format: given('html') }),
  ],
  [
    'a threshold above 1',
    'usage',
    ({ library }) => library.assembleResults([hit], { dedupThreshold: 2 }),
  ],
  [
    'results for a call that was aborted',
    'interrupted',
    ({ library }) => library.assembleResults([hit], { signal: aborted }),
  ],
  ['a source without a name', 'usage', ({ library }) => library.defineSource(given({}))],
  ['a source of nothing', 'usage', ({ library }) => library.defineSource(given(undefined))],
  [
    'a source with the name of another',
    'usage',
    ({ library }) => library.defineSource({ ...source, name: 'code' }),
  ],
  [
    'a source with a strange name',
    'usage',
    ({ library }) => library.defineSource({ ...source, name: 'My Issues' }),
  ],
  [
    'a source without a version',
    'usage',
    ({ library }) => library.defineSource(given({ name: 'issues', discover: '*' })),
  ],
  [
    'a source that discovers by a number',
    'usage',
    ({ library }) => library.defineSource(given({ ...source, discover: 5 })),
  ],
  [
    'a source whose units are no function',
    'usage',
    ({ library }) => library.defineSource(given({ ...source, units: [] })),
  ],
  ['a tokenizer that is not there', 'not-found', ({ library }) => library.loadTokenizer('gpt9')],
  ['a tokenizer of a number', 'usage', ({ library }) => library.loadTokenizer(given(5))],
  [
    'a count of a number',
    'usage',
    async ({ library }) => (await library.loadTokenizer('chars4')).count(given(5)),
  ],
  [
    'a text cut to half a token',
    'usage',
    async ({ library }) => (await library.loadTokenizer('chars4')).truncateToTokens('text', 0.5),
  ],
];

/** The files of the project that wrong calls are made in. */
export const WRONG_INPUT_FILES: Readonly<Record<string, string>> = {
  'there.txt': 'outside\n',
  'project/a.py': 'class Reader:\n    """Reads."""\n\n    def read(self):\n        return 1\n',
  'project/docs/guide.md': '# Guide\n\nThe reader reads.\n',
  'project/broken.mjs': 'export default {\n',
  'project/empty.mjs': 'export const nothing = 1;\n',
};
