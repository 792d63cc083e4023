import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { inFolder, writeFiles } from '../support/project.ts';

const FILES = {
  'src/auth/check.ts': 'export function check(user: string) { return user !== ""; }\n',
  'src/cart/total.ts': 'export function total(items: number[]) { return items.length; }\n',
  'db/conf.py': 'HOST = "localhost"\n',
  'docs/start.md': '# Start\n\nFirst steps.\n',
  'src/wire/send.ts': 'export function sendMsg(ctx: string) { return ctx; }\n',
  'src/persist/repo.ts': 'export class Repo { find() { return 1; } }\n',
  'src/zip/open.ts': 'export function decompress(bytes: string) { return bytes; }\n',
  'src/validators/age.ts': 'export const isOldEnough = (age: number) => age > 17;\n',
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`src/part${i}.ts`, `export const part${i} = ${i};\n`]),
  ),
};

const pathsFor = async (root: string, task: string): Promise<string[]> => {
  const { out } = await command(root, ['search', task, '--files', '--json']);
  return (JSON.parse(out) as { path: string }[]).map(({ path }) => path);
};

describe('RT-1 words that the project abbreviates', () => {
  it.each([
    ['fix authentication', 'src/auth/check.ts'],
    ['database configuration', 'db/conf.py'],
    ['improve the documentation', 'docs/start.md'],
    ['messages get lost', 'src/wire/send.ts'],
    ['the context is wrong', 'src/wire/send.ts'],
    ['add a method to the repository', 'src/persist/repo.ts'],
    ['validation is too strict', 'src/validators/age.ts'],
    ['decompressions fail', 'src/zip/open.ts'],
  ])('find what it calls them: %s', (task, path) =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      expect((await pathsFor(root, task))[0]).toBe(path);
      const why = await command(root, ['why', path, '--task', task]);
      expect(why.out).toMatch(/\bin \((?:full|excerpts)\)/);
    }),
  );

  it('find it though documents use the word', () =>
    inFolder(async (root) => {
      const page = '# Authentication\n\nHow authentication works.\n';
      writeFiles(root, { ...FILES, 'docs/authentication.md': page });
      expect(await pathsFor(root, 'fix authentication')).toContain('src/auth/check.ts');
    }));

  it('are taken as they are where the code uses them', () =>
    inFolder(async (root) => {
      const own = (name: string): string => `export const authentication${name} = 1;\n`;
      const login = { 'src/a.ts': own('A'), 'src/b.ts': own('B'), 'src/c.ts': own('C') };
      writeFiles(root, { ...FILES, ...login });
      expect((await pathsFor(root, 'fix authentication')).sort()).toEqual(Object.keys(login));
    }));
});

describe('RT-1 words that are one or two', () => {
  const LIMITS = {
    'src/ratelimit.ts': 'export const ratelimit = (calls: number) => calls < 10;\n',
    'src/form.ts': 'export class FormDataReader { read() { return 1; } }\n',
    'src/limits.ts': 'export const limit = 3;\nexport const formLimit = limit;\n',
    'src/rates.ts': 'export const rate = 2;\n',
  };

  it.each([
    ['fix the rate limit', 'src/ratelimit.ts'],
    ['fix formdata', 'src/form.ts'],
  ])('are found as the project writes them: %s', (task, path) =>
    inFolder(async (root) => {
      writeFiles(root, { ...FILES, ...LIMITS });
      expect((await pathsFor(root, task))[0]).toBe(path);
    }),
  );

  it('are not taken apart where the project has them whole', () =>
    inFolder(async (root) => {
      const own = (name: string): string => `export const formdata${name} = formdata;\n`;
      const whole = { 'src/a.ts': own('A'), 'src/b.ts': own('B'), 'src/c.ts': own('C') };
      writeFiles(root, { ...FILES, ...LIMITS, ...whole });
      expect((await pathsFor(root, 'fix formdata')).sort()).toEqual(Object.keys(whole));
    }));
});

describe('RT-1 words that the task abbreviates', () => {
  const AUTHORS = Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [
      `app/module${i}.rb`,
      `module Post${i}\n  def author\n    @author\n  end\nend\n`,
    ]),
  );
  const GATE = 'module Gate\n  def authenticate_user\n    redirect_to login\n  end\nend\n';

  it.each(['fix auth', 'refactor the auth module'])('find what the code calls them: %s', (task) =>
    inFolder(async (root) => {
      writeFiles(root, { ...AUTHORS, 'app/gate.rb': GATE });
      expect(await pathsFor(root, task)).toEqual(['app/gate.rb']);
    }),
  );

  it('name a part of the project by how its files begin', () =>
    inFolder(async (root) => {
      writeFiles(root, { ...AUTHORS, 'app/authenticatable.rb': 'module Gate\nend\n' });
      expect(await pathsFor(root, 'refactor the auth module')).toEqual(['app/authenticatable.rb']);
    }));
});

describe('RT-1 a word whose stem is that of another', () => {
  const CORE = Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [
      `core/part${i}.ts`,
      `export const core${i} = 'core'; // core\n`,
    ]),
  );

  it('finds the word itself, and nothing where the project has only the other', () =>
    inFolder(async (root) => {
      writeFiles(root, { ...CORE, 'src/headers.ts': 'export const cors = true; // cors\n' });
      const [first] = await pathsFor(root, 'fix cors');
      expect(first).toBe('src/headers.ts');
      writeFiles(root, { 'src/headers.ts': 'export const headers = true;\n' });
      const { err } = await command(root, ['assemble', 'fix cors']);
      expect(err).toContain('nothing in the project matches the task');
      expect((await pathsFor(root, 'fix cores'))[0]).toMatch(/^core\//);
    }));

  it('is not its plural either', () =>
    inFolder(async (root) => {
      writeFiles(root, { justfile: 'fmt:\n    nix-shell --cores 0 --run fmt\n' });
      writeFiles(root, { 'src/a.ts': 'export const other = 1;\n' });
      const { err } = await command(root, ['assemble', 'fix cors']);
      expect(err).toContain('nothing in the project matches the task');
    }));

  it('nor the part of a name', () =>
    inFolder(async (root) => {
      writeFiles(root, { 'pyproject.toml': '[build-system]\nrequires = ["flit_core<4"]\n' });
      writeFiles(root, { 'src/a.py': 'other = 1\n' });
      const { err } = await command(root, ['assemble', 'fix cors']);
      expect(err).toContain('nothing in the project matches the task');
    }));

  it('is told by what most names with the stem are made of', () =>
    inFolder(async (root) => {
      const named = Object.fromEntries(
        Array.from({ length: 8 }, (_, i) => [
          `src/p${i}.ts`,
          `export const coreQuery${i} = ${i};\n`,
        ]),
      );
      writeFiles(root, {
        ...named,
        'src/word.ts': "export const cor = 'core';\n",
        'src/headers.ts': 'export const cors = true;\n// cors\n'.repeat(20),
      });
      expect(await pathsFor(root, 'fix cors')).toEqual(['src/headers.ts']);
    }));
});

describe('RT-1 words that the project spells otherwise', () => {
  const twice = (name: string): Record<string, string> => ({
    [`src/${name}.ts`]: `export const ${name} = 1;\n`,
    [`src/more/${name}.ts`]: `export { ${name} } from '../${name}.js';\n`,
  });

  it.each([
    ['fix colours on windows', 'src/color.ts'],
    ['normalise the input', 'src/normalize.ts'],
    ['license headers are missing', 'src/licence.ts'],
  ])('are found: %s', (task, path) =>
    inFolder(async (root) => {
      writeFiles(root, {
        ...FILES,
        // Words that the project has are not taken for slips.
        'docs/words.md': 'Colours, normalise, license.\n',
        ...twice('color'),
        ...twice('normalize'),
        ...twice('licence'),
      });
      expect(await pathsFor(root, task)).toContain(path);
    }),
  );
});
