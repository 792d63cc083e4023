import { SheafError } from '../../model/errors.ts';
import type { AssemblyRecord } from '../../model/record.ts';
import { allocationReport } from '../../record/report.ts';
import { sessionReport } from '../../record/session.ts';
import { withWorkspace } from '../context.ts';
import { defineOperation, type Operation } from '../operation.ts';

export const report: Operation = defineOperation({
  name: 'report',
  summary: 'Show how budgets were spent',
  description:
    'Every assembly leaves a record in the index. Without options the newest one is drawn as an allocation report; with --session or --since all of that session or time, one line each, with means and a warning when budgets keep running out.',
  examples: [
    { line: 'sheaf report', help: 'the newest assembly' },
    {
      line: 'sheaf report --since 2026-01-01 --json',
      help: 'all records since then, for programs',
    },
  ],
  positionals: {},
  options: {
    session: {
      type: 'string',
      placeholder: 'NAME',
      help: 'Only assemblies of this session (set SHEAF_SESSION to name one).',
    },
    since: {
      type: 'string',
      placeholder: 'TIME',
      help: 'Only assemblies since this date or time, such as 2026-01-31.',
    },
  },
  async run(input, context) {
    const { session, since } = input;
    if (since !== undefined && Number.isNaN(Date.parse(since))) {
      throw new SheafError('usage', `--since ${since} is no time`, 'Give one such as 2026-01-31.');
    }
    const from = since === undefined ? null : Date.parse(since);
    const all = await withWorkspace(context, (workspace) => workspace.records());
    const records = all.filter(
      (record) =>
        (session === undefined || record.session === session) &&
        (from === null || Date.parse(record.budget.timestamp) >= from),
    );
    return { records, isList: session !== undefined || since !== undefined };
  },
  json: ({ records }) => records,
  present({ records, isList }, page) {
    const newest = records.at(-1);
    page.raw(isList || newest === undefined ? sessionReport(records) : drawn(newest));
  },
});

/** A record as the report that was made when it was new. */
function drawn({ budget, log }: AssemblyRecord): string {
  const tiers = ['primary', 'supporting', 'reference', 'history'] as const;
  return allocationReport({
    task: budget.task,
    tokenizer: '',
    budget: {
      total: budget.total_budget,
      reserved: budget.total_budget - log.tokens_budget,
      available: log.tokens_budget,
    },
    usedTokens: log.tokens_used,
    parts: tiers.flatMap((tier) =>
      budget.allocation[tier].files.map(({ path, tokens, level, relevance_score }, i) => ({
        rank: i,
        tier,
        role: 'evidence' as const,
        source: 'code' as const,
        path,
        spans: [],
        level: level as 'full',
        tokens,
        relevance: relevance_score,
        cid: '',
      })),
    ),
    droppedFiles: budget.overflow.files_affected.length,
    allocation: { primary: 50, supporting: 30, reference: 15, history: 5 },
    efficiency: budget.metrics.efficiency,
  });
}
