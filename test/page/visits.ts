import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { loadPage } from '../../src/surfaces/page/files.ts';
import { BROWSER, PATIENCE_MS, type Visit } from '../support/browser.ts';
import { served } from '../support/http-server.ts';
import { commitAll, git, inFolder } from '../support/project.ts';

/* What tests of the page share. They wait for what shall be there, never for a time. */

export const SLOW: number = 6 * PATIENCE_MS;

if (BROWSER === undefined) {
  process.stderr.write('There is no Chromium here: the page is NOT tested in a browser.\n');
}

/** Looks until it is so; other work on the machine may make it late. */
export const poll = (look: () => unknown): ReturnType<typeof expect.poll> =>
  expect.poll(look, { timeout: PATIENCE_MS });

/** A project under git that is served with the page. */
export const inProject = <T>(
  make: (root: string) => void,
  work: (root: string, address: string) => Promise<T>,
): Promise<T> =>
  inFolder(async (root) => {
    make(root);
    git(root, 'init', '-q');
    commitAll(root, 'all of it');
    return served(root, ({ address, token }) => work(root, `${address}/#${token}`), {
      page: loadPage(),
    });
  });

/** Writes a task and waits until its context and its sizes are there. */
export async function ask(page: Page, task: string): Promise<void> {
  await page.fill('#task', task);
  await page.waitForSelector('.leaf');
  await page.waitForSelector('.curve');
}

export const rowOf = (page: Page, path: string): Locator =>
  page.locator('.row:not(.left)').filter({ has: page.locator(`.path[title="${path}"]`) });

/** The evidence from top to bottom; what is always there is not among it. */
export const pathsOf = (page: Page): Promise<string[]> =>
  page
    .locator('.row:not(.left):has(.switch:not(:disabled)) .path')
    .evaluateAll((all) => all.map((each) => each.getAttribute('title') ?? ''));

/** What a change leads to is there when the page has measured it. */
export async function changed(page: Page, act: () => Promise<unknown>): Promise<void> {
  const count = (): Promise<number> =>
    page.evaluate(() => performance.getEntriesByName('sheaf:change').length);
  const before = await count();
  await act();
  await poll(count).toBe(before + 1);
}

/** No console message, and no request to another address. */
export function quiet({ said, outside }: Visit): void {
  expect(said).toEqual([]);
  expect(outside).toEqual([]);
}
