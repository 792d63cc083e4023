/**
 * Question: how long do status, toggle, rank, focus and assemble take on a flow of 500 evidence files?
 *
 *   node --import tsx bench/flow.bench.ts [--files 500] [--runs 15]
 *
 * Own time inside the process, medians: each run opens the flow afresh, as a command does. The target is 150 ms. Beside the
 * time on the clock stands that of the processor, which other work on the machine does not change. `focus` goes between two
 * queries, so that files change their names in every run.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Flow, openFlows } from '../src/flows/flows.ts';
import { redactFlowText } from '../src/flows/redactor.ts';
import { openWorkspace } from '../src/workspace.ts';
import { median, milliseconds, say } from './support/table.ts';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '500' },
    runs: { type: 'string', default: '15' },
  },
});

const LINES = 60;
const root = mkdtempSync(join(tmpdir(), 'sheaf-flow-bench-'));
try {
  mkdirSync(join(root, 'src'));
  const paths = Array.from({ length: Number(values.files) }, (_, i) => `src/module-${i}.ts`);
  for (const [i, path] of paths.entries()) {
    const line = (at: number): string => `export const value${i}x${at} = compute(${i}, ${at});`;
    writeFileSync(
      join(root, path),
      `${Array.from({ length: LINES }, (_, at) => line(at)).join('\n')}\n`,
    );
  }
  const flows = openFlows({
    root,
    now: () => '2025-01-16T12:34:56.000Z',
    redact: redactFlowText,
    budgetTokens: 100_000,
  });
  await flows.create('measure');
  const start = performance.now();
  await flows.open(null).add(paths, {});
  say(`add ${paths.length} files: ${milliseconds(performance.now() - start)}`);
  const measure = async (
    name: string,
    work: (flow: Flow, run: number) => Promise<unknown>,
  ): Promise<void> => {
    const times: number[] = [];
    const worked: number[] = [];
    for (let run = 0; run < Number(values.runs); run++) {
      const from = performance.now();
      const before = process.cpuUsage();
      await work(flows.open(null), run);
      times.push(performance.now() - from);
      const { user, system } = process.cpuUsage(before);
      worked.push((user + system) / 1000);
    }
    const processor = milliseconds(median(worked));
    const first = milliseconds(times[0] ?? 0);
    say(`${name}: ${milliseconds(median(times))}, processor ${processor} (first ${first})`);
  };
  await measure('status', (flow) => flow.status());
  await measure('toggle', (flow) => flow.toggle('e7', 'flip'));
  await measure('rank', (flow, run) => flow.rank('e3', 300 + run));
  await measure('toggle 100-199', (flow, run) =>
    flow.toggle('100-199', run % 2 === 0 ? 'on' : 'off'),
  );
  const workspace = await openWorkspace({ root });
  await measure('assemble', (flow) => workspace.assembleFlow({ flow: flow.id }));
  await workspace.close();
  await measure('focus', (flow, run) => flow.focus(`module-${run % 2}`));
  await measure('focus off', async (flow, run) => {
    if (run % 2 === 0) await flow.focusOff();
    else await flow.focus('module-1');
  });
} finally {
  rmSync(root, { recursive: true, force: true });
}
