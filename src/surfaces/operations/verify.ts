import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SheafError } from '../../model/errors.ts';
import type { ContextPlan } from '../../model/plan.ts';
import { planText } from '../../record/plan.ts';
import { type Place, placeFlags } from '../context.ts';
import { defineOperation, flagOf, type Operation } from '../operation.ts';
import { assembled } from './assemble.ts';
import { APART, ASSEMBLY_OPTIONS, FLOW_OPTION, TASK } from './assembly-options.ts';

export const verify: Operation = defineOperation({
  name: 'verify',
  summary: 'Check that assembling twice gives the same bytes',
  description:
    'Assembles the context of a task or flow twice, the second time in a new process, and exits with code 1 if a byte differs.',
  examples: {
    'sheaf verify "fix the race in the session store" --budget 8k': 'check a task',
  },
  positionals: TASK,
  options: { ...ASSEMBLY_OPTIONS, ...FLOW_OPTION },
  apart: APART,
  async run(input, context) {
    const first = await assembled(input, context, true);
    const second = inFreshProcess(first.task.text, first.plan, context.place);
    if (first.prompt !== second) {
      const at = firstDifference(first.prompt, second);
      const sentence = `Two assemblies of the same task differ, first at character ${at}.`;
      const hint = 'This should never happen; please report it with the task.';
      throw new SheafError('differs', sentence, hint);
    }
    const { plan, totalTokens } = first;
    return { identical: true, ctx_digest: plan.ctx_digest, total_tokens: totalTokens };
  },
  present(result, page) {
    page.line(`identical: ${result.total_tokens} tokens, ${result.ctx_digest}`);
  },
});

/** Characters before the first one that differs. */
function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/**
 * The same command line with `assemble` in place of `verify`; the text goes in again where it came from standard input. What a
 * model wrote for the first context is not asked for again, and a flow's folder is left alone: their plans are replayed.
 */
function inFreshProcess(text: string, plan: ContextPlan, place: Place): string {
  const [program = '', ...args] = process.argv.slice(1);
  if (plan.summaries === undefined && plan.options['flow'] === undefined) {
    const at = args.indexOf('verify');
    return ranAgain(program, [...args.slice(0, at), 'assemble', ...args.slice(at + 1)], text);
  }
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-verify-'));
  try {
    const file = join(folder, 'ctxplan.json');
    writeFileSync(file, planText(plan));
    const flags = placeFlags(place).flatMap(([flag, value]) => [flagOf(flag), value]);
    return ranAgain(program, ['replay', file, ...flags], text);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function ranAgain(program: string, args: readonly string[], input: string): string {
  const flags = ['--json', '--quiet'].filter((flag) => !args.includes(flag));
  const how = { input, encoding: 'utf8', maxBuffer: 1 << 30 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args, ...flags], how);
  if (status === 0) return (JSON.parse(stdout) as { prompt: string }).prompt;
  const said = messageIn(stderr);
  // 1 is the exit code of `replay` where a byte differs.
  throw status === 1
    ? new SheafError('differs', `The second assembly differs. ${said}`)
    : new SheafError('internal', `The second assembly failed: ${said}`);
}

/** What an error says, which comes as JSON; otherwise all of it. */
function messageIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error: { message: string } };
    return error.message;
  } catch {
    return text.trim(); // a crash says things its own way
  }
}
