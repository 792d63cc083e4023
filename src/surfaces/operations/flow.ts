import { withWorkspace } from '../context.ts';
import { flowsOf } from '../flows.ts';
import { defineOperation, type Operation, presentText } from '../operation.ts';
import { printableLine } from '../printable.ts';

export const flow: Operation = defineOperation({
  name: 'flow',
  summary: 'Make, list and choose flows: tasks as folders of evidence',
  description:
    'A flow is a folder below .sheaf/flows with the parts of a context as plain files, in ctx/, and what they assemble to, in build/. One flow is current; other commands act on it unless --flow names another.',
  examples: [
    { line: 'sheaf flow new "fix the parser"', help: 'a new flow, which becomes the current one' },
    { line: 'sheaf flow list', help: 'all flows; * marks the current one' },
    { line: 'sheaf flow use fix-parser', help: 'by id, or the beginning of it' },
    { line: 'sheaf flow rename fix-parser parser-2', help: 'another id for a flow' },
  ],
  positionals: {
    action: {
      required: true,
      help: 'What to do, see below.',
      actions: {
        new: { words: ['TASK…'], help: 'Make a flow for a task; it becomes the current one.' },
        list: { words: [], help: 'List all flows; * marks the current one.' },
        use: { words: ['ID'], help: 'Make a flow the current one.' },
        show: { words: ['[ID]'], help: 'Show the parts of a flow, as evidence status does.' },
        assemble: {
          words: ['[ID]'],
          options: ['index'],
          help: 'Write the prompt and its plan to build/, and print the prompt.',
        },
        rename: { words: ['ID', 'NEW'], help: 'Give a flow another id.' },
        rm: { words: ['ID'], help: 'Remove a flow with all its evidence.' },
      },
    },
    words: { many: true, help: 'What the action takes.' },
  },
  options: {},
  refuses: ['git_dir', 'ref'],
  async run({ action, words }, context) {
    const flows = await flowsOf(context);
    const [first = '', to = ''] = words;
    switch (action) {
      case 'new': {
        const id = await flows.create(words.join(' '));
        return { id, text: `✓ New flow: ${id}\n` };
      }
      case 'list': {
        const current = flows.current();
        const ids = flows.ids();
        const text = ids.map((id) => `${id === current ? '*' : ' '} ${id}\n`).join('');
        return { current, flows: ids, text };
      }
      case 'use': {
        const id = await flows.use(first);
        return { id, text: `✓ Current flow: ${id}\n` };
      }
      case 'show':
        return flows.open(words[0] ?? null).status();
      case 'assemble': {
        const { prompt, plan } = await withWorkspace(context, (workspace) =>
          workspace.assembleFlow({ flow: words[0] }),
        );
        return { ...plan, text: prompt };
      }
      case 'rename': {
        await flows.rename(first, to);
        return { id: to, text: `✓ Renamed to ${to}\n` };
      }
      case 'rm': {
        const id = await flows.remove(first);
        return { id, text: `✓ Removed flow: ${printableLine(id)}\n` };
      }
    }
  },
  present: presentText,
});
