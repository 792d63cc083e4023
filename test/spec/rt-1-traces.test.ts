import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { inFolder, writeFiles } from '../support/project.ts';

/** Java: what a trace raises is told of in the comments of a file that has nothing to do with it. */
const FILES = {
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [
      `src/com/shop/Part${i}.java`,
      `package com.shop;\n\nclass Part${i} {\n  int part() { return ${i}; }\n}\n`,
    ]),
  ),
  'src/com/shop/WeakMap.java': `package com.shop;\n\n${Array.from(
    { length: 12 },
    (_, i) =>
      `/** Throws java.lang.NullPointerException for null. */\nclass WeakMap${i} {\n  // a NullPointerException is an Exception of java.lang\n}\n`,
  ).join('\n')}`,
  'src/com/shop/Cart.java':
    'package com.shop;\n\nclass Cart {\n  int total() {\n    return sum.of(items);\n  }\n}\n',
  'src/com/shop/Till.java':
    'package com.shop;\n\nclass Till {\n  void close() {\n    cart.total();\n  }\n}\n',
};
const TRACE = [
  'java.lang.NullPointerException',
  '\tat com.shop.Cart.total(Cart.java:5)',
  '\tat com.shop.Till.close(Till.java:5)',
  '\t... 12 more',
].join('\n');

const shownFor = async (root: string, task: string) => {
  const { out } = await command(root, ['assemble', task, '--json']);
  return (JSON.parse(out) as { parts: { path: string; tier: string }[] }).parts;
};

describe('RT-1 a trace that is pasted without a word', () => {
  it('leads to the code it passed, and not to what speaks of such faults', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const best = (await shownFor(root, TRACE)).slice(0, 2);
      expect(best.map(({ path }) => path).sort()).toEqual([
        'src/com/shop/Cart.java',
        'src/com/shop/Till.java',
      ]);
      expect(best.map(({ tier }) => tier)).toEqual(['primary', 'primary']);
    }));

  it('is one in other languages, too, and its message still tells', () =>
    inFolder(async (root) => {
      writeFiles(root, {
        ...FILES,
        'app/cart.py': 'def total(items):\n    return sum(items)\n',
        'app/colours.py': 'def colour(name):\n    raise KeyError(f"no colour {name}")\n',
      });
      const python =
        'Traceback (most recent call last):\n  File "/srv/app/cart.py", line 2, in total\n    return sum(items)\nKeyError: \'no colour red\'';
      const paths = (await shownFor(root, python)).map(({ path }) => path);
      expect(paths).toEqual(expect.arrayContaining(['app/cart.py', 'app/colours.py']));
      const script =
        'KeyError: no colour red\n    at total (app/cart.py:2:1)\n    at main (app/other.py:1:1)';
      expect((await shownFor(root, script)).map(({ path }) => path)).toEqual(
        expect.arrayContaining(['app/cart.py', 'app/colours.py']),
      );
    }));
});
