import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

/* Debian's Chromium, once for a file of tests. */

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
export const BROWSER: string | undefined = PLACES.find((place) => existsSync(place));

/** What is waited for comes in a second or two; a machine that is busy with other things may take much longer. */
export const PATIENCE_MS = 90_000;

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Visit {
  readonly page: Page;
  /** What the console said, and errors that nobody caught. */
  readonly said: readonly string[];
  /** Addresses beyond the server's own that something asked for. */
  readonly outside: readonly string[];
}

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
}

export interface Browsing {
  visit(address: string, options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
}

export async function openBrowser(): Promise<Browsing> {
  if (BROWSER === undefined) throw new Error('there is no browser here');
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-browser-'));
  const profile = await chromium.launchPersistentContext(folder, {
    executablePath: BROWSER,
    args: FLAGS,
  });
  const browser = profile.browser();
  const open: BrowserContext[] = [];
  const contextOf = async ({ width = 1280, height = 900, colorScheme = 'light' }: VisitOptions) => {
    // A context of its own, where the browser gives one: no page sees what another kept.
    const context = await browser?.newContext({ viewport: { width, height }, colorScheme });
    if (context === undefined) throw new Error('the browser has no contexts');
    open.push(context);
    return context;
  };
  return {
    async visit(address, options = {}) {
      const context = await contextOf(options);
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      const said: string[] = [];
      const outside: string[] = [];
      const { origin } = new URL(address);
      page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => said.push(error.message));
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(`${origin}/`) && !/^(?:data|blob):/.test(url)) outside.push(url);
      });
      await page.goto(address, { waitUntil: 'domcontentloaded' });
      return { page, said, outside };
    },
    async close() {
      await Promise.all(open.map((context) => context.close()));
      await profile.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
