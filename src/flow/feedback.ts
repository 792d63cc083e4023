import { groupBy } from '../math/groups.ts';
import { BAND_SIZE, type Change, type Part } from '../model/flow.ts';
import { isIncluded } from './context.ts';
import { numbersOf } from './find.ts';
import { bandOf, byPlace, nameOf, rankText } from './names.ts';

const BYTES_PER_TOKEN = 4;
const roughTokens = (bytes: number): number => Math.floor(bytes / BYTES_PER_TOKEN);

/** What was done, what it means for the budget (FL-11), and how people are told. */
export interface Told {
  readonly what: string;
  readonly files: readonly string[];
  readonly bytes: number;
  readonly total_bytes: number;
  readonly budget_tokens: number;
  readonly notes: readonly string[];
  readonly dry_run: boolean;
  readonly text: string;
}

/** `before` and `after` are the parts without and with the change. */
export function told(
  change: Change,
  before: readonly Part[],
  after: readonly Part[],
  budgetTokens: number,
  isDryRun: boolean,
): Told {
  const sizes = new Map([...before, ...after].map(({ file, bytes }) => [file, bytes]));
  const feedback = {
    what: change.what,
    files: change.files.map(nameOf),
    bytes: change.files.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0),
    total_bytes: totalBytes(after),
    budget_tokens: budgetTokens,
    notes: change.notes,
    dry_run: isDryRun,
  };
  return { ...feedback, text: feedbackText(feedback) };
}

export const totalBytes = (parts: readonly Part[]): number =>
  parts.filter(isIncluded).reduce((sum, { bytes }) => sum + bytes, 0);

const FILES_SHOWN = 5;

const sized = (bytes: number): string => `${bytes} (~${roughTokens(bytes)} tokens)`;

const percent = (bytes: number, tokens: number): string =>
  tokens === 0 ? '–' : `${Math.round((100 * roughTokens(bytes)) / tokens)}%`;

function filesText(files: readonly string[]): string {
  if (files.length === 0) return '';
  const rest = files.length - FILES_SHOWN;
  return `: ${files.slice(0, FILES_SHOWN).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

const totalLines = (bytes: number, budgetTokens: number): string[] => [
  `Total context: ${bytes} bytes (~${roughTokens(bytes)} tokens)`,
  `Budget: ${percent(bytes, budgetTokens)} of ${budgetTokens} token limit`,
];

export function feedbackText(feedback: Omit<Told, 'text'>): string {
  const { what, files, bytes, total_bytes: total, budget_tokens: budget, notes } = feedback;
  const lines = [
    `Bytes: ${sized(bytes)}`,
    ...totalLines(total, budget),
    ...notes.map((note) => `Note: ${note}`),
  ];
  const done = feedback.dry_run ? '· Dry run, nothing written: ' : '✓ ';
  return `${done}${what}${filesText(files)}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** What should be in the context and is not, in words. */
export const problemsOf = (parts: readonly Part[]): string[] =>
  parts
    .toSorted(byPlace)
    .filter(({ state }) => state !== 'skipped')
    .flatMap(({ file, problem }) =>
      problem === null ? [] : [`${nameOf(file)} is left out: ${problem}`],
    );

const STATE_MARKS = { active: '●', skipped: '○', linked: '→' } as const;

/** `evidence status`: every part, its number, state and size. */
export function statusText(
  parts: readonly Part[],
  budgetTokens: number,
  focus: string | null,
): string {
  const numbers = numbersOf(parts);
  const width = String(numbers.size).length + 1;
  const lines = parts.toSorted(byPlace).map((part) => {
    const number = (numbers.get(part.file) ?? '').padEnd(width);
    const problem = part.problem === null ? '' : `  (${part.problem})`;
    return `${STATE_MARKS[part.state]} ${number} ${nameOf(part.file)}  ${sized(part.bytes)}${problem}`;
  });
  if (focus !== null) lines.push(`Focus: ${JSON.stringify(focus)}`);
  return [...lines, ...totalLines(totalBytes(parts), budgetTokens), ''].join('\n');
}

/** `evidence budget`: what each band of ranks takes. */
export function budgetText(parts: readonly Part[], budgetTokens: number): string {
  const bands = groupBy(parts.toSorted(byPlace).filter(isIncluded), ({ rank }) =>
    rank === null
      ? 'no rank'
      : `${rankText(bandOf(rank))}–${rankText(bandOf(rank) + BAND_SIZE - 1)}`,
  );
  const lines = [...bands].map(([band, own]) => {
    const bytes = totalBytes(own);
    const count = `${own.length} ${own.length === 1 ? 'part' : 'parts'}`;
    return `${band}  ${count}  ${sized(bytes)}  ${percent(bytes, budgetTokens)}`;
  });
  const total = totalBytes(parts);
  const left = budgetTokens - roughTokens(total);
  const over = left >= 0 ? `Left: ~${left} tokens` : `Over the limit by ~${-left} tokens`;
  return [...lines, ...totalLines(total, budgetTokens), over, ''].join('\n');
}
