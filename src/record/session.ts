import type { AssemblyRecord } from '../model/record.ts';
import { number, oneLine } from './report.ts';

/** More than this share of the budget is near its end. */
const NEAR_LIMIT = 0.95;
/** So many assemblies in a row are a habit, not an accident. */
const KEEPS = 3;

/** A full budget is no reason to warn: only one that was too small for what was wanted is. */
const isNear = ({ log, budget }: AssemblyRecord): boolean =>
  budget.overflow.occurred && log.tokens_used > log.tokens_budget * NEAR_LIMIT;

/** The warning, if the newest assemblies all used more than 95 % of their budget and had no room for all that was wanted; oldest record first. */
export function budgetWarning(records: readonly AssemblyRecord[]): string | null {
  const run = records.length - 1 - records.findLastIndex((record) => !isNear(record));
  if (run < KEEPS) return null;
  return `The last ${run} assemblies used more than 95 % of the budget and left out relevant content: raise --budget, or narrow the sources.`;
}

const percent = (value: number): string => `${(100 * value).toFixed(1)}%`;
const TASK_SHOWN = 48;

/** One line per assembly, the sums, and the warning (OB-2); oldest record first. */
export function sessionReport(records: readonly AssemblyRecord[]): string {
  if (records.length === 0) return 'No assemblies are recorded.\n';
  const lines = records.map(({ budget, log }) => {
    const task = [...oneLine(budget.task)].slice(0, TASK_SHOWN).join('');
    const used = `${number(log.tokens_used)} of ${number(log.tokens_budget)}`.padStart(20);
    const share = percent(budget.metrics.utilization).padStart(7);
    return `  ${budget.timestamp}  ${used}  ${share}  ${number(log.items_included).padStart(4)} parts  ${task}`;
  });
  const mean = (of: (record: AssemblyRecord) => number): number =>
    records.reduce((sum, record) => sum + of(record), 0) / records.length;
  const warning = budgetWarning(records);
  return [
    `ASSEMBLIES: ${number(records.length)}`,
    '',
    ...lines,
    '',
    'SUMMARY:',
    `  Mean utilization: ${percent(mean(({ budget }) => budget.metrics.utilization))}`,
    `  Mean efficiency: ${percent(mean(({ budget }) => budget.metrics.efficiency))}`,
    `  Overflows: ${number(records.filter(({ budget }) => budget.overflow.occurred).length)}`,
    `  Near the limit: ${number(records.filter(isNear).length)}`,
    ...(warning === null ? [] : ['', `Warning: ${warning}`]),
    '',
  ].join('\n');
}
