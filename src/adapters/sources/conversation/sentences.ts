import { fencedLines } from './markdown.ts';

/** A sentence of a turn; `line` counts from 0 in the turn's lines. */
export interface Sentence {
  readonly text: string;
  readonly line: number;
}

/** Longer ones are pasted data, not speech. */
const MAX_SENTENCE = 500;
const MAX_LINE = 4000;
const MIN_WRAPPED = 60;

const QUOTED_LINE = /^\s*(?:>|\||\[tool |\[… |\[failed\] )/;
const INDENTED = /^(?: {4}|\t)\s*[^\s*•\d-]/;
const ITEM = /^\s*(?:[-*•–+]|\d{1,3}[.)]|#{1,6}|\[[ xX]\])\s+/;
/** A question somebody was asked, with the answer: it stays whole. */
export const ANSWER: RegExp = /^.{3,300}\? → .{1,300}$/;
const END = /[.!?…]+["”’)*_\]]*(?=\s)|[。！？]/g;
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|no|z\.B|d\.h|bzw|ca|p\.ex|Mr|Mrs|Ms|Dr|v\d+)\.$/i;

/** The sentences a person wrote: list items are their own, wrapped lines are joined; code, quotes and tables are left out. */
export function sentencesOf(lines: readonly string[]): Sentence[] {
  const sentences: Sentence[] = [];
  const inFence = fencedLines(lines);
  let paragraph: Sentence | null = null;
  let afterBlank = true;
  const close = (): void => {
    if (paragraph !== null) sentences.push(...splitSentences(paragraph));
    paragraph = null;
  };
  for (const [index, line] of lines.entries()) {
    const blank = line.trim() === '';
    const passedOver: boolean =
      blank ||
      inFence[index] === true ||
      line.length > MAX_LINE ||
      QUOTED_LINE.test(line) ||
      (afterBlank && INDENTED.test(line));
    // Indented code goes on until a line that is not indented.
    afterBlank = blank || (afterBlank && passedOver);
    if (passedOver) {
      close();
      continue;
    }
    const bare = line.replace(ITEM, '').trim();
    if (paragraph !== null && bare === line.trim() && goesOn(paragraph.text, bare)) {
      paragraph = { text: `${paragraph.text} ${bare}`, line: paragraph.line };
    } else {
      close();
      paragraph = { text: bare, line: index };
    }
  }
  close();
  return sentences;
}

/** A wrapped line: long, no end of sentence before, a small letter after. Short ones are how people chat. */
function goesOn(before: string, next: string): boolean {
  return (
    before.length >= MIN_WRAPPED &&
    before.length < MAX_LINE &&
    !/[.!?:;…]["”’)*_]*$/.test(before.slice(-8)) &&
    /^\p{Ll}/u.test(next)
  );
}

function splitSentences(paragraph: Sentence): Sentence[] {
  if (ANSWER.test(paragraph.text)) return [paragraph];
  const parts: string[] = [];
  let from = 0;
  for (const match of paragraph.text.matchAll(END)) {
    const end = match.index + match[0].length;
    if (ABBREVIATION.test(paragraph.text.slice(Math.max(from, end - 12), end))) continue;
    parts.push(paragraph.text.slice(from, end));
    from = end;
  }
  parts.push(paragraph.text.slice(from));
  return parts
    .map((text) => ({ text: text.trim(), line: paragraph.line }))
    .filter(({ text }) => text.length > 2 && text.length <= MAX_SENTENCE);
}
