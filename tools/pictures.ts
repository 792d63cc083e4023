import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser } from '../test/support/browser.ts';
import { commitAll, git } from '../test/support/project.ts';
import { makeCourier } from '../test/support/six/courier.ts';
import { type Typed, terminalPicture } from './terminal-picture.ts';

/* Makes the pictures of the README from a sample project: the page in light and dark, and a session in a terminal. */

const ROOT = join(import.meta.dirname, '..');
const PROGRAM = join(ROOT, 'bin/sheaf.js');
const TASK = 'quotes for islands are too cheap';

const home = mkdtempSync(join(tmpdir(), 'sheaf-pictures-'));
const project = join(home, 'courier');
const env = {
  ...process.env,
  XDG_CACHE_HOME: join(home, 'cache'),
  XDG_CONFIG_HOME: join(home, 'config'),
  NO_COLOR: '1',
};

/** Times differ from run to run, so lines with one are left out. */
const TIMED = /\d ms\b/;

/** A command as it is typed, with what it says. */
function typed(command: string): Typed {
  const path = `${join(home, 'bin')}:${process.env['PATH']}`;
  const { stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: project,
    env: { ...env, PATH: path },
    encoding: 'utf8',
  });
  const lines = `${stdout}${stderr}`.split('\n');
  return { command, output: lines.filter((line) => line !== '' && !TIMED.test(line)) };
}

/** `sheaf` as a command, without installing it. */
function makeCommand(): void {
  mkdirSync(join(home, 'bin'));
  const script = `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`;
  writeFileSync(join(home, 'bin/sheaf'), script, { mode: 0o755 });
}

async function photograph(): Promise<void> {
  const server = spawn(process.execPath, [PROGRAM, 'ui', '--no-open'], { cwd: project, env });
  const address = await new Promise<string>((resolve, reject) => {
    let told = '';
    server.stderr.on('data', (chunk) => {
      told += chunk;
      const [found] = /http:\S+/.exec(told) ?? [];
      if (found !== undefined) resolve(found);
    });
    server.once('exit', () => reject(new Error(told)));
  });
  const browsing = await openBrowser();
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await browsing.visit(address, { width: 1280, height: 860, colorScheme });
      await page.fill('#task', TASK);
      await page.waitForSelector('.curve');
      await page.locator('.leaf').first().click();
      await page.waitForSelector('.pane .line');
      await page.evaluate('document.activeElement?.blur()');
      await page.waitForTimeout(500);
      await page.screenshot({ path: join(ROOT, `docs/page-${colorScheme}.png`) });
    }
  } finally {
    await browsing.close();
    server.kill('SIGINT');
  }
}

try {
  mkdirSync(project);
  makeCourier(project);
  git(project, 'init', '-q');
  commitAll(project, 'all of it');
  makeCommand();
  typed('sheaf index');
  await photograph();
  const session = [
    `sheaf inspect "${TASK}" | head -9`,
    `sheaf sizes "${TASK}" --up-to 2k | tail -4`,
    `sheaf gather "${TASK}" --quiet`,
    'sheaf evidence toggle off e3',
    'sheaf assemble --out prompt.md',
  ];
  writeFileSync(join(ROOT, 'docs/terminal.svg'), terminalPicture(session.map(typed)));
} finally {
  rmSync(home, { recursive: true, force: true });
}
