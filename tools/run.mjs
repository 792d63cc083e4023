// The one door for npm scripts: does the set-up that is missing, then the job. Plain JavaScript,
// because it runs before anything is installed or built.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const [NODE_MAJOR, NODE_MINOR] = process.versions.node.split('.').map(Number);
const [job = 'start', ...args] = process.argv.slice(2);

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}

if (NODE_MAJOR < 20 || (NODE_MAJOR === 20 && NODE_MINOR < 19)) {
  fail(`Sheaf needs Node 20.19 or newer; this is ${process.versions.node}.`);
}

function run(command, parameters, options = {}) {
  const result = spawnSync(command, parameters, { cwd: ROOT, stdio: 'inherit', ...options });
  if (result.error) fail(`${command} could not be started: ${result.error.message}`);
  return result.status ?? 1;
}

const bin = (name) => join(ROOT, 'node_modules', '.bin', name);
function must(command, parameters, options) {
  const status = run(command, parameters, options);
  if (status !== 0) process.exit(status);
}

/** A digest of files' names, sizes and times: says if a step must be done again. */
function stampOf(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const stat = statSync(path);
    if (stat.isDirectory()) {
      for (const name of readdirSync(path).sort()) visit(join(path, name));
    } else hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
  };
  for (const path of paths) visit(join(ROOT, path));
  return hash.digest('hex');
}

function once(stampFile, stamp, work) {
  const file = join(ROOT, stampFile);
  if (existsSync(file) && readFileSync(file, 'utf8') === stamp) return;
  work();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, stamp);
}

/** Installed for exactly this lock file: by its content, so that a clone of the same commit agrees. */
function install() {
  const stamp = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  once('node_modules/.sheaf-installed', stamp, () => {
    process.stderr.write('Installing packages …\n');
    must('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  });
}

function build() {
  once(
    'dist/.built',
    stampOf(['src', 'package.json', 'tsconfig.json', 'tsconfig.build.json', 'tools/bundle.mjs']),
    () => {
      process.stderr.write('Building …\n');
      rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
      must(process.execPath, [join(ROOT, 'tools/bundle.mjs')]);
      must(bin('tsc'), ['-p', 'tsconfig.build.json']);
    },
  );
  buildPage();
}

/** What `sheaf ui` serves. The program's own build empties the folder it lies in, so it comes second. */
function buildPage() {
  once('dist/.page', stampOf(['page', 'package.json']), () => {
    process.stderr.write('Building the page …\n');
    must(bin('vite'), ['build', '--config', 'page/vite.config.ts', '--logLevel', 'warn']);
  });
}

function sheaf(parameters) {
  return run(process.execPath, [join(ROOT, 'bin/sheaf.js'), ...parameters], {
    cwd: process.env.INIT_CWD ?? ROOT,
  });
}

const SAMPLE_TASK =
  'How does the index survive kill -9 while it is being written, and where is the state root computed?';

function start() {
  if (args.length > 0) return sheaf(args);
  const out = join(ROOT, '.sheaf', 'sample');
  mkdirSync(out, { recursive: true });
  const [prompt, plan, report] = ['prompt.mdctx', 'ctxplan.json', 'report.txt'].map((name) =>
    join(out, name),
  );
  process.stderr.write(`Task: ${SAMPLE_TASK}\n`);
  return sheaf([
    'assemble',
    SAMPLE_TASK,
    '--root',
    ROOT,
    '--budget',
    '16k',
    '--out',
    prompt,
    '--plan',
    plan,
    '--report',
    report,
  ]);
}

/** What tests drive the program in; without one of them the tests of it are skipped, and say so. */
const TERMINALS = ['tmux', 'zsh', 'fish'];
const BROWSERS = ['chromium'];
const INSTALL_LIMIT_MS = 180_000;

const isThere = (program) =>
  spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0;

/** Installs programs that are missing where that is ours to do; tried once, never a reason to fail. */
function provide(programs) {
  const missing = programs.filter((program) => !isThere(program));
  if (missing.length === 0) return;
  const tried = join(ROOT, 'node_modules', `.sheaf-${programs[0]}-tried`);
  const wanted = missing.join(' ');
  const mayInstall = process.getuid?.() === 0 && isThere('apt-get');
  if (mayInstall && !(existsSync(tried) && readFileSync(tried, 'utf8') === wanted)) {
    process.stderr.write(`Installing ${wanted} for the tests …\n`);
    const apt = (...parameters) =>
      spawnSync('apt-get', parameters, {
        stdio: 'ignore',
        timeout: INSTALL_LIMIT_MS,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0;
    const installs = () => apt('install', '-y', '--no-install-recommends', ...missing);
    if (!installs() && apt('update', '-q')) installs();
    writeFileSync(tried, wanted);
  }
  const left = missing.filter((program) => !isThere(program));
  if (left.length > 0) {
    process.stderr.write(`SKIPPED: tests in ${left.join(', ')}, which are not installed here.\n`);
  }
}

/** Runs vitest and closes with the one line that every reader of a log understands. */
function test(env = {}) {
  provide(TERMINALS);
  provide(BROWSERS);
  const results = join(ROOT, 'node_modules', '.sheaf-test-results.json');
  rmSync(results, { force: true });
  const status = run(
    bin('vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}`, ...args],
    { env: { ...env, ...process.env } },
  );
  if (!existsSync(results)) return status || 1;
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(
    readFileSync(results, 'utf8'),
  );
  const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
  process.stdout.write(`${numPassedTests} passed, ${numFailedTests} failed${skipped}\n`);
  return status;
}

function check() {
  must(bin('biome'), ['check', '--error-on-warnings', '.']);
  must(bin('tsc'), ['--noEmit', '-p', 'tsconfig.json']);
  for (const project of ['page', 'test/page']) must(bin('tsc'), ['--noEmit', '-p', project]);
  must(bin('knip'), []);
  // Without the tests: what only they reach is dead as well.
  must(bin('knip'), ['--production']);
  must(bin('publint'), []);
  // Every case of every property; `npm test` alone tries a part of them.
  return test({ TEST_RUNS: '1' });
}

install();
if (job === 'start') {
  build();
  process.exit(start());
} else if (job === 'test') {
  build();
  process.exit(test());
} else if (job === 'check') {
  build();
  process.exit(check());
} else if (job === 'build') build();
else if (job === 'pictures') {
  build();
  must(bin('tsx'), ['tools/pictures.ts', ...args]);
} else if (job === 'docs') must(bin('tsx'), ['tools/generate-docs.ts', ...args]);
else if (job === 'fuzz') must(bin('tsx'), ['tools/fuzz.ts', ...args]);
else fail(`There is no job ${job}: start, test, build, check, docs, pictures or fuzz.`);
