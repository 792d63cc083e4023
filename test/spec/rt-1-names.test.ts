import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { inFolder, writeFiles } from '../support/project.ts';

const functionOf = (name: string, line: string): string =>
  `export function ${name}(input: string): string {\n  const parts = input.split('/');\n  parts.reverse();\n  ${line}\n  return parts.join('/');\n}\n\n`;
const OTHERS = Array.from({ length: 24 }, (_, i) => `step${String.fromCharCode(97 + i)}`);

/** A file of equal functions, one of which the task speaks of; it may call another one. */
const fileOf = (calls: string): string =>
  [
    functionOf('applyCoupon', `parts.push(${calls}(input)); // the coupon of a checkout`),
    ...OTHERS.map((name) => functionOf(name, `parts.push('${name}');`)),
  ].join('');

const linesOf = async (root: string): Promise<(name: string) => boolean> => {
  const asked = ['the coupon is applied twice at checkout', '--context-tokens', '500', '--json'];
  const { out } = await command(root, ['assemble', ...asked]);
  const { prompt } = JSON.parse(out) as { prompt: string };
  return (name) => prompt.includes(`function ${name}(`);
};

describe('RT-1 the names of the best pieces lead to others', () => {
  it('of their own file: what the function calls is there before its neighbours', () =>
    inFolder(async (root) => {
      writeFiles(root, { 'src/shop.ts': fileOf('stepq') });
      const isThere = await linesOf(root);
      expect(isThere('applyCoupon')).toBe(true);
      expect(isThere('stepq')).toBe(true);
      expect(OTHERS.filter(isThere).length).toBeLessThan(OTHERS.length / 2);
      writeFiles(root, { 'src/shop.ts': fileOf('String') });
      expect((await linesOf(root))('stepq')).toBe(false);
    }));

  it('to the test of what they define, of several with the same words', () =>
    inFolder(async (root) => {
      const testOf = (name: string): string =>
        `it('keeps the coupon ${name === 'applyCoupon' ? 'whole' : 'short'}', () => {\n  expect(${name}('a/b')).toBe('b/a');\n});\n`;
      writeFiles(root, {
        'src/shop.ts': fileOf('String'),
        'test/first.test.ts': testOf('somethingElse'),
        'test/other.test.ts': testOf('applyCoupon'),
      });
      const asked = [
        'the coupon is applied twice at checkout',
        '--context-tokens',
        '500',
        '--json',
      ];
      const { out } = await command(root, ['assemble', ...asked]);
      const { parts } = JSON.parse(out) as { parts: { path: string; level: string }[] };
      const full = parts.filter(({ level }) => level !== 'stub').map(({ path }) => path);
      expect(full).toContain('test/other.test.ts');
      const why = async (path: string): Promise<string> =>
        (await command(root, ['why', path, '--task', asked[0] ?? ''])).out;
      expect(await why('test/other.test.ts')).toMatch(
        /names that lead to it\n {2}lines 1–3: test of applyCoupon, which is defined in src\/shop\.ts:1-\d/,
      );
      expect(await why('test/first.test.ts')).not.toContain('names that lead to it');
    }));
});
