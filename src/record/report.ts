import type { Budget } from '../model/budget.ts';
import type { ContextPlan, Expected, PlannedPart } from '../model/plan.ts';
import type { BudgetRecord } from '../model/record.ts';
import type { Tier } from '../model/relevance.ts';

type ReportedPart = Pick<PlannedPart, 'path' | 'tier' | 'level' | 'tokens' | 'relevance'>;

export interface Reported {
  readonly task: string;
  readonly tokenizer: string;
  readonly budget: Budget;
  readonly usedTokens: number;
  readonly parts: readonly ReportedPart[];
  readonly droppedFiles: number;
  /** The model the budget is for; empty where nobody said. */
  readonly model?: string;
  readonly expected?: Expected | null;
  /** What a reader should know of the content, in sentences: hidden characters, a shortened task. */
  readonly warnings?: readonly string[];
  /** Share of the tokens that are relevant, in [0, 1]. */
  readonly efficiency?: number;
  /** What was done about too much content. */
  readonly overflow?: BudgetRecord['overflow'];
  readonly allocation: Readonly<Record<Tier, number>>;
}

const RULE = '='.repeat(80);
const TITLE_INDENT = 23;
/** Widths of the columns; that of paths first. */
const COLUMNS = [40, 10, 8, 11] as const;
const TIERS = ['primary', 'supporting', 'reference', 'history'] as const;

export const number = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
const share = (part: number, whole: number): string =>
  whole === 0 ? '0' : ((100 * part) / whole).toFixed(0);

/** Long paths lose their beginning: the file's name is what people look for. */
function cellText(text: string, width: number): string {
  const characters = [...text.replace(/\p{C}/gu, '\ufffd')];
  const shown = characters.length > width - 2 ? ['…', ...characters.slice(3 - width)] : characters;
  return ` ${shown.join('')}`.padEnd(width);
}

function table(parts: readonly ReportedPart[]): string[] {
  const rule = (left: string, right: string): string =>
    `  ${left}${'─'.repeat(COLUMNS.reduce((sum, width) => sum + width + 1, -1))}${right}`;
  const row = (cells: readonly string[]): string =>
    `  │${cells.map((cell, i) => cellText(cell, COLUMNS[i] ?? 0)).join('│')}│`;
  return [
    rule('┌', '┐'),
    row(['File', 'Level', 'Tokens', 'Relevance']),
    rule('├', '┤'),
    ...parts.map((part) =>
      row([part.path, part.level, number(part.tokens), part.relevance.toFixed(2)]),
    ),
    rule('└', '┘'),
  ];
}

const tokensOf = (parts: readonly ReportedPart[]): number =>
  parts.reduce((sum, part) => sum + part.tokens, 0);

export const oneLine = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').trim();

/** A gain below this is none to a reader. */
const LEAST_GAIN = 0.005;

/** `every file with probability 0.87; the next 2,000 tokens would add 0.03, first src/x.ts`. */
export function expectedText({
  every_file,
  next_tokens,
  gain,
  path,
  unfamiliar,
}: Expected): string {
  const words = unfamiliar?.map((word) => `“${oneLine(word)}”`).join(', ');
  const why = words === undefined ? '' : ` (the project hardly mentions ${words})`;
  const here = `every file with probability ${every_file.toFixed(2)}${why}`;
  if (path === null) return `${here}; nothing else is worth looking at`;
  if (gain < LEAST_GAIN) return `${here}; more tokens would hardly add to it`;
  return `${here}; the next ${number(next_tokens)} tokens would add ${gain.toFixed(2)}, first ${oneLine(path)}`;
}

const NAMED = 3;

/** Which parts of a plan hold characters that nobody sees; null for none. */
export function hiddenText({ parts }: ContextPlan, isRaw: boolean): string | null {
  const found = parts.filter(({ hidden_characters: count = 0 }) => count > 0);
  if (found.length === 0) return null;
  const count = found.reduce((sum, { hidden_characters: own = 0 }) => sum + own, 0);
  const names = found.slice(0, NAMED).map(({ path }) => oneLine(path));
  const more = found.length > NAMED ? ` and ${found.length - NAMED} more` : '';
  const what = count === 1 ? 'hidden character' : 'hidden characters';
  return `${number(count)} ${what} in ${names.join(', ')}${more} ${isRaw ? 'kept' : 'shown by number'}.`;
}

const HIGH = 0.9;
const MEDIUM = 0.6;

function inWords(efficiency: number): string {
  const share = efficiency === 1 ? 'all' : `${Math.floor(100 * efficiency)}% of the`;
  const low = efficiency >= MEDIUM ? 'Medium' : 'Low';
  return `${efficiency >= HIGH ? 'High' : low} (${share} content relevant)`;
}

function statusOf({ usedTokens, budget, overflow }: Reported): string {
  if (usedTokens > budget.available) {
    return `✗ Over budget by ${number(usedTokens - budget.available)} tokens`;
  }
  if (overflow === undefined) return '✓ Within budget';
  if (!overflow.occurred) return '✓ Within budget, no overflow handling needed';
  const { strategy_applied: strategy, files_affected: files } = overflow;
  const what = files.length === 1 ? '1 file' : `${number(files.length)} files`;
  return `✓ Within budget after overflow handling: ${strategy}, ${what} left out, cut or shortened`;
}

const section = (title: string, parts: readonly ReportedPart[], of: string): string[] =>
  parts.length === 0
    ? []
    : [title, ...table(parts), `  Subtotal: ${number(tokensOf(parts))} tokens${of}`, ''];

/** What the reserves are for; the last two are shown where there are any. */
const RESERVES = [
  ['output', 'Output generation'],
  ['system', 'System prompts'],
  ['query', 'Question'],
  ['headroom', 'Headroom'],
] as const;

function reserveLines({ reserves, reserved, unscaled }: Budget): string[] {
  const line = (name: string, tokens: number): string => `  - ${name}: ${number(tokens)} tokens`;
  if (reserves === undefined) return [line('Reserves', reserved)];
  const lines = RESERVES.filter(([key], i) => i < 2 || reserves[key] > 0).map(([key, name]) =>
    line(name, reserves[key]),
  );
  if (unscaled === undefined) return lines;
  return [...lines, `  - Scaled to the window from ${number(unscaled)} tokens`];
}

export function allocationReport(reported: Reported): string {
  const { budget, parts, usedTokens } = reported;
  const lines = [
    RULE,
    `${' '.repeat(TITLE_INDENT)}CONTEXT BUDGET ALLOCATION`,
    RULE,
    '',
    `Task: ${JSON.stringify(reported.task)}`,
    `Model: ${oneLine(reported.model ?? '') || 'not set (budget.model)'}`,
    ...(reported.tokenizer === '' ? [] : [`Tokenizer: ${reported.tokenizer}`]),
    `Total Budget: ${number(budget.total)} tokens`,
    '',
    'ALLOCATION:',
    '',
    'Reserved:',
    ...reserveLines(budget),
    `  - Available: ${number(budget.available)} tokens`,
    '',
  ];
  const ofTier = (tier: ReportedPart['tier']): ReportedPart[] =>
    parts.filter((part) => part.tier === tier);
  lines.push(...section('FIXED CONTEXT:', ofTier('system'), ''));
  for (const tier of TIERS) {
    const percent = reported.allocation[tier];
    const allotted = Math.floor((budget.available * percent) / 100);
    const own = ofTier(tier);
    const title = `${tier.toUpperCase()} CONTEXT (${percent}% = ${number(allotted)} tokens):`;
    lines.push(...section(title, own, ` (${share(tokensOf(own), allotted)}% of allocation)`));
  }
  const utilisation = budget.available === 0 ? 0 : (100 * usedTokens) / budget.available;
  lines.push(
    'SUMMARY:',
    `  Total Used: ${number(usedTokens)} tokens`,
    `  Total Available: ${number(budget.available)} tokens`,
    `  Utilization: ${utilisation.toFixed(1)}%`,
    ...(reported.efficiency === undefined ? [] : [`  Efficiency: ${inWords(reported.efficiency)}`]),
    ...(reported.expected == null ? [] : [`  Expected: ${expectedText(reported.expected)}`]),
    ...(reported.warnings ?? []).map((warning) => `  Warning: ${oneLine(warning)}`),
    `  Left out: ${number(reported.droppedFiles)} further files`,
    '',
    `Status: ${statusOf(reported)}`,
    '',
  );
  return lines.join('\n');
}
