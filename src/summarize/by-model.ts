import { strengthFor } from '../compress/compress.ts';
import { type Count, compressed, type Item, lineCount } from '../compress/item.ts';
import { summariseRecursively } from '../compress/recursive.ts';
import type { Config } from '../config/defaults.ts';
import { hintedSentence } from '../model/errors.ts';
import type { Wish } from '../model/summary.ts';
import type { Ports } from '../ports/ports.ts';
import type { KeptSummary } from './cache.ts';

export interface Pen {
  readonly config: Config['summarization'];
  readonly count: Count;
  readonly ports: Pick<Ports, 'summarizer' | 'signal'>;
}

export type Writing =
  | { readonly kind: 'written'; readonly summary: KeptSummary }
  /** It has no summary of this document. */
  | { readonly kind: 'failed'; readonly sentence: string; readonly calls: number }
  /** It can't be reached or used at all. */
  | { readonly kind: 'silent'; readonly sentence: string; readonly calls: 0 };

/** Fewer tokens than this are no sentence. */
const LEAST_ASKED = 16;

/** A model writes what is a paragraph anyway; signatures and lesser cuts are better left to rules. */
export function asksModel(
  config: Config['summarization'],
  wish: Wish,
  limit: number | null,
  before: number,
): limit is number {
  if (config.provider === 'none' || limit === null) return false;
  if (before <= limit || limit < LEAST_ASKED) return false;
  return wish.kind === 'level' ? wish.level === 'summary' : strengthFor(limit / before) === 'heavy';
}

/** A summary by the model that is configured, section by section, with at most so many questions. */
export async function writtenByModel(
  item: Item,
  wish: Wish,
  limit: number,
  maxCalls: number,
  { config, count, ports: { summarizer: open, signal } }: Pen,
): Promise<Writing> {
  try {
    const summarizer = await open(config);
    if (summarizer === null)
      return { kind: 'silent', sentence: 'No model is configured.', calls: 0 };
    const asked = { summarizer, count, maxCalls, signal };
    const outcome = await summariseRecursively(item, limit, asked);
    if (outcome.kind === 'failed') {
      const sentence = `The model ${config.model} gave no summary of ${item.path}: ${outcome.because}.`;
      return { kind: 'failed', sentence, calls: outcome.calls };
    }
    const draft = { text: outcome.text, kinds: unsaid(item, outcome.text) };
    const method = wish.kind === 'level' ? 'summary' : 'heavy';
    const summary = compressed(item, method, draft, count);
    return { kind: 'written', summary: { ...summary, model: config.model, calls: outcome.calls } };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'silent', sentence: hintedSentence(error), calls: 0 };
  }
}

/** A model says everything anew, so every line went; definitions it does not name can't be found through it. */
function unsaid({ facts }: Item, written: string): Record<string, number> {
  const names = new Set(facts.definitions.map(({ name }) => name));
  const definitions = [...names].filter((name) => !written.includes(name)).length;
  return { lines: lineCount(facts.text), definitions };
}
