import { diffPlans } from '../../record/diff-plans.ts';
import { readPlan } from '../../record/read-plan.ts';
import { defineOperation, INDEX_FLAGS, type Operation } from '../operation.ts';
import { printable } from '../printable.ts';

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
  options: {},
  refuses: ['root', 'set', ...INDEX_FLAGS],
  async run(input, context) {
    const before = readPlan(await context.readInput(input.before));
    const after = readPlan(await context.readInput(input.after));
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
