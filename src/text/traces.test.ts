import { describe, expect, it } from 'vitest';
import { faultNames, readFrame, readLogFrame } from './traces.ts';

describe('SR-2 stack frames of the main languages', () => {
  it.each([
    ['  File "/srv/a.py", line 84, in charge', 'charge', '/srv/a.py:84'],
    ['\tat com.shop.Cart.add(Cart.java:12)', 'com.shop.Cart.add', 'Cart.java:12'],
    [
      '\tat java.base/java.lang.Thread.run(Thread.java:833)',
      'java.lang.Thread.run',
      'Thread.java:833',
    ],
    ['\tat com.shop.Cart.add(Native Method)', 'com.shop.Cart.add', ''],
    ['    at Cart.add (/srv/cart.js:12:5)', 'Cart.add', '/srv/cart.js:12'],
    ['    at async login (file:///srv/login.mjs:18:11)', 'login', 'file:///srv/login.mjs:18'],
    ['    at /srv/cart.js:12:5', '', '/srv/cart.js:12'],
    ['   at Shop.Cart.Add(Item item) in /src/Cart.cs:line 12', 'Shop.Cart.Add', '/src/Cart.cs:12'],
    ['main.(*Shelf).At(0xc0000a6000, 0x3)', 'main.(*Shelf).At', ''],
    ['\t/src/shelf.go:27 +0x1d', '', '/src/shelf.go:27'],
    ['   2: grain::parser::Parser::header', 'grain::parser::Parser::header', ''],
    ['             at ./src/parser.rs:118:14', '', './src/parser.rs:118'],
    ["\tfrom app/cart.rb:12:in `add'", 'add', 'app/cart.rb:12'],
    ["app/cart.rb:12:in 'Cart#add'", 'Cart#add', 'app/cart.rb:12'],
    ['#0 /srv/Cart.php(12): Cart->add()', 'Cart->add', '/srv/Cart.php:12'],
    ['    #1 0x55d1 in cart_add src/cart.c:12:5', 'cart_add', 'src/cart.c:12'],
    ['#1      Cart.add (package:shop/cart.dart:12:5)', 'Cart.add', 'shop/cart.dart:12'],
  ])('%s', (line, name, place) => expect(readLogFrame(line)).toEqual({ name, place }));

  it.each([
    ['    (shop 0.1.0) lib/cart.ex:12: Shop.Cart.add/2', 'add', 'lib/cart.ex', 12],
    ['    lib/cart.ex:12: anonymous fn/1 in Shop.Cart.add/2', 'add', 'lib/cart.ex', 12],
    ['#1      Cart.add (package:shop/cart.dart:12:5)', 'add', 'shop/cart.dart', 12],
  ])('%s in a task', (line, name, path, number) =>
    expect(readFrame(line)).toEqual({ path, line: number, function: name }),
  );

  it.each([
    'at last it works',
    'workerEnv.init() ok /etc/x',
    'from here on',
    '12: done',
    'plain words',
    '',
  ])('sees none in %j', (line) => expect(readLogFrame(line)).toBeNull());

  it('names exceptions with and without their package, and codes', () => {
    expect(
      faultNames('java.io.IOException: x\nCaused by: a.b.CustomError: y, ECONNREFUSED'),
    ).toEqual([
      'IOException',
      'java.io.IOException',
      'CustomError',
      'a.b.CustomError',
      'ECONNREFUSED',
    ]);
    expect(faultNames('an Error in ERROR state')).toEqual([]);
  });
});
