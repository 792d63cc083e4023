import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { inFolder, writeFiles } from '../support/project.ts';

const FILES = {
  'src/keep.ts': 'export function openSession(key: string) { return key; } // a session\n',
  'src/total.ts': 'export function total(items: number[]) { return items.length; }\n',
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`src/part${i}.ts`, `export const part${i} = ${i};\n`]),
  ),
};
const firstFor = async (root: string, task: string): Promise<{ path: string; said: string }> => {
  const { out, err } = await command(root, ['search', task, '--files', '--json']);
  return { path: (JSON.parse(out) as { path: string }[])[0]?.path ?? '', said: err };
};

describe('RT-1 a word that the project does not have', () => {
  it.each(['sesion', 'sessoin', 'seession', 'sassion'])(
    'is read as the one a slip away, which is told: %s',
    (word) =>
      inFolder(async (root) => {
        writeFiles(root, FILES);
        const { path, said } = await firstFor(root, `the ${word} is lost`);
        expect(path).toBe('src/keep.ts');
        expect(said).toContain(`no word “${word}”, so it is read as “session”`);
        const made = await command(root, ['assemble', `the ${word} is lost`]);
        expect(made.err).toContain('read as “session”');
        expect(made.out).toContain('openSession');
        expect(made.out).toContain(word); // the task stays as it was written
      }),
  );

  it('is told where it is short, if two of its letters are in turn', () =>
    inFolder(async (root) => {
      writeFiles(root, { ...FILES, 'src/guard.ts': 'export const auth = 1;\n' });
      const { path, said } = await firstFor(root, 'the atuh of a session is lost');
      expect(['src/guard.ts', 'src/keep.ts']).toContain(path);
      expect(said).toContain('no word “atuh”, so it is read as “auth”');
      expect((await firstFor(root, 'the aith is lost')).said).not.toContain('read as');
    }));

  it.each(['sesoin', 'tatol', 'Sesion2', 'bession'])('is not guessed at: %s', (word) =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      expect((await firstFor(root, `the ${word} is lost`)).said).not.toContain('read as');
    }),
  );

  it('is not guessed at where everybody uses it, whatever the project calls similarly', () =>
    inFolder(async (root) => {
      writeFiles(root, { ...FILES, 'src/charge.ts': 'export const charge = 1;\n' });
      expect((await firstFor(root, 'change the total')).said).not.toContain('read as');
    }));

  it.each([
    ['the login is lost', { 'src/rule.ts': 'export const logic = 1;\n' }],
    ['the modal is lost', { 'src/shape.ts': 'export const model = 1;\n' }],
    ['infer the total', { 'src/inner.ts': 'export const inner = 1;\n' }],
  ])('is no slip where programs have it anywhere, or no finger slips so: %s', (task, files) =>
    inFolder(async (root) => {
      writeFiles(root, { ...FILES, ...files });
      expect((await firstFor(root, task)).said).not.toContain('read as');
    }),
  );

  it('is not guessed at beside another that no slip explains, where the project knows no word of the task', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      expect((await firstFor(root, 'xyzzy sesion')).said).not.toContain('read as');
      expect((await firstFor(root, 'xyzzy sesion of a part3')).said).toContain('read as “session”');
    }));

  it('costs little, however long or many they are', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const letters = (at: number): string =>
        String.fromCharCode(97 + (at % 26), 97 + (Math.floor(at / 26) % 26));
      const many = Array.from({ length: 3000 }, (_, i) => `zqx${letters(i)}${letters(i * 7)}`);
      for (const words of ['x'.repeat(20_000), many.join(' ')])
        expect((await firstFor(root, words)).said).not.toContain('read as');
    }));

  it('is left alone where the project has it, or a word made of it', () =>
    inFolder(async (root) => {
      writeFiles(root, { ...FILES, 'src/b.ts': 'export const sesion = 1;\n' });
      expect(await firstFor(root, 'the sesion is lost')).toEqual({ path: 'src/b.ts', said: '' });
    }));
});

describe('RT-1 one and several of a thing are one word', () => {
  it.each([
    ['cookies', 'cookie'],
    ['aliases', 'alias'],
    ['queries', 'query'],
    ['classes', 'class'],
    ['boxes', 'box'],
    ['statuses', 'status'],
  ])('%s is found as %s, and the other way round', (many, one) =>
    inFolder(async (root) => {
      const others = Object.fromEntries(Object.entries(FILES).slice(2));
      writeFiles(root, {
        ...others,
        'src/kept.ts': `export const kept = 1; // the ${one} we keep\n`,
      });
      expect((await firstFor(root, `lose no ${many}`)).path).toBe('src/kept.ts');
      writeFiles(root, { 'src/kept.ts': `export const kept = 1; // the ${many} we keep\n` });
      expect((await firstFor(root, `lose no ${one}`)).path).toBe('src/kept.ts');
    }),
  );
});
