import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import type { ContextPlan } from '../../src/model/plan.ts';
import { command } from '../support/command.ts';
import type { Ran } from '../support/project.ts';

const sheafIn = (folder: string, ...argv: string[]): Promise<Ran> => command(folder, argv);

import {
  commitAll,
  copyOf,
  git,
  indexFile,
  inFolder,
  sheaf,
  writeFiles,
} from '../support/project.ts';

const TASK = 'the token reader drops the last token of a line';

const makeProject = (root: string): void => copyOf('replay', root, makeReader);

function makeReader(root: string): void {
  git(root, 'init', '-q');
  const module = (i: number): string =>
    Array.from(
      { length: 12 },
      (_, n) =>
        `export function part${i}x${n}(line: string): string {\n${`  // step ${n} of ${i}\n`.repeat(6)}  return line.trim();\n}\n`,
    ).join('\n');
  writeFiles(root, {
    'README.md': '# Reader\n\nReads tokens from lines.\n',
    'src/token-reader.ts':
      'export function readTokens(line: string): string[] {\n  const tokens = line.split(" ");\n  return tokens.slice(0, -1);\n}\n',
    'src/line.ts': 'export const lastToken = (line: string): string => line;\n',
    'notes/größe.md': '# Tokens\n\nThe last token of a line matters.\n',
    ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`src/part${i}.ts`, module(i)])),
  });
  commitAll(root, 'first');
}

const plan = async (root: string, file: string, ...more: string[]): Promise<string> => {
  const out = await sheafIn(root, 'assemble', TASK, '--plan', file, ...more);
  expect(out.err).not.toContain('error');
  return out.out;
};

describe('OB-3 a plan is a lock file for a context', () => {
  it('is replayed byte for byte in another clone, locale and time zone, and says what an edit changed', () =>
    inFolder(async (folder) => {
      const origin = join(folder, 'origin');
      makeProject(origin);
      const file = join(folder, 'ctxplan.json');
      const prompt = await plan(origin, file, '--budget', '4k');
      const clone = join(folder, 'elsewhere', 'clone');
      git(folder, 'clone', '-q', origin, clone);
      const env = { TZ: 'Asia/Tokyo', LC_ALL: 'tr_TR.UTF-8' };
      const again = sheaf(['replay', file, '--root', clone], { env });
      expect(again.code).toBe(0);
      expect(again.out).toBe(prompt);

      appendFileSync(join(clone, 'src/token-reader.ts'), '// edited\n');
      const edited = await sheafIn(clone, 'replay', file);
      expect(edited.code).toBe(1);
      expect(edited.err).toContain('src/token-reader.ts');

      // Once the edit is a commit of its own, the recorded one is read from git.
      commitAll(clone, 'second');
      const moved = await sheafIn(clone, 'replay', file);
      expect(moved.code).toBe(0);
      expect(moved.out).toBe(prompt);
    }));

  it('holds no clock, path of the machine or counter', () =>
    inFolder(async (root) => {
      makeProject(root);
      const [a, b] = [join(root, '..', 'a.json'), join(root, '..', 'b.json')];
      await plan(root, a);
      await plan(root, b);
      const text = readFileSync(a, 'utf8');
      expect(readFileSync(b, 'utf8')).toBe(text);
      expect(text).not.toContain(root);
      expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/);
      for (const { cid, content } of (JSON.parse(text) as ContextPlan).parts) {
        expect(cid).toMatch(/^sha256:[0-9a-f]{64}$/);
        expect(content).toMatch(/^blake3:[0-9a-f]{64}$/);
      }
      expect((await sheafIn(root, 'diff', a, b)).out).toContain('the same');
      await plan(root, b, '--budget', '2k');
      expect((await sheafIn(root, 'diff', a, b)).out).toMatch(/^budget/m);
    }));

  it('is verified in a fresh process, and refused where it is none', () =>
    inFolder(async (root) => {
      makeProject(root);
      const { code, out } = sheaf(['verify', TASK, '--root', root, '--format', 'xml']);
      expect(code).toBe(0);
      expect(out).toMatch(/^identical: \d+ tokens, sha256:/);
      writeFileSync(join(root, '..', 'no.json'), '{"version": 3}');
      const refused = await sheafIn(root, 'replay', join(root, '..', 'no.json'));
      expect(refused.code).toBe(2);
      expect(refused.err).toContain('version');
    }));
});

interface Result {
  total_tokens: number;
  budget: { available: number };
  parts: { path: string; spans: [number, number][]; tier: string }[];
}

describe('PK-4 greedy packs nest', () => {
  it('keeps every line of a context in one of twice its size', () =>
    inFolder(async (root) => {
      makeProject(root);
      const linesAt = async (tokens: string): Promise<Set<string>> => {
        const { out } = await sheafIn(
          root,
          ...['assemble', TASK, '--json', '--strategy', 'greedy', '--context-tokens', tokens],
        );
        const result = JSON.parse(out) as Result;
        expect(result.total_tokens).toBeLessThanOrEqual(result.budget.available);
        return new Set(
          result.parts
            .filter(({ tier }) => tier !== 'system')
            .flatMap(({ path, spans }) =>
              spans.flatMap(([first, last]) =>
                Array.from({ length: last - first + 1 }, (_, i) => `${path}:${first + i}`),
              ),
            ),
        );
      };
      const small = await linesAt('1500');
      const middle = await linesAt('3000');
      const large = await linesAt('6000');
      expect(small.size).toBeGreaterThan(0);
      for (const line of small) expect(middle).toContain(line);
      for (const line of middle) expect(large).toContain(line);
    }));
});

describe('BU-4 what to do when content exceeds the budget', () => {
  it('is an error, shortened, or cut, as asked', () =>
    inFolder(async (root) => {
      makeProject(root);
      const run = (overflow: string): Promise<Ran> =>
        sheafIn(
          root,
          ...['assemble', `${TASK} src/part1.ts src/part2.ts src/part3.ts`],
          ...['--json', '--context-tokens', '1200', '--overflow', overflow],
        );
      const failed = await run('error');
      expect(failed.code).toBe(1);
      expect(failed.err + failed.out).toMatch(/needs --context-tokens \d+, \d+ more than 1200/);
      for (const overflow of ['truncate', 'summarize', 'prioritize']) {
        const result = JSON.parse((await run(overflow)).out) as Result;
        expect(result.total_tokens).toBeLessThanOrEqual(1200);
        expect(result.parts.length).toBeGreaterThan(0);
        const paths = result.parts.map(({ path }) => path);
        expect(paths).toEqual([...new Set(paths)]);
      }
    }));
});

describe('a diff as the task', () => {
  it('pins the files it is about, as --pin and --changed do', () =>
    inFolder(async (root) => {
      makeProject(root);
      const diff =
        'diff --git a/src/part5.ts b/src/part5.ts\n--- a/src/part5.ts\n+++ b/src/part5.ts\n@@ -1 +1 @@\n-a\n+b\n';
      const args = ['assemble', '-', '--json', '--context-tokens', '900'];
      const first = async (input: string, ...more: string[]): Promise<string | undefined> => {
        const { out } = await command(root, [...args, ...more], { input });
        const { parts } = JSON.parse(out) as Result;
        return parts.find(({ tier }) => tier !== 'system')?.path;
      };
      expect(await first(diff)).toBe('src/part5.ts');
      expect(await first('something else', '--pin', 'src/part6.ts')).toBe('src/part6.ts');
      appendFileSync(join(root, 'src/part7.ts'), '// x\n');
      expect(await first('something else', '--changed')).toBe('src/part7.ts');
      commitAll(root, 'second');
      expect(await first('something else', '--changed', 'HEAD~1')).toBe('src/part7.ts');
      expect(await first(TASK, '--exclude', 'src/token*', '--include', 'src/')).not.toMatch(
        /token-reader/,
      );
    }));

  it('pins with --changed what git tracks or would add, and nothing that it ignores', () =>
    inFolder(async (root) => {
      makeProject(root);
      writeFiles(root, {
        '.gitignore': 'chats/\n.sheaf/\n',
        'sheaf.toml': '[sources.conversation]\npaths = ["chats"]\n',
      });
      commitAll(root, 'rules');
      writeFiles(root, {
        'src/new.ts': 'export const fresh = 1;\n',
        'chats/one.md': '# User\n\nWhat now?\n\n# Assistant\n\nNothing.\n',
        '.sheaf/conversations/two.md': '# User\n\nAnd now?\n\n# Assistant\n\nNothing.\n',
        '.sheaf/research/three.md': '# Notes\n\nNothing.\n',
      });
      const { code, out } = await sheafIn(root, 'index', '--json');
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ sources: { conversation: 2, research: 1 } });
      const plan = join(root, '.sheaf', 'plan.json');
      await sheafIn(root, 'assemble', 'something else', '--changed', '--plan', plan);
      const { options } = JSON.parse(readFileSync(plan, 'utf8')) as {
        options: { pins: string[] };
      };
      expect(options.pins).toEqual(['src/new.ts']);
    }));

  it('says which of its wishes no file fulfils', () =>
    inFolder(async (root) => {
      makeProject(root);
      const run = (...more: string[]): Promise<Ran> =>
        sheafIn(root, 'assemble', TASK, '-o', join(root, 'out/deep/prompt.md'), ...more);
      const pinned = await run('--pin', 'src/part9.ts', '--pin', './src/part3.ts');
      expect(pinned.err).toContain('Not pinned, because not in the index: src/part9.ts\n');
      const prompt = readFileSync(join(root, 'out/deep/prompt.md'), 'utf8');
      expect(prompt).toContain('## Evidence: src/part3.ts');
      writeFiles(root, { 'package-lock.json': '{ "lockfileVersion": 3 }\n' });
      expect((await run('--pin', 'package-lock.json')).err).toContain(
        'Not pinned, because only the name is known (sheaf why FILE): package-lock.json\n',
      );
      expect((await run('--include', 'lib/')).err).toContain('No file is left after include');
      const unknown = await run('--changed=nowhere');
      expect(unknown.code).toBe(2);
      expect(unknown.err).toContain('nowhere is not a commit');
    }));
});

describe('OB-1 every assembly leaves a record', () => {
  it('that report draws, lists and prints', () =>
    inFolder(async (root) => {
      makeProject(root);
      // In a process with a clock: in ours it is 1970.
      sheaf(['assemble', TASK, '--root', root, '--budget', '8k'], {
        env: { SHEAF_SESSION: 'one' },
      });
      const report = async (...more: string[]): Promise<Ran> => sheafIn(root, 'report', ...more);
      const { out } = await report();
      expect(out).toContain('CONTEXT BUDGET ALLOCATION');
      expect(out).toContain('Tokenizer: o200k');
      expect(out).toMatch(/FIXED CONTEXT:\n(?:.*\n){3} {2}│ README\.md /);
      expect((await report('--since', '1h')).out).toContain('ASSEMBLIES: 1');
      expect((await report('--since', 'soon')).err).toContain('7d');
      expect((await report('--session', 'one')).out).toContain('ASSEMBLIES: 1');
      expect((await report('--session', 'two')).out).toContain('No assemblies');
      const [record] = JSON.parse((await report('--json')).out) as {
        budget: { total_budget: number };
      }[];
      expect(record?.budget.total_budget).toBe(8000);
      const budget = await sheafIn(root, 'budget', TASK, '--max-tokens', '8k');
      expect(budget.out).toMatch(/available\s+7200/);
    }));
});

describe('OB-3 replay and verify go by files', () => {
  const inTokens = (work: (root: string, plan: string) => Promise<void>): Promise<void> =>
    inFolder(async (folder) => {
      const [root, plan] = [join(folder, 'project'), join(folder, 'plan.json')];
      writeFiles(root, {
        'reader.ts': 'export function readTokens(line: string): string[] {\n  return [line];\n}\n',
        'notes.md': '# Tokens\n\nThe reader drops the last token.\n',
      });
      await sheafIn(root, 'assemble', TASK, '--plan', plan);
      await work(root, plan);
    });

  it('so a plan whose paths were edited is not byte-identical', () =>
    inTokens(async (root, plan) => {
      expect(await sheafIn(root, 'replay', plan)).toMatchObject({ code: 0 });
      const text = readFileSync(plan, 'utf8');
      writeFileSync(plan, text.replaceAll('"reader.ts"', '"writer.ts"'));
      expect(readFileSync(plan, 'utf8')).not.toBe(text);
      const { code, err } = await sheafIn(root, 'replay', plan);
      expect(code).toBe(1);
      expect(err).toContain('The context differs from the plan');
      expect(err).not.toContain('byte-identical');
    }));

  it('so neither says "identical" of an index that says something else', () =>
    inTokens(async (root, plan) => {
      const db = new Database(indexFile(root));
      const other = deflateSync('export function readSecrets(): void {}\n', { level: 1 });
      db.prepare('UPDATE contents SET text = ?').run([other]);
      db.close();
      for (const line of [
        ['verify', TASK],
        ['replay', plan],
      ]) {
        const { code, err } = await sheafIn(root, ...line);
        expect([line[0], code]).toEqual([line[0], 1]);
        expect(err).not.toContain('byte-identical');
      }
    }));

  it('so a plan can not turn a model on', () =>
    inTokens(async (root, plan) => {
      const made = JSON.parse(readFileSync(plan, 'utf8')) as ContextPlan;
      const config = { relevance: { reranker: { enabled: true } } };
      writeFileSync(plan, JSON.stringify({ ...made, options: { ...made.options, config } }));
      const { code, err } = await sheafIn(root, 'replay', plan);
      expect(code).toBe(2);
      expect(err).toContain('a plan cannot turn a model on');
      expect(err).not.toContain('Sent');
    }));
});
