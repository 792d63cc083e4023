import { withWorkspace } from '../context.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { printableLine } from '../printable.ts';
import { RANKING_OPTIONS } from './ranking-options.ts';
import { taskText } from './task-text.ts';

const TIER_WIDTH = 'supporting'.length;

export const search: Operation = defineOperation({
  name: 'search',
  summary: 'Find what is relevant to a query, best first',
  description:
    'Ranks pieces of the project (or whole files with --files, or functions with --functions) by relevance to a query, without packing them, and says which tier of a context each would belong to. The index is brought up to date first.',
  examples: [
    { line: 'sheaf search "where are sessions stored"', help: 'pieces, best first' },
    { line: 'sheaf search --files --limit 5 "parse dates"', help: 'the five best files' },
    {
      line: 'sheaf search --functions "round a price to whole cents"',
      help: 'the function that does what the words say',
    },
    {
      line: 'sheaf search --files --json --task-file issue.md',
      help: 'for programs: [{path, score, relevance, tier}]',
    },
    {
      line: 'sheaf search --files --without historyFull,historyTitle "parse dates"',
      help: 'as if there were no history',
    },
  ],
  positionals: {
    query: { help: 'What to look for, in words; - reads it from standard input.', words: true },
  },
  options: {
    task_file: {
      type: 'string',
      placeholder: 'FILE',
      help: 'Read the query from a file; - is standard input.',
    },
    files: { type: 'boolean', help: 'Rank whole files instead of pieces.' },
    functions: {
      type: 'boolean',
      help: 'Find functions from a description in words, by meaning too; the first time in a project this takes longer.',
    },
    limit: {
      type: 'integer',
      short: 'n',
      placeholder: 'N',
      default: 20,
      min: 1,
      max: 100_000,
      help: 'How many results at most.',
    },
    ...RANKING_OPTIONS,
  },
  apart: [
    ['query', 'task_file'],
    ['files', 'functions'],
  ],
  async run(input, context) {
    const text = await taskText(input.query, input.task_file, context);
    const { files, functions, limit, type, without } = input;
    const request = { text, files, functions, limit, type, without };
    return withWorkspace(context, (workspace) => workspace.search(request));
  },
  present(hits, page) {
    for (const hit of hits) {
      const span = hit.span === undefined ? '' : `:${hit.span[0]}-${hit.span[1]}`;
      const name = hit.name === undefined ? '' : `  ${page.style.dim(printableLine(hit.name))}`;
      const tier = page.style.dim(hit.tier.padEnd(TIER_WIDTH));
      // What they are sorted by: files by how likely they are needed, pieces and functions by a score of their own.
      const by = hit.span === undefined ? hit.relevance : hit.score;
      page.line(`${by.toFixed(2)}  ${tier}  ${printableLine(hit.path)}${span}${name}`);
    }
  },
});
