import type { Config } from '../config/defaults.ts';
import type { TaskRequest } from '../model/results.ts';
import type { GatherRequest } from './gathering.ts';

/** A task as a user names it. */
export const gatherRequest = (
  { task, type = 'auto', without = [] }: TaskRequest,
  config: Config,
): GatherRequest => ({
  text: task,
  type: type === 'auto' ? undefined : type,
  sources: [],
  without,
  config,
});
