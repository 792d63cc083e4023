import { describe, expect, it } from 'vitest';
import type { SearchHit } from '../../src/model/results.ts';
import { inFolder, sheafJson, writeFiles } from '../support/project.ts';

/** Texts that differ, so that none is a duplicate, and score alike for `token`. */
const alike = (i: number): string => `def token(): return ${100 + i}\n`;

/** Names in the order of code points, in which no locale has them: an upper case Z comes before a, an emoji last. */
const NAMES = ['B.py', 'Z.py', 'a.py', 'b.py', 'é.py', 'ﬀ.py', '😀.py'];

describe('RT-2 what scores alike is ordered by path', () => {
  it('by code point, whatever the locale', () =>
    inFolder((root) => {
      writeFiles(root, Object.fromEntries([...NAMES].reverse().map((name, i) => [name, alike(i)])));
      for (const locale of ['C', 'tr_TR.UTF-8', 'sv_SE.UTF-8']) {
        const hits = sheafJson<SearchHit[]>(['search', '--files', 'token', '--root', root], {
          env: { LC_ALL: locale },
        });
        expect(new Set(hits.map(({ score }) => score)).size).toBe(1);
        expect(hits.map(({ path }) => path)).toEqual(NAMES);
      }
    }));
});
