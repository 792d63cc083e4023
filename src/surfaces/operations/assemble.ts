import { SOURCES } from '../../model/shape.ts';
import { withWorkspace } from '../context.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { taskText } from './task-text.ts';

export const assemble: Operation = defineOperation({
  name: 'assemble',
  summary: 'Assemble the context for a task',
  description:
    'Finds what matters for a task in code, documentation, conversations, research, deployment files and logs, fits it into the token budget and prints it. The index is brought up to date first. The same task on the same state gives the same bytes.',
  examples: [
    {
      line: 'sheaf "fix the race in the session store"',
      help: 'the short form: a task in quotes',
    },
    {
      line: 'sheaf assemble --task-file issue.md --budget 32k --out prompt.md',
      help: 'a task from a file, a window of 32,000 tokens, into a file',
    },
    {
      line: 'git log -1 --format=%B | sheaf assemble - --json | jq .total_tokens',
      help: 'a task from standard input, the result as JSON',
    },
    {
      line: 'sheaf assemble "why does login fail" --type bug --sources code,logs',
      help: 'only from code and logs',
    },
  ],
  positionals: {
    task: { help: 'What is to be done, in words; - reads it from standard input.', words: true },
  },
  options: {
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
      values: ['optimal', 'greedy', 'interleaved', 'score-weighted'],
      key: 'assembly.packing_strategy',
      help: 'How the budget is filled.',
    },
    overflow: {
      type: 'enum',
      values: ['truncate', 'summarize', 'prioritize', 'error'],
      key: 'budget.overflow_strategy',
      help: 'What happens to that which does not fit; with error the exit code is 1.',
    },
    sources: {
      type: 'list',
      values: SOURCES,
      help: 'Only these sources, separated by commas.',
    },
    out: {
      type: 'string',
      short: 'o',
      placeholder: 'FILE',
      help: 'Write the context to a file instead of standard output.',
    },
    plan: {
      type: 'string',
      placeholder: 'FILE',
      help: 'Write the plan of the assembly to a file.',
    },
    report: {
      type: 'string',
      placeholder: 'FILE',
      help: 'Write the report of how the budget was spent to a file.',
    },
  },
  async run(input, context) {
    const text = await taskText(input.task, input.task_file, context);
    const result = await withWorkspace(context, (workspace) =>
      workspace.assemble({
        text,
        type: input.type,
        sources: input.sources,
        contextTokens: input.context_tokens ?? null,
      }),
    );
    const { prompt, report, ...plan } = result;
    const files = [
      { what: 'prompt', path: input.out, text: prompt },
      { what: 'plan', path: input.plan, text: `${JSON.stringify(plan, null, 2)}\n` },
      { what: 'report', path: input.report, text: report },
    ];
    for (const { what, path, text: content } of files) {
      if (path === undefined) continue;
      const { writeWhole } = await import('../cli/files.ts');
      writeWhole(context.resolvePath(path), content);
      context.note(`${what}: ${path}`);
    }
    return { result, written: input.out !== undefined };
  },
  json: ({ result: { report: _, ...rest } }) => rest,
  present({ result, written }, page) {
    if (written) return;
    page.raw(result.prompt);
    if (page.isTTY && !result.prompt.endsWith('\n')) page.line();
  },
});
