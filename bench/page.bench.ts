/**
 * Question: how fast is the page? Interactive on a flow of 500 evidence files, from a toggle to the updated prompt, frames while the
 * slider plays.
 *
 *   npm run build && node --import tsx bench/page.bench.ts [--files 500] [--runs 21]
 *
 * In a real browser, by the page's own marks: a change is measured from the click to the frame after the prompt is there. The small
 * flow has about 32,000 tokens, the large one about 200,000. The targets are 1.5 s, 100 ms and 30 frames a second. What the server and
 * the page worked for each toggle does not depend on what else the machine does.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { openFlows } from '../src/flows/flows.ts';
import { redactFlowText } from '../src/flows/redactor.ts';
import { openBrowser } from '../test/support/browser.ts';
import { median, milliseconds, quantile, say } from './support/table.ts';

const { values } = parseArgs({
  options: { files: { type: 'string', default: '500' }, runs: { type: 'string', default: '21' } },
});

const LINES = 22;
const root = mkdtempSync(join(tmpdir(), 'sheaf-page-bench-'));
const env = { ...process.env, XDG_CACHE_HOME: join(root, '.cache'), XDG_CONFIG_HOME: root };

/** Files, a flow with all of them, and one with as many as 32,000 tokens hold. */
async function makeFlows(): Promise<void> {
  mkdirSync(join(root, 'src'));
  const paths = Array.from({ length: Number(values.files) }, (_, i) => `src/module-${i}.ts`);
  for (const [i, path] of paths.entries()) {
    const line = (at: number): string => `export const value${i}x${at} = compute(${i}, ${at});`;
    const text = Array.from({ length: LINES }, (_, at) => line(at)).join('\n');
    writeFileSync(join(root, path), `${text}\n`);
  }
  const flows = openFlows({
    root,
    now: () => '2025-01-16T12:34:56.000Z',
    redact: redactFlowText,
    budgetTokens: 200_000,
  });
  await flows.create('compute large');
  await flows.open(null).add(paths, {});
  await flows.create('compute small');
  await flows.open(null).add(paths.slice(0, Number(values.files) / 6.5), {});
}

interface Server {
  readonly address: string;
  readonly pid: number;
  end(): void;
}

async function serve(): Promise<Server> {
  const program = join(import.meta.dirname, '../bin/sheaf.js');
  const child = spawn(process.execPath, [program, 'ui', '--no-open', '--root', root], { env });
  const address = await new Promise<string>((resolve, reject) => {
    let told = '';
    child.stderr.on('data', (chunk) => {
      told += chunk;
      const [found] = /http:\S+/.exec(told) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(told)));
  });
  return { address, pid: child.pid ?? 0, end: () => child.kill('SIGINT') };
}

const tokensOf = async (page: Page): Promise<string> => (await page.textContent('.figures')) ?? '';

/** What the server took of it, by request. */
async function requests(page: Page): Promise<string> {
  const all = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, duration }) => ({ name, duration })),
  );
  const middle = (operation: string): string =>
    milliseconds(
      median(all.filter(({ name }) => name.endsWith(operation)).map(({ duration }) => duration)),
    );
  return `evidence ${middle('/v1/evidence')}, inspect-flow ${middle('/v1/inspect-flow')}`;
}

const TICK_MS = 10;

/** What a process has worked so far, by the kernel's count; zero where there is none. */
function workedMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return TICK_MS * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return 0;
  }
}

/** What the browser's pages have worked so far. */
async function pagesWorkedMs(page: Page): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {};
  await session?.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  return 1000 * pages.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** Switches rows off and on, and says how long it took until the prompt was there, and who worked how much for it. */
async function toggles(page: Page, pid: number): Promise<void> {
  // What the task's own context takes is over: its index, and the files that are left out.
  await page.waitForFunction(() =>
    document.querySelector('.state')?.textContent?.includes('up to date'),
  );
  const before = [workedMs(pid), await pagesWorkedMs(page)] as const;
  for (let run = 0; run < Number(values.runs); run++) {
    const row = page.locator('.row:not(.left) .switch:not(:disabled)').nth(run % 5);
    await row.click();
    await page.waitForFunction(
      (count) => performance.getEntriesByName('sheaf:change').length > count,
      run,
    );
  }
  const times = await page.evaluate(() =>
    performance.getEntriesByName('sheaf:change').map(({ duration }) => duration),
  );
  const worked = [workedMs(pid) - before[0], (await pagesWorkedMs(page)) - before[1]] as const;
  const [server, own] = worked.map((ms) => milliseconds(ms / times.length));
  say(await tokensOf(page));
  say(
    `  toggle to prompt: median ${milliseconds(median(times))}, p90 ${milliseconds(quantile(times, 0.9))}, ${times.length} runs (${await requests(page)})`,
  );
  say(`  worked for each: server ${server}, page ${own}`);
}

async function measureFlow(page: Page, budget: string, pid: number): Promise<void> {
  await page.selectOption('.budget select', budget);
  await page.getByRole('button', { name: /^Continue the flow/ }).click();
  await page.waitForSelector('.row');
  await toggles(page, pid);
}

await makeFlows();
const { address, pid, end } = await serve();
const browsing = await openBrowser();
try {
  const { page: small } = await browsing.visit(address);
  await measureFlow(small, '64000', pid);

  const { page: large } = await browsing.visit(address);
  await large.route('**/v1/flow', async (route) => {
    const answer = await (await route.fetch()).json();
    const current = answer.result.flows.find((id: string) => id.startsWith('compute-large'));
    await route.fulfill({ json: { ...answer, result: { ...answer.result, current } } });
  });
  await large.goto('about:blank');
  const began = performance.now();
  await large.goto(address);
  await large.waitForSelector('.continue');
  say(`page there: ${milliseconds(performance.now() - began)}`);
  await large.selectOption('.budget select', '200000');
  const opened = performance.now();
  await large.getByRole('button', { name: /^Continue the flow/ }).click();
  await large.waitForSelector('.row');
  say(`flow of ${values.files} files interactive: ${milliseconds(performance.now() - opened)}`);
  await toggles(large, pid);
  const scrolled = await large.evaluate(framesWhile, 'scroll');
  say(`  frames a second while scrolling the prompt: ${scrolled.toFixed(0)}`);

  const { page: task } = await browsing.visit(address);
  await task.fill('#task', 'compute value1x1 and value2x2');
  await task.waitForSelector('.curve');
  const played = await task.evaluate(framesWhile, 'play');
  say(`frames a second while sizes play: ${played.toFixed(0)}`);
} finally {
  await browsing.close();
  end();
  rmSync(root, { recursive: true, force: true });
}

/** Runs in the page: how many frames a second it draws while something moves. */
async function framesWhile(what: string): Promise<number> {
  const text = document.querySelector('.pane .text');
  if (what === 'play') document.querySelector<HTMLButtonElement>('.sizes button')?.click();
  const began = performance.now();
  let frames = 0;
  while (performance.now() - began < 2000) {
    await new Promise(requestAnimationFrame);
    frames++;
    if (what === 'scroll' && text !== null) text.scrollTop += 400;
  }
  return (1000 * frames) / (performance.now() - began);
}
