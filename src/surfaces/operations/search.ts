import { withWorkspace } from '../context.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { printableLine } from '../printable.ts';
import { RANKING_OPTIONS, TASK_OPTIONS, taskText } from './assembly-options.ts';
import { HITS } from './outputs.ts';

const TIER_WIDTH = 'supporting'.length;

export const search: Operation = defineOperation({
  name: 'search',
  summary: 'Search the project, best matches first',
  description:
    'Ranks pieces of files (whole files with --files, functions with --functions) by relevance to a query, and shows which tier of a context each would belong to. Updates the index first.',
  examples: {
    'sheaf search "where are sessions stored"': 'pieces, best first',
    'sheaf search --files --limit 5 "parse dates"': 'the five best files',
    'sheaf search --functions "round a price to whole cents"': 'the function that does this',
    'sheaf search --files --json --task-file issue.md': 'as JSON: [{path, score, relevance, tier}]',
    'sheaf search --files --without historyFull,historyTitle "parse dates"':
      'ignore the commit history',
  },
  positionals: {
    query: { help: 'What to look for, in words; - reads it from standard input.', words: true },
  },
  options: {
    task_file: {
      ...TASK_OPTIONS.task_file,
      help: 'Read the query from a file; - is standard input.',
    },
    files: { type: 'boolean', help: 'Rank whole files instead of pieces.' },
    functions: {
      type: 'boolean',
      help: 'Find functions by a line on what they do, which takes longer the first time in a project, or those that a report of several lines leads to.',
    },
    limit: {
      type: 'integer',
      short: 'n',
      placeholder: 'N',
      default: 20,
      limits: [1, 100_000],
      help: 'Maximum number of results.',
    },
    ...RANKING_OPTIONS,
  },
  apart: [
    ['query', 'task_file'],
    ['files', 'functions'],
  ],
  answersInPart: true,
  output: HITS,
  async run(input, context) {
    const query = await taskText(input.query, input.task_file, context);
    const { files, functions, limit, type, without } = input;
    const whole = files ? 'files' : 'pieces';
    const find = functions ? 'functions' : whole;
    const hits = await withWorkspace(context, (workspace) =>
      workspace.search({ query, find, limit, type, without }),
    );
    if (hits.length === 0) {
      context.note('nothing in the project matches: sheaf index --status shows what is indexed');
    }
    return hits;
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
