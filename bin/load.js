'use strict';

// Apart from sheaf.js because `import()` is a syntax error to very old versions of Node.
module.exports = function load(version) {
  import('../dist/cli.js')
    .then(function start(cli) {
      return cli.run(version);
    })
    .then(null, function fail(error) {
      var missing = error && error.code === 'ERR_MODULE_NOT_FOUND';
      var debug = process.argv.indexOf('--debug') !== -1;
      process.stderr.write('error: ' + ((error && (debug ? error.stack : error.message)) || error) + '\n');
      if (missing) process.stderr.write('  hint: in a checkout, run npm install and npm run build\n');
      process.exitCode = 2;
    });
};
