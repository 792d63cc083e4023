import fc from 'fast-check';

/** Property tests draw the same cases in every run, so that a result says something about the code; `SHEAF_SEED=7 npm test` draws others. */
fc.configureGlobal({ seed: Number(process.env['SHEAF_SEED'] ?? 20_261_116) });
