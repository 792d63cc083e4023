import { SheafError } from '../../model/errors.ts';
import type { ContextPlan } from '../../model/plan.ts';
import type { AssembleResult } from '../../model/results.ts';
import { planText } from '../../record/plan.ts';
import { readPlan } from '../../record/read-plan.ts';
import { expectedText, number as grouped } from '../../record/report.ts';
import { type Context, flowsOf, withWorkspace } from '../context.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { snakeCased } from '../printable.ts';
import * as shared from './assembly-options.ts';

export const assemble: Operation = defineOperation({
  name: 'assemble',
  summary: 'Assemble the context for a task',
  description:
    'Finds what matters for a task in code, documentation, conversations, research, deployment files and logs, fits it into the token budget and prints it. Updates the index first. The same task on the same state of the project gives the same bytes.',
  examples: {
    'sheaf "fix the race in the session store"': 'the short form: a task in quotes',
    'sheaf assemble --task-file issue.md --budget 32k --out prompt.md':
      'read the task from a file, for a window of 32,000 tokens, and write to a file',
    'git log -1 --format=%B | sheaf assemble - --json | jq .total_tokens':
      'read the task from standard input, print JSON',
    'sheaf assemble "why does login fail" --type bug --sources code,logs': 'use only code and logs',
  },
  positionals: shared.TASK,
  options: {
    ...shared.ASSEMBLY_OPTIONS,
    ...shared.OUT,
    after: {
      placeholder: 'PLAN',
      help: 'Leave out what the context of this plan holds, and give only what is new.',
    },
    plan: {
      local: true,
      placeholder: 'FILE',
      help: 'Write the plan, which records what was included and why, to a file.',
    },
    report: {
      local: true,
      placeholder: 'FILE',
      help: 'Write a report of how the budget was spent to a file.',
    },
    ...shared.FLOW_OPTION,
    partial: {
      local: true,
      type: 'boolean',
      help: 'If there is no index yet, do not make one: answer at once from the files whose names fit the task best.',
    },
    copy: {
      local: true,
      type: 'boolean',
      help: 'Copy the context to the clipboard instead of printing it.',
    },
  },
  apart: shared.APART,
  answersInPart: true,
  async run(input, context) {
    const result = await assembled(input, context);
    const files = [
      { what: 'prompt', path: input.out, text: result.prompt },
      { what: 'plan', path: input.plan, text: planText(result.plan) },
      { what: 'report', path: input.report, text: result.report },
    ];
    for (const { what, path, text } of files) {
      if (path === undefined) continue;
      const { writeWhole } = await import('../cli/files.ts');
      writeWhole(context.resolvePath(path), text);
      context.note(`${what}: ${path}`);
    }
    if (input.copy) {
      const { copyText } = await import('../cli/files.ts');
      await copyText(result.prompt);
    }
    for (const line of summaryOf(result)) context.note(line);
    return { ...result, isWritten: input.out !== undefined || input.copy };
  },
  // Without what `--plan` and `--report` write.
  json: ({ task, stateRoot, budget, totalTokens, truncated, matched, expected, ...shown }) => ({
    version: 1,
    ...snakeCased({ task, stateRoot, budget, totalTokens, truncated, matched }),
    ...(expected === null ? {} : { expected }),
    ...(shown.plan.partial === undefined ? {} : { partial: shown.plan.partial }),
    overflow: shown.record.budget.overflow,
    sources_queried: shown.record.log.sources_queried,
    parts: shown.parts,
    dropped: shown.dropped,
    ...(shown.picksLeftOut === undefined ? {} : { picks_left_out: shown.picksLeftOut }),
    prompt: shown.prompt,
  }),
  present({ prompt, isWritten }, page) {
    if (isWritten) return;
    page.raw(prompt);
    if (page.isTTY && !prompt.endsWith('\n')) page.line();
  },
});

/** The context of a task; without one, of a flow as its folder stands. */
export async function assembled(
  input: shared.AssemblyInput & {
    readonly after?: string | undefined;
    readonly partial?: boolean | undefined;
  },
  context: Context,
  isDryRun = false,
): Promise<AssembleResult> {
  const isTask = input.task !== undefined || input.task_file !== undefined;
  const { config } = await context.config();
  const look = shared.lookOf(input, config.assembly.format);
  if (isTask && input.flow === undefined) {
    const task = await shared.taskText(input.task, input.task_file, context);
    const part = input.partial === true ? task : context.part;
    return withWorkspace({ ...context, part }, async (workspace) => {
      const request = await shared.requestOf(workspace, task, input, context);
      const after = await held(input.after, context);
      return workspace.assemble({ ...request, ...look, after, isDryRun });
    });
  }
  if (isTask) {
    const sentence = 'a flow has its own request, so no task can be given with --flow';
    const hint = 'leave out the task or --flow; sheaf flow new "task" creates another flow';
    throw new SheafError('usage', sentence, hint);
  }
  if (input.partial === true) {
    const hint = 'give a task, or leave out --partial';
    throw new SheafError('usage', '--partial does not apply to a flow', hint);
  }
  shared.refuseForFlows(input, context.overrides);
  const { flow, context_tokens: maxTokens } = input;
  if (flow === undefined && (await flowsOf(context)).ids().length === 0) {
    const hint = 'give a task in quotes, or create a flow with sheaf flow new "task"';
    throw new SheafError('usage', 'there is no task and no current flow to assemble', hint);
  }
  return withWorkspace(context, (workspace) =>
    workspace.assembleFlow({ flow, maxTokens, ...look, isDryRun }),
  );
}

const held = async (
  plan: string | undefined,
  context: Context,
): Promise<ContextPlan | undefined> =>
  plan === undefined ? undefined : readPlan(await context.readInput(plan), plan);

const NO_EVIDENCE =
  'the flow has no active evidence: find some (sheaf gather), add files (sheaf add) or turn some on (sheaf evidence toggle)';
const TIERS = ['system', 'primary', 'supporting', 'reference', 'history'] as const;
const counted = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

/** What was assembled, in a few lines: parts by tier, the budget, what comes next, how long it took. */
function summaryOf(result: AssembleResult): string[] {
  const { parts, budget, totalTokens, dropped, stages, matched, expected, plan } = result;
  const tiers = TIERS.flatMap((tier) => {
    const count = parts.filter((part) => part.tier === tier).length;
    return count === 0 ? [] : [`${count} ${tier === 'system' ? 'fixed' : tier}`];
  });
  const share = ((100 * totalTokens) / Math.max(1, budget.available)).toFixed(0);
  const isEmpty =
    expected !== null &&
    parts.every(({ tier }) => tier === 'system') &&
    !dropped.some(({ reason }) => reason === 'over-budget');
  const [next] = expected === null ? dropped.filter(({ reason }) => reason === 'over-budget') : [];
  return [
    `${grouped(totalTokens)} of ${grouped(budget.available)} ${budget.tokenizer} tokens (${share} %) in ${counted(parts.length, 'part')}: ${tiers.join(', ') || 'none'}`,
    budget.unscaled !== undefined &&
      `${grouped(budget.reserved)} of the window's ${grouped(budget.total)} tokens are reserved: the usual ${grouped(budget.unscaled)}, scaled to the window`,
    plan.partial !== undefined &&
      `partial: ${(100 * plan.partial).toFixed(0)} % of the files were read, since there is no index yet (sheaf index); this plan can't be replayed`,
    !matched && (plan.options['flow'] === undefined ? shared.NO_MATCH : NO_EVIDENCE),
    matched && isEmpty && shared.NOTHING_LIKELY,
    matched && !isEmpty && expected !== null && expectedText(expected),
    dropped.length > 0 &&
      `${counted(dropped.length, 'further file')} left out${next === undefined ? '' : `; next with a larger budget: ${next.path} (relevance ${next.relevance.toFixed(2)})`}`,
    `${stages.indexMs === undefined ? '' : `indexed in ${grouped(stages.indexMs)} ms, `}gathered in ${grouped(stages.gatherMs)} ms, assembled in ${grouped(stages.assembleMs)} ms`,
  ].filter((line) => line !== false);
}
