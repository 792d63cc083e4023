import type { Remark } from '../../../model/document.ts';
import { fencedLines } from './markdown.ts';
import * as rules from './remark-rules.ts';
import { speakerKind } from './speakers.ts';
import type { PlacedTurn } from './transcript.ts';

/** A turn with more is a pasted document. */
const MAX_PER_TURN = 40;
/** In longer turns a bare `use …` is a line of a specification (seen in prompts written by agents). */
const MAX_COMMAND_TURN = 1500;
/** `Sounds good, use …`: what goes before a command is no longer than an assent. */
const MAX_ASSENT = 24;
/** Where a clause may begin inside a sentence; a dash needs its spaces. */
const CLAUSE_START =
  /(?:[,;.…!]|\s[-–—]|[—])\s+|\s(?=(?:and|but|so) (?:let['’]s|please|always|never|don['’]t|do not|make sure|we agreed|we decided)\b)|(?<=^(?:in|for|on|at|after|during|yesterday|today|last|with|to)\b(?: [^\s,]+){0,5}) (?=(?:we|i)(?:['’](?:ll|ve))? (?:decided|agreed|settled|chose|use|go with|keep)\b)/gi;
/** A label before a colon that leaves what follows a statement of the speaker's own. */
const LABEL =
  /^(?:also|just a reminder|quick reminder|one (?:more )?thing|note|nb|rules?|important|reminder|ps|p\.s\.|update|edit|ok|okay|btw|fyi|general rule|for the record|style|convention|naming|tests?|testing|code style|tl;?dr|so|yes|no|und|wichtig|hinweis|importante|important|nota)\s*:\s+/i;
const SHORT_QUOTE = /(["“”«»])[^"“”«»]{1,300}["“”«»]/g;

/** What was said to outlive its turn. Of an assistant only decisions called so count, of programs nothing. */
export function findRemarks(turn: PlacedTurn): Remark[] {
  const remarks: Remark[] = [];
  const speaker = speakerKind(turn.speaker);
  if (speaker === 'program') return remarks;
  const seen = new Set<string>();
  for (const sentence of sentencesOf(turn.lines)) {
    const text = sentence.text
      .replaceAll('**', '')
      .replace(/^[*_~]+|[*_~]+$/g, '')
      .trim();
    if (seen.has(text)) continue;
    seen.add(text);
    const kinds =
      speaker === 'person'
        ? kindsOf(sentence.text, turn.text.length <= MAX_COMMAND_TURN)
        : statedKinds(plain(sentence.text));
    const line = turn.firstLine + 1 + sentence.line;
    remarks.push(...kinds.map((kind) => ({ kind, text, line })));
    if (remarks.length >= MAX_PER_TURN) break;
  }
  return remarks;
}

const statedKinds = (text: string): Remark['kind'][] =>
  !isQuestion(text) && rules.STATED().test(text) ? ['decision'] : [];

/** Words in quotes are somebody else's; emphasis is not a word. */
const plain = (sentence: string): string =>
  sentence.replace(SHORT_QUOTE, '"…"').replace(/[*_]{1,3}(?=\S)|(?<=\S)[*_]{2,3}/g, '');

const isQuestion = (text: string): boolean => /\?["”’)*\]]*$/.test(text);

/** A sentence may hold a decision and a standing wish, never two of one sort. */
function kindsOf(sentence: string, commands: boolean): Remark['kind'][] {
  if (ANSWER.test(sentence)) return ['decision'];
  const text = plain(sentence);
  if (isQuestion(text) || rules.RULED_OUT().test(text)) return [];
  // A condition makes an instruction sharper and a decision open.
  const decides = !rules.HYPOTHETICAL.test(text);
  const kinds: Remark['kind'][] = [];
  for (const clause of clausesOf(text)) {
    const orders = clause.opens || clause.joined || rules.CONDITION().test(text);
    const kind = clauseKind(clause.text, commands && clause.opens, orders);
    if (kind === null || (kind === 'decision' && !decides)) continue;
    if (!kinds.some((other) => (other === 'decision') === (kind === 'decision'))) kinds.push(kind);
  }
  return kinds;
}

function clauseKind(clause: string, commands: boolean, orders: boolean): Remark['kind'] | null {
  if (rules.PREFERENCES().test(clause)) return 'preference';
  if (rules.INSTRUCTIONS().test(clause) || (orders && rules.ALWAYS_NEVER().test(clause)))
    return 'instruction';
  return rules.DECISIONS().test(clause) || (commands && rules.COMMANDS().test(clause))
    ? 'decision'
    : null;
}

/**
 * The sentence from each place where a clause begins, with and without words that may only lead in. It opens where a speaker
 * begins (at the start, after a semicolon, after a word of assent), and is joined where `and`, `but`, `also` … went before.
 */
function clausesOf(text: string) {
  const starts = [{ at: 0, opens: true }];
  for (const match of text.matchAll(CLAUSE_START)) {
    const opens = match.index <= MAX_ASSENT || /^[;.!]/.test(match[0]);
    starts.push({ at: match.index + match[0].length, opens });
  }
  return starts.flatMap(({ at, opens }) => {
    const clause = text.slice(at).replace(LABEL, '');
    const bare = clause.replace(rules.LEAD_IN, '');
    const whole = { text: clause, opens, joined: false };
    return bare === clause ? [whole] : [whole, { text: bare, opens, joined: true }];
  });
}

/** A sentence of a turn; `line` counts from 0 in the turn's lines. */
type Sentence = Pick<Remark, 'text' | 'line'>;

/** Longer ones are pasted data, not speech. */
const MAX_SENTENCE = 500;
const MAX_LINE = 4000;
const MIN_WRAPPED = 60;

const QUOTED_LINE = /^\s*(?:>|\||\[tool |\[… |\[failed\] )/;
const INDENTED = /^(?: {4}|\t)\s*[^\s*•\d-]/;
const ITEM = /^\s*(?:[-*•–+]|\d{1,3}[.)]|#{1,6}|\[[ xX]\])\s+/;
/** A question somebody was asked, with the answer: it stays whole. */
const ANSWER = /^.{3,300}\? → .{1,300}$/;
const END = /[.!?…]+["”’)*_\]]*(?=\s)|[。！？]/g;
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|no|z\.B|d\.h|bzw|ca|p\.ex|Mr|Mrs|Ms|Dr|v\d+)\.$/i;

/** The sentences a person wrote: list items are their own, wrapped lines are joined; code, quotes and tables are left out. */
function sentencesOf(lines: readonly string[]): Sentence[] {
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
const goesOn = (before: string, next: string): boolean =>
  before.length >= MIN_WRAPPED &&
  before.length < MAX_LINE &&
  !/[.!?:;…]["”’)*_]*$/.test(before.slice(-8)) &&
  /^\p{Ll}/u.test(next);

function splitSentences(paragraph: Sentence): Sentence[] {
  if (ANSWER.test(paragraph.text)) return [paragraph];
  const parts: string[] = [];
  let from = 0;
  for (const match of paragraph.text.matchAll(END)) {
    const end = match.index + match[0].length;
    if (ABBREVIATION.test(paragraph.text.slice(Math.max(from, end - 12), end))) continue;
    // `never use !! in new code`: a mark that stands alone is a word.
    if (/\s[!?]{1,3}\s*$/.test(paragraph.text.slice(from, end))) continue;
    parts.push(paragraph.text.slice(from, end));
    from = end;
  }
  parts.push(paragraph.text.slice(from));
  return parts
    .map((text) => ({ text: text.trim(), line: paragraph.line }))
    .filter(({ text }) => text.length > 2 && text.length <= MAX_SENTENCE);
}
