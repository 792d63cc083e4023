import { flowOf } from '../context.ts';
import { defineOperation, INDEX_FLAGS, type Operation, presentText } from '../operation.ts';
import { FLOW_OPTION } from './assembly-options.ts';

export const env: Operation = defineOperation({
  name: 'env',
  summary: 'Print the evidence of a flow as shell variables',
  description:
    'Prints FLOW_DIR, EVIDENCE_COUNT and e1, e2 … for the evidence in rank order, to be passed to eval. Names are quoted, so no file name can run a command.',
  examples: {
    'eval "$(sheaf env)"': 'then: grep function "$e2"',
    'sheaf env --shell fish | source': 'the same in fish',
  },
  positionals: {},
  options: {
    shell: {
      type: 'enum',
      values: ['sh', 'bash', 'zsh', 'fish'],
      default: 'sh',
      help: 'The shell to print for.',
    },
    ...FLOW_OPTION,
  },
  refuses: INDEX_FLAGS,
  async run(input, context) {
    const flow = await flowOf(context, input.flow);
    const variables = Object.fromEntries(await flow.variables());
    return { variables, text: await flow.env(input.shell) };
  },
  json: ({ variables }) => variables,
  present: presentText,
});
