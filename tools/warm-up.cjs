'use strict';

// What V8 compiles in the first long run is kept for all that follow (bin/load.js). So the first run does what people do most, all in one
// process: what is missing here is compiled again every time somebody needs it.
const { execFileSync } = require('node:child_process');
const { mkdirSync, mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { dirname, join } = require('node:path');
const { program } = require('../bin/load.js');
const { version } = require('../package.json');

const FILES = {
  'README.md': '# Sums\n\nAdds numbers. See [how sums work](docs/sums.md).\n',
  'docs/sums.md': '# How sums work\n\nThe class `Sum` adds what it is given. It fails for texts.\n',
  'sums/sum.py':
    'from .numbers import read\n\n\nclass Sum:\n    """Adds."""\n\n    def add(self, a, b):\n        return read(a) + read(b)\n',
  'sums/numbers.py': 'def read(text):\n    """A number from a text."""\n    return int(text)\n',
  'test/test_sum.py':
    'from sums.sum import Sum\n\n\ndef test_add():\n    assert Sum().add(1, 2) == 3\n',
  'web/show.ts':
    "import { sum } from './sum';\n\nexport interface Shown { text: string }\nexport const show = (a: number, b: number): Shown => ({ text: String(sum(a, b)) });\n",
  'web/sum.ts': 'export function sum(a: number, b: number): number {\n  return a + b;\n}\n',
  'compose.yaml': 'services:\n  web:\n    image: sums:1\n    ports: ["80:80"]\n',
};
const COMMANDS = [
  ['assemble', 'the sum of two texts is wrong in Sum.add'],
  ['assemble', 'the sum of two texts is wrong in Sum.add', '--context-tokens', '8k', '--json'],
  ['assemble', 'how do sums work'],
  ['search', 'show the sum', '--files', '--json'],
];

const folder = mkdtempSync(join(tmpdir(), 'sheaf-build-'));
process.env.XDG_CACHE_HOME = join(folder, 'cache');
const root = join(folder, 'sums');

function write(files) {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** A project without history will do where there is no git. */
function commit(message) {
  const author = ['-c', 'user.name=sheaf', '-c', 'user.email=sheaf@example.org'];
  try {
    execFileSync('git', ['-C', root, 'init', '-q'], { stdio: 'ignore' });
    execFileSync('git', ['-C', root, 'add', '.'], { stdio: 'ignore' });
    execFileSync('git', ['-C', root, ...author, 'commit', '-qm', message], { stdio: 'ignore' });
  } catch {
    process.stderr.write('No git: the program is compiled without what reads history.\n');
  }
}

async function main() {
  const files = Object.entries(FILES);
  write(files);
  commit('Add sums');
  write([
    [
      'sums/numbers.py',
      `${FILES['sums/numbers.py']}\n\ndef isNumber(text):\n    return text.isdigit()\n`,
    ],
  ]);
  commit('Tell numbers from texts');
  const { run } = program();
  const exit = process.exit;
  const codes = [];
  process.exit = (code) => codes.push(code);
  for (const command of COMMANDS) {
    process.argv = [process.argv[0], process.argv[1], ...command, '--root', root];
    await run(version);
  }
  rmSync(folder, { recursive: true, force: true });
  exit(codes.every((code) => code === 0) && codes.length === COMMANDS.length ? 0 : 1);
}

void main();
