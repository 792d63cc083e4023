import { describe, expect, it } from 'vitest';
import { recent } from './recent.ts';

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
