import { defineOperation, INDEX_FLAGS, type Operation } from '../operation.ts';
import { printableLine } from '../printable.ts';

export const init: Operation = defineOperation({
  name: 'init',
  summary: 'Write a commented sheaf.toml',
  description:
    'Writes a sheaf.toml to the root, with every key as a comment that shows its default and explains it. It has no effect until you uncomment a line.',
  examples: {
    'sheaf init': 'in the current folder',
    'sheaf init --root ../other': 'in another folder',
    'sheaf init --force': 'replace the existing file',
  },
  positionals: {},
  options: {
    force: { type: 'boolean', help: 'Replace an existing sheaf.toml.' },
  },
  refuses: ['set', ...INDEX_FLAGS],
  async run(input, context) {
    const [{ configTemplate }, { writeWhole, writeNew }] = await Promise.all([
      import('../../config/template.ts'),
      import('../cli/files.ts'),
    ]);
    const written = context.resolvePath(`${context.place.root}/sheaf.toml`);
    const write = input.force ? writeWhole : writeNew;
    write(written, configTemplate());
    return { written };
  },
  present({ written }, page) {
    page.line(`wrote ${printableLine(written)}`);
  },
});
