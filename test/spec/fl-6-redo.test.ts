import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { inFolder } from '../support/project.ts';
import { makeShop } from '../support/shop.ts';

/** A shop with a flow of three files, and what a command says in it. */
const inFlow = (
  work: (
    sheaf: (...argv: string[]) => Promise<string>,
    evidence: () => Record<string, string>,
    write: (name: string, text: string) => void,
  ) => Promise<void>,
): Promise<void> =>
  inFolder(async (root) => {
    makeShop(root);
    const sheaf = async (...argv: string[]): Promise<string> => {
      const { code, out, err } = await command(root, argv);
      return code === 0 ? out : err;
    };
    await sheaf('flow', 'new', 'fix the cart');
    await sheaf('add', 'shop/session.py', 'shop/cart.py');
    const flows = join(root, '.sheaf/flows');
    const [flow = ''] = readdirSync(flows).filter((name) => name.startsWith('fix'));
    const folder = join(flows, flow, 'ctx/evidence');
    const evidence = (): Record<string, string> => {
      return Object.fromEntries(
        readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
      );
    };
    await work(sheaf, evidence, (name, text) => writeFileSync(join(folder, name), text));
  });

describe('FL-6 redo', () => {
  it('makes again what was undone, step by step and as often as one likes', () =>
    inFlow(async (sheaf, evidence) => {
      const states = [evidence()];
      for (const argv of [
        ['evidence', 'toggle', 'off', 'e1'],
        ['evidence', 'rank', 'e2', '50'],
        ['evidence', 'remove', 'e2'],
      ]) {
        await sheaf(...argv);
        states.push(evidence());
      }
      for (let round = 0; round < 2; round++) {
        for (const state of states.slice(0, -1).reverse()) {
          await sheaf('undo');
          expect(evidence()).toEqual(state);
        }
        for (const state of states.slice(1)) {
          expect(await sheaf('redo')).toContain('Redid');
          expect(evidence()).toEqual(state);
        }
      }
      expect(await sheaf('redo')).toContain('nothing to redo');
    }));

  it('forgets what was undone when something else is done', () =>
    inFlow(async (sheaf, evidence) => {
      await sheaf('evidence', 'toggle', 'off', 'e1');
      await sheaf('undo');
      await sheaf('evidence', 'rank', 'e2', '50');
      const before = evidence();
      expect(await sheaf('redo')).toContain('nothing to redo');
      expect(evidence()).toEqual(before);
      await sheaf('undo');
      await sheaf('redo');
      expect(evidence()).toEqual(before);
    }));

  it('takes nothing away that a person wrote meanwhile, and says so', () =>
    inFlow(async (sheaf, evidence, write) => {
      await sheaf('evidence', 'remove', 'e1');
      await sheaf('undo');
      const [first = ''] = Object.keys(evidence());
      write(first, `${evidence()[first]}\nmy own words\n`);
      expect(await sheaf('redo')).toContain('was edited');
      expect(evidence()[first]).toContain('my own words');
    }));
});

describe('FL-6 level', () => {
  it('shows the same document in fewer words, and whole again', () =>
    inFlow(async (sheaf, evidence) => {
      const whole = evidence();
      expect(await sheaf('evidence', 'level', 'session_py', 'stub')).toContain('Level stub');
      const [name = ''] = Object.keys(whole).filter((file) => file.includes('session'));
      expect(evidence()[name]?.length).toBeLessThan(whole[name]?.length ?? 0);
      expect(evidence()[name]).toContain('level=stub');
      await sheaf('evidence', 'level', 'session_py', 'full');
      const bodyOf = (text = ''): string => text.slice(text.indexOf('```'));
      expect(bodyOf(evidence()[name])).toBe(bodyOf(whole[name]));
      await sheaf('undo');
      await sheaf('undo');
      expect(evidence()).toEqual(whole);
    }));

  it('refuses a level that is none, with those that are', () =>
    inFlow(async (sheaf) => {
      expect(await sheaf('evidence', 'level', 'e1', 'tiny')).toContain('full, detailed, summary');
    }));
});
