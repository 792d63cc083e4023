import { describe, expect, it } from 'vitest';
import type { GraphFile } from './resolve.ts';
import { testLinks } from './subjects.ts';

const file = (path: string, language: string, kind = 'source'): GraphFile => ({
  path,
  language,
  kind,
  imports: [],
});

describe('tests are known as tests of their subject', () => {
  it.each([
    ['tests/foo/test_bar.py', 'foo/bar.py', 'python'],
    ['src/cart.test.ts', 'src/cart.ts', 'typescript'],
    ['src/test/java/c/CartTest.java', 'src/main/java/c/Cart.java', 'java'],
    ['q/queue_test.go', 'q/queue.go', 'go'],
    ['spec/models/user_spec.rb', 'app/models/user.rb', 'ruby'],
  ])('%s tests %s', (test, subject, language) => {
    const files = [
      file(test, language, 'test'),
      file(subject, language),
      file('z/other.x', language),
    ];
    expect(testLinks(files, [])).toMatchObject([{ test, subject }]);
  });

  it('and an import makes it surer', () => {
    const files = [file('tests/test_a.py', 'python', 'test'), file('p/a.py', 'python')];
    const [named] = testLinks(files, []);
    const [backed] = testLinks(files, [{ from: 'tests/test_a.py', to: 'p/a.py', line: 1 }]);
    expect(backed?.reason).toBe('name, folder, import');
    expect(backed?.score ?? 0).toBeGreaterThan(named?.score ?? 1);
  });

  it('but a helper that shares a name with a package is no test of it', () => {
    const files = [
      file('tests/shop/models.py', 'python', 'test'),
      file('django/db/models/__init__.py', 'python'),
    ];
    expect(testLinks(files, [])).toEqual([]);
  });
});
