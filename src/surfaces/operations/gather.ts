import type { Flow, Flows, Told } from '../../flows/flows.ts';
import { SheafError } from '../../model/errors.ts';
import type { GatheredItem } from '../../model/flow.ts';
import { withWorkspace } from '../context.ts';
import { DRY_RUN, FLOW_OPTION, flowsOf } from '../flows.ts';
import { defineOperation, type Operation, presentText } from '../operation.ts';
import { APART, changedPaths, GATHER_OPTIONS, requestOf } from './assembly-options.ts';
import { taskText } from './task-text.ts';

export const gather: Operation = defineOperation({
  name: 'gather',
  summary: 'Fill a flow with what the engine finds for its task',
  description:
    'Writes each document that would stand in the context into the flow as an evidence file, ranked in the band of its tier. A task that is not that of the current flow makes a new flow, which becomes the current one. Gathering again updates what was gathered before, never what a person added, edited, ranked or switched off.',
  examples: [
    { line: 'sheaf gather "fix the parser"', help: 'a flow with evidence for a task' },
    { line: 'sheaf gather --budget 32k', help: 'the current flow once more, with a larger window' },
  ],
  positionals: {
    task: { help: 'What is to be done; the request of the flow unless given.', words: true },
  },
  options: { ...GATHER_OPTIONS, ...DRY_RUN, ...FLOW_OPTION },
  apart: APART,
  async run(input, context) {
    const flows = await flowsOf(context);
    const isGiven = input.task !== undefined || input.task_file !== undefined;
    const given = isGiven ? await taskText(input.task, input.task_file, context) : null;
    const flow = await flowFor(flows, input.flow, given);
    const text = given ?? (await flow?.request()) ?? '';
    const items = await withWorkspace(context, async (workspace) =>
      workspace.gather(requestOf(text, input, await changedPaths(workspace, input))),
    );
    return flow === null
      ? intoNew(flows, text, items, input.dry_run)
      : { flow_id: flow.id, ...(await flow.gather(items, input.dry_run)) };
  },
  present: presentText,
});

/** The flow whose task this is; null where the task is a new one. */
async function flowFor(
  flows: Flows,
  name: string | undefined,
  task: string | null,
): Promise<Flow | null> {
  const isAny = name !== undefined || task === null || flows.hasCurrent();
  const flow = isAny ? flows.open(name ?? null) : null;
  const request = (await flow?.request())?.trim();
  if (task === null && request === '') {
    throw new SheafError('usage', 'the flow has no request to gather for', 'sheaf gather "task"');
  }
  if (task === null || request === task.trim()) return flow;
  if (name === undefined) return null;
  throw new SheafError(
    'usage',
    `the flow ${flow?.id} is for another task`,
    'without --flow a new flow is made; without a task its own evidence is gathered anew',
  );
}

async function intoNew(
  flows: Flows,
  task: string,
  items: readonly GatheredItem[],
  isDryRun: boolean,
): Promise<Told & { readonly flow_id: string | null }> {
  const before = flows.hasCurrent() ? flows.open(null).id : null;
  const stays = before === null ? '' : `; ${before} is for another task and stays as it is`;
  const id = isDryRun ? null : await flows.create(task);
  const told = id === null ? flows.preview(task, items) : await flows.open(id).gather(items);
  const note = `${id === null ? 'a new flow would be made' : `new flow ${id}`}${stays}`;
  const notes = [...told.notes, note];
  return { flow_id: id, ...told, notes, text: `${told.text}  Note: ${note}\n` };
}
