import { indentOf, isBlank } from '../text/prose/line.ts';
import { proseStructure } from '../text/prose/parse.ts';
import { sentences } from '../text/prose/sentences.ts';
import { characterEdge } from '../text/truncate.ts';

/** A stretch of prose that reads as one thing. Lines count from 1, both ends included. */
export interface Block {
  readonly kind: 'heading' | 'text' | 'item' | 'code' | 'table';
  readonly first: number;
  readonly last: number;
  /** Depth of a heading; 0 for all else. */
  readonly level: number;
  /** What may be taken one by one: sentences, rows, the whole of some code. */
  readonly parts: readonly string[];
}

const BULLET = /^(?:[-*+•]|\d{1,3}[.)])\s+/;
const FENCE = /^(?:`{3,}|~{3,})/;
const TABLE = /^(?:\||\+[-=]{3})/;
/** A sentence longer than this is cut at its semicolons, or it could never be weighed against others. */
const LONG_SENTENCE = 600;

/** Splitting at dots goes wrong at abbreviations; what goes on in small letters or digits was no end. */
function joined(found: readonly string[]): string[] {
  const whole: string[] = [];
  for (const sentence of found) {
    const before = whole.at(-1);
    if (before !== undefined && /^[a-z\d),;%=<>]/.test(sentence)) {
      whole[whole.length - 1] = `${before} ${sentence}`;
    } else whole.push(sentence);
  }
  return whole;
}

/** Pieces of a very long sentence, such as data on one line, so that no part is out of proportion. */
function cutLong(sentence: string): string[] {
  if (sentence.length <= LONG_SENTENCE) return [sentence];
  const pieces: string[] = [];
  let from = 0;
  while (sentence.length - from > LONG_SENTENCE) {
    const until = from + LONG_SENTENCE;
    const semicolon = sentence.lastIndexOf('; ', until);
    const space = sentence.lastIndexOf(' ', until);
    let end = space > from ? space : characterEdge(sentence, until);
    if (semicolon > from + 100) end = semicolon + 1;
    pieces.push(sentence.slice(from, end).trim());
    from = end;
  }
  pieces.push(sentence.slice(from).trim());
  return pieces.filter((piece) => piece !== '');
}

export const sentencesOf = (paragraph: string): string[] =>
  joined(sentences(paragraph)).flatMap(cutLong);

/** The blocks of a prose text, in order; blank lines belong to none. */
export function blocksOf(lines: readonly string[], language: string): Block[] {
  const known = language === 'rst' ? 'restructuredtext' : language;
  const headings = proseStructure(lines, known).headings;
  const headingAt = new Map(headings.map((heading) => [heading.firstLine, heading]));
  const titles = new Set(headingAt.keys());
  const found: Block[] = [];
  let number = 1;
  while (number <= lines.length) {
    const raw = lines[number - 1] ?? '';
    const heading = headingAt.get(number);
    if (heading !== undefined && heading.bodyLine > number) {
      const last = Math.min(lines.length, heading.bodyLine - 1);
      const { level, title } = heading;
      found.push({ kind: 'heading', first: number, last, level, parts: [title] });
      number = last + 1;
    } else if (isBlank(raw)) number++;
    else {
      const block = blockAt(lines, number, titles);
      found.push(block);
      number = block.last + 1;
    }
  }
  return found;
}

function blockAt(lines: readonly string[], first: number, titles: ReadonlySet<number>): Block {
  const at = (number: number): string => {
    const raw = lines[number - 1] ?? '';
    return raw.slice(indentOf(raw));
  };
  const opening = at(first);
  const fence = FENCE.exec(opening)?.[0];
  if (fence !== undefined) {
    let last = Math.min(first + 1, lines.length);
    while (last < lines.length && !at(last).startsWith(fence)) last++;
    const code = lines.slice(first - 1, last).join('\n');
    return { kind: 'code', first, last, level: 0, parts: [code] };
  }
  const isTable = TABLE.test(opening);
  const isItem = BULLET.test(opening);
  let last = first;
  while (last < lines.length) {
    const next = at(last + 1);
    if (isBlank(next) || titles.has(last + 1) || FENCE.test(next)) break;
    if (isTable !== TABLE.test(next) || (!isTable && BULLET.test(next))) break;
    last++;
  }
  const own = lines.slice(first - 1, last);
  if (isTable) return { kind: 'table', first, last, level: 0, parts: own };
  const text = own.map((line) => line.trim()).join(' ');
  return { kind: isItem ? 'item' : 'text', first, last, level: 0, parts: sentencesOf(text) };
}
