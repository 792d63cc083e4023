import type { Operation } from './operation.ts';
import { add } from './operations/add.ts';
import { ask } from './operations/ask.ts';
import { assemble } from './operations/assemble.ts';
import { budget } from './operations/budget.ts';
import { completion } from './operations/completion.ts';
import { config } from './operations/config.ts';
import { diff } from './operations/diff.ts';
import { env } from './operations/env.ts';
import { evidence } from './operations/evidence.ts';
import { flow } from './operations/flow.ts';
import { gather } from './operations/gather.ts';
import { help } from './operations/help.ts';
import { indexWorkspace } from './operations/index-workspace.ts';
import { init } from './operations/init.ts';
import { replay } from './operations/replay.ts';
import { report } from './operations/report.ts';
import { score } from './operations/score.ts';
import { search } from './operations/search.ts';
import { secrets } from './operations/secrets.ts';
import { shell } from './operations/shell.ts';
import { summarize } from './operations/summarize.ts';
import { undo } from './operations/undo.ts';
import { verify } from './operations/verify.ts';
import { why } from './operations/why.ts';

/** Everything Sheaf can do, in the order help shows it. Every door is made from this table. */
export const OPERATIONS: readonly Operation[] = [
  assemble,
  search,
  score,
  why,
  summarize,
  budget,
  report,
  verify,
  replay,
  diff,
  flow,
  gather,
  add,
  evidence,
  ask,
  undo,
  env,
  shell,
  indexWorkspace,
  secrets,
  config,
  init,
  completion,
  help,
];

/** What a bare text means: `sheaf "fix the parser"`. */
export const DEFAULT_OPERATION: Operation = assemble;
