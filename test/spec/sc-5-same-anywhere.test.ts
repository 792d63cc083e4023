import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import type { Ran } from '../support/project.ts';

const sheafIn = (folder: string, ...argv: string[]): Promise<Ran> => command(folder, argv);

import { sheaf } from '../support/project.ts';
import { makeShop } from '../support/shop.ts';

const TASK = 'Iade: SESSION cookie is not refreshed by a request';
const COMMANDS = [
  ['search', '--files', TASK],
  ['search', TASK],
  ['search', '--files', '--without', 'history', '--method', 'keyword', TASK],
  ['score', 'shop/session.py', '--task', TASK],
  ['score', 'shop/session.py', '--task', TASK, '--set', 'relevance.preset=classic'],
  ['why', 'shop/cookies.py', '--task', TASK, '--context-tokens', '700'],
  ['why', 'shop/session.py:15', '--task', TASK],
  ['why', 'logo.png', '--task', TASK],
];

const ELSEWHERE = { TZ: 'Asia/Tokyo', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' };

describe('SC-5 the same state scores the same anywhere and any day', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-test-'));
  const root = join(folder, 'shop');
  const clone = join(folder, 'a longer path', 'clone');

  beforeAll(() => {
    mkdirSync(root);
    makeShop(root);
    execFileSync('git', ['clone', '-q', root, clone]);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(COMMANDS.map((command) => [command.join(' '), command] as const))(
    'sheaf %s',
    async (_, command) => {
      const told = ({ code, out, err }: Ran): string => {
        expect({ code, err }).toEqual({ code: 0, err: '' });
        return out;
      };
      const here = async (...format: string[]): Promise<string> =>
        told(await sheafIn(root, ...command, ...format));
      const elsewhere = (...format: string[]): string =>
        told(sheaf([...command, '--root', clone, ...format], { env: ELSEWHERE }));
      const first = await here('--json');
      expect(JSON.parse(first)).toBeTruthy();
      expect(await here('--json')).toBe(first);
      expect(elsewhere('--json')).toBe(first);
      expect(elsewhere()).toBe(await here());
    },
  );
});
