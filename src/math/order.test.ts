import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byCodePoint } from './order.ts';

it('RT-2 orders strings as their code points do', () => {
  const naive = (a: string, b: string): number => {
    const x = [...a].map((c) => c.codePointAt(0) ?? 0);
    const y = [...b].map((c) => c.codePointAt(0) ?? 0);
    const at = x.findIndex((value, i) => value !== y[i]);
    return at === -1 ? x.length - y.length : (x[at] ?? 0) - (y[at] ?? -1);
  };
  const unit = fc.constantFrom('a', 'b', '\ue000', '\uffff', '😀', '𝛼', 'é');
  const text = fc.array(unit, { maxLength: 4 }).map((units) => units.join(''));
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(byCodePoint(a, b))).toBe(Math.sign(naive(a, b)));
    }),
  );
});
