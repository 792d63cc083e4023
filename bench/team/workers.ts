import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ANALYSER_VERSION } from '../../src/model/version.ts';
import { say, seconds, times } from '../support/table.ts';
import { copyOf, type Ground } from './ground.ts';

interface Cost {
  readonly cpu: number;
  readonly wall: number;
}

/** How much sooner are two workers done than one, each on one processor? Processor time counts where the machine is busy. */
export async function workers(ground: Ground): Promise<void> {
  const { server, trees, scratch, package: folder } = ground;
  for (const tree of trees) {
    const root = copyOf(tree, scratch);
    const run = (schema: string, processor: number): Promise<Cost> => {
      const notes = join(scratch, `time-${schema}-${processor}`);
      const env = {
        ...process.env,
        SHEAF_TEAM_STORE: server.url,
        SHEAF_TEAM_ROLE: 'writer',
        SHEAF_TEAM_SCHEMA: schema,
        SHEAF_TEAM_REPOSITORY: 'r',
      };
      const began = performance.now();
      const line = ['-c', String(processor), '/usr/bin/time', '-f', '%U %S', '-o', notes];
      const command = [process.execPath, join(folder, 'bin/sheaf.js'), 'index', '--ref', 'HEAD'];
      const child = spawn('taskset', [...line, ...command], { cwd: root, env, stdio: 'ignore' });
      return new Promise((resolve, reject) => {
        child.once('exit', (code) => {
          if (code !== 0) return reject(new Error(`a worker ended with ${code}`));
          const [user = 0, system = 0] = readFileSync(notes, 'utf8').trim().split(' ').map(Number);
          rmSync(notes);
          resolve({ cpu: user + system, wall: (performance.now() - began) / 1000 });
        });
      });
    };
    const one = await run('one', 0);
    const two = await Promise.all([run('two', 0), run('two', 1)]);
    const longest = {
      cpu: Math.max(...two.map(({ cpu }) => cpu)),
      wall: Math.max(...two.map(({ wall }) => wall)),
    };
    server.sql(
      `DROP SCHEMA one_${ANALYSER_VERSION} CASCADE; DROP SCHEMA two_${ANALYSER_VERSION} CASCADE`,
    );
    say(
      `${root.split('/').pop()}: one worker ${seconds(one.cpu)} of processor time, the longer of two ${seconds(longest.cpu)}: ${times(one.cpu / longest.cpu)}`,
    );
    say(
      `  wall time ${seconds(one.wall)} and ${seconds(longest.wall)}: ${times(one.wall / longest.wall)}`,
    );
  }
}
