import type { Flow, Flows } from '../flows/flows.ts';
import type { Context } from './context.ts';

/** Options that every operation on a flow takes. */
export const FLOW_OPTION = {
  flow: {
    type: 'string',
    placeholder: 'ID',
    help: 'The flow to work on, by its id or the beginning of it; the current one unless given.',
  },
} as const;

export const DRY_RUN = {
  dry_run: { type: 'boolean', help: 'Say what would be done and write nothing.' },
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
