import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { copyOf, git, inFolder, writeFiles } from '../support/project.ts';
import { commitOn } from '../support/shop.ts';

const TOPICS = 'session cart mail invoice stock refund login search coupon parcel'.split(' ');

const moduleOf = (topic: string, limit: number): string =>
  `/** Everything about the ${topic}. */\nexport function open${topic}(id: string): string {\n  return "${topic}" + id;\n}\n\nexport function limit${topic}(count: number): number {\n  return Math.min(count, ${limit});\n}\n`;

/** Ten modules, a page and a lock file; then a commit for each kind of change. */
function makeHistory(root: string): void {
  git(root, 'init', '-q');
  let day = 0;
  const commit = (message: string, files: Record<string, string>): void => {
    writeFiles(root, files);
    commitOn(root, ++day, message);
  };
  commit('first modules of the shop', {
    'README.md': '# Shop\n',
    'package-lock.json': '{"lockfileVersion":3}\n',
    ...Object.fromEntries(TOPICS.map((topic) => [`src/${topic}.ts`, moduleOf(topic, 1)])),
  });
  for (let i = 0; i < 8; i++) commit(`notes of day ${i}`, { 'README.md': `# Shop\n\nDay ${i}.\n` });
  git(root, 'tag', 'state');
  for (const [i, topic] of TOPICS.slice(0, 6).entries()) {
    commit(`fix(${topic}): raise the ${topic} limit for large orders (#${i + 10})`, {
      [`src/${topic}.ts`]: moduleOf(topic, 99),
    });
  }
  const login = moduleOf('login', 1);
  commit('chore: tidy the login module a bit', { 'src/login.ts': login.replace('"login"', '"l"') });
  commit('Revert "tidy the login module a bit"', { 'src/login.ts': login });
  commit('Bump the version of everything', { 'src/login.ts': `${login}// 2\n` });
  commit('indent the login module by tabs', {
    'src/login.ts': `${login.replaceAll('  ', '\t')}// 2\n`,
  });
  commit('lock what the shop installs', { 'package-lock.json': '{"lockfileVersion":4}\n' });
  commit('tell how the shop is run', { 'README.md': '# Shop\n\nRun it.\n' });
  commit(
    'give every module a licence notice',
    Object.fromEntries(
      TOPICS.map((topic) => [`src/${topic}.ts`, `// licence\n${moduleOf(topic, 7)}`]),
    ),
  );
  commit('say what a parcel weighs', {
    'src/parcel.ts': `// licence\n${moduleOf('parcel', 7)}export const weighParcel = 1;\n`,
    'src/weight.ts': 'export const gram = 1;\n',
  });
  commit('round the weight of parcels', { 'src/weight.ts': 'export const gram = 2;\n' });
}

interface Outcome {
  readonly place: number | null;
  readonly tokens: number;
  readonly every_file: boolean;
  readonly every_line: boolean;
}

interface Evaluated {
  readonly state: { readonly commit: string; readonly files: number };
  readonly tasks: readonly {
    readonly commit: string;
    readonly task: string;
    readonly gold_files: readonly string[];
    readonly gold_lines: Readonly<Record<string, readonly number[]>>;
    readonly sheaf: Outcome;
    readonly keyword: Outcome;
  }[];
  readonly sheaf: { readonly first_k: readonly number[]; readonly every_file: number };
}

const inHistory = <T>(work: (root: string, folder: string) => Promise<T>): Promise<T> =>
  inFolder((folder) => {
    const root = join(folder, 'shop');
    copyOf('eval-history', root, makeHistory);
    return work(root, folder);
  });

async function evaluated(root: string, ...argv: string[]): Promise<Evaluated> {
  const { out, err, code } = await command(root, ['eval', '--json', ...argv]);
  expect([code, err]).toEqual([0, expect.not.stringContaining('error')]);
  return JSON.parse(out) as Evaluated;
}

describe('IF-7 figures on the project’s own history', () => {
  it('makes a task of each later commit that somebody could have asked for, and of no other', () =>
    inHistory(async (root) => {
      const { state, tasks } = await evaluated(root, '--at', 'state');
      expect(state.commit).toBe(git(root, 'rev-parse', 'state'));
      expect(tasks.map(({ task }) => task)).toEqual([
        ...TOPICS.slice(0, 6).map((topic) => `${topic}: raise the ${topic} limit for large orders`),
        'say what a parcel weighs',
      ]);
      const [first] = tasks;
      expect(first?.gold_files).toEqual(['src/session.ts']);
      expect(first?.gold_lines).toEqual({ 'src/session.ts': [7] });
      expect(git(root, 'log', '-1', '--format=%s', first?.commit ?? '')).toContain('session');
      // A licence line was added in between, and the file is one line shorter in the state.
      expect(tasks.at(-1)?.gold_lines).toEqual({ 'src/parcel.ts': [8] });
      expect((await evaluated(root, '--at', 'state', '--tasks', '3')).tasks).toHaveLength(3);
    }));

  it('knows nothing later than the state: a clone that ends there gives the same places and contexts', () =>
    inHistory(async (root, folder) => {
      // The index of today comes first, so that a leak could show.
      expect((await command(root, ['index'])).code).toBe(0);
      const { tasks, state, sheaf } = await evaluated(root, '--at', 'state');
      const clone = join(folder, 'clone');
      git(folder, 'clone', '-q', root, clone);
      git(clone, 'reset', '-q', '--hard', state.commit);
      let inside = 0;
      for (const { task, gold_files: gold, sheaf: own } of tasks) {
        const hits = JSON.parse(
          (await command(clone, ['search', '--files', '--json', '--limit', '100', task])).out,
        ) as { path: string }[];
        const order = hits.map(({ path }) => path);
        expect(own.place).toBe(Math.max(...gold.map((path) => order.indexOf(path))) + 1);
        const made = JSON.parse((await command(clone, ['assemble', '--json', task])).out) as {
          total_tokens: number;
          parts: { path: string }[];
        };
        expect(own.tokens).toBe(made.total_tokens);
        const isInside = gold.every((path) => made.parts.some((part) => part.path === path));
        expect(own.every_file).toBe(isInside);
        inside += Number(isInside);
      }
      expect(sheaf.every_file).toBeCloseTo(inside / tasks.length, 10);
      expect(sheaf.first_k[0]).toBe(1);
    }));

  it('prints both searches for people, and draws a picture of both', () =>
    inHistory(async (root, folder) => {
      const svg = join(folder, 'recall.svg');
      const { out, err } = await command(root, ['eval', '--at', 'state', '--svg', svg]);
      expect(out).toMatch(/^7 tasks from commits after [0-9a-f]{12}, searched in its 12 files\n/);
      expect(out.match(/^sheaf {2,}[\d.]+/gm)).toHaveLength(3);
      expect(out.match(/^keyword search {2,}[\d.]+/gm)).toHaveLength(3);
      expect(out).toContain('said');
      expect(err).toContain('only 7 commits make a task');
      const picture = readFileSync(svg, 'utf8');
      expect(picture).toMatch(
        /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[^>]*>[\s\S]*<\/svg>\n$/,
      );
      expect(picture.match(/<polyline points="[\d., ]+"\/>/g)).toHaveLength(2);
      expect(picture).toContain('prefers-color-scheme: dark');
    }));

  it('goes back by itself as far as it takes, and leaves the tree alone', () =>
    inHistory(async (root) => {
      const before = git(root, 'status', '--porcelain');
      const { state, tasks } = await evaluated(root, '--tasks', '2');
      expect(tasks).toHaveLength(2);
      expect(git(root, 'merge-base', state.commit, 'HEAD')).toBe(state.commit);
      expect(git(root, 'status', '--porcelain')).toBe(before);
      expect(existsSync(join(root, '.sheaf'))).toBe(false);
    }));

  it('evaluates a folder of a repository by what is changed in it', () =>
    inHistory(async (root) => {
      const { tasks, state } = await evaluated(join(root, 'src'), '--at', 'state');
      expect(state.files).toBe(10);
      expect(tasks[0]?.gold_lines).toEqual({ 'session.ts': [7] });
      expect(tasks).toHaveLength(7);
    }));

  it('says why it can’t: no repository, no later commit, no such state', () =>
    inHistory(async (root, folder) => {
      const said = async (where: string, ...argv: string[]): Promise<string> => {
        const { code, err } = await command(where, ['eval', ...argv]);
        expect(code).toBe(2);
        return err;
      };
      expect(await said(root, '--at', 'HEAD')).toContain('makes a task');
      expect(await said(root, '--at', 'nowhere')).toContain('nowhere is not a commit');
      writeFiles(folder, { 'plain/a.ts': 'export const a = 1;\n' });
      expect(await said(join(folder, 'plain'))).toMatch(/repository|git/);
    }));
});
