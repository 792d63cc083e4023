/**
 * Question: does a team's store give the same bytes, lose nothing, and carry a team?
 *
 *   node --import tsx bench/team.bench.ts --tree DIR [--tree DIR …] [--only same,shards,workers,kills,clients]
 *        [--tasks N] [--kills N] [--seconds N] [--package DIR] [--scratch DIR]
 *
 *   --tree     a git checkout; copied, never touched
 *   --package  where Sheaf is built (`npm run build`); this repository unless given
 *
 * Starts PostgreSQL in a folder of its own. Indexes lie in the scratch folder.
 */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type * as Sheaf from '../src/index.ts';
import { machine, note, say } from './support/table.ts';
import { clients } from './team/clients.ts';
import { type Ground, scratchIn, server } from './team/ground.ts';
import { kills } from './team/kills.ts';
import { same } from './team/same.ts';
import { shards } from './team/shards.ts';
import { workers } from './team/workers.ts';

const { values } = parseArgs({
  options: {
    tree: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', default: 'same,shards,workers,kills,clients' },
    tasks: { type: 'string', default: '67' },
    kills: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '60' },
    package: { type: 'string', default: join(import.meta.dirname, '..') },
    scratch: { type: 'string', default: tmpdir() },
  },
});

const PARTS = { same, shards, workers, kills, clients };
const isPart = (name: string): name is keyof typeof PARTS => name in PARTS;

const scratch = scratchIn(resolve(values.scratch));
process.env['XDG_CACHE_HOME'] = join(scratch, 'cache');
const folder = resolve(values.package);
const ground: Ground = {
  server: await server(),
  trees: values.tree.map((tree) => resolve(tree)),
  tasks: Number(values.tasks),
  kills: Number(values.kills),
  seconds: Number(values.seconds),
  scratch,
  package: folder,
  sheaf: (await import(join(folder, 'dist/index.js'))) as typeof Sheaf,
};
try {
  say(machine());
  for (const name of values.only.split(',')) {
    if (!isPart(name)) throw new Error(`there is no part ${name}`);
    note(`${name} …`);
    await PARTS[name](ground);
  }
} finally {
  await ground.server.stop();
  rmSync(scratch, { recursive: true, force: true });
}
