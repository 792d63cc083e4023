import type { Operation } from './operation.ts';
import { ask } from './operations/ask.ts';
import { assemble } from './operations/assemble.ts';
import { daemon } from './operations/daemon.ts';
import { doctor } from './operations/doctor.ts';
import { evaluate } from './operations/evaluate.ts';
import { add, env, evidence, redo, undo } from './operations/evidence.ts';
import { flow } from './operations/flow.ts';
import { gather } from './operations/gather.ts';
import { completion, help } from './operations/help.ts';
import { hook } from './operations/hook.ts';
import { indexWorkspace } from './operations/index-workspace.ts';
import { inspect, inspectFlow, show, sizes } from './operations/inspect.ts';
import { install } from './operations/install.ts';
import { diff, replay, verify } from './operations/plans.ts';
import { budget, report } from './operations/report.ts';
import { search } from './operations/search.ts';
import { secrets } from './operations/secrets.ts';
import { mcp, serve, ui } from './operations/servers.ts';
import { config, init } from './operations/settings.ts';
import { shell } from './operations/shell.ts';
import { shortlist } from './operations/shortlist.ts';
import { summarize } from './operations/summarize.ts';
import { trust } from './operations/trust.ts';
import { score, why } from './operations/why.ts';

/** Everything Sheaf can do, in the order help shows it. Every door is made from this table. */
export const OPERATIONS: readonly Operation[] = [
  assemble,
  shortlist,
  search,
  score,
  why,
  inspect,
  sizes,
  show,
  summarize,
  budget,
  report,
  evaluate,
  verify,
  replay,
  diff,
  flow,
  gather,
  inspectFlow,
  add,
  evidence,
  ask,
  undo,
  redo,
  env,
  shell,
  indexWorkspace,
  hook,
  daemon,
  install,
  doctor,
  secrets,
  config,
  init,
  trust,
  ui,
  mcp,
  serve,
  completion,
  help,
];

/** What a bare text means: `sheaf "fix the parser"`. */
export const DEFAULT_OPERATION: Operation = assemble;
