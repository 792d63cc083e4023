#!/usr/bin/env node
// Old JavaScript on purpose, and CommonJS (see package.json beside it): a Node that is too old has to
// get as far as the message that says so, and --version has to load nothing else.
'use strict';

var NEEDED = [20, 19];

function isRecent(version) {
  var parts = version.split('.');
  var major = Number(parts[0]);
  return major > NEEDED[0] || (major === NEEDED[0] && Number(parts[1]) >= NEEDED[1]);
}

function asksForVersion(argv) {
  return argv.length === 1 && argv[0] === '--version';
}

/** An agent waits for it before every prompt. */
function isHook(argv) {
  return argv.length === 1 && argv[0] === 'hook';
}

if (!isRecent(process.versions.node)) {
  process.stderr.write(
    'error: sheaf needs Node ' + NEEDED.join('.') + ' or newer, this is ' + process.versions.node + '\n'
  );
  process.exitCode = 2;
} else {
  var version = require('../package.json').version;
  if (asksForVersion(process.argv.slice(2))) process.stdout.write(version + '\n');
  else if (isHook(process.argv.slice(2))) require('./hook.js')();
  else require('./load.js')(version);
}
