import { withWorkspace } from '../context.ts';
import { DRY_RUN, FLOW_OPTION, flowsOf } from '../flows.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { ASSEMBLY_OPTIONS, changedPaths, requestOf } from './assembly-options.ts';
import { taskText } from './task-text.ts';

export const gather: Operation = defineOperation({
  name: 'gather',
  summary: 'Fill a flow with what the engine finds for its task',
  description:
    'Writes each document that would stand in the context into the flow as an evidence file, ranked in the band of its tier. With a task and no flow yet a new one is made. Gathering again updates what was gathered before, never what a person added, edited, ranked or switched off.',
  examples: [
    { line: 'sheaf gather "fix the parser"', help: 'evidence for a task, into the current flow' },
    { line: 'sheaf gather --budget 32k', help: 'the current flow once more, with a larger window' },
  ],
  positionals: {
    task: { help: 'What is to be done; the request of the flow unless given.', words: true },
  },
  options: { ...ASSEMBLY_OPTIONS, ...DRY_RUN, ...FLOW_OPTION },
  async run(input, context) {
    const flows = await flowsOf(context);
    const isGiven = input.task !== undefined || input.task_file !== undefined;
    const given = isGiven ? await taskText(input.task, input.task_file, context) : null;
    const isFirst = given !== null && input.flow === undefined && flows.ids().length === 0;
    const name = isFirst ? await flows.create(given) : (input.flow ?? null);
    const flow = flows.open(name);
    const text = given ?? (await flow.request());
    const items = await withWorkspace(context, async (workspace) =>
      workspace.gather(requestOf(text, input, await changedPaths(workspace, input))),
    );
    return flow.gather(items, input.dry_run);
  },
  present({ text }, page) {
    page.raw(text);
  },
});
