import { type BuiltInSource, familyOf } from '../model/shape.ts';
import { codeCells } from './code.ts';
import { conversationCells } from './conversation.ts';
import { deploymentCells } from './deployment.ts';
import { type Cell, type Compressed, type Count, compressed, type Item } from './item.ts';
import { chosenLines } from './lines.ts';
import { logsCells } from './logs.ts';
import { documentationCells, researchCells } from './prose.ts';
import { isReading, tellingLines } from './readings.ts';

export type Strength = 'light' | 'medium' | 'heavy';

const STRENGTHS: readonly Strength[] = ['light', 'medium', 'heavy'];

/** Six sources, three strengths. */
export const CELLS: Readonly<Record<BuiltInSource, readonly [Cell, Cell, Cell]>> = {
  conversation: conversationCells,
  research: researchCells,
  documentation: documentationCells,
  code: codeCells,
  deployment: deploymentCells,
  logs: logsCells,
};

const LIGHT_ABOVE = 0.7;
const MEDIUM_ABOVE = 0.3;

/** The strength a ratio of tokens asks for. */
export function strengthFor(ratio: number): Strength {
  if (ratio > LIGHT_ABOVE) return 'light';
  return ratio > MEDIUM_ABOVE ? 'medium' : 'heavy';
}

/**
 * A text that fits a number of tokens. What fits already stays as it is, so that compressing twice changes nothing;
 * a strength that does not shorten enough gives way to the next. The result never has more tokens or characters than the text.
 */
export function compress(item: Item, targetTokens: number, count: Count): Compressed {
  const { text, shape } = item.facts;
  const before = count(text);
  const target = Math.max(0, Math.floor(targetTokens));
  if (before <= target) return compressed(item, 'none', { text, kinds: {} }, count, before);
  const fits = ({ text: shorter }: ReturnType<Cell>): boolean =>
    shorter.trim() !== '' && shorter.length <= text.length && count(shorter) <= target;
  const first = STRENGTHS.indexOf(strengthFor(target / before));
  for (let i = first; i < STRENGTHS.length; i++) {
    const usual = CELLS[familyOf(shape.source)][i] ?? chosenLines;
    const draft = (isReading(shape) ? tellingLines : usual)(item, target, count);
    const method = STRENGTHS[i];
    if (method !== undefined && fits(draft)) return compressed(item, method, draft, count, before);
  }
  const lines = chosenLines(item, target, count);
  const last = fits(lines) ? lines : { text: '', kinds: { ...lines.kinds } };
  return compressed(item, 'last-resort', last, count, before);
}
