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

/** What V8 made under other flags it refuses, so all that the program sets is taken back. */
const USUAL_FLAGS = ['--flush-bytecode', '--regexp-tier-up'];
/** `--liftoff-only`, which the parser sets, and what follows from it. Other versions complain of flags they do not know. */
const USUAL_PARSING = ['--no-liftoff-only', '--wasm-tier-up', '--wasm-dynamic-tiering'];
const KNOWS_PARSING = /^20\./;

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
    const parsing = KNOWS_PARSING.test(process.versions.node) ? USUAL_PARSING : [];
    for (const flag of [...USUAL_FLAGS, ...parsing]) setFlagsFromString(flag);
    fs.writeFileSync(draft, script.createCachedData());
    fs.renameSync(draft, file);
  } catch {
    fs.rmSync(draft, { force: true });
  }
}

/** The program, without compiling it every time: that would take longer than most of what it is asked. */
function program() {
  const source = fs.readFileSync(PROGRAM, 'utf8');
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
