import type { Outline, Remark } from '../../../model/document.ts';
import { titleText } from '../../../text/prose/inline.ts';
import { leadingSentences, paragraphs } from '../../../text/prose/sentences.ts';
import type { Section } from '../../../text/prose/structure.ts';
import { sectionUnits, stated, titleOf } from './units.ts';

const DECISION_HEADING =
  /^(?:[\d.]+\s+)?(?:the |our |final )?(?:decisions?(?: outcomes?| made| taken| \([^)]*\))?|resolution|chosen (?:option|solution)|outcome|what we decided)\W*$/i;
const STATUS_HEADING = /^(?:[\d.]+\s+)?(?:current )?status\W*$/i;
const DATE_HEADING = /^(?:[\d.]+\s+)?date\W*$/i;
/** Says so in the text: for records that have no section for it. */
const DECISION_SENTENCE =
  /^(?:\W{0,4})(?:we (?:will|have decided|decided|chose|are going to|use)\b|chosen option|the decision is)/i;
const STATUSES =
  /\b(superseded|deprecated|rejected|accepted|approved|proposed|draft|implemented|withdrawn|amended|obsolete|pending|adopted|decided|active|in review|under review)\b/i;
const NO_LONGER = /^(?:superseded|deprecated|rejected|withdrawn|obsolete)$/;
const ISO_DATE = /\b\d{4}-\d{2}-\d{2}\b/;
/** A record states its facts near the top, or in sections named after them. */
const HEADER_LINES = 40;
const LONGEST_DECISION = 400;
const OPEN_END = /(?::|\b(?:because|since|that|to))\W*$/;

/** What a document says of itself at its top. */
type Said = ReadonlyMap<string, string>;

/** A decision record: its sections, what was decided, when, and whether it still holds. */
export function outlineDecision(
  lines: readonly string[],
  sections: readonly Section[],
  said: Said,
): Pick<Outline, 'units' | 'remarks' | 'meta'> {
  const facts = readFacts(lines, sections, said);
  const decision = findDecision(lines, sections);
  const title = titleOf(said, sections);
  const units = sectionUnits(sections).map((unit) =>
    DECISION_HEADING.test(unit.name) ? { ...unit, kind: 'decision' } : unit,
  );
  const meta = stated({ title, ...facts, decision: decision?.text ?? '' });
  if (!decision) return { units, remarks: [], meta };
  // What no longer holds must not read as if it did.
  const stale = NO_LONGER.test(facts.status) ? `[${facts.status}] ` : '';
  const remark: Remark = { kind: 'decision', text: stale + decision.text, line: decision.line };
  return { units, remarks: [remark], meta };
}

function findDecision(lines: readonly string[], sections: readonly Section[]) {
  const named = sections.find((section) => DECISION_HEADING.test(section.title));
  const [first, ...others] = named ? paragraphs(lines, named.bodyLine, named.lastLine) : [];
  // "We will:" and "Chosen option: A, because" need the list that follows.
  const list = OPEN_END.test(first?.text ?? '') ? others.map(({ text }) => text).join('; ') : '';
  const stated =
    first ?? paragraphs(lines, 1, lines.length).find(({ text }) => DECISION_SENTENCE.test(text));
  if (!stated) return null;
  const whole = list === '' ? stated.text : `${stated.text} ${list.slice(0, LONGEST_DECISION)}`;
  return { text: leadingSentences(plain(whole), LONGEST_DECISION), line: stated.line };
}

function readFacts(lines: readonly string[], sections: readonly Section[], said: Said) {
  let statusText = said.get('status') ?? '';
  let dateText = said.get('date') ?? said.get('revdate') ?? '';
  for (const line of lines.slice(0, HEADER_LINES)) {
    const entry = readEntry(line);
    if (entry?.key === 'status') statusText ||= entry.value;
    else if (entry) dateText ||= entry.value;
  }
  for (const section of sections) {
    if (STATUS_HEADING.test(section.title)) statusText ||= bodyText(lines, section);
    if (DATE_HEADING.test(section.title)) dateText ||= bodyText(lines, section);
  }
  const status = plain(statusText);
  const known = /\bsuperseded\b/i.test(status) ? 'superseded' : STATUSES.exec(status)?.[1];
  const replaced =
    /\b(?:superseded|replaced)\s+by:?\s+(.{1,120}?)(?:\.(?:\s|$)|$)/i.exec(status)?.[1] ?? '';
  const replaces =
    /\b(?:supersedes|replaces):?\s+(.{1,120}?)(?:\.(?:\s|$)|$)/i.exec(status)?.[1] ?? '';
  const date = ISO_DATE.exec(dateText)?.[0] ?? plain(dateText).slice(0, 40);
  return {
    status: known?.toLowerCase() ?? leadingSentences(status, 60),
    date: date || (ISO_DATE.exec(status)?.[0] ?? ''),
    supersededBy: replaced,
    supersedes: replaces,
  };
}

/** `Status: accepted` in the ways records write it: bullets, bold, tables, fields. */
function readEntry(line: string): { key: 'status' | 'date'; value: string } | null {
  if (line.length > 400) return null;
  const found =
    /^[\s*\-+|>:_]{0,8}(status|date|last updated|decided on|decision date)[*_]{0,2}\s*(?:[:|]{1,2}[*_]{0,2}|::)\s*(\S.*)$/i.exec(
      line,
    );
  const value = (found?.[2] ?? '').replace(/[|\s]+$/, '').trim();
  if (!found || value === '') return null;
  return { key: found[1]?.toLowerCase() === 'status' ? 'status' : 'date', value };
}

const bodyText = (lines: readonly string[], section: Section): string =>
  paragraphs(lines, section.bodyLine, section.lastLine)
    .slice(0, 4)
    .map(({ text }) => text)
    .join('. ');

/** Without links and emphasis, cut to a length no sentence has. */
const plain = (text: string): string =>
  text.length > 300 ? text.replace(/\*\*|`/g, '').trim() : titleText(text);
