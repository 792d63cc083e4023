import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { commitAll, git, inFolder, writeFiles } from '../support/project.ts';

const TASK = 'the token reader drops the last token';

function makeProject(root: string): void {
  git(root, 'init', '-q');
  writeFiles(root, {
    'src/reader.ts':
      'import { lastToken } from "./last.ts";\n\nexport function readTokens(line: string): string[] {\n  return [line, lastToken(line)];\n}\n',
    'src/last.ts': 'export function lastToken(line: string): string {\n  return line;\n}\n',
    'README.md': '# Tokens\n\nReads tokens.\n',
  });
  commitAll(root, 'first');
}

const run = async (root: string, ...args: string[]): Promise<string> => {
  const { code, out, err } = await command(root, args);
  expect(`${code} ${err}`).toMatch(/^0 /);
  return out;
};

describe('FL-1 a flow that the engine fills', () => {
  it('holds what would stand in the context, and is assembled as its folder stands', () =>
    inFolder(async (root) => {
      makeProject(root);
      expect(await run(root, 'gather', TASK)).toMatch(/✓ Gathered: .*reader_ts/);
      const [id = ''] = readdirSync(join(root, '.sheaf/flows')).filter((name) =>
        /^the-/.test(name),
      );
      const evidence = join(root, '.sheaf/flows', id, 'ctx/evidence');
      const files = readdirSync(evidence);
      expect(files.length).toBeGreaterThan(1);
      const prompt = await run(root, 'assemble');
      expect(prompt).toContain('## Evidence: src/reader.ts');
      expect(readFileSync(join(root, '.sheaf/flows', id, 'build/prompt.mdctx'), 'utf8')).toBe(
        prompt,
      );
      expect(await run(root, 'assemble', '--format', 'docs')).toContain('[DOC: src/reader.ts]');

      // What a person switched off or edited stays so when the engine looks again.
      await run(root, 'evidence', 'toggle', 'off', 'last_ts');
      const edited = files.find((name) => name.includes('reader_ts')) ?? '';
      appendFileSync(join(evidence, edited), '\nA remark by hand.\n');
      await run(root, 'gather');
      expect(readFileSync(join(evidence, edited), 'utf8')).toContain('A remark by hand.');
      expect(readdirSync(evidence).some((name) => name.endsWith('last_ts.evidence.md.skip'))).toBe(
        true,
      );
      expect(await run(root, 'assemble')).not.toContain('## Evidence: src/last.ts');
    }));
});

describe('FL-1 what was gathered', () => {
  it('keeps the relevance it was found with in plan and report; what a person adds is wanted', () =>
    inFolder(async (root) => {
      makeProject(root);
      writeFiles(root, { 'src/other.ts': 'export const other = 1;\n' });
      const planOf = async (...args: string[]): Promise<Map<string, number>> => {
        const plan = join(root, '.sheaf/plan.json');
        await run(root, 'assemble', ...args, '--plan', plan);
        const { parts } = JSON.parse(readFileSync(plan, 'utf8')) as {
          parts: { path: string; source_uri?: string; relevance: number }[];
        };
        const nameOf = (uri: string): string => uri.replace('file://', '');
        return new Map(parts.map((part) => [nameOf(part.source_uri ?? part.path), part.relevance]));
      };
      const found = (await planOf(TASK)).get('src/reader.ts') ?? 0;
      expect(found).toBeGreaterThan(0);
      expect(found).toBeLessThan(1);
      await run(root, 'gather', TASK);
      await run(root, 'add', 'src/other.ts');
      const kept = await planOf();
      expect(kept.get('src/reader.ts')).toBeCloseTo(found, 4);
      expect(kept.get('src/other.ts')).toBe(1);
      const report = join(root, '.sheaf/report');
      await run(root, 'assemble', '--report', report);
      const lines = readFileSync(report, 'utf8');
      const row = lines.split('\n').find((line) => line.includes('src/reader.ts')) ?? '';
      expect(row).toContain(found.toFixed(2));
    }));
});

/** The flows as `flow list` shows them, and what evidence the current one has. */
const flows = async (root: string): Promise<string[]> =>
  (await run(root, 'flow', 'list')).trimEnd().split('\n');
const requestOf = (root: string, id: string): string =>
  readFileSync(join(root, '.sheaf/flows', id, 'ctx/010_request.user.md'), 'utf8');

describe('FL-1 gathering for a task', () => {
  it('makes a flow for it; another task makes another, which becomes the current one', () =>
    inFolder(async (root) => {
      makeProject(root);
      const first = (await run(root, 'flow', 'new', 'tokens')).split(': ')[1]?.trim() ?? '';
      await run(root, 'add', 'README.md');
      const told = await run(root, 'gather', TASK);
      const [, id = ''] = /new flow (\S+);/.exec(told) ?? [];
      expect(told).toContain(
        `Note: new flow ${id}; ${first} is for another task and is not changed`,
      );
      expect((await flows(root)).sort()).toEqual([`  ${first}`, `* ${id}`].sort());
      expect(requestOf(root, id)).toBe(`${TASK}\n`);
      expect(requestOf(root, first)).toBe('tokens\n');
      expect(readdirSync(join(root, '.sheaf/flows', first, 'ctx/evidence'))).toEqual([
        '100_README_md.evidence.md',
      ]);
      const plan = join(root, '.sheaf/plan.json');
      expect(await run(root, 'assemble', '--plan', plan)).toContain('## Evidence: src/last.ts');
      expect(JSON.parse(readFileSync(plan, 'utf8'))).toMatchObject({ flow_id: id });
      // The same task again, in other blanks, is no other task.
      expect(await run(root, 'gather', `  ${TASK} `)).toContain('nothing to change');
      expect(await run(root, 'gather')).toContain('nothing to change');
      expect(await flows(root)).toHaveLength(2);
    }));

  it('refuses a flow that is for something else, and a flow without a request', () =>
    inFolder(async (root) => {
      makeProject(root);
      const id = (await run(root, 'flow', 'new', 'tokens')).split(': ')[1]?.trim() ?? '';
      const other = await command(root, ['gather', TASK, '--flow', id]);
      expect(other.code).toBe(2);
      expect(other.err).toContain(`the flow ${id} is for another task`);
      expect(readdirSync(join(root, '.sheaf/flows', id, 'ctx/evidence'))).toEqual([]);
      writeFiles(root, { [`.sheaf/flows/${id}/ctx/010_request.user.md`]: '\n' });
      expect((await command(root, ['gather'])).err).toContain('has no request to gather for');
    }));

  it('makes no flow in a dry run', () =>
    inFolder(async (root) => {
      makeProject(root);
      const told = await run(root, 'gather', TASK, '--dry-run');
      expect(told).toMatch(/^· Dry run, nothing written: Gathered: .*reader_ts/);
      expect(told).toContain('a new flow would be created');
      expect(existsSync(join(root, '.sheaf/flows'))).toBe(false);
      const done = await run(root, 'gather', TASK);
      const total = /Total context: .*/;
      expect(total.exec(done)?.[0]).toBe(total.exec(told)?.[0]);
    }));
});

describe('FL-8 which evidence depends on which', () => {
  const deps = async (root: string, name: string): Promise<string[]> => {
    const { dependencies } = JSON.parse(await run(root, 'evidence', 'deps', name, '--json')) as {
      dependencies: { kind: string; file: string; name: string }[];
    };
    return dependencies.map(
      ({ kind, file, name: what }) => `${kind} ${file.replace(/\.evidence.*$/, '')} ${what}`,
    );
  };

  it('is known from symbols and imports', () =>
    inFolder(async (root) => {
      makeProject(root);
      await run(root, 'flow', 'new', TASK);
      await run(root, 'add', 'src/reader.ts', 'src/last.ts');
      expect(await deps(root, 'last_ts')).toEqual([
        'referenced by 100_reader_ts lastToken',
        'imported by 100_reader_ts src/last.ts',
      ]);
    }));

  it('is not told by a bare name that many things have', () =>
    inFolder(async (root) => {
      git(root, 'init', '-q');
      writeFiles(root, {
        'src/cache.js':
          'export default class Cache {\n  clear() {}\n  update(key) {}\n  then(next) {}\n  readWhole(key) {}\n  static open() {}\n}\nexport function close() {}\n',
        'src/timers.js':
          'const all = new Map();\nexport function stop() {\n  all.clear();\n  fetch("x").then(() => all.update(1));\n  socket.close();\n  JSON.parse("1");\n}\n',
        'src/parse.js': 'export function parse(text) {\n  return text;\n}\n',
        'src/main.js':
          'import Cache from "./cache.js";\nconst store = Cache.open();\nstore.clear();\nstore.readWhole("x");\n',
        'src/other.js': 'export function use(store) {\n  return store.readWhole("y");\n}\n',
        'notes.md': 'Who calls `readWhole` of src/cache.js? It is clear that we update it.\n',
      });
      commitAll(root, 'first');
      await run(root, 'flow', 'new', 'the cache');
      await run(root, 'add', 'src', 'notes.md');
      expect(await deps(root, 'cache_js')).toEqual([
        // An import, a qualified name, a name that nothing else has: these tell.
        'referenced by 110_main_js open',
        'referenced by 110_main_js Cache',
        'referenced by 110_main_js readWhole',
        'imported by 110_main_js src/cache.js',
        'referenced by 120_other_js readWhole',
        'referenced by 150_notes_md src/cache.js',
        'referenced by 150_notes_md readWhole',
      ]);
      expect(await deps(root, 'timers_js')).toEqual([]);
      expect(await deps(root, 'parse_js')).toEqual([]);
    }));

  it('is not told by a name that two files define, unless it is imported', () =>
    inFolder(async (root) => {
      git(root, 'init', '-q');
      writeFiles(root, {
        'a.py': 'def load_tokens():\n    return 1\n',
        'b.py': 'def load_tokens():\n    return 2\n',
        'use_a.py': 'from a import load_tokens\n\nload_tokens()\n',
        'use_module.py': 'import b\n\nb.load_tokens()\n',
        'use_none.py': 'def run(load):\n    return load.load_tokens()\n',
      });
      commitAll(root, 'first');
      await run(root, 'flow', 'new', 'tokens');
      await run(root, 'add', '*.py');
      expect(
        (await deps(root, 'a_py')).map((line) => line.split(' ').slice(0, 3).join(' ')),
      ).toEqual(['referenced by 120_use_a_py', 'imported by 120_use_a_py']);
      expect(
        (await deps(root, 'b_py')).map((line) => line.split(' ').slice(0, 3).join(' ')),
      ).toEqual(['referenced by 130_use_module_py', 'imported by 130_use_module_py']);
      expect(await deps(root, 'use_none_py')).toEqual([]);
    }));
});

describe('FL-9 what is missing', () => {
  async function makeTested(root: string): Promise<void> {
    git(root, 'init', '-q');
    writeFiles(root, {
      'src/reader.ts':
        'export function readTokens(line: string): string[] {\n  return [line];\n}\n',
      'src/colours.ts': 'export function mixColours(): void {}\n',
      'src/reader.test.ts': 'import { readTokens } from "./reader.ts";\n\nreadTokens("x");\n',
      'test/colours.test.ts': 'import { mixColours } from "../src/colours.ts";\n\nmixColours();\n',
      'test/many.test.ts':
        'import { readTokens } from "../src/reader.ts";\nimport { mixColours } from "../src/colours.ts";\n\nreadTokens("");\nmixColours();\n',
      'docs/guide.md': '# Guide\n\nCall `readTokens` for each line.\n',
      'docs/layout.md': '# Layout\n\nThe code is in src/reader.ts.\n',
      'docs/colours.md': '# Colours\n\nCall `mixColours` to mix them.\n',
      'CHANGELOG.md': '# Changes\n\nreadTokens is new, in src/reader.ts.\n',
    });
    commitAll(root, 'first');
    await run(root, 'flow', 'new', 'make it faster');
    await run(root, 'add', 'src/reader.ts');
  }
  const missing = async (root: string, question: string): Promise<string[]> => {
    const { answers } = JSON.parse(await run(root, 'ask', question, '--json')) as {
      answers: { name: string; reason: string }[];
    };
    return answers.map(({ name, reason }) => `${name}: ${reason}`);
  };

  it('are the tests and documents of what is there', () =>
    inFolder(async (root) => {
      await makeTested(root);
      const found = await missing(root, "what's missing");
      expect(found).toContain('src/reader.test.ts: tests src/reader.ts (by name, folder, import)');
      expect(found).toContain('test/many.test.ts: tests src/reader.ts (by import)');
      expect(found).toContain('docs/guide.md: names readTokens');
      expect(found).toContain('docs/layout.md: names reader.ts');
      expect(found.filter((line) => /^(?:.*colours|CHANGELOG)/.test(line))).toEqual([]);
      await run(root, 'add', 'docs', 'src/reader.test.ts');
      const rest = (await missing(root, "what's missing")).map((line) => line.split(':')[0]);
      expect(rest).not.toContain('docs/guide.md');
      expect(rest).not.toContain('src/reader.test.ts');
    }));

  it('with a subject, of the evidence for it alone', () =>
    inFolder(async (root) => {
      await makeTested(root);
      await run(root, 'add', 'src/colours.ts');
      const found = (await missing(root, 'What is missing for mixing colours?')).map(
        (line) => line.split(':')[0],
      );
      expect(found).toContain('test/colours.test.ts');
      expect(found).toContain('docs/colours.md');
      expect(found).not.toContain('src/reader.test.ts');
    }));

  it('are files that the index finds for the subject, and nothing of evidence that only shares a word', () =>
    inFolder(async (root) => {
      await makeTested(root);
      writeFiles(root, {
        'src/palette.ts': '// a palette of colours\nexport function loadPalette(): void {}\n',
        'src/printer.ts': 'export function printPage(): void {} // in all colours\n',
        'src/printer.test.ts': 'import { printPage } from "./printer.ts";\n\nprintPage();\n',
      });
      await run(root, 'add', 'src/colours.ts', 'src/printer.ts');
      const found = (await missing(root, 'What is missing for the palette of colours?')).map(
        (line) => line.split(':')[0],
      );
      expect(found).toContain('src/palette.ts');
      expect(found).not.toContain('src/printer.test.ts');
    }));
});
