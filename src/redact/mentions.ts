import type { Scan } from './finding.ts';
import { nameKindOf } from './names.ts';
import { strengthOf } from './strength.ts';
import { insideQuotes } from './written.ts';

const REACH = 120;
/** Where a sentence ends, and with it what a name in it speaks of. */
const SENTENCE_END = /[.!?;](?=\s|$)|\n|\|/;
const WORD = /[^\s"'`“”*<>()[\]{},;=]+/g;
/** Words after which something else is named. */
const OTHER =
  /(?:^|[\s"'`(])(?:users?|usernames?|for|by|from|hosts?|ports?|ids?|sessions?|requests?|versions?|lines?|named|called|accounts?|emails?|see|sections?|issues?|rfc|files?|tables?|columns?|fields?|class(?:es)?|methods?|functions?|types?|tests?|algorithms?|hash(?:ed|es)?|commit|release|since|until|than|least|most|at|#)[:=]?(?:[\s"'`(]{1,2}|\s(?:the|an?|your|my|our)\s)(?:<\w{1,6}>)?$/i;

const COMMIT = /^[0-9a-f]{7,10}$/;
/** “introduced in”, “fixed by”: a commit by its whole name. */
const WHOLE_COMMIT = /^[0-9a-f]{40}$/;
const AT_COMMIT = /\b(?:in|since|by|at|of|from|before|after|revision|sha)\s\W?$/i;
const NOUN = /^pass(?:w|phrase|code|key)/i;

/** Whether a place is among words and not in the code of a program. */
function isSaid({ text, reading }: Scan, from: number, to: number): boolean {
  if (!/[\s"'`(*“]/.test(text.charAt(from - 1)) && from > 0) return false;
  if (!/^(?:[\s,:.)*'’"`]|$)/.test(text.slice(to, to + 1))) return false;
  if (reading.speaks || /^(?:text|log)$/.test(reading.language)) return true;
  const lead = text.slice(Math.max(0, from - REACH), from);
  const line = lead.slice(lead.lastIndexOf('\n') + 1);
  if (/(?:^|[\s;{}])(?:\/\/|#|--|\/\*|;;|%|""")[^"'`\n]*$|^\s*\*\s/.test(line)) return true;
  return (
    /^[ \t]/.test(text.slice(to, to + 1)) && /[\w,"'`] ?$/.test(line) && insideQuotes(text, from)
  );
}

/** The words beside the mention of a secret that no word of a language looks like: "the password for app, they said f1sh, …". */
export function readMention(scan: Scan, from: number, to: number): void {
  // To pass, to log in: what follows these is no password.
  if (/^(?:pass|log)/i.test(scan.text.slice(from, to)) && !NOUN.test(scan.text.slice(from, to)))
    return;
  if (!isSaid(scan, from, to)) return;
  const { text, report } = scan;
  const after = text.slice(to, to + REACH);
  const end = after.search(SENTENCE_END);
  const base = Math.max(0, from - REACH);
  const before = text.slice(base, from);
  const start = scan.reading.speaks ? base + sentenceStart(before) : from;
  const stretch = text.slice(start, end === -1 ? to + after.length : to + end);
  for (const { 0: word, index } of stretch.matchAll(WORD)) {
    const at = start + index;
    // The name itself, or a longer one that it is a part of.
    if (at < to && at + word.length > from) continue;
    const value = word.replace(/[.:!?_]+$/, '');
    if (at === to + 1 && /^\d{5,8}$/.test(value)) report(at, at + value.length, 'said', 'password');
    if (/[@/\\|:$#%&+]|^[-.]/.test(value.slice(0, -1))) continue;
    const strength = strengthOf(value);
    if (strength !== 'made' && (strength !== 'mixed' || !/\d/.test(value))) continue;
    // `readToken2, readToken3`: names of the same kind; the short name of a commit.
    if (nameKindOf(value) !== 'none' || COMMIT.test(value)) continue;
    const lead = stretch.slice(Math.max(0, index - 20), index);
    if (WHOLE_COMMIT.test(value) && AT_COMMIT.test(lead)) continue;
    if (OTHER.test(lead) || isKeyed(stretch.slice(Math.max(0, index - KEY_REACH), index))) continue;
    report(at, at + value.length, 'said', 'password');
  }
}

/** `"request-id": "…"`, `x-request-id: …`: what has a name of its own is what that name says. */
const isKeyed = (lead: string): boolean => {
  const [, quoted, joined] =
    /(?:"([\w.-]{1,40})"\s?:\s?"|\b(\w{1,20}(?:[-_]\w{1,20}){1,4})[:=]\s?)$/.exec(lead) ?? [];
  const key = quoted ?? joined;
  return key !== undefined && nameKindOf(key) === 'none';
};
const KEY_REACH = 48;

/** A sign ends a sentence where a blank follows it; a cell or a line ends with its sign. */
function sentenceStart(before: string): number {
  for (let at = before.length - 1; at >= 0; at--) {
    const char = before.charAt(at);
    if (char === '\n' || char === '|') return at + 1;
    if ('.!?;'.includes(char) && /\s/.test(before.charAt(at + 1))) return at + 1;
  }
  return 0;
}
