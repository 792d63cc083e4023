import type { Operation } from './operation.ts';
import { assemble } from './operations/assemble.ts';
import { completion } from './operations/completion.ts';
import { config } from './operations/config.ts';
import { help } from './operations/help.ts';
import { indexWorkspace } from './operations/index-workspace.ts';
import { init } from './operations/init.ts';
import { score } from './operations/score.ts';
import { search } from './operations/search.ts';
import { why } from './operations/why.ts';

/** Everything Sheaf can do, in the order help shows it. Every door is made from this table. */
export const OPERATIONS: readonly Operation[] = [
  assemble,
  search,
  score,
  why,
  indexWorkspace,
  config,
  init,
  completion,
  help,
];

/** What a bare text means: `sheaf "fix the parser"`. */
export const DEFAULT_OPERATION: Operation = assemble;
