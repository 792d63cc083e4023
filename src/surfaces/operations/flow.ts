import { SheafError } from '../../model/errors.ts';
import { withWorkspace } from '../context.ts';
import { flowsOf } from '../flows.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { printableLine } from '../printable.ts';

const need = (word: string | undefined, what: string): string => {
  if (word !== undefined && word !== '') return word;
  throw new SheafError('usage', `${what} is missing`, 'see sheaf flow --help');
};

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
      values: ['new', 'list', 'use', 'show', 'assemble', 'rename', 'rm'],
      required: true,
      help: 'What to do: assemble builds build/prompt.mdctx and build/ctxplan.json.',
    },
    words: { many: true, help: 'The task of a new flow, or ids.' },
  },
  options: {},
  async run({ action, words }, context) {
    const flows = await flowsOf(context);
    const [first, second] = words;
    switch (action) {
      case 'new': {
        const id = await flows.create(need(words.join(' '), 'the task'));
        return { id, text: `✓ New flow: ${id}\n` };
      }
      case 'list': {
        const current = flows.current();
        const ids = flows.ids();
        const text = ids.map((id) => `${id === current ? '*' : ' '} ${id}\n`).join('');
        return { current, flows: ids, text };
      }
      case 'use': {
        const id = await flows.use(need(first, 'the id'));
        return { id, text: `✓ Current flow: ${id}\n` };
      }
      case 'show':
        return flows.open(first ?? null).status();
      case 'assemble': {
        const { prompt, plan } = await withWorkspace(context, (workspace) =>
          workspace.assembleFlow({ flow: first }),
        );
        return { ...plan, text: prompt };
      }
      case 'rename': {
        const to = need(second, 'the new id');
        await flows.rename(need(first, 'the id'), to);
        return { id: to, text: `✓ Renamed to ${to}\n` };
      }
      case 'rm': {
        const id = await flows.remove(need(first, 'the id'));
        return { id, text: `✓ Removed flow: ${printableLine(id)}\n` };
      }
    }
  },
  present({ text }, page) {
    page.raw(text);
  },
});
