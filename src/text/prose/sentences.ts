import { characterEdge } from '../truncate.ts';
import { indentOf, isBlank } from './line.ts';

/** Abbreviations whose dot ends no sentence. */
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|eq|ca|al|Mr|Mrs|Dr|St))\.$/;
const BULLET = /^(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;
const LONGEST_PARAGRAPH = 4000;

/** A paragraph or list entry of a text, on one line, without its bullet. */
export interface Paragraph {
  readonly line: number;
  readonly text: string;
}

/** The paragraphs and list entries of some lines (numbers from 1, both ends included), without code and tables. */
export function paragraphs(lines: readonly string[], first: number, last: number): Paragraph[] {
  const found: Paragraph[] = [];
  let words: string[] = [];
  let line = first;
  let fenced = false;
  const end = (): void => {
    const text = words.join(' ').slice(0, LONGEST_PARAGRAPH).trim();
    if (text !== '') found.push({ line, text });
    words = [];
  };
  for (let number = first; number <= Math.min(last, lines.length); number++) {
    const raw = lines[number - 1] ?? '';
    const indent = indentOf(raw);
    const text = raw.slice(indent, indent + LONGEST_PARAGRAPH).trimEnd();
    const fence = text.startsWith('```') || text.startsWith('~~~');
    if (fence) fenced = !fenced;
    if (fence || fenced || isBlank(text) || /^(?:[|#]|<!--|={4}|-{4}|\.\. )/.test(text)) {
      end();
      continue;
    }
    const bullet = BULLET.exec(text)?.[0].length ?? 0;
    if (bullet > 0) end();
    if (words.length === 0) line = number;
    if (words.length < 100) words.push(text.slice(bullet).replace(/^>\s?/, ''));
  }
  end();
  return found;
}

export function sentences(paragraph: string): string[] {
  const found: string[] = [];
  let start = 0;
  for (let at = 0; at < paragraph.length; at++) {
    const mark = paragraph.charCodeAt(at);
    const wide = mark === 0x3002; // 。
    if (mark !== 46 && mark !== 33 && mark !== 63 && !wide) continue;
    let end = at + 1;
    while (end < paragraph.length && /["')\]*_”’]/.test(paragraph.charAt(end))) end++;
    if (!wide && end < paragraph.length && paragraph.charAt(end) !== ' ') continue;
    if (mark === 46 && ABBREVIATION.test(paragraph.slice(Math.max(start, at - 8), at + 1)))
      continue;
    found.push(paragraph.slice(start, end).trim());
    start = end;
    at = end - 1;
  }
  const rest = paragraph.slice(start).trim();
  if (rest !== '') found.push(rest);
  return found;
}

/** As many whole sentences as fit, at least the beginning of one. */
export function leadingSentences(paragraph: string, maxChars: number): string {
  let text = '';
  for (const sentence of sentences(paragraph)) {
    if (text !== '' && text.length + 1 + sentence.length > maxChars) break;
    text = text === '' ? sentence : `${text} ${sentence}`;
  }
  if (text.length <= maxChars) return text;
  const space = text.lastIndexOf(' ', maxChars - 1);
  const end = space > maxChars / 2 ? space : maxChars - 1;
  return `${text.slice(0, characterEdge(text, end)).trimEnd()}…`;
}
