/**
 * Question: how fast is the index: built, kept up to date, grown and asked?
 *
 *   node --import tsx bench/index.bench.ts [--tree DIR] [--repomix FILE] [--big DIR] [--tasks FILE]
 *        [--only cold,edit,query,growth,start] [--runs N] [--package DIR] [--scratch DIR]
 *
 *   --tree     a git checkout of about 7,000 files (django); copied, never touched
 *   --repomix  the repomix program to stand beside
 *   --big      an unpacked Linux source tree, for growth
 *   --tasks    real issue texts, one {"task": …} a line, for queries
 *   --package  where Sheaf is built (`npm run build`); this repository unless given
 *
 * What is missing is skipped, and said so. Wall times are medians of interleaved runs; processor time and peak memory
 * are the kernel's count for the child, through GNU time. Files come from a warm page cache.
 */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cold } from './index/cold.ts';
import { edit } from './index/edit.ts';
import { growth } from './index/growth.ts';
import { query } from './index/query.ts';
import { start } from './index/start.ts';
import { runChild } from './support/child.ts';
import { machine, note, type Row, say, table, versionOf } from './support/table.ts';

const { values } = parseArgs({
  options: {
    tree: { type: 'string' },
    repomix: { type: 'string' },
    big: { type: 'string' },
    tasks: { type: 'string' },
    only: { type: 'string', default: 'start,cold,edit,query,growth' },
    runs: { type: 'string', default: '5' },
    package: { type: 'string', default: join(import.meta.dirname, '..') },
    scratch: { type: 'string', default: tmpdir() },
  },
});

const NAMES = {
  what: 'what',
  ours: 'sheaf',
  beside: 'beside',
  ratio: 'ratio',
  target: 'target',
  cpu: 'cpu',
  peak: 'peak memory',
};

const home = resolve(values.package);
const scratch = mkdtempSync(join(resolve(values.scratch), 'bench-index-'));
// Indexes are removed with the rest and rebuilt.
process.env['XDG_CACHE_HOME'] = join(scratch, 'cache');
const runs = Number(values.runs);
const wanted = values.only.split(',');
const rows: Row[] = [];
let tree: string | null = null;

/** A copy of the tree of our own, because files in it will be edited. */
function ownTree(): string | null {
  if (tree !== null || values.tree === undefined || !existsSync(values.tree)) return tree;
  tree = join(scratch, 'tree');
  cpSync(values.tree, tree, { recursive: true, preserveTimestamps: true });
  rmSync(join(tree, '.sheaf'), { recursive: true, force: true });
  // Copied files have other inodes; without this git would compare contents in every run.
  if (existsSync(join(tree, '.git'))) runChild('git', ['update-index', '-q', '--refresh'], tree);
  return tree;
}

/** Runs a part if it was asked for and has what it needs. */
async function part(
  name: string,
  needs: Readonly<Record<string, string | null | undefined>>,
  run: () => Row[] | Promise<Row[]>,
): Promise<void> {
  if (!wanted.includes(name)) return;
  const missing = Object.entries(needs).filter(
    ([, path]) => path === null || path === undefined || !existsSync(path),
  );
  if (missing.length > 0) {
    say(`skipped ${name}: needs ${missing.map(([option]) => option).join(' and ')}`);
    return;
  }
  note(`${name} …`);
  rows.push(...(await run()));
}

const built = { '--package with dist/': join(home, 'dist/index.js') };
const { tasks = '', big = '' } = values;
try {
  say(`sheaf ${versionOf(join(home, 'package.json'))}; ${machine()}`);
  await part('start', built, () => start(home));
  await part('cold', { ...built, '--tree': values.tree }, () => {
    const repomix = values.repomix !== undefined && existsSync(values.repomix);
    if (!repomix) say('skipped repomix: needs --repomix');
    return cold({
      home,
      tree: ownTree() ?? '',
      scratch,
      runs,
      repomix: repomix ? resolve(values.repomix ?? '') : null,
    });
  });
  await part('edit', { ...built, '--tree': values.tree }, () =>
    edit({ home, tree: ownTree() ?? '', scratch, runs }),
  );
  await part('query', { ...built, '--tree': values.tree, '--tasks': values.tasks }, () =>
    query({ home, tree: ownTree() ?? '', scratch, tasks, runs }),
  );
  await part('growth', { ...built, '--big': values.big, '--tasks': values.tasks }, () =>
    growth({ home, big: resolve(big), scratch, tasks }),
  );
  if (rows.length > 0) say(`\n${table(rows, NAMES)}\n\nat the end: ${machine()}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
