import { flowOf } from '../context.ts';
import { defineOperation, INDEX_FLAGS, type Operation, presentText } from '../operation.ts';
import { DRY_RUN, FLOW_OPTION } from './assembly-options.ts';

export const undo: Operation = defineOperation({
  name: 'undo',
  summary: 'Undo the last change to a flow',
  description:
    'Undoes the last change to the evidence: an addition, a toggle, a rank, a rebase, a removal or a focus. Run it again to undo the change before. Files edited by hand in the meantime are never overwritten.',
  examples: { 'sheaf undo': 'undo the last change' },
  positionals: {},
  options: { ...DRY_RUN, ...FLOW_OPTION },
  refuses: INDEX_FLAGS,
  async run(input, context) {
    return (await flowOf(context, input.flow)).undo(input.dry_run);
  },
  present: presentText,
});
