import type { SummaryResult } from '../../model/summary.ts';
import { withWorkspace } from '../context.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { printableLine, snakeCased } from '../printable.ts';
import { GATHER_OPTIONS, TASK_OPTIONS } from './assembly-options.ts';

function receiptLine(result: SummaryResult): string {
  const { path, receipt, model, method, fromCache } = result;
  const way = `${method === 'none' ? 'as it is' : method}, ${model === null ? 'offline' : `by ${model}`}`;
  const how = `${way}${fromCache ? ', from the cache' : ''}`;
  const kinds = Object.entries(receipt.kinds).map(([kind, n]) => `${n} ${kind}`);
  const lost = kinds.length === 0 ? '' : `; left out: ${kinds.join(', ')}`;
  return `${printableLine(path)}: ${receipt.tokensBefore} → ${receipt.tokensAfter} tokens (${how})${lost}`;
}

export const summarize: Operation = defineOperation({
  name: 'summarize',
  summary: 'Print a shorter version of a file',
  description:
    'Shortens a file to a level of detail or to a size, prints it, and lists on standard error what was left out. Works offline, always with the same result. If summarization.provider names a language model, the model writes summaries, and anything cut to less than a third, section by section. Files that are not in the index (ignored, generated, logs) are read as they are. Secrets are redacted first.',
  examples: {
    'sheaf summarize src/session.ts': 'its purpose and contents',
    'sheaf summarize src/session.ts --level detailed': 'signatures, types and doc comments',
    'sheaf summarize logs/app.log --compress 2k --task "why does login fail"':
      'a log in 2,000 tokens, keeping what matters for the task',
    'sheaf summarize docs/guide.md --ratio 0.5 --json':
      'half of it, with what was left out, as JSON',
  },
  positionals: {
    file: { required: true, help: 'Path of the file, relative to the root.' },
  },
  options: {
    level: {
      type: 'enum',
      short: 'l',
      values: ['full', 'detailed', 'summary', 'stub'],
      help: 'Level of detail. Defaults to summary if no size is given.',
    },
    compress: { ...GATHER_OPTIONS.context_tokens, help: 'Compress to at most this many tokens.' },
    ratio: {
      type: 'number',
      placeholder: 'SHARE',
      limits: [0, 1],
      help: "Compress to at most this share of the file's tokens, from 0 to 1.",
    },
    max_tokens: { ...GATHER_OPTIONS.context_tokens, help: 'Lower the limit of the level.' },
    task: {
      ...TASK_OPTIONS.task,
      help: 'The task of the reader; what matters for it is kept longest.',
    },
    cache: {
      type: 'boolean',
      key: 'summarization.caching.enabled',
      help: 'Use cached summaries and cache new ones; --no-cache does neither.',
    },
    tokenizer: GATHER_OPTIONS.tokenizer,
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
