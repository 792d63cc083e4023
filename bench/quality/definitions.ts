/**
 * Which share of the definitions universal-ctags lists does the code source find, by name and line?
 *   npx tsx bench/quality/definitions.ts TREE [--missing N]
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { code } from '../../src/adapters/sources/code/code.ts';

/** ctags' languages with the kinds that are functions, methods, classes, types, interfaces and structs. */
const COUNTED: Readonly<Record<string, readonly string[]>> = {
  Python: ['class', 'function', 'member'],
  Go: ['func', 'type', 'struct', 'interface', 'methodSpec', 'talias'],
  TypeScript: [
    'class',
    'function',
    'method',
    'interface',
    'alias',
    'enum',
    'generator',
    'namespace',
  ],
  JavaScript: ['class', 'function', 'method', 'generator', 'getter', 'setter'],
  Rust: [
    'function',
    'method',
    'struct',
    'enum',
    'interface',
    'typedef',
    'module',
    'macro',
    'implementation',
  ],
  Java: ['class', 'method', 'interface', 'enum', 'annotation'],
  C: ['function', 'struct', 'enum', 'typedef', 'union'],
  'C++': ['function', 'class', 'struct', 'enum', 'typedef', 'union', 'namespace'],
  'C#': ['class', 'method', 'interface', 'enum', 'struct', 'property', 'namespace'],
  PHP: ['class', 'function', 'interface', 'trait'],
  Ruby: ['class', 'method', 'module', 'singletonMethod'],
};
const SETTINGS = { paths: [], alwaysInclude: [], windowHours: 24 };

interface Tag {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly kind: string;
  readonly language: string;
}

/** What ctags lists that nobody defined: names it made up, and `type X` inside an import clause. */
function isMistaken(tag: Tag, line: string): boolean {
  if (/^Anonymous|^__anon/.test(tag.name)) return true;
  return (
    tag.language === 'TypeScript' &&
    tag.kind === 'alias' &&
    !/\btype\s+[\w$]+\s*(?:[=<]|$)/.test(line)
  );
}

function tagsOf(root: string): Tag[] | null {
  const run = spawnSync(
    'ctags',
    [
      '-R',
      '--fields=nKl',
      '--excmd=number',
      '--exclude=.git',
      '--exclude=node_modules',
      '-f',
      '-',
      '.',
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 30 },
  );
  if (run.error !== undefined || run.status !== 0) return null;
  return run.stdout
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('!'))
    .map((row) => {
      const [name = '', path = '', , kind = '', ...fields] = row.split('\t');
      const field = (key: string): string =>
        fields.find((text) => text.startsWith(`${key}:`))?.slice(key.length + 1) ?? '';
      return {
        name,
        path: path.replace(/^\.\//, ''),
        line: Number(field('line')),
        kind,
        language: field('language'),
      };
    });
}

function pathsOf(root: string, folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return entry.name === '.git' || entry.name === 'node_modules' ? [] : pathsOf(root, path);
    return entry.isFile() ? [relative(root, path)] : [];
  });
}

async function main(): Promise<void> {
  const [root, flag, count] = process.argv.slice(2);
  const print = (line: string): boolean => process.stdout.write(`${line}\n`);
  if (root === undefined) {
    print('usage: tsx bench/quality/definitions.ts TREE [--missing N]');
    return;
  }
  const tags = tagsOf(root);
  if (tags === null) {
    print('skipped: universal-ctags is not installed (no `ctags` that runs)');
    return;
  }
  const lines = new Map<string, string[]>();
  const lineOf = (tag: Tag): string => {
    const known = lines.get(tag.path) ?? readFileSync(join(root, tag.path), 'utf8').split('\n');
    lines.set(tag.path, known);
    return known[tag.line - 1] ?? '';
  };
  const wanted = tags.filter(
    (tag) => COUNTED[tag.language]?.includes(tag.kind) && !isMistaken(tag, lineOf(tag)),
  );
  const withTags = new Set(wanted.map((tag) => tag.path));
  const found = new Map<string, Set<string>>();
  for (const path of pathsOf(root).filter((file) => withTags.has(file))) {
    const text = readFileSync(join(root, path), 'utf8');
    const shape = code.claim(path, text.slice(0, 4096), SETTINGS);
    if (shape === null) continue;
    await code.prepare?.([shape]);
    const { definitions } = code.outline(text, shape);
    found.set(path, new Set(definitions.map(({ line, name }) => `${line} ${name}`)));
  }
  const table = new Map<string, { tags: number; hits: number; missing: Tag[] }>();
  for (const tag of wanted) {
    const row = table.get(tag.language) ?? { tags: 0, hits: 0, missing: [] };
    table.set(tag.language, row);
    row.tags++;
    if (found.get(tag.path)?.has(`${tag.line} ${tag.name}`) === true) row.hits++;
    else row.missing.push(tag);
  }
  print(
    `${'language'.padEnd(12)}${'ctags'.padStart(8)}${'found'.padStart(8)}${'recall'.padStart(9)}`,
  );
  for (const [language, row] of [...table].sort(([, a], [, b]) => b.tags - a.tags)) {
    print(
      `${language.padEnd(12)}${String(row.tags).padStart(8)}${String(row.hits).padStart(8)}${(row.hits / row.tags).toFixed(4).padStart(9)}`,
    );
    if (flag !== '--missing') continue;
    const step = Math.max(1, Math.floor(row.missing.length / Number(count ?? 10)));
    for (const tag of row.missing.filter((_, i) => i % step === 0).slice(0, Number(count ?? 10))) {
      print(`    ${tag.kind} ${tag.name} ${tag.path}:${tag.line}`);
    }
  }
}

await main();
