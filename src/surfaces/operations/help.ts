import { findOperation } from '../cli/command.ts';
import { operationHelp, programHelp } from '../cli/help.ts';
import { inputSchema } from '../input-schema.ts';
import { defineOperation, INDEX_FLAGS, type Operation } from '../operation.ts';

export const help: Operation = defineOperation({
  name: 'help',
  summary: 'Show help for a command',
  description: 'Shows help for Sheaf or for one command, like --help.',
  examples: {
    'sheaf help assemble': 'what assemble does and which flags it takes',
    'sheaf help --json': 'all commands, with a JSON Schema of their input',
  },
  positionals: {
    command: { help: 'The command to show help for.' },
  },
  refuses: ['root', 'set', ...INDEX_FLAGS],
  local: true,
  async run(input, { operations }) {
    const { command } = input;
    return { operations, one: command === undefined ? null : findOperation(command, operations) };
  },
  json: ({ operations, one }) => ({
    commands: (one === null ? operations : [one]).map((o) => ({
      name: o.name,
      summary: o.summary,
      description: o.description,
      examples: Object.entries(o.examples).map(([line, text]) => ({ line, help: text })),
      input: inputSchema(o),
    })),
  }),
  present({ operations, one }, page) {
    if (one === null) programHelp(operations, page);
    else operationHelp(one, page);
  },
});

export const completion: Operation = defineOperation({
  name: 'completion',
  summary: 'Print a completion script for a shell',
  description: 'Prints a script that completes commands, flags and their values in your shell.',
  examples: {
    'source <(sheaf completion bash)': 'bash, for this session',
    ['sheaf completion zsh > "$' + '{fpath[1]}/_sheaf"']: 'zsh, from the next session on',
    'sheaf completion fish > ~/.config/fish/completions/sheaf.fish': 'fish, from now on',
    'sheaf completion powershell | Out-String | Invoke-Expression': 'PowerShell, in your profile',
  },
  positionals: {
    shell: { values: ['bash', 'zsh', 'fish', 'powershell'], required: true, help: 'Your shell.' },
  },
  refuses: ['root', 'set', ...INDEX_FLAGS],
  local: true,
  async run(input, context) {
    const { completionScript } = await import('../cli/completion.ts');
    const { shell } = input;
    return { shell, script: completionScript(shell, context.operations) };
  },
  present: ({ script }, page) => page.raw(script),
});
