'use strict';

// Apart from sheaf.js because a very old version of Node could not read it.
const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

const FOLDER = path.join(__dirname, '..', 'dist');
const PROGRAM = path.join(FOLDER, 'cli.cjs');
/** The digest that ends the program. */
const DIGEST_CHARACTERS = 16;
/** A shorter run compiled too little of the program to be kept for others. */
const LONG_RUN_S = 0.3;

/** Other versions complain of flags they do not know, or have other defaults. */
const KNOWS_FLAGS = /^20\./.test(process.versions.node);
/**
 * How much a function runs before V8 optimises it, six times the usual. Most of what a command runs is not run often enough to pay for that:
 * a fifth of all processor time was spent on it (bench/RESULTS.md, "Patience").
 */
const PATIENT = '--interrupt-budget=400000';
const USUAL_PATIENCE = '--interrupt-budget=67584';
/**
 * How much of what a function calls is optimised as a part of it, a third of the usual: each copy is optimised once more, and few run long
 * enough to pay for that.
 */
const PLAIN = '--max-inlined-bytecode-size-cumulative=300';
const USUALLY_INLINED = '--max-inlined-bytecode-size-cumulative=920';
/** A program that still runs then is a server, or has much to do. */
const LASTING_MS = 30_000;

/** What V8 made under other flags it refuses, so all that the program sets is taken back. */
const USUAL_FLAGS = ['--flush-bytecode', '--regexp-tier-up'];
/** The same for flags of this version: `--liftoff-only`, which the parser sets, with what follows from it, patience, and little inlining. */
const USUAL_OF_VERSION = [
  '--no-liftoff-only',
  '--wasm-tier-up',
  '--wasm-dynamic-tiering',
  USUAL_PATIENCE,
  USUALLY_INLINED,
];

const isAbsent = (error) => error !== null && typeof error === 'object' && error.code === 'ENOENT';

function readIfThere(file) {
  try {
    return fs.readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Keeps what V8 compiled in this run. Whoever may not write here, or comes second, does without. */
function keep(script, file) {
  if (process.uptime() < LONG_RUN_S) return;
  const draft = `${file}.${process.pid}`;
  try {
    fs.closeSync(fs.openSync(draft, 'wx'));
    const further = KNOWS_FLAGS ? USUAL_OF_VERSION : [];
    for (const flag of [...USUAL_FLAGS, ...further]) setFlagsFromString(flag);
    fs.writeFileSync(draft, script.createCachedData());
    fs.renameSync(draft, file);
  } catch {
    fs.rmSync(draft, { force: true });
  }
}

/** Optimises late, and little at a time, until the program has lasted. */
function bePatient() {
  for (const flag of [PATIENT, PLAIN]) setFlagsFromString(flag);
  const lasts = () => {
    for (const flag of [USUAL_PATIENCE, USUALLY_INLINED]) setFlagsFromString(flag);
  };
  setTimeout(lasts, LASTING_MS).unref();
}

/** The program, without compiling it every time: that would take longer than most of what it is asked. */
function program() {
  // It is written in ASCII (tools/bundle.mjs), which is read in less than half the time as such.
  const source = fs.readFileSync(PROGRAM, 'latin1');
  const digest = source.slice(-DIGEST_CHARACTERS);
  const compiled = `${PROGRAM}-${digest}-${process.version}-${process.arch}`;
  const cachedData = readIfThere(compiled);
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${source}\n})`,
    { filename: PROGRAM, cachedData },
  );
  if (cachedData === undefined || script.cachedDataRejected) {
    // V8 forgets what did not run for a while, the outermost function first; without it the whole program is read again every time.
    setFlagsFromString('--no-flush-bytecode');
    process.once('exit', () => keep(script, compiled));
  }
  // Most patterns run over a few texts: compiling each twice, the second time better, takes longer than all they search.
  setFlagsFromString('--no-regexp-tier-up');
  if (KNOWS_FLAGS) bePatient();
  const module = { exports: {} };
  const run = script.runInThisContext();
  run(module.exports, createRequire(PROGRAM), module, PROGRAM, FOLDER);
  return module.exports;
}

async function load(version) {
  try {
    await program().run(version);
  } catch (error) {
    const isDebug = process.argv.includes('--debug');
    const text = error instanceof Error ? (isDebug ? error.stack : error.message) : error;
    process.stderr.write(`error: ${text}\n`);
    if (isAbsent(error)) {
      process.stderr.write('  hint: in a checkout, run npm install and npm run build\n');
    }
    process.exitCode = 2;
  }
}

module.exports = load;
module.exports.program = program;
