import { describe, expect, it } from 'vitest';
import { freshFor, recent, remembered, rememberedOf } from './memo.ts';

describe('PK-5 what was used last', () => {
  it('stays, and the rest is forgotten', () => {
    const values = recent<number>(2);
    values.set('a', 1);
    values.set('b', 2);
    expect(values.get('a')).toBe(1);
    values.set('c', 3);
    expect(values.get('b')).toBeUndefined();
    expect([values.get('a'), values.get('c')]).toEqual([1, 3]);
    values.set('a', 4);
    expect(values.get('a')).toBe(4);
  });
});

describe('what was made of an object', () => {
  it('is made once for each, whatever it is', () => {
    const asked: object[] = [];
    const made = rememberedOf((key: object) => {
      asked.push(key);
      return asked.length === 1 ? undefined : 'more';
    });
    const [a, b] = [{}, {}];
    expect([made(a), made(a), made(b), made(b)]).toEqual([undefined, undefined, 'more', 'more']);
    expect(asked).toEqual([a, b]);
  });
});

describe('IF-4 values that stay fresh for a time', () => {
  const cache = (lifeMs: number, most = 8) => {
    let time = 1000;
    let made = 0;
    const values = freshFor<number>(lifeMs, most, () => time);
    return {
      at: (ms: number, key = 'a', keeps = true): Promise<number> => {
        time = ms;
        return values.get(key, async () => ({ value: ++made, keeps }));
      },
    };
  };

  it('are made once, and again when their time is over', async () => {
    const { at } = cache(300);
    expect(await at(1000)).toBe(1);
    expect(await at(1299)).toBe(1);
    expect(await at(1300)).toBe(2);
    expect(await at(1599)).toBe(2);
  });

  it('are made anew where the clock was set back', async () => {
    const { at } = cache(300);
    expect(await at(1000)).toBe(1);
    expect(await at(999)).toBe(2);
  });

  it('are not kept if they are no good, or if nothing is to be kept', async () => {
    const { at } = cache(300);
    expect(await at(1000, 'a', false)).toBe(1);
    expect(await at(1001)).toBe(2);
    const none = cache(0);
    expect(await none.at(1000)).toBe(1);
    expect(await none.at(1000)).toBe(2);
  });

  it('give way to newer ones', async () => {
    const { at } = cache(300, 2);
    await at(1000, 'a');
    await at(1000, 'b');
    await at(1001, 'a');
    await at(1002, 'c');
    expect(await at(1003, 'a')).toBe(1);
    expect(await at(1003, 'b')).toBe(4);
  });
});

describe('what a function answered before', () => {
  it('is not asked for again, whatever it was', () => {
    let asked = 0;
    const half = remembered((n: number) => {
      asked++;
      return n % 2 === 0 ? n / 2 : undefined;
    });
    expect([half(4), half(3), half(4), half(3)]).toEqual([2, undefined, 2, undefined]);
    expect(asked).toBe(2);
  });

  it('is forgotten when there is too much of it', () => {
    const asked: number[] = [];
    const same = remembered((n: number) => asked.push(n), 2);
    for (const n of [1, 2, 1, 3, 3, 1]) same(n);
    expect(asked).toEqual([1, 2, 3, 1]);
  });
});
