import { wrap } from '../../config/template.ts';
import {
  flagOf,
  isNeeded,
  type Operation,
  type OptionSpec,
  type Options,
  type Page,
  restOf,
} from '../operation.ts';
import { GLOBAL_OPTIONS } from './globals.ts';

const WIDEST = 100;
const NARROWEST = 40;

/** `-b, --budget TOKENS` */
export function optionLabel(name: string, option: OptionSpec): string {
  const short = option.short === undefined ? '' : `-${option.short}, `;
  const value = option.type === 'boolean' ? '' : ` ${placeholderOf(option)}`;
  return `${short}${flagOf(name)}${value}`;
}

function placeholderOf(option: OptionSpec): string {
  if ('bare' in option) return `[${option.placeholder}]`;
  if (option.placeholder !== undefined) return option.placeholder;
  if (option.type === 'enum') return 'WORD';
  return option.type === 'list' ? 'LIST' : 'VALUE';
}

export function optionText(option: OptionSpec): string {
  const values = 'values' in option ? ` One of: ${option.values?.join(', ')}.` : '';
  const standard = 'default' in option ? ` Default: ${option.default}.` : '';
  const key = option.key === undefined ? '' : ` Sets ${option.key}.`;
  return `${option.help}${values}${standard}${key}`;
}

/** `sheaf index [ACTION] [flags]` */
export function usageOf(operation: Operation): string {
  const positionals = Object.entries(operation.positionals).map(([name, spec]) =>
    isNeeded(spec) ? name.toUpperCase() : `[${name.toUpperCase()}]`,
  );
  const rest = restOf(operation);
  const said = rest === undefined ? positionals : [...positionals, `[${rest.toUpperCase()}]`];
  return ['sheaf', operation.name, ...said, '[flags]'].join(' ');
}

const widthOf = (page: Page): number => Math.max(NARROWEST, Math.min(WIDEST, page.columns));

/** Two columns, where there is something to show; a long label stands on a line of its own. */
function section(title: string, rows: readonly (readonly [string, string])[], page: Page): void {
  if (rows.length === 0) return;
  heading(title, page);
  const LABEL_MAX = 26;
  const label = Math.min(LABEL_MAX, Math.max(0, ...rows.map(([left]) => left.length)));
  const indent = label + 4;
  for (const [left, right] of rows) {
    const lines = wrap(right, Math.max(NARROWEST / 2, widthOf(page) - indent));
    const fits = left.length <= label;
    const first = fits ? (lines.shift() ?? '') : '';
    page.line(
      `  ${page.style.cyan(left)}${' '.repeat(Math.max(2, indent - 2 - left.length))}${first}`.trimEnd(),
    );
    for (const line of lines) page.line(`${' '.repeat(indent)}${line}`);
  }
}

function heading(title: string, page: Page): void {
  page.line();
  page.line(page.style.bold(title));
}

const optionRows = (options: Options): [string, string][] =>
  Object.entries(options).map(([name, option]) => [optionLabel(name, option), optionText(option)]);

function examples(list: Operation['examples'], page: Page): void {
  heading('Examples', page);
  for (const [line, help] of Object.entries(list)) {
    page.line(`  ${page.style.dim(`# ${help}`)}`);
    page.line(`  ${line}`);
  }
}

const FIRST_STEPS: Operation['examples'] = {
  'sheaf "fix the race in the session store"': 'the context for a task',
  'sheaf "explain the parser" --budget 32k --out prompt.md':
    'for a smaller window, written to a file',
  'sheaf search --files "parse dates"': 'the most relevant files',
  'sheaf index --status': 'what is indexed and what was left out',
};

export function programHelp(operations: readonly Operation[], page: Page): void {
  page.line('Sheaf assembles the right context for a language model: it finds what matters for a');
  page.line('task in your project and fits it into a token budget, the same bytes every time.');
  heading('Usage', page);
  page.line('  sheaf "TASK" [flags]');
  page.line('  sheaf COMMAND [arguments] [flags]');
  const commands = operations.map(({ name, summary }) => [name, summary] as const);
  section('Commands', commands, page);
  section('Global flags', optionRows(GLOBAL_OPTIONS), page);
  examples(FIRST_STEPS, page);
  section('Exit codes', EXIT_CODES, page);
  page.line();
  page.line('See sheaf COMMAND --help for details; sheaf init and sheaf config for settings.');
}

export const EXIT_CODES: readonly (readonly [string, string])[] = [
  ['0', 'success'],
  ['1', 'over budget with --overflow error, or a difference was found'],
  ['2', 'wrong usage or input'],
  ['130', 'interrupted'],
];

/** `toggle [on|off] NAME…`, and what it does. */
export const actionRows = ({ positionals }: Operation): [string, string][] =>
  Object.values(positionals).flatMap(({ actions = {} }) =>
    Object.entries(actions).map(([name, { words, help }]): [string, string] => [
      [name, ...words].join(' '),
      help,
    ]),
  );

export function operationHelp(operation: Operation, page: Page): void {
  page.line(`${page.style.bold(`sheaf ${operation.name}`)}: ${operation.summary}`);
  heading('Usage', page);
  page.line(`  ${usageOf(operation)}`);
  page.line();
  for (const line of wrap(operation.description, widthOf(page))) page.line(line);
  const actions = actionRows(operation);
  const positionals = Object.entries(operation.positionals);
  const rest = restOf(operation);
  const taken = positionals.map(([name, { help }]) => [name.toUpperCase(), help] as const);
  if (rest !== undefined) taken.push([rest.toUpperCase(), `What --${rest} takes, as it is.`]);
  section('Actions', actions, page);
  if (actions.length === 0) section('Arguments', taken, page);
  section('Flags', optionRows(operation.options), page);
  examples(operation.examples, page);
  const refused = operation.refuses ?? [];
  const globals = Object.entries(GLOBAL_OPTIONS).filter(([name]) => !refused.includes(name));
  section('Global flags', optionRows(Object.fromEntries(globals)), page);
}
