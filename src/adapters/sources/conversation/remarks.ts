import type { Remark } from '../../../model/document.ts';
import {
  ALWAYS_NEVER,
  COMMANDS,
  CONDITION,
  DECISIONS,
  HYPOTHETICAL,
  INSTRUCTIONS,
  LEAD_IN,
  PREFERENCES,
  RULED_OUT,
  STATED,
} from './remark-rules.ts';
import { ANSWER, sentencesOf } from './sentences.ts';
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
        : statedKinds(sentence.text);
    for (const kind of kinds) {
      remarks.push({ kind, text, line: turn.firstLine + 1 + sentence.line });
    }
    if (remarks.length >= MAX_PER_TURN) break;
  }
  return remarks;
}

function statedKinds(sentence: string): Remark['kind'][] {
  const text = plain(sentence);
  return !isQuestion(text) && STATED().test(text) ? ['decision'] : [];
}

/** Words in quotes are somebody else's; emphasis is not a word. */
function plain(sentence: string): string {
  return sentence.replace(SHORT_QUOTE, '"…"').replace(/[*_]{1,3}(?=\S)|(?<=\S)[*_]{2,3}/g, '');
}

const isQuestion = (text: string): boolean => /\?["”’)*\]]*$/.test(text);

/** A sentence may hold a decision and a standing wish, never two of one sort. */
function kindsOf(sentence: string, commands: boolean): Remark['kind'][] {
  if (ANSWER.test(sentence)) return ['decision'];
  const text = plain(sentence);
  if (isQuestion(text) || RULED_OUT().test(text)) return [];
  // A condition makes an instruction sharper and a decision open.
  const decides = !HYPOTHETICAL.test(text);
  const kinds: Remark['kind'][] = [];
  for (const clause of clausesOf(text)) {
    const orders = clause.opens || clause.joined || CONDITION().test(text);
    const kind = clauseKind(clause.text, commands && clause.opens, orders);
    if (kind === null || (kind === 'decision' && !decides)) continue;
    if (!kinds.some((other) => (other === 'decision') === (kind === 'decision'))) kinds.push(kind);
  }
  return kinds;
}

function clauseKind(clause: string, commands: boolean, orders: boolean): Remark['kind'] | null {
  if (PREFERENCES().test(clause)) return 'preference';
  if (INSTRUCTIONS().test(clause) || (orders && ALWAYS_NEVER().test(clause))) return 'instruction';
  return DECISIONS().test(clause) || (commands && COMMANDS().test(clause)) ? 'decision' : null;
}

interface Clause {
  readonly text: string;
  /** True where a speaker begins: at the start, after a semicolon, after a word of assent. */
  readonly opens: boolean;
  /** True where `and`, `but`, `also` … went before. */
  readonly joined: boolean;
}

/** The sentence from each place where a clause begins, with and without words that may only lead in. */
function clausesOf(text: string): Clause[] {
  const starts = [{ at: 0, opens: true }];
  for (const match of text.matchAll(CLAUSE_START)) {
    const opens = match.index <= MAX_ASSENT || /^[;.!]/.test(match[0]);
    starts.push({ at: match.index + match[0].length, opens });
  }
  return starts.flatMap(({ at, opens }) => {
    const clause = text.slice(at).replace(LABEL, '');
    const bare = clause.replace(LEAD_IN, '');
    const whole = { text: clause, opens, joined: false };
    return bare === clause ? [whole] : [whole, { text: bare, opens, joined: true }];
  });
}
