import { describe, expect, it } from 'vitest';
import { isParsable } from './parsable.ts';

/** What costs a parser minutes or gigabytes, each a little over the bound, and the same a little under it. */
const KINDS: Readonly<Record<string, readonly [over: string, under: string]>> = {
  'a text of more than a megabyte': ['a = 1\n'.repeat(170_000), 'a = 1\n'.repeat(160_000)],
  'a line nobody wrote': ['x'.repeat(50_002), 'x'.repeat(49_000)],
  'brackets within brackets': ['('.repeat(501), '('.repeat(500)],
  'comparisons that never close': ['a<\n'.repeat(301), 'a<\n'.repeat(300)],
  'signs in a row': ['/*'.repeat(501), '/*'.repeat(499)],
};

describe('SR-3 a parser is not let loose on', () => {
  it.each(Object.entries(KINDS))('%s', (_kind, [over, under]) => {
    expect(isParsable(over)).toBe(false);
    expect(isParsable(under)).toBe(true);
  });
});
