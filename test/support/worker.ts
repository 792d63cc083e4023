import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import fc from 'fast-check';
import { runs } from './runs.ts';

const SEED = 20_261_116;
/** As many as fast-check tries unless it is told otherwise: so few that `npm test` tries them all. */
const USUAL_RUNS = 100;

/**
 * Property tests draw the same cases in every run, so that a result says something about the code; `TEST_SEED=7` draws
 * others. Not `SHEAF_SEED`: the program, started by a test, refuses a `SHEAF_` variable that is no setting of its own.
 */
fc.configureGlobal({
  seed: Number(process.env['TEST_SEED'] ?? SEED),
  numRuns: runs(USUAL_RUNS, USUAL_RUNS),
});

/** Grammars are compiled a second time, for speed, while they run; tests are over before that has paid. */
setFlagsFromString('--liftoff-only');

/** An index serves all projects of a user. A file of tests is a user of its own: some damage the index, others say what it has to analyse. */
mkdirSync(join(tmpdir(), 'caches'), { recursive: true });
process.env['XDG_CACHE_HOME'] = mkdtempSync(join(tmpdir(), 'caches', 'cache-'));
