import type { Flow, Flows } from '../flows/flows.ts';
import type { Context } from './context.ts';

/** Options that every operation on a flow takes. */
export const FLOW_OPTION = {
  flow: {
    type: 'string',
    placeholder: 'ID',
    help: 'The flow to use, by id or the start of an id. Defaults to the current flow.',
  },
} as const;

export const DRY_RUN = {
  dry_run: { type: 'boolean', help: 'Show what would be done without writing anything.' },
} as const;

/** The flows of the workspace. The one place where the doors meet them. */
export async function flowsOf(context: Context): Promise<Flows> {
  const [{ flowsIn }, { nodePorts }, { modelEnvironment }] = await Promise.all([
    import('../flows/flows.ts'),
    import('../adapters/node-ports.ts'),
    import('../adapters/models/endpoint.ts'),
  ]);
  const { config } = await context.config();
  const { root } = context.place;
  const ports = await nodePorts({
    root,
    isLive: true,
    env: modelEnvironment(config, process.env),
    warn: context.note,
    signal: context.signal,
  });
  return flowsIn(root, config, ports);
}

export async function flowOf(context: Context, name: string | undefined): Promise<Flow> {
  return (await flowsOf(context)).open(name ?? null);
}
