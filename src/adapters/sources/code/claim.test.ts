import { describe, expect, it } from 'vitest';
import { code } from './code.ts';

const SETTINGS = { paths: [], alwaysInclude: [], windowHours: 24 };
const claimed = (path: string, head = ''): string => {
  const shape = code.claim(path, head, SETTINGS);
  return `${shape?.kind} ${shape?.language}${shape?.options === '' ? '' : `?${shape?.options}`}`;
};

describe('SR-1 the code source knows what a file is by its path', () => {
  it.each([
    ['src/app.ts', 'source typescript'],
    ['src/app.tsx', 'source tsx'],
    ['types/index.d.ts', 'types typescript'],
    ['pkg/mod.pyi', 'types python'],
    ['Makefile', 'build makefile'],
    ['CMakeLists.txt', 'build cmake'],
    ['setup.py', 'source python'],
    ['vite.config.ts', 'build typescript'],
    ['package.json', 'config json'],
    ['pyproject.toml', 'config toml'],
    ['.editorconfig', 'config ini'],
    ['.gitattributes', 'config text'],
    ['assets/site.scss', 'style scss'],
    ['templates/page.html', 'markup html'],
    ['data/rows.csv', 'data csv'],
    ['db/schema.sql', 'source sql'],
    ['AUTHORS', 'data text'],
    ['lib/thing.foo', 'source text'],
    ['conf/settings.py-tpl/manage.py.tmpl', 'source python'],
    ['examples/shop/index.js', 'example javascript'],
    ['_examples/main.go', 'example go'],
    ['docs/conf.py', 'example python'],
    ['pkg/benchmarks/bench_sum.py', 'example python'],
    ['examples/shop/index.test.js', 'test javascript'],
    ['contrib/sites/models.py', 'source python'],
    ['src/main/java/com/example/demo/App.java', 'source java'],
  ])('%s is %s', (path, expected) => {
    expect(claimed(path)).toBe(expected);
  });

  it.each([
    'tests/forms/models.py',
    'pkg/test_views.py',
    'pkg/conftest.py',
    'integration/cors/src/app.ts',
    'src/__tests__/cart.ts',
    'src/cart.spec.tsx',
    'src/cart.test.mjs',
    'queue_test.go',
    'src/test/java/com/x/Helper.java',
    'core/src/main2/CartTest.java',
    'spec/models/user_spec.rb',
    'crates/a/tests/it.rs',
    'test/app.render.js',
    'packages/svelte/tests/runtime/samples/x/main.svelte',
    'Shop.Tests/CartTests.cs',
  ])('%s is a test', (path) => {
    expect(claimed(path)).toMatch(/^test /);
  });

  it.each([
    'django/test/client.py',
    'numpy/testing/utils.py',
    'src/main/java/com/x/test/Runner.java',
    'src/integration/slack.ts',
    'src/contest.py',
    'lib/latest.js',
    'src/attest.go',
    'app/inspector.rb',
  ])('%s is no test', (path) => {
    expect(claimed(path)).toMatch(/^source /);
  });

  it('reads the interpreter of a script without extension', () => {
    expect(claimed('bin/run', '#!/usr/bin/env -S python3 -u\n')).toBe('source python');
    expect(claimed('bin/run', '#!/bin/sh\n')).toBe('source bash');
    expect(claimed('bin/run', 'plain')).toBe('data text');
  });

  it('tells languages with one extension apart by their first lines', () => {
    expect(claimed('a.h', 'namespace x {\n')).toBe('source cpp');
    expect(claimed('a.h', 'int f(void);\n')).toBe('source c');
    expect(claimed('a.m', '#import <Foo.h>\n')).toBe('source objective-c');
    expect(claimed('a.js', '/**\n * @flow\n */\n')).toBe('source javascript?flow');
  });
});
