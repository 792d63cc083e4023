import { withWorkspace } from '../context.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { taskText } from './task-text.ts';

export const budget: Operation = defineOperation({
  name: 'budget',
  summary: 'Show how many tokens a budget leaves for context',
  description:
    'Prints how the token budget is calculated: the window, what is reserved, what is available. With --show-allocation, assembles the context and shows it tier by tier.',
  examples: [
    { line: 'sheaf budget "fix the parser" --max-tokens 32k', help: 'the calculation' },
    {
      line: 'sheaf budget "fix the parser" --max-tokens 32k --show-allocation',
      help: 'and what the context would hold',
    },
  ],
  positionals: {
    task: { help: 'The task, in words; - reads it from standard input.', words: true },
  },
  options: {
    task_file: {
      type: 'string',
      placeholder: 'FILE',
      help: 'Read the task from a file; - is standard input.',
    },
    max_tokens: {
      type: 'size',
      placeholder: 'TOKENS',
      key: 'budget.max_tokens',
      help: "The model's context window, such as 8k.",
    },
    fill: {
      type: 'boolean',
      key: 'assembly.fill',
      help: 'Fill the context to its last token, also with what is hardly needed.',
    },
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
