import type { Config } from '../config/defaults.ts';
import type { Ports } from '../ports/ports.ts';
import { type Flows, openFlows } from './flows.ts';
import { redactFlowText } from './redactor.ts';

/** The flows of a workspace. */
export const flowsIn = (root: string, config: Config, ports: Ports): Flows =>
  openFlows({
    root,
    now: () => new Date(ports.now()).toISOString(),
    redact: redactFlowText,
    budgetTokens: config.budget.max_tokens,
    signal: ports.signal,
    writer: { config, ports },
  });
