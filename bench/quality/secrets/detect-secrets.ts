import { execFileSync } from 'node:child_process';
import type { Case } from './cases.ts';

const show = (repo: string, path: string): string =>
  execFileSync('git', ['--git-dir', repo, 'show', `HEAD:${path}`], { encoding: 'utf8' });

const unquote = (literal: string): string => {
  const body = literal.slice(1, -1);
  return body.replace(/\\(['"\\n])/g, (_, c: string) => (c === 'n' ? '\n' : c));
};

const GROUPS: Record<string, readonly string[]> = {
  CONFIG_TEST_CASES: ['a.conf'],
  GOLANG_TEST_CASES: ['a.go'],
  COMMON_C_TEST_CASES: ['a.c'],
  C_PLUS_PLUS_TEST_CASES: ['a.cpp'],
  QUOTES_REQUIRED_TEST_CASES: ['a.java', 'a.py', 'a.js', 'a.tf'],
};

/** `(line.format(SECRET), SECRET or None)` of the keyword plugin and `(line, should_flag)` of the others. */
export function detectSecretsCases(repo: string): Case[] {
  return [...keywordCases(show(repo, 'tests/plugins/keyword_test.py')), ...pluginCases(repo)];
}

function keywordCases(source: string): Case[] {
  const cases: Case[] = [];
  const constants = new Map<string, string>();
  for (const m of source.matchAll(/^([A-Z_]+_SECRET) = ('[^\n]*')/gm))
    constants.set(m[1] ?? '', unquote(m[2] ?? ''));
  for (const [group, paths] of Object.entries(GROUPS)) {
    const from = source.indexOf(`${group} = [`);
    const block = source.slice(from, source.indexOf('\n]', from));
    for (const m of block.matchAll(
      /^ {4}\(('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")(\.format\((\w+)\))?, (\w+)\)/gm,
    )) {
      const secret = constants.get(m[3] ?? '') ?? '';
      const template = unquote(m[1] ?? '');
      const text =
        m[2] === undefined ? template : template.replace('{}', secret).replaceAll('{{', '{');
      // 'fake' in the value is harmless only with an option of that tool.
      if (/somefakekey/.test(text)) continue;
      for (const path of paths) {
        cases.push({
          set: 'detect-secrets',
          rule: `keyword ${path}`,
          path,
          text,
          secret: m[4] === 'None' ? null : secret,
        });
      }
    }
  }
  return cases;
}

function pluginCases(repo: string): Case[] {
  const files = execFileSync(
    'git',
    ['--git-dir', repo, 'ls-tree', '-r', '--name-only', 'HEAD', 'tests/plugins/'],
    { encoding: 'utf8' },
  );
  const cases: Case[] = [];
  for (const file of files
    .split('\n')
    .filter((f) => /_test\.py$/.test(f) && !/keyword|entropy|ip_public|base_test/.test(f))) {
    const rule = file.replace(/.*\/|_test\.py/g, '');
    const source = show(repo, file);
    for (const m of source.matchAll(
      /\(\s*((?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")(?:\s*\n?\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"))*),\s*(?:#[^\n]*\n\s*)?(True|False),?\s*(?:#[^\n]*\n\s*)?\)/g,
    )) {
      const text = [...(m[1] ?? '').matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g)]
        .map((p) => unquote(p[0]))
        .join('');
      const secret = m[2] === 'True' ? longest(text) : null;
      cases.push({ set: 'detect-secrets', rule, path: 'a.py', text, secret });
    }
  }
  return cases;
}

/** The part of a line that carries the secret: its longest unbroken word; of a URL, the password. */
function longest(text: string): string {
  const password = /:\/\/[^:/]+:([^@/]+)@/.exec(text)?.[1];
  if (password !== undefined) return password;
  return text.split(/[\s"'=:;,<>()]+/).reduce((a, b) => (b.length > a.length ? b : a), '');
}
