import { defineOperation, INDEX_FLAGS, type Operation } from '../operation.ts';

export const completion: Operation = defineOperation({
  name: 'completion',
  summary: 'Print a completion script for a shell',
  description: 'Prints a script that completes commands, flags and their values in your shell.',
  examples: {
    'source <(sheaf completion bash)': 'bash, for this session',
    ['sheaf completion zsh > "$' + '{fpath[1]}/_sheaf"']: 'zsh, from the next session on',
    'sheaf completion fish > ~/.config/fish/completions/sheaf.fish': 'fish, from now on',
  },
  positionals: {
    shell: { values: ['bash', 'zsh', 'fish'], required: true, help: 'Your shell.' },
  },
  options: {},
  refuses: ['root', 'set', ...INDEX_FLAGS],
  async run(input, context) {
    const { completionScript } = await import('../cli/completion.ts');
    const { shell } = input;
    return { shell, script: completionScript(shell, context.operations) };
  },
  present: ({ script }, page) => page.raw(script),
});
