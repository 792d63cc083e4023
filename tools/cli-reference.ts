import { wrap } from '../src/config/template.ts';
import { GLOBAL_OPTIONS } from '../src/surfaces/cli/globals.ts';
import {
  actionRows,
  EXIT_CODES,
  optionLabel,
  optionText,
  usageOf,
} from '../src/surfaces/cli/help.ts';
import type { Operation, Options } from '../src/surfaces/operation.ts';

const LINE_WIDTH = 120;

const INTRODUCTION = `Results go to standard output; notes and progress go to standard error. With \`--json\`, a command prints one JSON
document and nothing else, and errors go to standard error as \`{"error": {"code", "message", "hint"}}\`. A first
argument that is not a command is a task: \`sheaf "fix the parser"\` means \`sheaf assemble "fix the parser"\`. Sizes can
be written as \`8k\` or \`1.5m\`.`;

const cell = (text: string): string => text.replaceAll('|', '\\|');

const table = (head: string, rows: readonly string[]): string[] => [
  `| ${head} | meaning |`,
  '|---|---|',
  ...rows,
];

const optionTable = (options: Options): string[] =>
  table(
    'flag',
    Object.entries(options).map(
      ([name, option]) => `| \`${optionLabel(name, option)}\` | ${cell(optionText(option))} |`,
    ),
  );

function section(operation: Operation): string {
  const positionals = Object.entries(operation.positionals).map(
    ([name, spec]) => `| \`${name.toUpperCase()}\` | ${cell(spec.help)} |`,
  );
  const actions = actionRows(operation).map(
    ([left, help]) => `| \`${cell(left)}\` | ${cell(help)} |`,
  );
  const options = Object.keys(operation.options).length > 0;
  return [
    `## sheaf ${operation.name}`,
    '',
    `${operation.summary}.`,
    '',
    '```',
    usageOf(operation),
    '```',
    '',
    ...wrap(operation.description, LINE_WIDTH),
    '',
    ...(actions.length > 0 ? [...table('action', actions), ''] : []),
    ...(actions.length === 0 && positionals.length > 0
      ? [...table('argument', positionals), '']
      : []),
    ...(options ? [...optionTable(operation.options), ''] : []),
    '```sh',
    ...Object.entries(operation.examples).map(([line, help]) => `# ${help}\n${line}`),
    '```',
  ].join('\n');
}

/** `docs/cli.md` */
export function cliReference(operations: readonly Operation[]): string {
  return `${[
    '<!-- Generated from the table of operations by tools/generate-docs.ts; do not edit. -->',
    '',
    '# Commands',
    '',
    INTRODUCTION,
    '',
    ...table(
      'command',
      operations.map((o) => `| [\`${o.name}\`](#sheaf-${o.name}) | ${o.summary} |`),
    ),
    '',
    '## Global flags',
    '',
    ...optionTable(GLOBAL_OPTIONS),
    '',
    '## Exit codes',
    '',
    ...table(
      'code',
      EXIT_CODES.map(([code, meaning]) => `| ${code} | ${meaning} |`),
    ),
    '',
  ].join('\n')}
${operations.map(section).join('\n\n')}
`;
}
