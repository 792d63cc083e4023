import { number as grouped } from '../../record/report.ts';
import { type Context, withWorkspace } from '../context.ts';
import { defineOperation, INDEX_FLAGS, type Operation } from '../operation.ts';
import { printableLine, snakeCased } from '../printable.ts';
import * as shared from './assembly-options.ts';
import * as output from './outputs.ts';

/* What a person who looks at a context wants to see of it; `sheaf ui` draws it. */

const TOKENS_WIDTH = 8;
const padded = (tokens: number): string => grouped(tokens).padStart(TOKENS_WIDTH);
const percent = (share: number): string => `${(100 * share).toFixed(0)} %`.padStart(5);

export const inspect: Operation = defineOperation({
  name: 'inspect',
  summary: 'Show what a context holds and what speaks for each part',
  description:
    'Assembles the context of a task without recording it and lists its documents with their tokens, their probability and what speaks for them: words, history, frames and files that the task names, meaning, neighbourhood (names that lead there) and chains of evidence. Then what was left out. With --json also the prompt, and where each document stands in it.',
  examples: {
    'sheaf inspect "fix the race in the session store"': 'the documents, and what was left out',
    'sheaf inspect --task-file issue.md --json': 'as JSON, with the prompt',
  },
  positionals: shared.TASK,
  options: shared.ASSEMBLY_OPTIONS,
  output: output.INSPECTION,
  apart: shared.APART,
  answersInPart: true,
  async run(input, context) {
    const task = await shared.taskText(input.task, input.task_file, context);
    const { config } = await context.config();
    const look = shared.lookOf(input, config.assembly.format);
    return withWorkspace(context, async (workspace) => {
      const request = await shared.requestOf(workspace, task, input, context);
      return workspace.inspect({ ...request, ...look });
    });
  },
  json: (inspection) => snakeCased(inspection),
  present({ parts, leftOut, totalTokens, budget }, page) {
    const { style } = page;
    const because = (reasons: object): string =>
      Object.entries(reasons)
        .map(([name, share]) => `${name} ${percent(share as number).trim()}`)
        .join(', ');
    page.line(`${grouped(totalTokens)} of ${grouped(budget.available)} ${budget.tokenizer} tokens`);
    for (const { path, tokens, relevance, reasons } of parts) {
      const told = style.dim(because(reasons));
      page.line(`${padded(tokens)}  ${percent(relevance)}  ${printableLine(path)}  ${told}`);
    }
    if (leftOut.length > 0) page.line(style.bold('left out'));
    for (const { path, relevance, reason } of leftOut) {
      const told = style.dim(reason);
      page.line(
        `${' '.repeat(TOKENS_WIDTH)}  ${percent(relevance)}  ${printableLine(path)}  ${told}`,
      );
    }
  },
});

export const inspectFlow: Operation = defineOperation({
  name: 'inspect-flow',
  summary: 'Show the context of a flow with all its parts, on and off',
  description:
    'Assembles the context of a flow without writing anything and lists its parts in their order: rank, state, level and tokens. With --json also the prompt, where each part stands in it, and what undo and redo would do.',
  examples: { 'sheaf inspect-flow': 'the current flow', 'sheaf inspect-flow --json': 'as JSON' },
  options: {
    budget: shared.ASSEMBLY_OPTIONS.budget,
    context_tokens: shared.ASSEMBLY_OPTIONS.context_tokens,
    tokenizer: shared.ASSEMBLY_OPTIONS.tokenizer,
    format: shared.ASSEMBLY_OPTIONS.format,
    ...shared.FLOW_OPTION,
  },
  apart: [['budget', 'context_tokens']],
  output: output.FLOW_INSPECTION,
  refuses: INDEX_FLAGS,
  run: ({ flow, context_tokens: maxTokens }, context: Context) =>
    withWorkspace(context, (workspace) => workspace.inspectFlow({ flow, maxTokens })),
  json: (inspection) => snakeCased(inspection),
  present({ flowId, parts, totalTokens, budget }, page) {
    page.line(`${flowId}: ${grouped(totalTokens)} of ${grouped(budget.available)} tokens`);
    for (const { number, name, state, level, tokens } of parts) {
      const mark = state === 'skipped' ? '○' : '●';
      const told = page.style.dim(level);
      page.line(`${mark} ${number.padEnd(4)}${padded(tokens)}  ${printableLine(name)}  ${told}`);
    }
  },
});

export const sizes: Operation = defineOperation({
  name: 'sizes',
  summary: 'Show what enters a context as its budget grows',
  description:
    'Assembles the context of a task at about forty sizes, from 500 tokens on, and shows for each how many tokens and documents it has and how likely every needed file is in it. For files that are left out at the usual size, shows at which size they enter, and in place of what: to the next hundred tokens for the first, by which of the sizes for others.',
  examples: {
    'sheaf sizes "fix the race in the session store"': 'up to what is usually worth it',
    'sheaf sizes "fix the race" --up-to 64k --json': 'up to 64,000 tokens, as JSON',
  },
  positionals: shared.TASK,
  options: {
    ...shared.GATHER_OPTIONS,
    up_to: {
      type: 'size',
      placeholder: 'TOKENS',
      limits: [1000, 1_000_000],
      help: 'The largest size, in tokens of context.',
    },
  },
  output: output.SIZES,
  apart: shared.APART,
  async run(input, context) {
    const task = await shared.taskText(input.task, input.task_file, context);
    return withWorkspace(context, async (workspace) => {
      const request = await shared.requestOf(workspace, task, input, context);
      return workspace.sizes({ ...request, upTo: input.up_to });
    });
  },
  json: (found) => snakeCased(found),
  present({ steps, entries }, page) {
    for (const { context_tokens: size, total_tokens: used, every_file, documents } of steps) {
      const chance = every_file === null ? '' : `  ${percent(every_file)}`;
      page.line(`${padded(size)}  ${padded(used)}${chance}  ${documents.length} documents`);
    }
    for (const { path, context_tokens: tokens, is_close: isClose, displaces } of entries) {
      const named = (other: (typeof displaces)[number]): string =>
        `${other.lost === 'all' ? '' : 'lines of '}${printableLine(other.path)}`;
      const instead = displaces.map(named).join(', ');
      const told = instead === '' ? '' : `, in place of ${instead}`;
      const where = `${isClose ? 'at' : 'by'} ${grouped(tokens)} tokens`;
      page.line(`${printableLine(path)} enters ${where}${told}`);
    }
  },
});

export const show: Operation = defineOperation({
  name: 'show',
  summary: 'Show a file as Sheaf sees it',
  description:
    'Prints a file of the project as it would stand in a context: decoded, without secrets, hidden characters shown by their numbers. With --json also the turns of a conversation, and the templates of a log with their counts over time.',
  examples: {
    'sheaf show src/session.ts': 'its text',
    'sheaf show logs/app.log --json': 'as JSON',
  },
  positionals: { path: { required: true, help: 'Path of the file, relative to the root.' } },
  output: output.SHOWN_FILE,
  run: ({ path }, context: Context) =>
    withWorkspace(context, (workspace) => workspace.show({ path })),
  json: (file) => snakeCased(file),
  present: ({ text }, page) => page.raw(text),
});
