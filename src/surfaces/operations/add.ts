import { SheafError } from '../../model/errors.ts';
import { flowOf } from '../context.ts';
import { defineOperation, INDEX_FLAGS, type Operation, presentText } from '../operation.ts';
import { DRY_RUN, FLOW_OPTION } from './assembly-options.ts';

export const add: Operation = defineOperation({
  name: 'add',
  summary: 'Add files or parts of files to the evidence of a flow',
  description:
    'Takes selectors: FILE, FILE::10,20 (lines), FILE::100 (from a line to the end) or FILE::100c,500c (bytes), each optionally followed by #tag,tag. A folder or pattern selects all its files. Either everything is added or nothing. Secrets are left out.',
  examples: {
    'sheaf add core/flow.sh': 'a whole file',
    'sheaf add "core/flow.sh::100,200#bug"': 'some lines, with a tag',
    'git diff --name-only | sheaf add -': 'a list from standard input',
    'sheaf add --link notes.md --rank 300': 'a link that follows its file',
  },
  positionals: {
    selectors: {
      many: true,
      help: 'What to add; - reads selectors from standard input, one per line.',
    },
  },
  options: {
    rank: {
      type: 'integer',
      placeholder: 'N',
      limits: [0, 999],
      help: 'The rank of the first file. Defaults to the next free rank from 100.',
    },
    link: { type: 'boolean', help: 'Link the file instead of copying it.' },
    ...DRY_RUN,
    ...FLOW_OPTION,
  },
  refuses: INDEX_FLAGS,
  async run(input, context) {
    const selectors: string[] = [];
    for (const word of input.selectors) {
      if (word !== '-') selectors.push(word);
      else {
        const text = await context.readInput('-');
        const lines = text.split(text.includes('\0') ? '\0' : '\n');
        selectors.push(
          ...lines.map((line) => line.replace(/\r$/, '')).filter((line) => line !== ''),
        );
      }
    }
    if (selectors.length === 0) {
      throw new SheafError('usage', 'there is nothing to add', 'sheaf add FILE, or - for a list');
    }
    const flow = await flowOf(context, input.flow);
    const { rank = null, link, dry_run: dryRun } = input;
    return flow.add(selectors, { rank, link, dryRun });
  },
  present: presentText,
});
