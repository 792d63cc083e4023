import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commitAll, git, inFolder, sheaf, sheafJson, writeFiles } from '../support/project.ts';

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

const run = (root: string, ...args: string[]): string => {
  const { code, out, err } = sheaf([...args, '--root', root]);
  expect(`${code} ${err}`).toMatch(/^0 /);
  return out;
};

describe('FL-1 a flow that the engine fills', () => {
  it('holds what would stand in the context, and is assembled as its folder stands', () =>
    inFolder(async (root) => {
      makeProject(root);
      expect(run(root, 'gather', TASK)).toMatch(/✓ Gathered: .*reader_ts/);
      const [id = ''] = readdirSync(join(root, '.sheaf/flows')).filter((name) =>
        /^the-/.test(name),
      );
      const evidence = join(root, '.sheaf/flows', id, 'ctx/evidence');
      const files = readdirSync(evidence);
      expect(files.length).toBeGreaterThan(1);
      const prompt = run(root, 'assemble');
      expect(prompt).toContain('## Evidence: src/reader.ts');
      expect(readFileSync(join(root, '.sheaf/flows', id, 'build/prompt.mdctx'), 'utf8')).toBe(
        prompt,
      );
      expect(run(root, 'assemble', '--format', 'docs')).toContain('[DOC: src/reader.ts]');

      // What a person switched off or edited stays so when the engine looks again.
      run(root, 'evidence', 'toggle', 'off', 'last_ts');
      const edited = files.find((name) => name.includes('reader_ts')) ?? '';
      appendFileSync(join(evidence, edited), '\nA remark by hand.\n');
      run(root, 'gather');
      expect(readFileSync(join(evidence, edited), 'utf8')).toContain('A remark by hand.');
      expect(readdirSync(evidence).some((name) => name.endsWith('last_ts.evidence.md.skip'))).toBe(
        true,
      );
      expect(run(root, 'assemble')).not.toContain('## Evidence: src/last.ts');
    }));
});

describe('FL-1 gathering for a task', () => {
  it('fills the current flow, and makes one where there is none', () =>
    inFolder(async (root) => {
      makeProject(root);
      const id = run(root, 'flow', 'new', 'tokens').split(': ')[1]?.trim() ?? '';
      run(root, 'gather', TASK);
      expect(run(root, 'flow', 'list')).toBe(`* ${id}\n`);
      const plan = join(root, 'plan.json');
      const prompt = run(root, 'assemble', '--plan', plan);
      expect(prompt).toContain('## Evidence: src/last.ts');
      expect(JSON.parse(readFileSync(plan, 'utf8'))).toMatchObject({ flow_id: id });
    }));
});

describe('FL-8 which evidence depends on which', () => {
  it('is known from symbols and imports', () =>
    inFolder(async (root) => {
      makeProject(root);
      run(root, 'flow', 'new', TASK);
      run(root, 'add', 'src/reader.ts', 'src/last.ts');
      const { dependencies } = sheafJson<{ dependencies: { kind: string; name: string }[] }>([
        ...['evidence', 'deps', 'last_ts', '--root', root],
      ]);
      expect(dependencies).toContainEqual(
        expect.objectContaining({ kind: 'referenced by', name: 'lastToken' }),
      );
    }));
});
