import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import { STRATEGIES } from '../model/options.ts';
import { optimal } from './optimal.ts';
import { atMostPerDocument, grouped, type Piece, type Room } from './piece.ts';
import { greedy, interleaved, pack, scoreWeighted } from './strategies.ts';
import { allotted } from './tiers.ts';
import { worths } from './worth.ts';

interface Sized extends Piece {
  readonly name: string;
  readonly size: number;
}

const piece = (name: string, size: number, score: number, path = name, sequence = 0): Sized => ({
  name,
  size,
  score,
  path,
  sequence,
  start: sequence,
});
const room = (available: number, document = 0, gap = 0, head = 0): Room<Sized> => ({
  available,
  roomAt: (tokens) => tokens - head,
  tokens: ({ size }) => size,
  documentTokens: () => document,
  gapTokens: gap,
});
const names = ({ taken }: { taken: readonly Sized[] }): string[] => taken.map(({ name }) => name);

describe('PK-3 the packing vectors', () => {
  const results = [
    piece('A', 50, 0.9),
    piece('B', 100, 0.85),
    piece('C', 30, 0.8),
    piece('D', 80, 0.75),
  ];

  it('packs A and C, 80 tokens', () => {
    const packing = greedy(results, room(150));
    expect(names(packing)).toEqual(['A', 'C']);
    expect(packing.used).toBe(80);
  });

  it('groups pieces by document, documents by their best piece', () => {
    const grouping = [
      piece('a1', 1, 0.9, 'a.md', 1),
      piece('b1', 1, 0.88, 'b.md', 1),
      piece('a2', 1, 0.85, 'a.md', 2),
      piece('b2', 1, 0.82, 'b.md', 2),
    ];
    expect(grouped(grouping).map(({ path }) => path)).toEqual(['a.md', 'b.md']);
    expect(names(greedy(grouping, room(100)))).toEqual(['a1', 'a2', 'b1', 'b2']);
    expect(names(interleaved(grouping, room(100)))).toEqual(['a1', 'b1', 'a2', 'b2']);
  });

  it('stops at the first piece that does not fit when packing by score', () => {
    expect(names(scoreWeighted(results, room(150)))).toEqual(['A']);
    expect(names(scoreWeighted(results, room(151)))).toEqual(['A', 'B']);
  });
});

const anyPieces = fc
  .array(
    fc.record({
      size: fc.integer({ min: 1, max: 900 }),
      score: fc.double({ min: 0.01, max: 6, noNaN: true }),
      path: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    }),
    { maxLength: 60 },
  )
  .map((list) =>
    list.map(({ size, score, path }, i) => piece(`${path}${i}`, size, score, path, i)),
  );
/** Some pieces are parts of the one before. */
const nestedPieces = fc
  .tuple(anyPieces, fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }))
  .map(([pieces, isPart]) => {
    const last = new Map<string, Sized>();
    return pieces.map((own, i): Sized => {
      const parent = last.get(own.path);
      if (isPart[i] === true && parent !== undefined) {
        return { ...own, score: parent.score - 1, needs: parent };
      }
      last.set(own.path, own);
      return own;
    });
  });

describe('PK-4 the laws of packing', () => {
  it.each(STRATEGIES)('%s never exceeds the budget', (strategy) => {
    fc.assert(
      fc.property(nestedPieces, fc.integer({ min: 1, max: 20_000 }), (pieces, tokens) => {
        const { taken, used } = pack(strategy, pieces, room(tokens, 20, 5, 50));
        for (const { needs } of taken) if (needs !== undefined) expect(taken).toContain(needs);
        const documents = new Set(taken.map(({ path }) => path)).size;
        const sum = taken.reduce((total, { size }) => total + size, 0);
        expect(used).toBe(sum + documents * 20 + (taken.length - documents) * 5);
        expect(used).toBeLessThanOrEqual(Math.max(0, tokens - 50));
        expect(new Set(taken).size).toBe(taken.length);
      }),
      { numRuns: runs(1000) },
    );
  });

  it.each(STRATEGIES)('%s does not care for the order of its input', (strategy) => {
    const shuffled = nestedPieces.chain((pieces) =>
      fc.tuple(
        fc.constant(pieces),
        fc.shuffledSubarray(pieces, { minLength: pieces.length, maxLength: pieces.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, fc.integer({ min: 1, max: 20_000 }), ([pieces, other], tokens) => {
        expect(names(pack(strategy, other, room(tokens, 9, 3)))).toEqual(
          names(pack(strategy, pieces, room(tokens, 9, 3))),
        );
      }),
      { numRuns: runs(1000) },
    );
  });

  it('loses nothing in greedy when the budget is doubled', () => {
    fc.assert(
      fc.property(anyPieces, fc.integer({ min: 256, max: 8000 }), (pieces, tokens) => {
        const fewer = names(greedy(pieces, room(tokens, 20, 5, 50)));
        const more = new Set(names(greedy(pieces, room(2 * tokens, 20, 5, 50))));
        if (tokens >= 1000) for (const name of fewer) expect(more).toContain(name);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('goes on in greedy from what half of the budget held, whatever that was', () => {
    fc.assert(
      fc.property(anyPieces, fc.integer({ min: 1000, max: 8000 }), (pieces, tokens) => {
        const half = optimal(pieces, room(tokens, 20, 5, 50)).taken;
        const more = names(greedy(pieces, room(2 * tokens, 20, 5, 50), half));
        for (const { name } of half) expect(more).toContain(name);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('fills nine tenths of the budget where there is enough to choose from', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4000, max: 50_000 }), fc.nat(), (tokens, seed) => {
        const many = Array.from({ length: 400 }, (_, i) =>
          piece(
            `p${i}`,
            100 + ((seed + i * 7919) % 300),
            1 + ((i * 104_729) % 97) / 97,
            `d${i % 40}`,
            i,
          ),
        );
        const { used } = optimal(many, room(tokens, 20, 5));
        expect(used).toBeGreaterThan(0.9 * tokens);
      }),
    );
  });

  it('puts the best three among the first five when packing by score', () => {
    fc.assert(
      fc.property(anyPieces, (pieces) => {
        const { taken } = scoreWeighted(pieces, room(1_000_000));
        const best = [...pieces].sort((a, b) => b.score - a.score).slice(0, 3);
        const first = taken.slice(0, 5).map(({ score }) => score);
        for (const { score } of best) expect(first).toContain(score);
      }),
    );
  });
});

/** The most worth of all choices of a few pieces. */
function bestByTrying(pieces: readonly Sized[], where: Room<Sized>): number {
  const worthOf = worths(pieces, where);
  const limit = where.roomAt(where.available);
  const all = Array.from({ length: 2 ** pieces.length }, (_, mask) => {
    const taken = pieces.filter((_piece, i) => (mask >> i) % 2 === 1);
    const paths = new Set(taken.map(({ path }) => path));
    const used =
      taken.reduce((sum, { size }) => sum + size + where.gapTokens, 0) +
      paths.size * (where.documentTokens('') - where.gapTokens);
    const isWhole = taken.every(
      ({ needs }) => needs === undefined || taken.includes(needs as Sized),
    );
    return isWhole && used <= limit ? worthOf(taken) : 0;
  });
  return Math.max(...all);
}

describe('PK-1 the optimal packing', () => {
  it('is worth what the best of all choices is, and knows it', () => {
    fc.assert(
      fc.property(nestedPieces, fc.integer({ min: 1, max: 3000 }), (pieces, tokens) => {
        const few = pieces.slice(0, 9);
        const where = room(tokens, 40, 10);
        const { taken, bound } = optimal(few, where);
        const best = bestByTrying(few, where);
        const worth = worths(few, where)(taken);
        // Within what is not worth more work.
        expect(worth).toBeGreaterThanOrEqual(0.99 * best);
        expect(worth).toBeLessThanOrEqual(best * (1 + 1e-9));
        expect(bound).toBeGreaterThanOrEqual(best * (1 - 1e-9));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('lies less than a hundredth below its bound, from a thousand tokens on', () => {
    const anyMany = fc.record({
      seed: fc.nat(),
      tokens: fc.integer({ min: 1000, max: 60_000 }),
      documents: fc.integer({ min: 5, max: 80 }),
    });
    fc.assert(
      fc.property(anyMany, ({ seed, tokens, documents }) => {
        const many = Array.from({ length: 600 }, (_, i) => {
          const mixed = Math.imul(seed + i * 104_729, 2_654_435_761) >>> 0;
          return piece(
            `p${i}`,
            20 + (mixed % 700),
            0.5 + ((mixed >>> 8) % 1000) / 180,
            `d${i % documents}`,
            i,
          );
        });
        const where = room(tokens, 100, 18);
        const { taken, bound } = optimal(many, where);
        const worth = worths(many, where)(taken);
        expect(worth).toBeGreaterThan(0.99 * bound);
        expect(worth).toBeLessThanOrEqual(bound * (1 + 1e-9));
      }),
      { numRuns: runs(200) },
    );
  });

  it('counts no more pieces than may find a place', () => {
    const counted = new Set<string>();
    const many = Array.from({ length: 2000 }, (_, i) =>
      piece(`p${i}`, 40 + ((i * 7919) % 160), 6 - i / 300, `d${i % 50}`, i),
    );
    const where: Room<Sized> = {
      ...room(4000, 40, 10),
      tokens: ({ name, size: tokens }) => {
        counted.add(name);
        return tokens;
      },
      leastTokens: ({ size: tokens }) => tokens / 2,
    };
    expect(optimal(many, where).taken.length).toBeGreaterThan(15);
    expect(counted.size).toBeLessThan(200);
  });
});

describe('PK-2 pieces of a document', () => {
  it('are limited to the best of it', () => {
    const pieces = [piece('x', 1, 1, 'a', 0), piece('y', 1, 3, 'a', 1), piece('z', 1, 2, 'a', 2)];
    expect(atMostPerDocument(pieces, 2).map(({ name }) => name)).toEqual(['y', 'z']);
  });
});

describe('PK-2 a part of a piece', () => {
  it.each(STRATEGIES)('never comes without it under %s', (strategy) => {
    const body = piece('body', 500, 3, 'a', 0);
    const inside = { ...piece('inside', 20, 2, 'a', 1), needs: body };
    expect(names(pack(strategy, [body, inside], room(100)))).toEqual([]);
    expect(names(pack(strategy, [body, inside], room(600)))).toEqual(['body', 'inside']);
  });
});

describe('BU-3 shares of the tiers', () => {
  const shares = { primary: 50, supporting: 30, reference: 15, history: 5 };

  it('flow on when a tier needs less', () => {
    const wanted = { primary: 100, supporting: 900, reference: 900, history: 0 };
    expect(allotted(1000, shares, wanted)).toEqual({
      primary: 100,
      supporting: 750,
      reference: 150,
      history: 0,
    });
  });

  it('never sum to more than there is, and leave nothing that is wanted', () => {
    const amount = fc.integer({ min: 0, max: 5000 });
    const amounts = fc.record({
      primary: amount,
      supporting: amount,
      reference: amount,
      history: amount,
    });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (wanted, available) => {
        const sum = Object.values(allotted(available, shares, wanted)).reduce((a, b) => a + b, 0);
        const all = Object.values(wanted).reduce((a, b) => a + b, 0);
        expect(sum).toBeLessThanOrEqual(available);
        expect(sum).toBeGreaterThanOrEqual(Math.min(all, available) - 4);
      }),
    );
  });
});
