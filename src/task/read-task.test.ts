import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../test/support/effort.ts';
import { readTask } from './read-task.ts';

const frameOf = (line: string): string => {
  const [frame] = readTask(`Title\n\n${line}\n`).frames;
  return frame === undefined ? '' : `${frame.path}:${frame.line} ${frame.function}`.trim();
};

describe('SC-4 reading a task: parts of the project that its title names', () => {
  it.each([
    ['fix(router): lose no query', ['router']],
    ['net/http, io: close the body', ['net/http', 'io']],
    ['refactor the challenge package', ['challenge']],
    ['Clean up the `session-store` module and its tests', ['session-store']],
    ['move errors out of the server/src folder', ['server/src']],
    ['fix: the module loader fails', []],
    ['add a module', []],
  ])('%s', (title, scopes) => {
    expect(readTask(title).scopes).toEqual(scopes);
  });
});

describe('SC-4 reading a task: what is looked for', () => {
  it.each([
    ['fix cors', 'cors'],
    ['Fixes the race in the store', 'the race in the store'],
    ['fix', 'fix'],
    ['[Bug]: set_visible() is ignored', 'set_visible() is ignored'],
    ['Feature request: show units', 'show units'],
    ['bug in the slider', 'bug in the slider'],
    ['fixture files are read twice', 'fixture files are read twice'],
    ['how do I fix cors', 'how do I fix cors'],
    ['how do plugins work?', 'how do plugins?'],
    ['How is the cache supposed to work', 'How is the cache supposed to'],
    ['the work queue is full', 'the work queue is full'],
    ['explain the hooks page', 'explain the hooks'],
    ['how do I split a page', 'how do I split a page'],
    ['fix the hooks page', 'the hooks page'],
    ['how does the worker work with queues', 'how does the worker work with queues'],
    ['refactor the auth module', 'refactor the auth'],
    ['the module loader fails', 'the module loader fails'],
  ])('%s', (text, sought) => {
    const { title, sections } = readTask(text);
    expect([title, sections.title]).toEqual([text, sought]);
  });
});

describe('SC-4 reading a task: stack frames', () => {
  const cases: Readonly<Record<string, readonly [string, string]>> = {
    Python: [
      '  File "/srv/app/shop/cart.py", line 42, in add_item',
      '/srv/app/shop/cart.py:42 add_item',
    ],
    'Python without a function': ['  File "setup.py", line 3', 'setup.py:3'],
    pytest: ['src/shop/cart.py:42: in add_item', 'src/shop/cart.py:42 add_item'],
    Node: ['    at Cart.addItem (/app/src/cart.ts:42:13)', '/app/src/cart.ts:42 addItem'],
    'Node, anonymous': ['    at /app/src/cart.js:42:13', '/app/src/cart.js:42'],
    'Node, async': [
      '    at async checkout (file:///app/src/cart.mjs:7:3)',
      '/app/src/cart.mjs:7 checkout',
    ],
    Java: ['\tat com.shop.Cart.addItem(Cart.java:42)', 'com/shop/Cart.java:42 addItem'],
    'Java with a module': [
      '\tat java.base/com.shop.Cart.run(Cart.java:9)',
      'com/shop/Cart.java:9 run',
    ],
    Kotlin: ['    at com.shop.CartKt.main(Cart.kt:5)', 'com/shop/Cart.kt:5 main'],
    Go: ['\t/home/me/shop/cart.go:42 +0x1d', '/home/me/shop/cart.go:42'],
    Rust: ["thread 'main' panicked at src/cart.rs:42:9:", 'src/cart.rs:42'],
    'Rust, older': ["thread 'main' panicked at 'no item', src/cart.rs:42:9", 'src/cart.rs:42'],
    'Rust backtrace': ['             at ./src/cart.rs:42:9', './src/cart.rs:42'],
    'C#': [
      '   at Shop.Cart.Add(Item item) in C:\\src\\Shop\\Cart.cs:line 42',
      'C:/src/Shop/Cart.cs:42 Add',
    ],
    Ruby: ["\tfrom lib/shop/cart.rb:42:in `add_item'", 'lib/shop/cart.rb:42 add_item'],
    PHP: [
      '#0 /srv/app/src/Cart.php(42): Shop\\Cart->addItem()',
      '/srv/app/src/Cart.php:42 addItem',
    ],
  };
  for (const [language, [line, frame]] of Object.entries(cases)) {
    it(`reads those of ${language}`, () => expect(frameOf(line)).toBe(frame));
  }

  it('takes prose that mentions a place for no frame', () => {
    expect(frameOf('Look at the file cart.py, line 42, it is wrong.')).toBe('');
    expect(frameOf('we meet at noon (see the calendar)')).toBe('');
  });
});

describe('SC-4 reading a task: its parts', () => {
  it('reads a ticket whose code is indented by tabs', () => {
    const { sections, messages } = readTask(
      'Cart is not hashable.\nDescription\n\t\nSince the upgrade some carts break. Error is {TypeError}unhashable type.\nExample (this one breaks):\n\tdef total(self, cart):\n\t\treturn PRICES[cart]\nWith lists it works.\n',
    );
    expect(sections.title).toBe('Cart is not hashable.');
    expect(sections.code).toContain('return PRICES[cart]');
    expect(sections.prose).toContain('With lists it works.');
    expect(sections.prose).not.toContain('PRICES');
    expect(messages).toEqual([]);
  });

  it('leaves out what a template asks, and keeps what was answered', () => {
    const { sections } = readTask(
      'Cart loses items\n\n<!-- Thank you for reporting!\nPlease fill in all parts. -->\n### Describe the bug\n\nAfter `cart.merge()` the first item is gone.\n\n**Expected behavior**\nBoth stay.\n\n```js\ncart.merge(other)\n```\n\nhttps://example.org/very/long\n',
    );
    expect(sections.prose).not.toMatch(/Thank you|Please fill|example\.org/);
    expect(sections.prose).toContain('Both stay.');
    expect(sections.inline).toBe('cart.merge()');
    expect(sections.code.trim()).toBe('cart.merge(other)');
  });

  it('leaves out what a form asks of the surroundings, and goes on where somebody tells something', () => {
    const { sections } = readTask(
      '[Bug]: slider jumps\n\n### Bug summary\n\nIt jumps.\n\n### Toolkit Backend\n\nQt5Agg\n\n#### Versions\n```\nnumpy: 1.16.2\nSystem: Linux\n```\nI looked at it again, and the handle seems to be moved by the callback.\n\n### Workaround\n\nNone.\nDeprecated until version 0.25.\n\n- Python version: 3.7\n',
    );
    expect(sections.prose).not.toMatch(/summary|Backend|Qt5Agg|Versions|Python/);
    expect(sections.code).not.toMatch(/numpy|Linux/);
    expect(sections.prose).toMatch(
      /It jumps[\s\S]*moved by the callback[\s\S]*Workaround[\s\S]*until version/,
    );
  });

  it('takes what is typed at a prompt for code, with its answer, and imports', () => {
    const { sections } = readTask(
      'Sum is zero\n\nfrom algebra import *\n>>> total(identity(3))\nzero_found\n\nIt should be three.\n',
    );
    expect(sections.code.split('\n')).toEqual([
      'from algebra import *',
      '>>> total(identity(3))',
      'zero_found',
    ]);
    expect(sections.prose.trim()).toBe('It should be three.');
  });

  it('takes a comment that never closes for text', () => {
    expect(readTask('Escape <!-- in templates\n\nThe rest stands.').sections.prose).toContain(
      'The rest stands.',
    );
  });

  it('reads the trace, its message and its paths out of a report', () => {
    const task = readTask(
      'Import fails\n\nTraceback (most recent call last):\n  File "shop/load.py", line 7, in load\n    return parse(text)\nshop.errors.FormatError: line 3 has no price\n',
    );
    expect(task.frames).toEqual([{ path: 'shop/load.py', line: 7, function: 'load' }]);
    expect(task.messages).toEqual(['shop.errors.FormatError: line 3 has no price']);
    expect(task.paths).toContain('shop/load.py');
    expect(task.type).toBe('bug');
  });

  it('finds the paths of a diff and of a mention', () => {
    const { paths } = readTask(
      'Review this against @src/shop/cart.ts\n\ndiff --git a/src/load.ts b/src/load.ts\n--- a/src/load.ts\n+++ b/src/load.ts\n@@ -1,2 +1,2 @@\n-const a = 1;\n+const a = 2;\n',
    );
    expect(paths).toEqual(
      expect.arrayContaining(['src/shop/cart.ts', 'a/src/load.ts', 'b/src/load.ts']),
    );
  });

  it('takes messages from quotes and a title, and apostrophes for none', () => {
    const { messages } = readTask(
      'TypeError: price is not a number\n\nIt doesn\'t work and I can\'t see why. It says "cart 12 is locked by another session".',
    );
    expect(messages).toEqual([
      'TypeError: price is not a number',
      'cart 12 is locked by another session',
    ]);
  });
});

describe('SC-4 reading a task: its type', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['Fix the crash when the cart is empty', 'bug'],
    ['Checkout throws an exception if the price is missing', 'bug'],
    ['fix(cart): items vanish after merge', 'bug'],
    ['Add support for vouchers', 'feature'],
    ['Allow the price to be given in cents', 'feature'],
    ['Implement a dark theme', 'feature'],
    ['Cache dependencies in the build workflow of CI', 'infra'],
    ['Deploy the api to the staging cluster with helm', 'infra'],
    ['Bump actions/checkout from 3 to 4', 'infra'],
    ['Document the options of the cart in the guide', 'research'],
    ['Why is checkout slow? Compare the two ways to lock a cart', 'research'],
  ];
  for (const [text, type] of cases) {
    it(`takes "${text}" for ${type}`, () => {
      const task = readTask(text);
      expect(task.type).toBe(type);
      expect(task.typeWords.length).toBeGreaterThan(0);
      expect(task.typeConfidence).toBeGreaterThan(0.25);
    });
  }

  it('believes what it is told', () => {
    const { type, typeConfidence } = readTask('Add vouchers', 'infra');
    expect([type, typeConfidence]).toEqual(['infra', 1]);
  });
});

describe('SC-4 reading a task never fails', () => {
  it('reads any text, the same way twice', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(
        '```',
        '\n',
        '\t',
        '  File "',
        '", line ',
        'at ',
        '(',
        ':1:2)',
        '<!--',
        '-->',
        '`',
        '\u0000',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const task = readTask(pieces.join(''));
        expect(readTask(pieces.join(''))).toEqual(task);
        expect(task.typeConfidence).toBeGreaterThan(0);
        expect(task.typeConfidence).toBeLessThanOrEqual(1);
      }),
    );
    expect(readTask('').sections.title).toBe('');
    expect(readTask('\ud800 \u0000').frames).toEqual([]);
  });

  it('takes a time that grows no faster than the text, whatever it is made of', {
    retry: 2,
  }, () => {
    const units = [
      'a',
      'aB',
      'a/',
      'a\\',
      '~/',
      '<!--',
      '`',
      '"',
      "'",
      '\n',
      'at a.b(',
      'a.b.c:',
      'http://',
      ' ',
      '**a',
      '# a ',
    ];
    const time = (text: string): number => {
      const began = processorMs();
      readTask(text);
      return processorMs() - began;
    };
    for (const unit of units) {
      time(unit.repeat(10_000));
      const small = Math.max(5, time(unit.repeat(Math.ceil(50_000 / unit.length))));
      const large = time(unit.repeat(Math.ceil(500_000 / unit.length)));
      // Ten times the text; a square would be a hundred times.
      expect(large / small, unit).toBeLessThan(50);
    }
  });
});
