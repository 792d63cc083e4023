import { withWorkspace } from '../context.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { GATHER_OPTIONS, TASK, taskText } from './assembly-options.ts';

export const budget: Operation = defineOperation({
  name: 'budget',
  summary: 'Show how many tokens a budget leaves for context',
  description:
    'Prints how the token budget is calculated: the window, what is reserved, what is available. With --show-allocation, assembles the context and shows it tier by tier.',
  examples: {
    'sheaf budget "fix the parser" --max-tokens 32k': 'the calculation',
    'sheaf budget "fix the parser" --max-tokens 32k --show-allocation':
      'and what the context would hold',
  },
  positionals: TASK,
  options: {
    task_file: GATHER_OPTIONS.task_file,
    max_tokens: {
      type: 'size',
      placeholder: 'TOKENS',
      key: 'budget.max_tokens',
      help: "The model's context window, such as 8k.",
    },
    fill: GATHER_OPTIONS.fill,
    show_allocation: { type: 'boolean', help: 'Assemble the context and show what it holds.' },
  },
  apart: [['task', 'task_file']],
  async run(input, context) {
    const task = await taskText(input.task, input.task_file, context);
    const result = await withWorkspace(context, (workspace) =>
      workspace.assemble({ task, isDryRun: true }),
    );
    return { result, showsAllocation: input.show_allocation };
  },
  json: ({ result }) => ({ budget: result.budget, record: result.record.budget }),
  present({ result, showsAllocation }, page) {
    const { total, reserved, available, unscaled, tokenizer } = result.budget;
    if (showsAllocation) {
      page.raw(result.report);
      return;
    }
    page.line(`window     ${total} ${tokenizer} tokens`);
    const scaled = unscaled === undefined ? '' : ` (${unscaled} scaled to the window)`;
    page.line(`reserved   ${reserved}${scaled}`);
    page.line(`available  ${available}`);
    page.line(`this task  ${result.totalTokens} in ${result.parts.length} parts`);
  },
});
