import { GLOBAL_OPTIONS } from '../src/surfaces/cli/globals.ts';
import {
  actionRows,
  EXIT_CODES,
  optionLabel,
  optionText,
  usageOf,
} from '../src/surfaces/cli/help.ts';
import type { Operation, Options } from '../src/surfaces/operation.ts';

/** Text as roff reads it: a hyphen is one, and no line begins with a command. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');

const entry = (label: string, text: string): string => `.TP\n.B ${roff(label)}\n${roff(text)}`;

const entries = (options: Options): string[] =>
  Object.entries(options).map(([name, option]) => {
    return entry(optionLabel(name, option), optionText(option));
  });

const section = (operation: Operation): string =>
  [
    `.SS sheaf ${operation.name}`,
    roff(`${operation.summary}.`),
    '.PP',
    `.B ${roff(usageOf(operation))}`,
    '.PP',
    roff(operation.description),
    ...actionRows(operation).map(([left, help]) => entry(left, help)),
    ...entries(operation.options),
  ].join('\n');

/** `docs/sheaf.1`, without a date: the same table gives the same page. */
export function manPage(operations: readonly Operation[], version: string): string {
  return `${[
    `.TH SHEAF 1 "" "sheaf ${version}" "User Commands"`,
    '.SH NAME',
    roff('sheaf - assemble the right context for a language model'),
    '.SH SYNOPSIS',
    '.B sheaf',
    roff('[COMMAND] [FLAGS] [ARGUMENTS]'),
    '.br',
    '.B sheaf',
    roff('"TASK"'),
    '.SH DESCRIPTION',
    roff(
      'Finds what matters for a task in a project, fits it into a token budget and prints a prompt, the same bytes every time. A first argument that is not a command is a task for assemble.',
    ),
    '.SH COMMANDS',
    ...operations.map(section),
    '.SH GLOBAL FLAGS',
    ...entries(GLOBAL_OPTIONS),
    '.SH EXIT STATUS',
    ...EXIT_CODES.map(([code, meaning]) => entry(String(code), meaning)),
  ].join('\n')}\n`;
}
