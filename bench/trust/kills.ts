// Is anything lost when a command is killed at any moment? Flows, records and states are compared with what was there before and after.
//   npx tsx bench/trust/kills.ts [--kills 500] [--seed 7]
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { manyModules, writeFiles } from '../../test/support/project.ts';
import { numbers } from '../quality/secrets/sample.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '500' }, seed: { type: 'string', default: '7' } },
});
const SHEAF = join(import.meta.dirname, '../../bin/sheaf.js');
const folder = mkdtempSync(join(tmpdir(), 'sheaf-kills-'));
const [root, kept] = [join(folder, 'project'), join(folder, 'kept')];
const env = { PATH: process.env['PATH'], HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') };

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}
function sheaf(...argv: string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SHEAF, ...argv], {
    ...{ cwd: root, env, encoding: 'utf8', input: '', timeout: 120_000 },
  });
  return { code: status, out: stdout, err: stderr };
}

/** Starts a command and kills it after a while; true if it was still at work. */
async function killed(argv: readonly string[], ms: number): Promise<boolean> {
  const child = spawn(process.execPath, [SHEAF, ...argv], { cwd: root, env, stdio: 'ignore' });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  if (argv[0] === 'serve') void ask(ms);
  await sleep(ms);
  child.kill('SIGKILL');
  return (await ended) === null;
}
const PORT = 18_000 + (process.pid % 1000);
/** A request under way while the server is killed; what it answers does not count. */
async function ask(ms: number): Promise<void> {
  await sleep(ms / 2);
  await fetch(`http://127.0.0.1:${PORT}/`).catch(() => undefined);
}

mkdirSync(root);
writeFiles(root, manyModules(40));
spawnSync('git', ['init', '-q'], { cwd: root });
sheaf('gather', 'the total of reader 7 is wrong');
const wanted = sheaf('assemble', 'the total of reader 7 is wrong').out;
const flows = (): readonly string[] => readdirSync(join(root, '.sheaf/flows')).sort();
const first = flows();
cpSync(root, kept, { recursive: true });

const COMMANDS: readonly (readonly string[])[] = [
  ['index'],
  ['gather', 'how are readers joined'],
  ['add', 'src/part7/module_7.py'],
  ['evidence', 'toggle', 'off', '100-399'],
  ['evidence', 'rebase'],
  ['undo'],
  ['assemble', 'the total of reader 7 is wrong'],
  ['index', 'gc'],
  ['serve', '--port', String(PORT)],
];
const random = numbers(Number(values.seed));
const LONGEST_MS = 900;
let [rounds, kills, lost] = [0, 0, 0];
while (kills < Number(values.kills)) {
  const command = COMMANDS[rounds++ % COMMANDS.length] ?? [];
  writeFileSync(join(root, 'edited.py'), `def edited_${rounds}():\n    return ${rounds}\n`);
  if (await killed(command, 40 + random() * LONGEST_MS)) kills++;
  rmSync(join(root, 'edited.py'));
  const again = sheaf('assemble', 'the total of reader 7 is wrong');
  const status = sheaf('evidence', 'status');
  const isWhole =
    again.code === 0 &&
    again.out === wanted &&
    status.code === 0 &&
    first.every((flow) => flows().includes(flow)) &&
    !/unexpected|rebuilt/.test(again.err + status.err);
  if (!isWhole) {
    lost++;
    const said = `${again.err} ${status.err}`.trim().split('\n').slice(0, 2).join(' ');
    process.stdout.write(`lost after ${command.join(' ')}: ${again.code} ${status.code} ${said}\n`);
  }
  if (rounds % COMMANDS.length === 0) {
    // Flows heap up; the project begins anew, the index stays.
    rmSync(root, { recursive: true, force: true });
    cpSync(kept, root, { recursive: true });
  }
}
process.stdout.write(`${kills} kills in ${rounds} rounds, ${lost} lost\n`);
rmSync(folder, { recursive: true, force: true });
