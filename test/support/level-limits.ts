import type { Limits } from '../../src/compress/levels.ts';

/** The usual `token_limit` of each level. */
export const LIMITS: Limits = { detailed: 2000, summary: 500, stub: 100 };
