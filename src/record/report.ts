import type { Budget } from '../model/budget.ts';
import type { Expected, PlannedPart } from '../model/plan.ts';
import type { Tier } from '../model/relevance.ts';

type ReportedPart = Pick<PlannedPart, 'path' | 'tier' | 'level' | 'tokens' | 'relevance'>;

export interface Reported {
  readonly task: string;
  readonly tokenizer: string;
  readonly budget: Budget;
  readonly usedTokens: number;
  readonly parts: readonly ReportedPart[];
  readonly droppedFiles: number;
  /** The model the budget is for, where it is known. */
  readonly model?: string;
  /** What is held back, by what for; without it only the sum is shown. */
  readonly reserves?: readonly { readonly name: string; readonly tokens: number }[];
  readonly expected?: Expected | null;
  /** Share of the tokens that are relevant, in [0, 1]. */
  readonly efficiency?: number;
  /** What was done about too much content, in words; empty where nothing had to be. */
  readonly overflow?: string;
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

/** `every file with probability 0.87; the next 2,000 tokens would add 0.03, first src/x.ts`. */
export function expectedText({ every_file, next_tokens, gain, path }: Expected): string {
  const here = `every file with probability ${every_file.toFixed(2)}`;
  if (path === null) return `${here}; nothing else is worth looking at`;
  return `${here}; the next ${number(next_tokens)} tokens would add ${gain.toFixed(2)}, first ${oneLine(path)}`;
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
  return overflow === ''
    ? '✓ Within budget, no overflow handling needed'
    : `✓ Within budget after overflow handling: ${oneLine(overflow)}`;
}

const section = (title: string, parts: readonly ReportedPart[], of: string): string[] =>
  parts.length === 0
    ? []
    : [title, ...table(parts), `  Subtotal: ${number(tokensOf(parts))} tokens${of}`, ''];

export function allocationReport(reported: Reported): string {
  const { budget, parts, usedTokens } = reported;
  const { unscaled } = budget;
  const scaled = unscaled === undefined ? '' : ` (${number(unscaled)}, scaled to the window)`;
  const lines = [
    RULE,
    `${' '.repeat(TITLE_INDENT)}CONTEXT BUDGET ALLOCATION`,
    RULE,
    '',
    `Task: ${JSON.stringify(reported.task)}`,
    ...(reported.model === undefined ? [] : [`Model: ${oneLine(reported.model)}`]),
    ...(reported.tokenizer === '' ? [] : [`Tokenizer: ${reported.tokenizer}`]),
    `Total Budget: ${number(budget.total)} tokens`,
    '',
    'ALLOCATION:',
    '',
    'Reserved:',
    ...(reported.reserves ?? [{ name: `Reserves${scaled}`, tokens: budget.reserved }]).map(
      ({ name, tokens }) => `  - ${name}: ${number(tokens)} tokens`,
    ),
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
    `  Left out: ${number(reported.droppedFiles)} further files`,
    '',
    `Status: ${statusOf(reported)}`,
    '',
  );
  return lines.join('\n');
}
