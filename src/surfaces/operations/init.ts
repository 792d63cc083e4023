import { defineOperation, INDEX_FLAGS, type Operation } from '../operation.ts';
import { printableLine } from '../printable.ts';

export const init: Operation = defineOperation({
  name: 'init',
  summary: 'Write a commented sheaf.toml',
  description:
    'Writes a sheaf.toml to the root in which every key stands as a comment with its default and its meaning. It changes nothing until a line is uncommented.',
  examples: [
    { line: 'sheaf init', help: 'in the current folder' },
    { line: 'sheaf init --root ../other', help: 'in another folder' },
    { line: 'sheaf init --force', help: 'replace the file that is there' },
  ],
  positionals: {},
  options: {
    force: { type: 'boolean', help: 'Replace a sheaf.toml that exists.' },
  },
  refuses: ['set', ...INDEX_FLAGS],
  async run(input, context) {
    const [{ configTemplate }, { writeWhole, writeNew }, { join }] = await Promise.all([
      import('../../config/template.ts'),
      import('../cli/files.ts'),
      import('node:path'),
    ]);
    const path = join(context.place.root, 'sheaf.toml');
    const write = input.force ? writeWhole : writeNew;
    write(path, configTemplate());
    return { written: path };
  },
  present({ written }, page) {
    page.line(`wrote ${printableLine(written)}`);
  },
});
