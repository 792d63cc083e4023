import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factsOf } from '../../test/support/facts.ts';
import { runs } from '../../test/support/runs.ts';
import type { Summarizer } from '../ports/summarizer.ts';
import type { Item } from './item.ts';
import { type Outcome, summariseRecursively } from './recursive.ts';
import { joined, sectionsOf } from './sections.ts';

/** Four characters a token: enough to tell whether a limit holds. */
const count = (text: string): number => Math.ceil(text.length / 4);

const itemOf = (text: string, task = ''): Item => ({
  path: 'docs/a.md',
  modified: null,
  facts: factsOf(text),
  task,
});

interface Call {
  readonly text: string;
  readonly instruction: string;
  readonly maxTokens: number;
}

/** A model that says what it is told to, and remembers what it was asked. */
function modelThat(
  says: (call: Call, number: number) => string,
  maxTokens = 1024,
): { readonly summarizer: Summarizer; readonly calls: Call[] } {
  const calls: Call[] = [];
  const summarizer: Summarizer = {
    name: 'm',
    maxTokens,
    summarise: async (text, { instruction, maxTokens: most }) => {
      const call = { text, instruction, maxTokens: most };
      calls.push(call);
      return says(call, calls.length);
    },
  };
  return { summarizer, calls };
}

/** Keeps the beginning, as long as it may be. */
const beginning = ({ text, maxTokens }: Call): string => text.slice(0, maxTokens * 4);

const written = (
  item: Item,
  limit: number,
  summarizer: Summarizer,
  maxCalls = 100,
): Promise<Outcome> =>
  summariseRecursively(item, limit, {
    summarizer,
    count,
    maxCalls,
    signal: new AbortController().signal,
  });

/** Half a character. */
const LONE = /\p{Surrogate}/u;

const numbered = (lines: number): string =>
  Array.from({ length: lines }, (_, i) => `Line ${i} says something of its own.\n`).join('');

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.nat({ max: 600 }).map(numbered),
  fc.nat({ max: 5000 }).map((length) => '😀x'.repeat(length)),
);

describe('SM-2 summaries over sections', () => {
  it('asks once where the text fits the window', async () => {
    const { summarizer, calls } = modelThat(() => 'All of it.');
    const outcome = await written(itemOf(numbered(20), 'find line 7'), 100, summarizer);
    expect(outcome).toEqual({ kind: 'written', text: 'All of it.', calls: 1 });
    expect(calls[0]?.text).toBe(numbered(20));
    expect(calls[0]?.instruction).toContain('docs/a.md');
    expect(calls[0]?.instruction).toContain('find line 7');
  });

  it('summarises the sections in order, then their summaries', async () => {
    const { summarizer, calls } = modelThat((call, number) =>
      call.instruction.includes(', part ') ? `Says ${number}.` : call.text.slice(0, 300),
    );
    const item = itemOf(numbered(400));
    const outcome = await written(item, 100, summarizer);
    if (outcome.kind === 'failed') throw new Error(outcome.because);
    const parts = calls.slice(0, -1);
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.map((call) => call.text).join('')).toBe(item.facts.text);
    expect(calls.at(-1)?.text.split('\n\n')).toEqual(parts.map((_, i) => `Says ${i + 1}.`));
    expect(outcome).toMatchObject({ text: calls.at(-1)?.text, calls: calls.length });
  });

  it('asks for a shorter one where an answer is too long, as often as that helps', async () => {
    const { summarizer, calls } = modelThat((_, number) => 'word '.repeat(number === 1 ? 90 : 70));
    const outcome = await written(itemOf(numbered(60)), 100, summarizer);
    expect(outcome).toMatchObject({ kind: 'written', calls: 2 });
    expect(calls[1]?.text).toBe('word '.repeat(90).trim());
  });

  it.each([
    ['nothing', () => '  \n', 'it answered nothing'],
    ['too much', () => 'word '.repeat(400), 'it answered with 500 tokens where 100 are allowed'],
    [
      'parts as long as the text',
      (call: Call) => call.text,
      'its answers were not shorter than the text',
    ],
  ])('fails, and says why, where a model answers %s', async (_, says, because) => {
    const { summarizer } = modelThat(says);
    const lines = because.includes('shorter') ? 400 : 20;
    expect(await written(itemOf(numbered(lines)), 100, summarizer)).toMatchObject({
      kind: 'failed',
      because,
    });
  });

  it('shortens offline what would take too many questions', async () => {
    for (const maxCalls of [1, 2, 3, 5, 9]) {
      const { summarizer, calls } = modelThat(beginning);
      const outcome = await written(itemOf(numbered(3000)), 100, summarizer, maxCalls);
      expect(outcome.kind).toBe('written');
      expect(calls.length).toBeLessThanOrEqual(maxCalls);
    }
  });

  it('keeps its laws: the window, the number of questions, the limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.integer({ min: 16, max: 600 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(1024, 2048, 8192),
        fc.integer({ min: 1, max: 3 }),
        async (content, limit, maxCalls, window, verbosity) => {
          const { summarizer, calls } = modelThat(
            (call) => call.text.slice(0, call.maxTokens * 4 * verbosity),
            window,
          );
          const item = itemOf(content, 'a task '.repeat(500));
          const outcome = await written(item, limit, summarizer, maxCalls);
          expect(calls.length).toBeLessThanOrEqual(maxCalls);
          for (const call of calls) {
            const all = count(call.text) + count(call.instruction) + 2 * call.maxTokens;
            expect(all).toBeLessThanOrEqual(window);
          }
          if (outcome.kind === 'written') expect(count(outcome.text)).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: runs(150) },
    );
  });
});

describe('SM-2 sections', () => {
  const squeezed = (parts: readonly string[]): string => parts.join('').replaceAll(/\s/g, '');

  it('fit the room, keep their order and lose nothing but blanks', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 8, max: 500 }), (content, room) => {
        const sections = sectionsOf(factsOf(content), room, count);
        expect(squeezed(sections)).toBe(squeezed([content]));
        for (const section of sections) expect(count(section)).toBeLessThanOrEqual(room);
        if (!LONE.test(content)) for (const section of sections) expect(section).not.toMatch(LONE);
      }),
      { numRuns: runs(200) },
    );
  });

  it('end where lines end, if lines are not longer than the room', () => {
    const sections = joined([numbered(100)], 50, count);
    expect(sections.length).toBeGreaterThan(10);
    for (const section of sections) expect(section).toMatch(/^Line \d+ says[\s\S]*\.\n$/);
  });
});
