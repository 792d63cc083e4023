import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMAT_NAMES } from '../../src/model/options.ts';
import { command } from '../support/command.ts';
import { inFolder, writeFiles } from '../support/project.ts';

const FILES = {
  'src/auth/login.ts': 'export function signIn(name: string) { return name; }\n',
  'src/fixes.ts': 'export const fix = (add: number) => add; // fix this, and add to it\n',
  'src/store.ts': 'export class SessionStore { keep(key: string) { return key; } }\n',
  'src/upload.ts': 'export function handleUpload(file: string) { return file; }\n',
  'lib/settings.py': 'def parse_config(text):\n    return text\n',
  'notes/größe.md': '# Sizes\n\nHow large things are.\n',
  '文档/说明.md': '# Manual\n\nFor everybody.\n',
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`src/part${i}.ts`, `export const part${i} = ${i};\n`]),
  ),
};

interface Told {
  readonly matched?: boolean;
  readonly expected?: { readonly every_file: number };
  readonly parts: readonly { readonly path: string; readonly tier: string }[];
}

describe('RT-1 a task that matches nothing', () => {
  it.each([
    'xyzzy frobnicate',
    'fixx teh lgogni',
    'the of and',
    '!!!',
    'ошибка входа',
    'fix cors',
    'fix',
    'please improve this',
  ])('says so on stderr, in the JSON and in the plan, and is no failure: %s', (task) =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const { code, out, err } = await command(root, [
        'assemble',
        task,
        '--json',
        '--plan',
        '.sheaf/plan.json',
      ]);
      expect(code).toBe(0);
      expect(err).toContain('nothing in the project matches the task: name a file');
      expect(JSON.parse(out)).toMatchObject({ matched: false, parts: [] });
      expect(JSON.parse(out)).not.toHaveProperty('expected');
      const plan = readFileSync(join(root, '.sheaf/plan.json'), 'utf8');
      expect(JSON.parse(plan)).toMatchObject({ matched: false });
      expect((await command(root, ['replay', '.sheaf/plan.json'])).code).toBe(0);
      expect((await command(root, ['search', task])).err).toContain('nothing in the project');
    }),
  );

  it('is led nowhere by the pages that every task gets', () =>
    inFolder(async (root) => {
      writeFiles(root, {
        ...FILES,
        'CONTRIBUTING.md': '# Contributing\n\nPropose a change with `.forms/change-request.md`.\n',
        '.forms/change-request.md': '# Change\n\nWhat should be another way?\n',
      });
      const { out, err } = await command(root, ['assemble', 'xyzzy frobnicate', '--json']);
      expect(err).toContain('nothing in the project matches the task');
      expect((JSON.parse(out) as Told).parts.map(({ path }) => path)).toEqual(['CONTRIBUTING.md']);
      const found = await command(root, ['search', 'xyzzy frobnicate']);
      expect(found.out).toBe('');
      expect(found.err).toContain('nothing in the project matches');
    }));

  it('is promised next to nothing where it only tells that something is broken', () =>
    inFolder(async (root) => {
      const broken = Array.from({ length: 60 }, (_, i) => [
        `src/broken${i}.ts`,
        `export const broken${i} = ${i}; // broken\n`,
      ]);
      writeFiles(root, { ...FILES, ...Object.fromEntries(broken) });
      const { out } = await command(root, ['assemble', "it's broken", '--json']);
      expect((JSON.parse(out) as Told).expected?.every_file).toBeLessThan(0.1);
    }));

  it('is doubted where only licences, changelogs and tests know its words, and says so', () =>
    inFolder(async (root) => {
      const list = 'acme/cors\nLicense: MIT\n';
      writeFiles(root, {
        ...FILES,
        'licensing/list.txt': list,
        'CHANGELOG.md': '# 1.0\n\nUp cors.\n',
      });
      const { out, err } = await command(root, ['assemble', 'fix cors', '--json']);
      expect(err).toContain('(the project hardly mentions “cors”)');
      const { expected } = JSON.parse(out) as Told;
      expect(expected).toMatchObject({ unfamiliar: ['cors'] });
      expect(expected?.every_file).toBeLessThan(0.1);
      const found = await command(root, ['search', 'fix cors', '--files', '--json']);
      expect(found.err).toContain('The project hardly mentions “cors”');
      const hits = JSON.parse(found.out) as { readonly relevance: number }[];
      expect(Math.max(...hits.map(({ relevance }) => relevance))).toBeLessThan(0.1);
      const known = await command(root, ['assemble', 'fix upload', '--json']);
      expect(known.err).not.toContain('hardly mentions');
      expect((JSON.parse(known.out) as Told).expected?.every_file).toBeGreaterThan(0.5);
    }));

  it('is doubted where all that is known is what kind of thing it is, or how the project is built', () =>
    inFolder(async (root) => {
      const many = Array.from({ length: 60 }, (_, i) => [
        `src/more${i}.ts`,
        `export const more${i} = ${i}; // a module\n`,
      ]);
      writeFiles(root, {
        ...Object.fromEntries(many),
        '.github/workflows/publish.yml': 'name: publish\non: push\n# authenticated\njobs: {}\n',
      });
      const { out, err } = await command(root, ['assemble', 'refactor the auth module', '--json']);
      expect(err).toContain('(the project hardly mentions “auth”)');
      expect((JSON.parse(out) as Told).expected?.every_file).toBeLessThan(0.2);
    }));

  it('says so where what is found is so unlikely that none of it is in', () =>
    inFolder(async (root) => {
      const words = (own: string): string =>
        JSON.stringify(
          Object.fromEntries(
            Array.from({ length: 40 }, (_, i) => [`${own}${i}`, `text ${own} ${i}`]),
          ),
        );
      const locales = Object.fromEntries(
        ['cs', 'da', 'de', 'en', 'fr', 'hu', 'it', 'pl', 'sk', 'sv'].map((name) => [
          `resources/i18n/${name}.json`,
          words(name === 'de' ? 'Konfiguration' : name),
        ]),
      );
      writeFiles(root, { ...FILES, ...locales });
      const { out, err } = await command(root, ['assemble', 'Konfiguration laden', '--json']);
      expect((JSON.parse(out) as Told).parts).toEqual([]);
      expect(err).toContain('nothing in the project is likely enough to be what the task means');
      expect((JSON.parse(out) as Told).expected?.every_file).toBe(0);
      const small = await command(root, ['assemble', 'fix upload', '--context-tokens', '40']);
      expect(small.err).not.toContain('nothing in the project');
    }));

  it('is not led to what says the same in many languages, in whatever folder', () =>
    inFolder(async (root) => {
      const tongues = 'ca cs da de el en es fi fr hu it pl'.split(' ');
      const lists = tongues.map((tongue) => [
        `src/Emoji/data/emoji-${tongue}.php`,
        `<?php\n\nreturn [\n  '1f600' => '${tongue === 'ca' ? 'cors' : tongue}',\n];\n`,
      ]);
      writeFiles(root, { ...FILES, ...Object.fromEntries(lists) });
      const { out, err } = await command(root, ['assemble', 'fix cors', '--json']);
      expect((JSON.parse(out) as Told).parts).toEqual([]);
      expect(err).toContain('nothing in the project');
      const asked = await command(root, ['assemble', 'fix the catalan translation cors', '--json']);
      const paths = (JSON.parse(asked.out) as Told).parts.map(({ path }) => path);
      expect(paths).toContain('src/Emoji/data/emoji-ca.php');
    }));

  it('says so of a path that is all of the task, and not of one that is there, or a folder', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const said = async (task: string): Promise<string> =>
        (await command(root, ['assemble', task])).err;
      expect(await said('src/auth/logout.ts')).toContain(
        'The project has no file src/auth/logout.ts: what is found only has words of its name.',
      );
      expect(await said('src/auth/login.ts')).not.toContain('has no file');
      expect(await said('src/auth/')).not.toContain('has no file');
      expect(await said('fix src/auth/logout.ts')).not.toContain('has no file');
    }));

  it('says what to give instead where it is empty', () =>
    inFolder(async (root) => {
      const { code, err } = await command(root, ['assemble', ' ']);
      expect(code).toBe(2);
      expect(err).toMatch(/the given text is empty[\s\S]*say in a few words/);
    }));

  it('is doubted when it is gathered into a flow, and whenever that is assembled', () =>
    inFolder(async (root) => {
      const hardly = 'The project hardly mentions “cors”';
      writeFiles(root, { ...FILES, 'CHANGELOG.md': '# 1.0\n\nUp cors.\n' });
      const gathered = await command(root, ['gather', 'fix cors', '--json']);
      expect(gathered.err).toContain(hardly);
      expect(JSON.parse(gathered.out)).toMatchObject({ unfamiliar: ['cors'] });
      const args = ['assemble', '--report', '.sheaf/report', '--plan', '.sheaf/plan.json'];
      expect((await command(root, args)).err).toContain(hardly);
      expect(readFileSync(join(root, '.sheaf/report'), 'utf8')).toContain(hardly);
      const plan = JSON.parse(readFileSync(join(root, '.sheaf/plan.json'), 'utf8'));
      expect(plan).toMatchObject({ unfamiliar: ['cors'] });
      expect((await command(root, ['replay', '.sheaf/plan.json'])).code).toBe(0);
      const known = await command(root, ['gather', 'fix upload', '--json']);
      expect(known.err).not.toContain('hardly mentions');
      expect(JSON.parse(known.out)).not.toHaveProperty('unfamiliar');
      expect((await command(root, args)).err).not.toContain('hardly mentions');
    }));

  it('says so in every format and when it is gathered into a flow', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      for (const format of FORMAT_NAMES) {
        const { code, err } = await command(root, ['assemble', 'xyzzy', '--format', format]);
        expect([code, err]).toEqual([0, expect.stringContaining('nothing in the project matches')]);
      }
      const gathered = await command(root, ['gather', 'xyzzy']);
      expect(gathered).toMatchObject({
        code: 0,
        err: expect.stringContaining('nothing in the project matches the task'),
      });
    }));

  it('says of a flow without evidence what to do, until it has some', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      await command(root, ['flow', 'new', 'xyzzy']);
      const args = ['assemble', '--json', '--plan', '.sheaf/plan.json'];
      const empty = await command(root, args);
      expect(empty.code).toBe(0);
      expect(empty.err).toContain('the flow has no active evidence: find some (sheaf gather)');
      expect(JSON.parse(empty.out)).toMatchObject({ matched: false });
      const plan = readFileSync(join(root, '.sheaf/plan.json'), 'utf8');
      expect(JSON.parse(plan)).toMatchObject({ matched: false });
      expect((await command(root, ['replay', '.sheaf/plan.json'])).code).toBe(0);
      await command(root, ['add', 'src/store.ts']);
      const filled = await command(root, args);
      expect(filled.err).not.toContain('no active evidence');
      expect(JSON.parse(filled.out)).toMatchObject({ matched: true });
    }));
});

describe('RT-1 a task in another language', () => {
  it.each([
    ['修复 SessionStore 的竞争条件', 'src/store.ts'],
    ['修复SessionStore的竞争条件', 'src/store.ts'],
    ['corrige el error en src/auth/login.ts', 'src/auth/login.ts'],
    ['修复src/auth/login.ts的错误', 'src/auth/login.ts'],
    ['ошибка в parse_config', 'lib/settings.py'],
    ['エラー handleUpload', 'src/upload.ts'],
    ['handleUploadが落ちる', 'src/upload.ts'],
    ['опечатка в notes/größe.md', 'notes/größe.md'],
    ['更新 文档/说明.md', '文档/说明.md'],
  ])('finds what it names: %s', (task, path) =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const { out } = await command(root, ['assemble', task, '--json']);
      const { parts, ...told } = JSON.parse(out) as Told;
      expect(told).toMatchObject({ matched: true });
      expect(told.expected?.every_file).toBeGreaterThan(0);
      expect(parts.find(({ tier }) => tier !== 'system')?.path).toBe(path);
    }),
  );
});
