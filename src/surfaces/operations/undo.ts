import { DRY_RUN, FLOW_OPTION, flowOf } from '../flows.ts';
import { defineOperation, INDEX_FLAGS, type Operation, presentText } from '../operation.ts';

export const undo: Operation = defineOperation({
  name: 'undo',
  summary: 'Take the last change of a flow back',
  description:
    'Takes the last change of the evidence back: an addition, a toggle, a rank, a rebase, a removal, a focus. Called again, the one before it. What someone edited by hand since is never overwritten.',
  examples: [{ line: 'sheaf undo', help: 'take the last change back' }],
  positionals: {},
  options: { ...DRY_RUN, ...FLOW_OPTION },
  refuses: INDEX_FLAGS,
  async run(input, context) {
    return (await flowOf(context, input.flow)).undo(input.dry_run);
  },
  present: presentText,
});
