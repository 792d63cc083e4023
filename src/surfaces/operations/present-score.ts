import type { AbsentFile, FileScore } from '../../model/explanation.ts';
import type { Page } from '../page.ts';
import { printableLine } from '../printable.ts';

const NAME_WIDTH = 16;
const NUMBER_WIDTH = 9;

const number = (value: number | null, digits = 3): string =>
  (value === null ? '–' : value.toFixed(digits)).padStart(NUMBER_WIDTH);
const heads = (names: readonly string[]): string =>
  names.map((name) => name.padStart(NUMBER_WIDTH)).join('');

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
  page.line(
    style.bold(`${'signal'.padEnd(NAME_WIDTH)}${heads(['weight', 'raw', 'value', 'adds'])}`),
  );
  for (const { signal, weight, raw, value, contribution } of result.signals) {
    const cells = [number(weight, 2), number(raw), number(value), number(contribution)];
    page.line(`${signal.padEnd(NAME_WIDTH)}${cells.join('')}`);
  }
  page.line(
    `${'score'.padEnd(NAME_WIDTH + 3 * NUMBER_WIDTH)}${number(result.score)}  ${style.dim(`sum × ${result.penalty}`)}`,
  );
  page.line();
  page.line(style.bold(`${'factor'.padEnd(NAME_WIDTH)}${heads(['weight', '', 'value', 'adds'])}`));
  for (const { name, weight, value, contribution, because } of result.factors) {
    const cells = [
      number(weight, 2),
      ' '.repeat(NUMBER_WIDTH),
      number(value),
      number(contribution),
    ];
    page.line(`${name.padEnd(NAME_WIDTH)}${cells.join('')}  ${style.dim(printableLine(because))}`);
  }
  page.line(
    `${'relevance'.padEnd(NAME_WIDTH + 3 * NUMBER_WIDTH)}${number(result.relevance)}  ${style.dim(`sum × ${result.priority.multiplier}: ${result.source} has ${result.priority.level} priority in a ${result.task_type} task`)}`,
  );
  page.line();
  const { include, source, supporting, primary } = result.thresholds;
  page.line(
    style.dim(
      `thresholds: include ${include}, ${result.source} ${source}, supporting ${supporting}, primary ${primary}`,
    ),
  );
  page.line(result.verdict);
}
