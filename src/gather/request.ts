import type { Config } from '../config/defaults.ts';
import type { TaskRequest } from '../model/results.ts';
import type { GatherRequest } from './gathering.ts';

/** A task as a user names it. */
export const gatherRequest = (
  { text, type, without }: TaskRequest,
  config: Config,
): GatherRequest => ({
  text,
  type: type === 'auto' ? undefined : type,
  sources: [],
  without,
  config,
});
