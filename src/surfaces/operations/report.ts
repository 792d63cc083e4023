import type { Config } from '../../config/defaults.ts';
import type { Budget } from '../../model/budget.ts';
import { SheafError } from '../../model/errors.ts';
import type { AssemblyRecord, RecordedFile } from '../../model/record.ts';
import { allocationReport } from '../../record/report.ts';
import { budgetWarning, sessionReport } from '../../record/session.ts';
import { withWorkspace } from '../context.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { GATHER_OPTIONS, TASK, taskText } from './assembly-options.ts';
import { RECORDS } from './outputs.ts';

export const report: Operation = defineOperation({
  name: 'report',
  summary: 'Show how budgets were spent',
  description:
    'Every assembly leaves a record in the index. Without flags, shows the newest one as an allocation report. With --session or --since, lists all assemblies of that session or time, one per line, with averages and a warning if budgets keep running out.',
  examples: {
    'sheaf report': 'the newest assembly',
    'sheaf report --since 2026-01-01 --json': 'all records since a date, as JSON',
  },
  options: {
    session: {
      placeholder: 'NAME',
      help: 'Show only assemblies of this session, named by the variable SHEAF_SESSION.',
    },
    since: {
      placeholder: 'TIME',
      help: 'Show only assemblies since a date or time, such as 2026-01-31, or for how long back, such as 30m, 2h, 7d or 1w.',
    },
  },
  output: RECORDS,
  async run(input, context) {
    const { session, since } = input;
    const from = since === undefined ? null : timeOf(since);
    const { allocation } = (await context.config()).config.budget;
    const all = await withWorkspace(context, (workspace) => workspace.records());
    const records = all
      .filter((record) => session === undefined || record.session === session)
      .filter(({ budget }) => from === null || Date.parse(budget.timestamp) >= from);
    return { records, allocation, isList: session !== undefined || since !== undefined };
  },
  json: ({ records }) => records,
  present({ records, allocation, isList }, page) {
    const newest = records.at(-1);
    if (isList || newest === undefined) {
      page.raw(sessionReport(records));
      return;
    }
    page.raw(drawn(newest, allocation));
    const warning = budgetWarning(records);
    if (warning !== null) page.line(`\nWarning: ${warning}`);
  },
});

const AGO = /^(\d{1,6})([mhdw])$/;
const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60, w: 7 * 24 * 60 };

function timeOf(since: string): number {
  const [, count = '', unit = ''] = AGO.exec(since) ?? [];
  const agoMs = Number(count) * (MINUTES[unit] ?? 0) * 60_000;
  const time = count === '' ? Date.parse(since) : Date.now() - agoMs;
  if (!Number.isNaN(time)) return time;
  const hint = 'Give a date such as 2026-01-31, or how long ago: 30m, 2h, 7d, 1w.';
  throw new SheafError('usage', `--since ${since} is not a date or time`, hint);
}

/** A record as the report that was made when it was new. */
function drawn({ budget, log }: AssemblyRecord, allocation: Config['budget']['allocation']) {
  const { total_budget: total } = budget;
  const { tokens_budget: available } = log;
  const tiers = ['system', 'primary', 'supporting', 'reference', 'history'] as const;
  const filesOf = (tier: (typeof tiers)[number]): readonly RecordedFile[] =>
    (tier === 'system' ? budget.fixed : budget.allocation[tier])?.files ?? [];
  return allocationReport({
    task: budget.task,
    tokenizer: log.tokenizer ?? '',
    budget: { total, reserved: total - available, available, ...reservesOf(log) },
    ...(log.model === undefined ? {} : { model: log.model }),
    usedTokens: log.tokens_used,
    parts: tiers.flatMap((tier) =>
      filesOf(tier).map(({ path, tokens, level, relevance_score: relevance }) => {
        return { tier, path, level: level as 'full', tokens, relevance };
      }),
    ),
    droppedFiles: log.items_left_out ?? budget.overflow.files_affected.length,
    allocation: log.allocation ?? allocation,
    efficiency: budget.metrics.efficiency,
    overflow: budget.overflow,
    expected: log.expected ?? null,
    warnings: [log.hidden_characters ?? [], log.shortened_task ?? []].flat(),
  });
}

function reservesOf({ reserved, unscaled }: AssemblyRecord['log']): Partial<Budget> {
  if (reserved === undefined) return {};
  const { output = 0, system = 0, query = 0, headroom = 0 } = reserved;
  const reserves = { output, system, query, headroom };
  return { reserves, ...(unscaled === undefined ? {} : { unscaled }) };
}

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
