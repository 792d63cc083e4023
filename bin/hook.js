'use strict';

// Whatever happens, the agent must not be disturbed: `run` keeps that promise, and what keeps it from being loaded ends well too.
const path = require('node:path');

const FOLDER = path.join(__dirname, '..', 'dist');

module.exports = async function hook() {
  try {
    const { run } = require(path.join(FOLDER, 'hook.cjs'));
    await run({ command: path.join(__dirname, 'sheaf.js'), bundle: path.join(FOLDER, 'cli.cjs') });
  } catch (error) {
    process.stderr.write(`sheaf hook: ${error instanceof Error ? error.message : error}\n`);
  }
};
