import type { Change, Part } from '../model/flow.ts';
import { isIncluded } from './context.ts';
import { evidenceOf } from './find.ts';
import { byPlace, nameOf } from './names.ts';

/** A rough measure that needs no tokenizer. */
const BYTES_PER_TOKEN = 4;
export const roughTokens = (bytes: number): number => Math.floor(bytes / BYTES_PER_TOKEN);

/** What was done, and what it means for the budget (FL-11). */
export interface Feedback {
  readonly what: string;
  readonly files: readonly string[];
  readonly bytes: number;
  readonly total_bytes: number;
  readonly budget_tokens: number;
  readonly notes: readonly string[];
  readonly dry_run: boolean;
}

export interface FeedbackRequest {
  readonly change: Change;
  /** Of each file of the change, before and after it. */
  readonly before: readonly Part[];
  readonly after: readonly Part[];
  readonly budgetTokens: number;
  readonly isDryRun: boolean;
}

export function feedbackOf({
  change,
  before,
  after,
  budgetTokens,
  isDryRun,
}: FeedbackRequest): Feedback {
  const sizes = new Map([...before, ...after].map(({ file, bytes }) => [file, bytes]));
  return {
    what: change.what,
    files: change.files.map(nameOf),
    bytes: change.files.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0),
    total_bytes: totalBytes(after),
    budget_tokens: budgetTokens,
    notes: change.notes,
    dry_run: isDryRun,
  };
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

/** A block of four lines (FL-11), then notes. */
export function feedbackText(feedback: Feedback): string {
  const { what, files, bytes, total_bytes: total, budget_tokens: budget } = feedback;
  const lines = [
    `${feedback.dry_run ? '· Dry run, nothing written: ' : '✓ '}${what}${filesText(files)}`,
    `  Bytes: ${sized(bytes)}`,
    `  Total context: ${total} bytes (~${roughTokens(total)} tokens)`,
    `  Budget: ${percent(total, budget)} of ${budget} token limit`,
    ...feedback.notes.map((note) => `  Note: ${note}`),
  ];
  return `${lines.join('\n')}\n`;
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
  const evidence = evidenceOf(parts);
  const numbers = new Map(evidence.map((part, i) => [part.file, `e${i + 1}`]));
  const width = String(evidence.length).length + 1;
  const lines = parts.toSorted(byPlace).map((part) => {
    const number = (numbers.get(part.file) ?? '').padEnd(width);
    const problem = part.problem === null ? '' : `  (${part.problem})`;
    return `${STATE_MARKS[part.state]} ${number} ${nameOf(part.file)}  ${sized(part.bytes)}${problem}`;
  });
  const total = totalBytes(parts);
  if (focus !== null) lines.push(`Focus: ${JSON.stringify(focus)}`);
  lines.push(`Total context: ${total} bytes (~${roughTokens(total)} tokens)`);
  lines.push(`Budget: ${percent(total, budgetTokens)} of ${budgetTokens} token limit`);
  return `${lines.join('\n')}\n`;
}

/** `evidence budget`: what each band of ranks takes. */
export function budgetText(parts: readonly Part[], budgetTokens: number): string {
  const bands = new Map<string, { bytes: number; count: number }>();
  for (const part of parts.toSorted(byPlace)) {
    if (!isIncluded(part)) continue;
    const band =
      part.rank === null
        ? 'no rank'
        : `${String(part.rank).padStart(3, '0')[0]}00–${String(part.rank).padStart(3, '0')[0]}99`;
    const sum = bands.get(band) ?? { bytes: 0, count: 0 };
    bands.set(band, { bytes: sum.bytes + part.bytes, count: sum.count + 1 });
  }
  const lines = [...bands].map(
    ([band, { bytes, count }]) =>
      `${band}  ${count} ${count === 1 ? 'part' : 'parts'}  ${sized(bytes)}  ${percent(bytes, budgetTokens)}`,
  );
  const total = totalBytes(parts);
  const left = budgetTokens - roughTokens(total);
  lines.push(`Total context: ${total} bytes (~${roughTokens(total)} tokens)`);
  lines.push(`Budget: ${percent(total, budgetTokens)} of ${budgetTokens} token limit`);
  lines.push(left >= 0 ? `Left: ~${left} tokens` : `Over the limit by ~${-left} tokens`);
  return `${lines.join('\n')}\n`;
}
