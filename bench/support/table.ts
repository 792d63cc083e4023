import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';

/** One measured line: ours, what stood beside it in the same run, and what was wanted. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  readonly beside?: string;
  readonly ratio?: string;
  readonly target?: string;
  readonly cpu?: string;
  readonly peak?: string;
}

const COLUMNS = ['what', 'ours', 'beside', 'ratio', 'target', 'cpu', 'peak'] as const;

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
export const note = (line: string): void => void process.stderr.write(`${line}\n`);

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}
export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const seconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} s`;
export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const times = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ×`;
/** Which of two times is shorter, in words that can't be misread. */
export const faster = (ours: number, beside: number): string =>
  ours <= beside ? `${times(beside / ours)} faster` : `${times(ours / beside)} slower`;
export const megabytes = (value: number): string => `${value.toFixed(0)} MB`;

/** The median of those that could be measured. */
export function medianOf(
  values: readonly (number | null)[],
  show: (value: number) => string,
): string {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? '–' : show(median(known));
}

/** Two medians and how often the second goes into the first; the steadier measure on a busy machine. */
export function compared(
  ours: readonly (number | null)[],
  beside: readonly (number | null)[],
  show: (value: number) => string,
): string {
  const both = `${medianOf(ours, show)} / ${medianOf(beside, show)}`;
  if ([...ours, ...beside].includes(null)) return both;
  return `${both} = ${times(median(ours.map(Number)) / median(beside.map(Number)))}`;
}

/** As a Markdown table, so that results can be kept as they were printed. */
export function table(rows: readonly Row[], names: Readonly<Record<keyof Row, string>>): string {
  const filled = COLUMNS.filter((column) => rows.some((row) => (row[column] ?? '') !== ''));
  const cells = [
    filled.map((column) => names[column]),
    ...rows.map((row) => filled.map((column) => row[column] ?? '')),
  ];
  const widths = filled.map((_, i) => Math.max(3, ...cells.map((line) => line[i]?.length ?? 0)));
  const drawn = cells.map(
    (line) => `| ${line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`,
  );
  drawn.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  return drawn.join('\n');
}

/** The machine, as far as it explains numbers. */
export function machine(): string {
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
  const load = loadavg().map((value) => value.toFixed(1));
  return `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${gigabytes} GB, ${platform()} ${release()}, Node ${process.versions.node}, load ${load.join(' ')}`;
}

export function versionOf(packageFile: string): string {
  return (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;
}
