import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GraphFile } from './resolve.ts';
import { isManifest, resolveImports } from './resolve.ts';

type Imports = Readonly<Record<string, readonly (string | readonly [string, ...string[]])[]>>;

/** Files of one language; each import is a module, or a module with the names taken from it. */
const files = (language: string, imports: Imports): GraphFile[] =>
  Object.entries(imports).map(([path, modules]) => ({
    path,
    language,
    kind: 'source',
    imports: modules.map((written, i) => {
      const [module = '', ...names] = typeof written === 'string' ? [written] : written;
      return { module, names, line: i + 1 };
    }),
  }));
const manifests = (texts: Readonly<Record<string, unknown>>): { path: string; text: string }[] =>
  Object.entries(texts).map(([path, value]) => ({
    path,
    text: typeof value === 'string' ? value : JSON.stringify(value),
  }));
const targets = (
  language: string,
  imports: Imports,
  settings: Readonly<Record<string, unknown>> = {},
): string[] =>
  resolveImports(files(language, imports), manifests(settings)).map(
    ({ from, to, line }) => `${from}:${line} ${to}`,
  );

describe('FL-8 imports of TypeScript and JavaScript lead to files', () => {
  it('beside the importer, with the extension or the index left out or that of built code', () => {
    const imports = {
      'src/a.ts': ['./b', './c.js', './d', '..'],
      'src/b.tsx': [],
      'src/c.ts': [],
      'src/d/index.ts': [],
      'index.ts': [],
    };
    expect(targets('typescript', imports)).toEqual([
      'src/a.ts:1 src/b.tsx',
      'src/a.ts:2 src/c.ts',
      'src/a.ts:3 src/d/index.ts',
      'src/a.ts:4 index.ts',
    ]);
  });

  it('by the paths of the nearest configuration, comments and extends included', () => {
    const imports = {
      'app/src/a.ts': ['@/lib/b', 'exact', 'lib/b'],
      'app/src/lib/b.ts': [],
      'app/src/e.ts': [],
    };
    const settings = {
      'tsconfig.base.json':
        '{ // shared\n "compilerOptions": { "baseUrl": "app/src", "paths": { "@/*": ["./*"], "exact": ["./e.ts"], }, }, }',
      'app/tsconfig.json': { extends: '../tsconfig.base.json' },
    };
    expect(targets('typescript', imports, settings)).toEqual([
      'app/src/a.ts:1 app/src/lib/b.ts',
      'app/src/a.ts:2 app/src/e.ts',
      'app/src/a.ts:3 app/src/lib/b.ts',
    ]);
  });

  it('of packages of the workspace by their exports, built files standing for their source', () => {
    const imports = {
      'packages/a/src/index.ts': ['@x/b', '@x/b/deep/one', '#own', 'react'],
      'packages/b/src/index.ts': [],
      'packages/b/src/deep/one.ts': [],
      'packages/a/src/own.ts': [],
    };
    const settings = {
      'packages/a/package.json': { name: '@x/a', imports: { '#own': './src/own.ts' } },
      'packages/b/package.json': {
        name: '@x/b',
        exports: { '.': { import: './dist/index.js' }, './deep/*': './dist/deep/*.js' },
      },
    };
    expect(targets('typescript', imports, settings)).toEqual([
      'packages/a/src/index.ts:1 packages/b/src/index.ts',
      'packages/a/src/index.ts:2 packages/b/src/deep/one.ts',
      'packages/a/src/index.ts:3 packages/a/src/own.ts',
    ]);
  });
});

describe('FL-8 imports of other languages lead to files', () => {
  it('of Python from any source root, by dots, and to submodules', () => {
    const imports = {
      'src/p/__init__.py': [],
      'src/p/a.py': ['p.b', ['.', 'b'], ['..p.sub', 'c', 'NAME'], 'logging'] as const,
      'src/p/b.py': [],
      'src/p/sub/__init__.py': [],
      'src/p/sub/c.py': [],
      'tools/logging.py': [],
    };
    expect(targets('python', imports)).toEqual([
      'src/p/a.py:1 src/p/b.py',
      'src/p/a.py:2 src/p/b.py',
      'src/p/a.py:3 src/p/sub/c.py',
      'src/p/a.py:3 src/p/sub/__init__.py',
    ]);
  });

  it('of Go to every file of a package but its tests, replacements followed', () => {
    const imports = {
      'main.go': ['example.com/app/q', 'example.com/other/x', 'fmt'],
      'q/a.go': [],
      'q/b.go': [],
      'q/a_test.go': [],
      'local/x/x.go': [],
    };
    const settings = {
      'go.mod': 'module example.com/app\n\nreplace example.com/other v1.0.0 => ./local\n',
    };
    expect(targets('go', imports, settings)).toEqual([
      'main.go:1 q/a.go',
      'main.go:1 q/b.go',
      'main.go:2 local/x/x.go',
    ]);
  });

  it('of Rust by crate, self, super and the crates of the workspace', () => {
    const imports = {
      'a/src/lib.rs': ['self::x'],
      'a/src/x.rs': [
        ['crate::y', 'T'],
        ['super::y::z', 'f'],
        ['b_c::m', 'S'],
      ] as const,
      'a/src/y/mod.rs': [],
      'a/src/y/z.rs': [],
      'b/src/lib.rs': [],
      'b/src/m.rs': [],
    };
    const settings = {
      'a/Cargo.toml': '[package]\nname = "a"\n',
      'b/Cargo.toml': '[package]\ncategories = ["x"]\nname = "b-c"\n',
    };
    expect(targets('rust', imports, settings)).toEqual([
      'a/src/lib.rs:1 a/src/x.rs',
      'a/src/x.rs:1 a/src/y/mod.rs',
      'a/src/x.rs:2 a/src/y/z.rs',
      'a/src/x.rs:3 b/src/m.rs',
    ]);
  });

  it('of Rust by the name of its library, beside a program that is called the same', () => {
    const imports = {
      'src/cli/main.rs': [['pastel::ansi', 'Brush']] as const,
      'src/cli/ansi.rs': [],
      'src/lib.rs': [],
      'src/ansi.rs': [],
    };
    const settings = {
      'Cargo.toml':
        '[package]\nname = "pastel"\n\n[[bin]]\nname = "pastel"\npath = "src/cli/main.rs"\n',
    };
    expect(targets('rust', imports, settings)).toEqual(['src/cli/main.rs:1 src/ansi.rs']);
  });

  it('of Java by package under any source root, nested classes and wildcards included', () => {
    const imports = {
      'm/src/main/java/c/x/A.java': [
        'c.y.B',
        'c.y.B.Inner',
        ['c.z', '*'],
        'java.util.List',
      ] as const,
      'n/src/main/java/c/y/B.java': [],
      'n/src/main/java/c/z/D.java': [],
    };
    expect(targets('java', imports)).toEqual([
      'm/src/main/java/c/x/A.java:1 n/src/main/java/c/y/B.java',
      'm/src/main/java/c/x/A.java:2 n/src/main/java/c/y/B.java',
      'm/src/main/java/c/x/A.java:3 n/src/main/java/c/z/D.java',
    ]);
  });

  it('of C beside the file or by the only path that ends so, never for system headers', () => {
    const imports = {
      'src/a.c': ['b.h', 'lib/c.h', '<stdio.h>'],
      'src/b.h': [],
      'include/lib/c.h': [],
      'compat/stdio.h': [],
    };
    expect(targets('c', imports)).toEqual(['src/a.c:1 src/b.h', 'src/a.c:2 include/lib/c.h']);
  });

  it('of PHP by PSR-4 and of Ruby by path', () => {
    const php = { 'src/A.php': ['App\\Mail\\B', './h.php'], 'src/Mail/B.php': [], 'src/h.php': [] };
    expect(
      targets('php', php, { 'composer.json': { autoload: { 'psr-4': { 'App\\': 'src/' } } } }),
    ).toEqual(['src/A.php:1 src/Mail/B.php', 'src/A.php:2 src/h.php']);
    expect(
      targets('ruby', { 'lib/a.rb': ['./b', 'x/c'], 'lib/b.rb': [], 'lib/x/c.rb': [] }),
    ).toEqual(['lib/a.rb:1 lib/b.rb', 'lib/a.rb:2 lib/x/c.rb']);
  });
});

describe('the import graph is sound', () => {
  const language = fc.constantFrom(
    'typescript',
    'python',
    'go',
    'rust',
    'java',
    'c',
    'php',
    'ruby',
    'scss',
    'bash',
  );
  it('whatever modules and manifests say: edges join two files of the tree', () => {
    const name = fc.oneof(
      fc.constantFrom(
        '..',
        '../../../x',
        './',
        '',
        '.',
        '#',
        '@',
        'a.b',
        'crate::super',
        '<>',
        '\\',
        '/',
      ),
      fc.string({ maxLength: 12 }),
    );
    const file = fc.record({
      path: fc.constantFrom('a.ts', 'a/b.py', 'a/b/c.go', 'src/lib.rs', 'x/A.java', 'i/h.h'),
      language,
      modules: fc.array(name, { maxLength: 4 }),
    });
    const manifest = fc.record({
      path: fc.constantFrom(
        'package.json',
        'tsconfig.json',
        'a/tsconfig.json',
        'go.mod',
        'Cargo.toml',
        'composer.json',
      ),
      text: fc.oneof(
        fc.string(),
        fc.json(),
        fc.constant('{"extends":"./tsconfig.json","references":[{"path":"."}]}'),
      ),
    });
    fc.assert(
      fc.property(
        fc.array(file, { maxLength: 6 }),
        fc.array(manifest, { maxLength: 4 }),
        (found, texts) => {
          const tree = found.map(({ path, language: spoken, modules }) => ({
            path,
            language: spoken,
            kind: 'source',
            imports: modules.map((module) => ({ module, names: ['n'], line: 1 })),
          }));
          const paths = new Set<string>(tree.map(({ path }) => path));
          for (const { from, to } of resolveImports(tree, texts)) {
            expect(paths.has(from) && paths.has(to) && from !== to).toBe(true);
          }
        },
      ),
    );
  });

  it('knows the manifests it reads', () => {
    expect(
      ['a/package.json', 'tsconfig.app.json', 'go.mod', 'x/Cargo.toml'].every(isManifest),
    ).toBe(true);
    expect(['a/data.json', 'mygo.mod', 'README.md'].some(isManifest)).toBe(false);
  });
});
