import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadTokenizer } from '../../src/adapters/tokenizers/tokenizers.ts';
import { type Composed, compose } from '../../src/compose/compose.ts';
import { type CompositionRules, USUAL_RULES } from '../../src/compose/rules.ts';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { type Engine, openEngine } from '../../src/engine.ts';
import type { Gathering } from '../../src/gather/gathering.ts';
import { gather } from '../../src/gather.ts';
import { SOURCES } from '../../src/model/shape.ts';
import { contextBudget } from '../../src/pack/budget.ts';
import type { StateView } from '../../src/ports/store.ts';
import type { Tokenizer } from '../../src/ports/tokenizer.ts';
import { makeEverything } from '../support/everything.ts';
import { viewing } from '../support/view.ts';

const TASK = 'Fix: session refresh crashes with KeyError, see the logs of the session store';
const LONG_TASK = `${TASK}\n\n${'And the store forgets what it was told about sessions. '.repeat(200)}`;
const FORMATS = ['mdctx', 'docs', 'markdown', 'xml', 'plain', 'json', 'messages'] as const;
const STRATEGIES = ['value', 'optimal', 'greedy', 'interleaved', 'score-weighted'] as const;
const OVERFLOWS = ['prioritize', 'truncate', 'summarize'] as const;

const counted = (text: string): number => countTokens(text, { disallowedSpecial: new Set() });

let root = '';
let engine: Engine;
let view: StateView;
let tokenizer: Tokenizer;
let usual: Gathering;

/** Everything is a candidate: the laws hold however much there is to choose from. */
const config = { ...DEFAULTS, assembly: { ...DEFAULTS.assembly, fill: true } };
const gathered = (text: string, pins: readonly string[] = []): Promise<Gathering> =>
  gather(engine.ports, view, { text, sources: [], pins, tokens: 50_000, config });
const made = (
  gathering: Gathering,
  tokens: number,
  rules: Partial<CompositionRules> = {},
): Composed =>
  compose(gathering, {
    flowId: 'test',
    budget: contextBudget(tokens),
    tokenizer,
    digest: engine.ports.digest,
    rules: { ...USUAL_RULES, ...rules },
  });

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sheaf-test-'));
  makeEverything(root);
  tokenizer = await loadTokenizer('o200k');
  engine = await openEngine({
    root,
    gitDir: null,
    ref: null,
    indexFile: null,
    config: DEFAULTS,
    warn: () => {},
    onProgress: () => {},
  });
  view = await engine.view();
  usual = await gathered(TASK);
});
afterAll(() => {
  view.close();
  engine.close();
  execFileSync('rm', ['-rf', root]);
});

describe('BU-5 a context keeps to its budget', () => {
  it.each(FORMATS)(
    'as %s, with every strategy and way of overflow',
    { timeout: 60_000 },
    (format) => {
      for (const strategy of STRATEGIES) {
        for (const overflow of OVERFLOWS) {
          for (const tokens of [256, 700, 2500]) {
            const { prompt, totalTokens } = made(usual, tokens, { format, strategy, overflow });
            expect(counted(prompt)).toBe(totalTokens);
            expect(totalTokens).toBeLessThanOrEqual(tokens);
          }
        }
      }
    },
  );

  it('however long the task, and however much is pinned', { timeout: 60_000 }, async () => {
    const everything = view.state.files.map(({ path }) => path);
    for (const gathering of [
      await gathered(LONG_TASK),
      await gathered(TASK, everything),
      await gathered(LONG_TASK, everything),
    ]) {
      for (const format of FORMATS) {
        for (const tokens of [256, 1000, 4000]) {
          const { prompt } = made(gathering, tokens, { format });
          expect(counted(prompt)).toBeLessThanOrEqual(tokens);
        }
      }
    }
  });

  it('and fills it where there is enough', () => {
    for (const strategy of STRATEGIES) {
      for (const overflow of OVERFLOWS) {
        const { totalTokens, truncated } = made(usual, 2000, { strategy, overflow });
        expect(truncated).toBe(true);
        expect(totalTokens, `${strategy} ${overflow}`).toBeGreaterThan(1800);
      }
    }
  });

  it('of a project without files, or with one', async () => {
    for (const files of [{}, { 'only.py': 'def session():\n    return 1\n' }]) {
      await viewing(files, async (own) => {
        for (const format of FORMATS) {
          for (const strategy of STRATEGIES) {
            const gathering = await gather(engine.ports, own, { text: TASK, sources: [] });
            const { prompt, parts } = made(gathering, 256, { format, strategy });
            expect(counted(prompt)).toBeLessThanOrEqual(256);
            expect(parts.length).toBe(Object.keys(files).length);
          }
        }
      });
    }
  });
});

describe('PK-4 laws of an assembly', () => {
  it('gives every candidate exactly one decision', () => {
    for (const strategy of STRATEGIES) {
      const { decisions, dropped, parts } = made(usual, 2000, { strategy, maxChunksPerDoc: 3 });
      const places = decisions.map(({ path, lines }) => `${path}:${lines.join('-')}`);
      expect(new Set(places).size).toBe(places.length);
      expect(decisions.some(({ kind }) => kind === 'kept')).toBe(true);
      const reasons = decisions.flatMap((entry) =>
        entry.kind === 'dropped' ? [entry.reason] : [],
      );
      expect(new Set(reasons)).toEqual(new Set(['over-budget', 'document-limit', 'duplicate']));
      // And so do documents: they are a part, or dropped, never both.
      const paths = usual.chunks.map(({ ranked }) => ranked.path);
      const present = new Set(parts.map(({ path }) => path));
      const gone = new Set(dropped.map(({ path }) => path));
      for (const path of paths) expect(present.has(path), path).toBe(!gone.has(path));
    }
  });

  it('keeps in greedy what half of the budget holds, line by line', () => {
    const linesAt = (tokens: number): Set<string> =>
      new Set(
        made(usual, tokens, { strategy: 'greedy' }).parts.flatMap(({ path, spans, tier }) =>
          tier === 'system'
            ? []
            : spans.flatMap(([first, last]) =>
                Array.from({ length: last - first + 1 }, (_, i) => `${path}:${first + i}`),
              ),
        ),
      );
    for (let tokens = 1000; tokens < 3000; tokens += 89) {
      const more = linesAt(2 * tokens);
      const lost = [...linesAt(tokens)].filter((line) => !more.has(line));
      expect(lost).toEqual([]);
    }
  });

  it('does not depend on the order in which candidates come', () => {
    const reversed = { ...usual, chunks: [...usual.chunks].reverse() };
    for (const strategy of STRATEGIES) {
      expect(made(reversed, 2000, { strategy }).prompt).toBe(
        made(usual, 2000, { strategy }).prompt,
      );
    }
  });
});

describe('BU-1 a source with a maximum', () => {
  it.each(SOURCES)('%s never takes more, and says so', (source) => {
    for (const strategy of STRATEGIES) {
      for (const overflow of OVERFLOWS) {
        for (const most of [60, 200]) {
          const sourceLimits = new Map([[source, most]]);
          const { parts, decisions } = made(usual, 6000, { strategy, overflow, sourceLimits });
          const taken = parts
            .filter((part) => part.source === source)
            .reduce((sum, { tokens }) => sum + tokens, 0);
          expect(taken, `${strategy} ${overflow}`).toBeLessThanOrEqual(most);
          expect(decisions).toContainEqual(
            expect.objectContaining({ kind: 'dropped', reason: 'source-limit' }),
          );
        }
      }
    }
  });

  it('leaves the rest of the room to the others', () => {
    const sourceLimits = new Map([['code', 200]] as const);
    const { parts } = made(usual, 3000, { sourceLimits });
    const others = (list: typeof parts): number =>
      list.filter(({ source }) => source !== 'code').length;
    expect(others(parts)).toBeGreaterThan(others(made(usual, 3000).parts));
  });
});
