import { flowsOf, withWorkspace } from '../context.ts';
import { defineOperation, type Operation, presentText } from '../operation.ts';
import { printableLine } from '../printable.ts';
import { FLOWS } from './outputs.ts';

export const flow: Operation = defineOperation({
  name: 'flow',
  summary: 'Create, list and select flows: tasks as folders of evidence',
  description:
    'A flow is a folder in .sheaf/flows. The parts of its context are plain files in ctx/; the assembled prompt and its plan are in build/. One flow is the current one: other commands use it unless --flow names another.',
  examples: {
    'sheaf flow new "fix the parser"': 'a new flow, which becomes the current one',
    'sheaf flow list': 'all flows; * marks the current one',
    'sheaf flow use fix-parser': 'by id or the start of an id',
    'sheaf flow rename fix-parser parser-2': 'give a flow another id',
  },
  positionals: {
    action: {
      required: true,
      otherwise: 'list',
      help: 'The action to perform; see below. Without one, list.',
      actions: {
        new: { words: ['TASK…'], help: 'Create a flow for a task and make it the current one.' },
        list: { words: [], help: 'List all flows; * marks the current one.' },
        use: { words: ['ID'], help: 'Make a flow the current one.' },
        show: { words: ['[ID]'], help: 'Show the parts of a flow, like evidence status.' },
        assemble: {
          words: ['[ID]'],
          options: ['index'],
          help: 'Write the prompt and its plan to build/ and print the prompt.',
        },
        rename: { words: ['ID', 'NEW'], help: 'Give a flow another id.' },
        rm: { words: ['ID'], help: 'Delete a flow with all its evidence.' },
      },
    },
    words: { many: true, help: 'Arguments of the action.' },
  },
  refuses: ['git_dir', 'ref'],
  output: FLOWS,
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
        const lines = ids.map((id) => `${id === current ? '*' : ' '} ${id}\n`);
        const none =
          'There are no flows: sheaf flow new TASK makes one, sheaf gather TASK fills one.\n';
        return { current, flows: ids, text: lines.length === 0 ? none : lines.join('') };
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
