import type { AbsentFile, FileScore } from '../../model/explanation.ts';
import { withWorkspace } from '../context.ts';
import { defineOperation, type Operation, type Page } from '../operation.ts';
import { printableLine } from '../printable.ts';
import { RANKING_OPTIONS, TASK_OPTIONS, taskText } from './assembly-options.ts';

export const score: Operation = defineOperation({
  name: 'score',
  summary: 'Show how the relevance of a file to a task is calculated',
  description:
    'Prints the signals, factors, weights and thresholds behind the relevance and tier of a file, and what would have to change for another tier. Updates the index first.',
  examples: {
    'sheaf score src/session.ts --task "fix the race in the session store"': 'the table of factors',
    'sheaf score src/session.ts --task-file issue.md --json':
      'read the task from a file, print JSON',
  },
  positionals: {
    file: { required: true, help: 'Path of the file, relative to the root.' },
  },
  options: { ...TASK_OPTIONS, ...RANKING_OPTIONS },
  apart: [['task', 'task_file']],
  async run(input, context) {
    const task = await taskText(input.task, input.task_file, context);
    const { file: path, type, without } = input;
    return withWorkspace(context, (workspace) => workspace.score({ path, task, type, without }));
  },
  present(result, page) {
    if (result.kind === 'absent') presentAbsent(result, page);
    else presentScore(result, page);
  },
});

const NAME_WIDTH = 16;
const NUMBER_WIDTH = 9;

const number = (value: number | null, digits = 3): string =>
  value === null ? '–' : value.toFixed(digits);
const row = (name: string, ...cells: readonly string[]): string =>
  `${name.padEnd(NAME_WIDTH)}${cells.map((cell) => cell.padStart(NUMBER_WIDTH)).join('')}`;

/** Why there is nothing to score. */
export function presentAbsent({ path, reason, near }: AbsentFile, page: Page): void {
  page.line(`${page.style.bold(printableLine(path))}  ${reason}`);
  for (const other of near) page.line(`  did you mean ${printableLine(other)}?`);
}

/** The numbers of a score from the signals up to the tier. */
export function presentScore(result: Omit<FileScore, 'kind'>, page: Page): void {
  const { style } = page;
  const place = result.rank === null ? 'not ranked' : `rank ${result.rank} of ${result.ranked}`;
  page.line(`${style.bold(printableLine(result.path))}  ${result.source}, ${place}`);
  page.line();
  page.line(style.bold(row('signal', 'weight', 'raw', 'value', 'adds')));
  for (const { signal, weight, raw, value, contribution } of result.signals) {
    page.line(row(signal, number(weight, 2), number(raw), number(value), number(contribution)));
  }
  const sum = row('score', '', '', '', number(result.score));
  page.line(`${sum}  ${style.dim(`sum × ${result.penalty}`)}`);
  page.line();
  page.line(style.bold(row('factor', 'weight', '', 'value', 'adds')));
  for (const { name, weight, value, contribution, because } of result.factors) {
    const numbers = row(name, number(weight, 2), '', number(value), number(contribution));
    page.line(`${numbers}  ${style.dim(printableLine(because))}`);
  }
  const { level, multiplier } = result.priority;
  const how = `sum × ${multiplier}: ${result.source} has ${level} priority in a ${result.task_type} task`;
  page.line(`${row('relevance', '', '', '', number(result.relevance))}  ${style.dim(how)}`);
  page.line();
  const { include, source, supporting, primary } = result.thresholds;
  const thresholds = `include ${include}, ${result.source} ${source}, supporting ${supporting}, primary ${primary}`;
  page.line(style.dim(`thresholds: ${thresholds}`));
  page.line(result.verdict);
}
