import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openWorkspace } from '../../src/index.ts';
import { overlap, shinglesOf } from '../../src/math/shingles.ts';
import { dedupe } from '../../src/retrieve/dedupe.ts';
import { processorMs } from '../support/effort.ts';
import { inFolder, writeFiles } from '../support/project.ts';
import { runs } from '../support/runs.ts';

const item = (text: string, id = text): { id: string; text: string } => ({ id, text });
const kept = (texts: readonly string[]): string[] =>
  dedupe(texts.map((text) => item(text))).kept.map(({ text }) => text);

const PROSE =
  'The worker reads one message from the queue, checks its signature, writes it to the ledger and only then acknowledges it, so that a crash loses nothing and a second delivery is seen as one.';

describe('RT-1 duplicates are dropped', () => {
  it('keeps the better-ranked of two equal texts and says which it was', () => {
    const first = item(PROSE, 'first');
    const second = item(PROSE, 'second');
    expect(dedupe([first, second])).toEqual({
      kept: [first],
      dropped: [{ item: second, of: first, overlap: 1 }],
    });
  });

  it('sees through case, spacing and punctuation, and through a changed word in a long text', () => {
    const loose = PROSE.toUpperCase().replaceAll(', ', ' ,\n  ');
    const edited = `${PROSE} ${PROSE.split(' ').reverse().join(' ')}`;
    expect(kept([PROSE, loose])).toEqual([PROSE]);
    expect(kept([edited, edited.replace('crash', 'reboot')])).toEqual([edited]);
  });

  it('keeps texts that share much but not more than the limit', () => {
    const other = PROSE.replace('reads one message from', 'takes several orders out of').replace(
      'a second delivery',
      'the same order',
    );
    expect(kept([PROSE, other])).toEqual([PROSE, other]);
  });

  it('tells short texts and texts without words apart', () => {
    const texts = ['', '{', '}', 'a', 'b', 'a b', '数据库连接失败', '数据库连接成功'];
    expect(kept(texts)).toEqual(texts);
    expect(kept(['{ }', '{\n}'])).toEqual(['{ }']);
  });

  it('but functions of one file that read alike are two places to change where the task names them', () =>
    inFolder(async (root) => {
      const shell = (name: string): string =>
        `class ${name} {\n  wordsOf(line: string): string[] {\n    const words = line.trim().split(' ');\n    const last = words.pop() ?? '';\n    const typed = words.filter((word) => word !== '');\n    return [...typed, last];\n  }\n\n  colour(): string {\n    const known = ['${name} red', '${name} blue'];\n    const [first = ''] = known;\n    return first;\n  }\n}\n`;
      writeFiles(root, { 'src/shells.ts': `${shell('Bash')}\n${shell('Zsh')}` });
      const workspace = await openWorkspace({ root, warn: () => undefined });
      try {
        const { prompt } = await workspace.assemble({ task: 'wordsOf is copied, share it' });
        expect(prompt.match(/wordsOf\(line/g)).toHaveLength(2);
        const other = await workspace.assemble({ task: 'typed words of a line' });
        expect(other.prompt.match(/wordsOf\(line/g)).toHaveLength(1);
      } finally {
        await workspace.close();
      }
    }));

  it('agrees with the definition over all pairs: nothing alike is kept twice, nothing is dropped for nothing', () => {
    const word = fc.constantFrom('read', 'write', 'queue', 'ledger', 'a', 'of', 'x1', '读');
    const base = fc.array(word, { minLength: 0, maxLength: 60 });
    // Edits of a few common texts: most pairs lie near the threshold, on either side.
    const texts = fc
      .tuple(
        fc.array(base, { minLength: 1, maxLength: 4 }),
        fc.array(
          fc.record({
            of: fc.nat(),
            at: fc.nat(),
            put: fc.array(word, { maxLength: 3 }),
            cut: fc.nat(4),
          }),
          { maxLength: 25 },
        ),
      )
      .map(([bases, edits]) =>
        edits.map(({ of, at, put, cut }) => {
          const words = [...(bases[of % bases.length] ?? [])];
          words.splice(at % (words.length + 1), cut, ...put);
          return words.join(' ');
        }),
      );
    const thresholds = fc.constantFrom(0.5, 0.8, 0.95);
    fc.assert(
      fc.property(texts, thresholds, (all, threshold) => {
        const items = all.map((text, i) => item(text, String(i)));
        const sets = new Map(items.map((each) => [each, shinglesOf(each.text)]));
        const alike = (a: (typeof items)[0], b: (typeof items)[0]): number =>
          a.text === b.text
            ? 1
            : overlap(sets.get(a) ?? shinglesOf(''), sets.get(b) ?? shinglesOf(''));
        const naive: typeof items = [];
        for (const each of items) {
          if (!naive.some((other) => alike(each, other) > threshold)) naive.push(each);
        }
        const result = dedupe(items, threshold);
        expect(result.kept).toEqual(naive);
        for (const { item: gone, of, overlap: shared } of result.dropped) {
          expect(result.kept).toContain(of);
          expect(alike(gone, of)).toBe(shared);
          expect(shared).toBeGreaterThan(threshold);
          expect(Number(of.id)).toBeLessThan(Number(gone.id));
        }
        expect(result.kept.length + result.dropped.length).toBe(items.length);
      }),
      { numRuns: runs(300) },
    );
  });

  it('does not take all pairs: twice the texts take about twice the time, boilerplate or not', {
    retry: 2,
  }, () => {
    const licence =
      'Licensed under the terms of the project; see the file at the top of the tree. ';
    const texts = (count: number): { text: string }[] =>
      Array.from({ length: count }, (_, i) => ({
        text:
          licence +
          Array.from(
            { length: 120 },
            (_unused, j) => `name${j % 3 === 0 ? i : (i * 7919 + j * 31) % 5000} =`,
          ).join(' '),
      }));
    const time = (count: number): number => {
      const items = texts(count);
      const began = processorMs();
      dedupe(items);
      return processorMs() - began;
    };
    time(500);
    const [small, large] = [time(1000), time(4000)];
    // All pairs would be 16 times as long.
    expect(large / small).toBeLessThan(10);
  });
});
