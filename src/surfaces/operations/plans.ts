import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SheafError } from '../../model/errors.ts';
import type { ContextPlan, PlanDifference } from '../../model/plan.ts';
import type { ReplayResult } from '../../model/results.ts';
import { diffPlans } from '../../record/diff-plans.ts';
import { planText } from '../../record/plan.ts';
import { readPlan } from '../../record/read-plan.ts';
import { type Place, placeFlags, withWorkspace } from '../context.ts';
import { defineOperation, flagOf, INDEX_FLAGS, type Operation } from '../operation.ts';
import { printable } from '../printable.ts';
import { assembled } from './assemble.ts';
import { APART, ASSEMBLY_OPTIONS, FLOW_OPTION, OUT, TASK } from './assembly-options.ts';
import { DIFF, REPLAYED } from './outputs.ts';

export const replay: Operation = defineOperation({
  name: 'replay',
  summary: 'Rebuild the context of a plan, byte for byte',
  description:
    'Rebuilds the context from a plan written by assemble, using the files as they are now or, if the project is at another commit, the files of the recorded commit, read from git. If a byte differs or a file of the plan was edited, fails and names the first difference and its cause.',
  examples: {
    'sheaf replay ctxplan.json -o prompt.md': 'write the same prompt again',
    'sheaf replay ctxplan.json --root ../clone': 'in another clone',
  },
  positionals: { plan: { required: true, help: 'A plan written by assemble --plan.' } },
  options: OUT,
  output: REPLAYED,
  async run(input, context): Promise<{ result: ReplayResult; written: boolean }> {
    const plan = readPlan(await context.readInput(input.plan), input.plan);
    const result = await withWorkspace(context, (workspace) => workspace.replay(plan));
    const [first, ...others] = result.differences;
    if (!result.identical) {
      const named = first ?? { cause: 'content', what: 'the prompt', before: '', after: '' };
      const sentence = `The context differs from the plan: ${named.what} (${named.cause}: ${named.before} -> ${named.after})${furtherText(named.what, others)}`;
      const hint = 'sheaf diff shows all differences between two plans.';
      throw new SheafError('differs', sentence, hint);
    }
    if (input.out !== undefined) {
      const { writeWhole } = await import('../cli/files.ts');
      writeWhole(context.resolvePath(input.out), result.prompt);
    }
    context.note('byte-identical');
    return { result, written: input.out !== undefined };
  },
  json: ({ result: { identical, differences, prompt } }) => ({ identical, differences, prompt }),
  present({ result, written }, page) {
    if (!written) page.raw(result.prompt);
  },
});

function furtherText(first: string, others: readonly PlanDifference[]): string {
  const names = others
    .filter(({ cause, what }) => cause === 'content' && what !== first)
    .filter(({ before, after }) => after.endsWith(' since') && before !== after)
    .map(({ what }) => what);
  if (names.length === 0) return '';
  const rest = names.splice(NAMES_SHOWN).length;
  return `; also ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

const NAMES_SHOWN = 3;

export const diff: Operation = defineOperation({
  name: 'diff',
  summary: 'Explain why two plans differ',
  description:
    'Compares two plans and names the cause of each difference: the task, the version, the tokenizer, the format, the budget, a weight, an option, the content of a file, its relevance, a summary written by a model, or the selection.',
  examples: { 'sheaf diff before.json after.json': 'what changed, and why' },
  positionals: {
    before: { required: true, help: 'The first plan.' },
    after: { required: true, help: 'The second plan.' },
  },
  refuses: ['root', 'set', ...INDEX_FLAGS],
  output: DIFF,
  async run(input, context) {
    const before = readPlan(await context.readInput(input.before), input.before);
    const after = readPlan(await context.readInput(input.after), input.after);
    return diffPlans(before, after);
  },
  present(differences, page) {
    if (differences.length === 0) page.line('The plans are the same.');
    for (const { cause, what, before, after } of differences) {
      page.line(printable(`${cause.padEnd(10)} ${what}: ${short(before)} -> ${short(after)}`));
    }
  },
});

const SHOWN = 60;
const short = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

export const verify: Operation = defineOperation({
  name: 'verify',
  summary: 'Check that assembling twice gives the same bytes',
  description:
    'Assembles the context of a task or flow twice, the second time in a new process and from a new index, and exits with code 1 if a byte differs.',
  examples: {
    'sheaf verify "fix the race in the session store" --budget 8k': 'check a task',
  },
  positionals: TASK,
  options: { ...ASSEMBLY_OPTIONS, ...FLOW_OPTION },
  apart: APART,
  local: true,
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
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-verify-'));
  try {
    if (plan.summaries === undefined && plan.options['flow'] === undefined) {
      const at = args.indexOf('verify');
      const line = [...args.slice(0, at), 'assemble', ...args.slice(at + 1)];
      // An index of its own, made from the files: what the other one says is not taken for granted, nor is what it kept where the user named one.
      const env = { ...process.env, XDG_CACHE_HOME: folder, SHEAF_INDEX_CONTEXTS_KEPT: '0' };
      return ranAgain(program, line, text, env);
    }
    const file = join(folder, 'ctxplan.json');
    writeFileSync(file, planText(plan));
    const flags = placeFlags(place).flatMap(([flag, value]) => [flagOf(flag), value]);
    return ranAgain(program, ['replay', file, ...flags], text);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function ranAgain(
  program: string,
  args: readonly string[],
  input: string,
  env: NodeJS.ProcessEnv = process.env,
): string {
  const flags = ['--json', '--quiet'].filter((flag) => !args.includes(flag));
  const how = { input, env, encoding: 'utf8', maxBuffer: 1 << 30 } as const;
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
