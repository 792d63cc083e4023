import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER, type Browsing, openBrowser } from '../support/browser.ts';
import { command } from '../support/command.ts';
import { writeFiles } from '../support/project.ts';
import { makeClinic } from '../support/six/clinic.ts';
import { makeCourier } from '../support/six/courier.ts';
import { ask, changed, inProject, pathsOf, poll, quiet, rowOf, SLOW } from './visits.ts';

/* The page as a person uses it, in a real browser. */

let browsing: Browsing;

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds that keeps people from using the page. */
async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<Finding[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

const promptOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    let copied = '';
    navigator.clipboard.writeText = async (text: string) => {
      copied = text;
    };
    document.querySelector<HTMLButtonElement>('.pane .tools button')?.click();
    await Promise.resolve();
    return copied;
  });

const PROJECTS = [
  {
    name: 'a courier service',
    make: makeCourier,
    task: 'PoolExhausted: no connection within 3.0 s',
    step: '4',
  },
  {
    name: 'a clinic',
    make: makeClinic,
    task: 'patients are booked twice for the same slot',
    step: '3',
  },
];

describe.skipIf(BROWSER === undefined)('the page of sheaf ui', () => {
  beforeAll(async () => {
    browsing = await openBrowser();
  }, SLOW);
  afterAll(() => browsing?.close());

  it.each(PROJECTS)(
    'shows, changes, reads and compares the context of a task in $name',
    ({ make, task, step }) =>
      inProject(make, async (root, address) => {
        const visit = await browsing.visit(address);
        const { page } = visit;
        expect(page.url()).not.toContain('#');
        await page.waitForSelector('.welcome');

        await ask(page, task);
        await poll(() => page.textContent('.state')).toMatch(/up to date at [0-9a-f]{7}/);
        expect(await page.locator('.bar .share').count()).toBeGreaterThan(1);
        expect(await page.locator('.leaf').count()).toBeGreaterThan(2);
        // A smaller size leaves something out, and says at which size it enters.
        await page.locator('.track input').fill(step);
        await poll(async () =>
          (await page.locator('.row.left').allTextContents()).join('\n'),
        ).toMatch(/enters at [\d,]+ tokens/);
        expect(await page.textContent('.chance')).toMatch(/\d\s%/);
        expect(await page.locator('.sources button').count()).toBeGreaterThan(4);

        // Change: every step is a step of the flow, here and on the command line.
        // What is likeliest stands first, and what is always there last.
        const isFixed = await page
          .locator('.row:not(.left) .switch')
          .evaluateAll((all) => all.map((each) => Number(each.matches(':disabled'))));
        expect(isFixed[0]).toBe(0);
        expect(isFixed).toEqual(isFixed.toSorted());
        const [first = '', second = '', third = ''] = await pathsOf(page);
        await changed(page, () => rowOf(page, second).locator('.switch').click());
        await page.waitForSelector('.flow');
        const status = await command(root, ['evidence', 'status']);
        expect(status.out).toMatch(/○ e2/);
        expect(await rowOf(page, second).getAttribute('class')).toContain('off');
        await changed(page, () => page.getByRole('button', { name: 'Undo' }).click());
        expect((await command(root, ['evidence', 'status'])).out).not.toContain('○');
        await changed(page, () => page.getByRole('button', { name: 'Redo' }).click());
        expect((await command(root, ['evidence', 'status'])).out).toMatch(/○ e2/);
        await changed(page, () => rowOf(page, third).locator('select').selectOption('stub'));
        expect(await rowOf(page, third).locator('select').inputValue()).toBe('stub');
        await changed(page, () => rowOf(page, third).getByRole('button', { name: /^Pin/ }).click());
        expect((await pathsOf(page))[0]).toBe(third);
        await changed(page, () =>
          rowOf(page, first).getByRole('button', { name: /^Drop/ }).click(),
        );
        expect(await rowOf(page, first).count()).toBe(0);
        // Dragged with the mouse, it takes the rank of what it is dropped on.
        const dragged = (await pathsOf(page))[2] ?? '';
        await changed(page, () =>
          rowOf(page, dragged).locator('.grip').dragTo(rowOf(page, third).locator('.what')),
        );
        expect((await pathsOf(page)).slice(0, 2)).toEqual([dragged, third]);
        await command(root, ['undo']);
        await page.evaluate(() => dispatchEvent(new Event('focus')));
        await poll(async () => (await pathsOf(page))[0]).toBe(third);
        const added = page.locator('.row.left').last();
        await changed(page, () => added.getByRole('button', { name: /^Add/ }).click());

        // The command line goes on: what it changes is there when the page is looked at again.
        await command(root, ['evidence', 'toggle', 'on', 'e2']);
        await page.evaluate(() => dispatchEvent(new Event('focus')));
        await poll(() => page.locator('.row.off').count()).toBeLessThan(2);

        // What the page saved assembles to the same bytes on the command line.
        await page.getByRole('button', { name: 'Prompt', exact: true }).click();
        const size = await page.inputValue('.budget select');
        const there = await command(root, ['assemble', '--quiet', '--context-tokens', size]);
        expect(await promptOf(page)).toBe(there.out);

        // Read: a file with its lines, and the plan again.
        await page.locator('.row .what').nth(3).click();
        await page.waitForSelector('.pane .line, .pane .turn, .pane .log li');
        await page.getByRole('button', { name: 'Prompt', exact: true }).click();
        await page.getByRole('button', { name: 'Replay' }).click();
        await poll(() => page.textContent('.said')).toMatch(/the same bytes/);

        // Compare: two assemblies, and why they differ.
        await page.getByRole('button', { name: 'Back to the task' }).click();
        await page.getByRole('button', { name: 'Assemble', exact: true }).click();
        await poll(() => page.textContent('.said')).toMatch(/plan-/);
        await page.getByRole('button', { name: 'Compare', exact: true }).click();
        await page.getByRole('button', { name: /^A:/ }).first().click();
        await page.getByRole('button', { name: /^B:/ }).last().click();
        await page.waitForSelector('.causes tr');
        expect(await page.locator('.charts figure').count()).toBe(5);
        quiet(visit);
      }),
    SLOW,
  );

  it(
    'shows a log as templates over time, and a conversation as one',
    () =>
      inProject(makeCourier, async (_, address) => {
        const visit = await browsing.visit(address);
        const { page } = visit;
        await ask(page, 'quotes for islands are too cheap');
        await page.locator('.sources .of-logs').click();
        await page.locator('.row .what').first().click();
        await page.waitForSelector('.log .histogram');
        await page.getByRole('button', { name: 'Lines', exact: true }).click();
        await page.waitForSelector('.line.numbered');
        await page.locator('.sources .of-conversation').click();
        const talk = page.locator('.row .what').filter({ hasNotText: 'standing remarks' });
        await talk.first().click();
        await page.waitForSelector('.turn');
        quiet(visit);
      }),
    SLOW,
  );

  it(
    'can be used with the keyboard alone, and plays sizes',
    () =>
      inProject(makeClinic, async (root, address) => {
        const visit = await browsing.visit(address);
        const { page } = visit;
        await page.keyboard.press('Escape');
        await page.keyboard.press('/');
        await page.keyboard.type('patients are booked twice for the same slot');
        await page.waitForSelector('.curve');
        const used = await page.textContent('.figures strong');
        await page.keyboard.press('Escape');
        for (let i = 0; i < 6; i++) await page.keyboard.press('j');
        await changed(page, () => page.keyboard.press(' '));
        await changed(page, () => page.keyboard.press('Alt+ArrowUp'));
        await changed(page, () => page.keyboard.press('4'));
        expect((await command(root, ['evidence', 'status'])).out).toContain('○');
        for (let i = 0; i < 3; i++) await changed(page, () => page.keyboard.press('u'));
        expect((await command(root, ['evidence', 'status'])).out).not.toContain('○');
        await page.getByRole('button', { name: 'Back to the task' }).click();
        await page.keyboard.press('[');
        await poll(() => page.textContent('.figures strong')).not.toBe(used);
        const leaves = (): Promise<number> => page.locator('.leaf').count();
        await page.waitForSelector('.curve');
        const before = await leaves();
        await page.locator('.track input').evaluate((slider: HTMLInputElement) => {
          slider.value = '1';
          slider.dispatchEvent(new Event('input', { bubbles: true }));
        });
        await poll(leaves).toBeLessThan(before);
        expect(await page.textContent('.changes')).toContain('−');
        await page.keyboard.press('?');
        await page.waitForSelector('dialog[open]');
        await page.keyboard.press('Escape');
        await page.keyboard.press('t');
        expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
        quiet(visit);
      }),
    SLOW,
  );

  it(
    'has no serious barrier, in light and in dark',
    () =>
      inProject(makeCourier, async (_, address) => {
        const visit = await browsing.visit(address);
        const { page } = visit;
        const inBoth = async (): Promise<string[]> => {
          const found: string[] = [];
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            found.push(...(await barriers(page)));
          }
          return found;
        };
        expect(await inBoth()).toEqual([]);
        await ask(page, 'quotes for islands are too cheap');
        await page.locator('.row .what').first().click();
        await page.waitForSelector('.pane .line');
        await changed(page, () => page.locator('.row .switch:not(:disabled)').first().click());
        expect(await inBoth()).toEqual([]);
        await page.getByRole('button', { name: 'Assemble', exact: true }).click();
        await poll(() => page.textContent('.said')).toMatch(/plan-/);
        await page.getByRole('button', { name: 'Compare', exact: true }).click();
        await page.getByRole('button', { name: /^A:/ }).first().click();
        await page.waitForSelector('.charts');
        expect(await inBoth()).toEqual([]);
        await page.keyboard.press('?');
        await page.waitForSelector('dialog[open]');
        expect(await inBoth()).toEqual([]);
        quiet(visit);
      }),
    SLOW,
  );

  it(
    'fits windows from 360 pixels to 4k',
    () =>
      inProject(makeClinic, async (_, address) => {
        const { page } = await browsing.visit(address);
        await ask(page, 'patients are booked twice for the same slot');
        for (const width of [360, 400, 768, 1280, 2560, 3840]) {
          await page.setViewportSize({ width, height: 900 });
          const wide = (): Promise<number> =>
            page.evaluate(() => document.documentElement.scrollWidth);
          await poll(wide).toBeLessThanOrEqual(width);
          const cut = await page.evaluate(() =>
            [
              ...document.querySelectorAll<HTMLElement>(
                '.top button, .ask *, .figures, .sources button',
              ),
            ]
              .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
              .map((each) => each.className),
          );
          expect(cut, `at ${width}`).toEqual([]);
        }
      }),
    SLOW,
  );

  const HOSTILE = {
    '<img src=x onerror=alert(1)>.py': 'def teleport():\n    return "<script>alert(2)</script>"\n',
    'javascript:alert(3).md': '# teleport <svg onload=alert(4)>\n\n[x](javascript:alert(5))\n',
    'src/\u202egnp.teleport.ts': 'export const teleport = "\u202e\u2066 // admin \u2069\u2066";\n',
    'src/teleport-\u001b[31mred.ts': 'export const teleport = 1; // \u001b]0;title\u0007\n',
    [`src/${'long-'.repeat(40)}teleport.ts`]: 'export const teleport = 2;\n',
    'src/line.ts': `export const teleport = "${'x'.repeat(1_000_000)}";\n`,
    'chat.md':
      '**<b onclick=alert(6)>Eve</b>:** teleport\n\n**Bob:** {{constructor.constructor("alert(7)")()}}\n',
    'logs/app.log': Array.from(
      { length: 40 },
      (_, i) =>
        `2026-03-01T10:00:${String(i).padStart(2, '0')}Z ERROR <img onerror=alert(8)> teleport ${i}`,
    ).join('\n'),
  };

  it(
    'runs no script of hostile names and contents, and its layout holds',
    () =>
      inProject(
        (root) => writeFiles(root, HOSTILE),
        async (_, address) => {
          const visit = await browsing.visit(address);
          const { page } = visit;
          let dialogs = 0;
          page.on('dialog', async (dialog) => {
            dialogs++;
            await dialog.dismiss();
          });
          await ask(page, 'fix teleport <img src=x onerror=alert(9)> and teleport');
          const rows = page.locator('.row:not(.left)');
          const count = await rows.count();
          expect(count).toBeGreaterThan(3);
          for (let i = 0; i < count; i++) {
            const path = await rows.nth(i).locator('.path').getAttribute('title');
            await rows.nth(i).locator('.what').click();
            await poll(() => page.locator('.pane .tools .path').getAttribute('title')).toBe(path);
          }
          await changed(page, () => page.locator('.row .switch:not(:disabled)').first().click());
          await page.getByRole('button', { name: 'Prompt', exact: true }).click();
          expect(dialogs).toBe(0);
          // An address that something in a file asks for would be a broken image.
          expect(
            await page.locator('#page img, #page iframe, #page script, #page a[href]').count(),
          ).toBe(0);
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth),
          ).toBeLessThanOrEqual(1280);
          const widest = await page
            .locator('.row')
            .evaluateAll((all) => Math.max(...all.map((row) => row.getBoundingClientRect().width)));
          expect(widest).toBeLessThan(900);
          quiet(visit);
        },
      ),
    SLOW,
  );

  it(
    'keeps its content policy: no script of others, nothing to another address, no frame',
    () =>
      inProject(makeClinic, async (_, address) => {
        const { page, said } = await browsing.visit(address);
        const response = await page.request.get(new URL('/', address).href);
        expect(response.headers()['content-security-policy']).toContain("script-src 'self'");
        const ran = await page.evaluate(async () => {
          const script = document.createElement('script');
          try {
            script.textContent = 'window.planted = true';
          } catch {
            return 'refused'; // only trusted text becomes a script
          }
          document.head.append(script);
          return String('planted' in window);
        });
        expect(['refused', 'false']).toContain(ran);
        const left = await page.evaluate(() =>
          fetch('http://example.com/').then(
            () => 'sent',
            () => 'stopped',
          ),
        );
        expect(left).toBe('stopped');
        expect(said.join('\n')).toMatch(/Content Security Policy|TrustedScript/);
      }),
    SLOW,
  );

  it(
    'says what to do without the token, and gives nothing to others',
    () =>
      inProject(makeClinic, async (_, address) => {
        const { page } = await browsing.visit(new URL('/', address).href);
        expect(await page.textContent('.welcome')).toContain('sheaf ui');
        const refused = await page.request.post(new URL('/v1/inspect', address).href, {
          data: { task: 'anything' },
        });
        expect(refused.status()).toBe(401);
      }),
    SLOW,
  );
});
