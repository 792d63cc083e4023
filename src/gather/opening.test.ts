import { describe, expect, it } from 'vitest';
import { densityOf } from '../score/value.ts';
import { openedBy } from './opening.ts';

const IMPORTS = { worth: 0.2, opening: 0.1, tokens: 50, isBare: true };
const BODY = { worth: 0.02, opening: 0.1, tokens: 200, isBare: false };

describe('RT-1 what opens a file', () => {
  it('is its best body, and imports come after it', () => {
    const [imports = 0, body = 0] = openedBy([IMPORTS, BODY]);
    expect(body).toBe(BODY.opening);
    expect(densityOf(imports, IMPORTS.tokens)).toBeLessThanOrEqual(densityOf(body, BODY.tokens));
  });

  it('are imports where there is nothing else', () => {
    expect(openedBy([IMPORTS])).toEqual([IMPORTS.worth]);
    expect(openedBy([])).toEqual([]);
  });
});
