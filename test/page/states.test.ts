import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, type Browsing, openBrowser } from '../support/browser.ts';
import { command } from '../support/command.ts';
import { writeFiles } from '../support/project.ts';
import { makeClinic } from '../support/six/clinic.ts';
import { differsFrom, drawAnew } from './pictures.ts';
import { ask, changed, inProject, pathsOf, poll, quiet, SLOW } from './visits.ts';

/* What the page says of the project and of the task, and how it looks. */

const TASK = 'patients are booked twice for the same slot';
const PICTURES = join(import.meta.dirname, 'pictures');
/** Words are not where they were with other fonts; a part of the page that is missing, moved or of another colour is much more. */
const MOST_DIFFERENT = 0.08;

let browsing: Browsing;

/** The first question for a context tells how far the index is, and goes on when the test says so. */
async function withSlowIndex(page: Page, address: string): Promise<void> {
  await page.addInitScript(() => {
    const ask = window.fetch;
    window.fetch = (target, options) => {
      if (!String(target).endsWith('/v1/inspect')) return ask(target, options);
      window.fetch = ask;
      const body = new ReadableStream({
        async start(controller) {
          const told = 'event: progress\ndata: {"files":43,"total":100}\n\n';
          controller.enqueue(new TextEncoder().encode(told));
          await new Promise((resolve) => addEventListener('indexed', resolve, { once: true }));
          const answer = await ask(target, options);
          controller.enqueue(new Uint8Array(await answer.arrayBuffer()));
          controller.close();
        },
      });
      return Promise.resolve(new Response(body));
    };
  });
  await page.goto('about:blank');
  await page.goto(address);
}

describe.skipIf(BROWSER === undefined)('what the page of sheaf ui tells', () => {
  beforeAll(async () => {
    browsing = await openBrowser();
  }, SLOW);
  afterAll(() => browsing?.close());

  it(
    'names how far the index is, what changed since the commit, and when it is up to date',
    () =>
      inProject(makeClinic, async (root, address) => {
        const visit = await browsing.visit(address);
        const { page } = visit;
        await withSlowIndex(page, address);
        await page.fill('#task', TASK);
        const state = (): Promise<string | null> => page.textContent('.state');
        await poll(state).toContain('indexing 43\u00a0%');
        expect(await page.textContent('.welcome')).toContain('Reading the project');
        let answerSizes = (): void => undefined;
        const isHeld = new Promise<void>((resolve) => {
          answerSizes = resolve;
        });
        await page.route('**/v1/sizes', async (route) => {
          await isHeld;
          await route.continue();
        });
        await page.evaluate(() => dispatchEvent(new Event('indexed')));
        // Other sizes take longer than the answer: it stands already, and their place says what comes.
        await poll(state).toMatch(/up to date at [0-9a-f]{7}/);
        await poll(() => page.textContent('.sizes')).toContain('Trying smaller and larger budgets');
        answerSizes();
        await page.waitForSelector('.track');
        await page.unroute('**/v1/sizes');
        writeFiles(root, { 'booking/slot.go': 'package booking\n' });
        await page.fill('#task', `${TASK} again`);
        await poll(state).toMatch(/1 file changed since [0-9a-f]{7}/);
        quiet(visit);
      }),
    SLOW,
  );

  it(
    'shows the words of the task as they are written, says how it read a typo, and what to do where nothing matches',
    () =>
      inProject(makeClinic, async (_, address) => {
        const visit = await browsing.visit(address);
        const { page } = visit;
        await ask(page, 'patients are booked twice for overlapping slots');
        const words = (await page.locator('.words').allTextContents()).join(' ').split(' ');
        expect(words.length).toBeGreaterThan(3);
        expect(['patients', 'booked', 'twice', 'overlapping', 'slots']).toEqual(
          expect.arrayContaining([...new Set(words)]),
        );
        await page.fill('#task', 'pateints are booked twice');
        await poll(() => page.locator('.notes').allTextContents()).toEqual([
          expect.stringContaining('pateints'),
        ]);
        await page.fill('#task', 'zyxwvut qponmlk');
        await poll(() => page.locator('.hint').allTextContents()).toEqual(
          expect.arrayContaining([expect.stringContaining('Nothing in the project matches')]),
        );
        await page.fill('#task', '   ');
        await page.waitForSelector('.welcome');
        quiet(visit);
      }),
    SLOW,
  );

  it(
    'gives every file that was left out a price, or says that this size does not hold it',
    () =>
      inProject(makeClinic, async (_, address) => {
        const { page } = await browsing.visit(address);
        await ask(page, TASK);
        // A small size, which leaves much out.
        await page.locator('.track input').fill('3');
        const prices = (): Promise<string[]> => page.locator('.row.left .about').allTextContents();
        await poll(async () => (await prices()).length).toBeGreaterThan(0);
        await poll(async () =>
          (await prices()).filter(
            (price) => !/enters (?:at|by) [\d,]+ tokens|not with [\d,]+ tokens/.test(price),
          ),
        ).toEqual([]);
      }),
    SLOW,
  );

  it(
    'finds a flow that the command line makes while it is open, and goes on with it there',
    () =>
      inProject(makeClinic, async (root, address) => {
        const visit = await browsing.visit(address);
        const { page } = visit;
        await page.waitForSelector('.welcome');
        expect(await page.locator('.continue').count()).toBe(0);
        await command(root, ['gather', TASK]);
        await page.evaluate(() => dispatchEvent(new Event('focus')));
        await page.locator('.continue').click();
        await page.waitForSelector('.flow');
        const [first = ''] = await pathsOf(page);
        await changed(page, () => page.locator('.row .switch:not(:disabled)').first().click());
        expect((await command(root, ['evidence', 'status'])).out).toMatch(/○ e1/);
        expect((await command(root, ['inspect-flow'])).out).toContain('○ e1');
        expect((await pathsOf(page))[0]).toBe(first);
        quiet(visit);
      }),
    SLOW,
  );

  it.each([
    [1280, 'light'],
    [1280, 'dark'],
    [400, 'light'],
  ] as const)(
    'looks at %i pixels in %s as it did when somebody looked',
    (width, colorScheme) =>
      inProject(makeClinic, async (_, address) => {
        const { page } = await browsing.visit(address, { width, height: 900, colorScheme });
        await ask(page, TASK);
        await poll(() => page.textContent('.state')).toContain('up to date');
        await page.evaluate(() => document.fonts.ready.then(() => undefined));
        const file = join(PICTURES, `context-${width}-${colorScheme}.png`);
        await drawAnew(page, file);
        expect(await differsFrom(page, file)).toBeLessThan(MOST_DIFFERENT);
        // The picture is of this page: the other colours are far from it.
        await page.emulateMedia({ colorScheme: colorScheme === 'light' ? 'dark' : 'light' });
        expect(await differsFrom(page, file)).toBeGreaterThan(0.5);
      }),
    SLOW,
  );
});
