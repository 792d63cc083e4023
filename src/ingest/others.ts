import { setTimeout as sleep } from 'node:timers/promises';

/** Soon enough that nobody notices, seldom enough that a store far away does not either. */
const LOOK_MS = 50;

/** A while in which another worker may finish what we need. */
export const waitForOthers = (signal: AbortSignal | undefined): Promise<void> =>
  sleep(LOOK_MS, undefined, { ...(signal && { signal }) });
