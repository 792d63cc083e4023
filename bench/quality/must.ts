/**
 * Question: is what an expert would put into a context of 6,000 tokens inside?
 *
 *   SHEAF_BENCH_STATE=DIR node --import tsx bench/quality/must.ts CASES.json --mirrors DIR [--tokens 6000] [--list] [--only ID,…]
 *
 * CASES.json has a list of {id, repo, commit, task, must: [{what, path, first, last}]}; an item is inside if 60 % of its lines are, one
 * without lines (first is 0) if some file of that path is. --list tells what each context holds and what it misses.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { parseArgs } from 'node:util';
import { assemble } from '../../src/assemble.ts';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { openEngine } from '../../src/engine.ts';
import type { PlannedPart } from '../../src/model/plan.ts';
import { say } from '../support/table.ts';

interface Item {
  readonly what: string;
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

interface Case {
  readonly id: string;
  readonly repo: string;
  readonly commit: string;
  readonly task: string;
  readonly must: readonly Item[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mirrors: { type: 'string', default: '../.mirror' },
    tokens: { type: 'string', default: '6000' },
    list: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

const LINES_INSIDE = 0.6;
const state = process.env['SHEAF_BENCH_STATE'] ?? join('.sheaf', 'bench');
const config = { ...DEFAULTS, index: { ...DEFAULTS.index, states_kept: 1000 } };
const only = values.only.split(',').filter((id) => id !== '');
const cases = (JSON.parse(readFileSync(positionals[0] ?? '', 'utf8')) as Case[]).filter(
  ({ id }) => only.length === 0 || only.includes(id),
);
mkdirSync(state, { recursive: true });

const isInside = ({ path, first, last }: Item, parts: readonly PlannedPart[]): boolean => {
  const shown = parts.filter(({ spans }) => spans.length > 0);
  if (first === 0)
    return shown.some((part) => path.split('|').some((own) => matchesGlob(part.path, own)));
  const spans = shown.filter((part) => part.path === path).flatMap((part) => part.spans);
  const lines = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const held = lines.filter((line) => spans.some(([from, to]) => from <= line && line <= to));
  return held.length >= LINES_INSIDE * lines.length;
};

let inside = 0;
let tokens = 0;
let ms = 0;
const rows: string[] = [];
for (const { id, repo, commit: ref, task, must } of cases) {
  const name = repo.replace('/', '+');
  const gitDir = join(values.mirrors, name, 'repo');
  if (!existsSync(gitDir)) {
    say(`skipped ${id}: no ${repo} under the mirrors`);
    continue;
  }
  const indexFile = join(state, `${name}.db`);
  const quiet = { warn: say, onProgress: () => {} };
  const engine = await openEngine({
    root: process.cwd(),
    gitDir,
    ref,
    indexFile,
    config,
    ...quiet,
  });
  const view = await engine.view();
  const none = { sources: [], without: [], pins: [], include: [], exclude: [], look: {} };
  const request = {
    ...none,
    task,
    type: 'auto' as const,
    maxTokens: Number(values.tokens),
    config,
  };
  const began = performance.now();
  const made = await assemble(engine.ports, { kind: 'state', view }, request);
  ms += performance.now() - began;
  const held = must.filter((item) => isInside(item, made.parts));
  inside += held.length;
  tokens += made.totalTokens;
  rows.push(`${id} ${held.length}/${must.length}`);
  if (values.list) {
    say(`\n${id}: ${task}`);
    for (const { path, tokens: size, relevance, spans } of made.parts)
      say(
        `    ${path} ${size} ${relevance.toFixed(3)} ${spans.map((span) => span.join('–')).join(' ')}`,
      );
    for (const item of must)
      say(
        `  ${held.includes(item) ? 'in ' : 'OUT'} ${item.path} ${item.first}–${item.last} ${item.what}`,
      );
  }
  view.close();
  engine.close();
}
const total = cases.reduce((sum, { must }) => sum + must.length, 0);
say(rows.join(' '));
say(
  `${inside} of ${total} inside, ${(tokens / cases.length).toFixed(0)} tokens and ${(ms / cases.length).toFixed(0)} ms on the mean`,
);
