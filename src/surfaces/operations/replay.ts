import { SheafError } from '../../model/errors.ts';
import type { PlanDifference } from '../../model/plan.ts';
import type { ReplayResult } from '../../model/results.ts';
import { readPlan } from '../../record/read-plan.ts';
import { withWorkspace } from '../context.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { OUT } from './assembly-options.ts';

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
  async run(input, context): Promise<{ result: ReplayResult; written: boolean }> {
    const plan = readPlan(await context.readInput(input.plan));
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

/** Further files that someone changed. */
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
