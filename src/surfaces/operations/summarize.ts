import type { SummaryResult } from '../../model/summary.ts';
import { withWorkspace } from '../context.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { printableLine, snakeCased } from '../printable.ts';

const DEFAULT_LEVEL = 'summary';

/** The loss receipt in a line. */
function receiptLine(result: SummaryResult): string {
  const { path, receipt, model, method, fromCache: isFromCache } = result;
  const how = [
    method === 'none' ? 'as it is' : method,
    model === null ? 'offline' : `by ${model}`,
    ...(isFromCache ? ['from the cache'] : []),
  ].join(', ');
  const kinds = Object.entries(receipt.kinds).map(([kind, n]) => `${n} ${kind}`);
  const lost = kinds.length === 0 ? '' : `; left out: ${kinds.join(', ')}`;
  return `${printableLine(path)}: ${receipt.tokensBefore} → ${receipt.tokensAfter} tokens (${how})${lost}`;
}

export const summarize: Operation = defineOperation({
  name: 'summarize',
  summary: 'Print a shorter version of a file',
  description:
    'Shortens a file to a level of detail or to a size, prints it, and lists on standard error what was left out. Works offline, always with the same result. If summarization.provider names a language model, the model writes summaries, and anything cut to less than a third, section by section. Files that are not in the index (ignored, generated, logs) are read as they are. Secrets are redacted first.',
  examples: [
    { line: 'sheaf summarize src/session.ts', help: 'its purpose and contents' },
    {
      line: 'sheaf summarize src/session.ts --level detailed',
      help: 'signatures, types and doc comments',
    },
    {
      line: 'sheaf summarize logs/app.log --compress 2k --task "why does login fail"',
      help: 'a log in 2,000 tokens, keeping what matters for the task',
    },
    {
      line: 'sheaf summarize docs/guide.md --ratio 0.5 --json',
      help: 'half of it, with what was left out, as JSON',
    },
  ],
  positionals: {
    file: { required: true, help: 'Path of the file, relative to the root.' },
  },
  options: {
    level: {
      type: 'enum',
      short: 'l',
      values: ['full', 'detailed', 'summary', 'stub'],
      help: `Level of detail. Defaults to ${DEFAULT_LEVEL} if no size is given.`,
    },
    compress: {
      type: 'size',
      placeholder: 'TOKENS',
      min: 1,
      max: 100_000_000,
      help: 'Compress to at most this many tokens.',
    },
    ratio: {
      type: 'number',
      placeholder: 'SHARE',
      min: 0,
      max: 1,
      help: "Compress to at most this share of the file's tokens, from 0 to 1.",
    },
    max_tokens: {
      type: 'size',
      placeholder: 'TOKENS',
      min: 1,
      max: 100_000_000,
      help: 'Lower the limit of the level.',
    },
    task: {
      type: 'string',
      short: 't',
      placeholder: 'TEXT',
      help: 'The task of the reader; what matters for it is kept longest.',
    },
    cache: {
      type: 'boolean',
      key: 'summarization.caching.enabled',
      help: 'Use cached summaries and cache new ones; --no-cache does neither.',
    },
    tokenizer: {
      type: 'enum',
      values: ['o200k', 'cl100k', 'claude', 'chars4'],
      key: 'budget.tokenizer',
      help: 'How to count tokens.',
    },
  },
  apart: [['level', 'compress', 'ratio']],
  async run(input, context) {
    const { file: path, level, compress, ratio, task, max_tokens: maxTokens } = input;
    const request = { path, level, compress, ratio, task, maxTokens };
    const result = await withWorkspace(context, (workspace) => workspace.summarize(request));
    context.note(receiptLine(result));
    return result;
  },
  json: (result) => ({ ...snakeCased(result), receipt: snakeCased(result.receipt) }),
  present({ text }, page) {
    page.raw(text);
    if (text !== '' && !text.endsWith('\n')) page.line();
  },
});
