import type { Flows } from '../../flows/flows.ts';
import { SheafError } from '../../model/errors.ts';
import type { GatheredItem } from '../../model/flow.ts';
import { flowsOf, withWorkspace } from '../context.ts';
import { defineOperation, type Operation, presentText } from '../operation.ts';
import * as shared from './assembly-options.ts';
import { GATHERED } from './outputs.ts';

export const gather: Operation = defineOperation({
  name: 'gather',
  summary: 'Fill a flow with the evidence found for its task',
  description:
    'Writes each document that assemble would include to an evidence file of the flow, ranked in the band of its tier. If the task is not that of the current flow, creates a new flow and makes it the current one. Gathering again updates what was gathered before, but never what you added, edited, ranked or turned off.',
  examples: {
    'sheaf gather "fix the parser"': 'create a flow with evidence for a task',
    'sheaf gather --budget 32k': 'gather again, for a larger window',
  },
  positionals: {
    task: { help: 'The task, in words. Defaults to the request of the flow.', words: true },
  },
  options: { ...shared.GATHER_OPTIONS, ...shared.DRY_RUN, ...shared.FLOW_OPTION },
  apart: shared.APART,
  output: GATHERED,
  async run(input, context) {
    const flows = await flowsOf(context);
    const isGiven = input.task !== undefined || input.task_file !== undefined;
    const given = isGiven ? await shared.taskText(input.task, input.task_file, context) : null;
    const flow = await flowFor(flows, input.flow, given);
    const text = given ?? (await flow?.request()) ?? '';
    const items = await withWorkspace(context, async (workspace) =>
      workspace.gather(await shared.requestOf(workspace, text, input, context)),
    );
    if (items.length === 0) context.note(shared.NO_MATCH);
    const done =
      flow === null
        ? await intoNew(flows, text, items, input.dry_run)
        : { flow_id: flow.id, ...(await flow.gather(items, input.dry_run)) };
    const unfamiliar = items[0]?.unfamiliar;
    return unfamiliar === undefined ? done : { ...done, unfamiliar };
  },
  present: presentText,
});

/** The flow whose task this is; null where the task is a new one. */
async function flowFor(flows: Flows, name: string | undefined, task: string | null) {
  const isAny = name !== undefined || task === null || flows.hasCurrent();
  const flow = isAny ? flows.open(name ?? null) : null;
  const request = (await flow?.request())?.trim();
  if (task === null && request === '') {
    throw new SheafError('usage', 'the flow has no request to gather for', 'sheaf gather "task"');
  }
  if (task === null || request === task.trim()) return flow;
  if (name === undefined) return null;
  const hint =
    'leave out --flow to create a new flow, or leave out the task to gather for its own request';
  throw new SheafError('usage', `the flow ${flow?.id} is for another task`, hint);
}

async function intoNew(
  flows: Flows,
  task: string,
  items: readonly GatheredItem[],
  isDryRun: boolean,
) {
  const before = flows.hasCurrent() ? flows.open(null).id : null;
  const stays = before === null ? '' : `; ${before} is for another task and is not changed`;
  const id = isDryRun ? null : await flows.create(task);
  const told = id === null ? flows.preview(task, items) : await flows.open(id).gather(items);
  const note = `${id === null ? 'a new flow would be created' : `new flow ${id}`}${stays}`;
  const notes = [...told.notes, note];
  return { flow_id: id, ...told, notes, text: `${told.text}  Note: ${note}\n` };
}
