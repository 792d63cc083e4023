import { splitLines } from '../../../math/lines.ts';
import { EMPTY_OUTLINE, type Outline, type Remark, type Unit } from '../../../model/document.ts';
import type { Shape } from '../../../model/shape.ts';
import type { SourceAdapter } from '../../../ports/source.ts';
import { identifiers } from '../../../text/prose/inline.ts';
import { proseStructure } from '../../../text/prose/parse.ts';
import { leadingSentences, paragraphs, sentences } from '../../../text/prose/sentences.ts';
import { type Section, type Structure, sections } from '../../../text/prose/structure.ts';
import { sectionUnits, stated, titleOf } from '../documentation/units.ts';
import { claim } from './claim.ts';
import { renderJson, renderPage } from './render.ts';

/** How far down a page says where it came from. */
const SOURCE_LINES = 12;

function render(raw: string, shape: Shape): string {
  if (shape.language === 'html') return renderPage(raw);
  const json = shape.language === 'json' || shape.language === 'jsonl';
  return json ? renderJson(raw, shape.kind) : raw;
}

function outline(text: string, shape: Shape): Outline {
  if (text === '') return EMPTY_OUTLINE;
  const lines = splitLines(text);
  const hits = shape.kind === 'search' ? hitStructure(lines) : null;
  const structure = hits ?? proseStructure(lines, shape.language);
  const parts = sections(structure, lines.length);
  const units = hits ? hitUnits(parts, lines) : sectionUnits(parts);
  const remarks = conclusions(lines, parts);
  return { ...EMPTY_OUTLINE, units, remarks, meta: metaOf(structure, parts, lines) };
}

/** The searches and hits of a rendered search. Excerpts are other people's text: their headings and fences don't count. */
function hitStructure(lines: readonly string[]): Structure | null {
  const headings = lines.flatMap((line, index) => {
    const level = levelOf(line, lines[index + 1]);
    if (level === 0) return [];
    const title = line.slice(level + 1).trim();
    const firstLine = index + 1;
    return [{ firstLine, bodyLine: firstLine + level, level, title, names: identifiers(title) }];
  });
  if (!headings.some(({ level }) => level === 2)) return null;
  const breaks = lines.flatMap((line, index) =>
    line !== '' && lines[index - 1] === '' ? [{ line: index + 1, indent: 0 }] : [],
  );
  return { headings, marks: [], breaks, facts: new Map() };
}

function levelOf(line: string, below: string | undefined): 0 | 1 | 2 {
  if (line.startsWith('# Search')) return 1;
  return line.startsWith('## ') && below !== undefined && addressOf(below) !== '' ? 2 : 0;
}

const addressOf = (line: string): string => /^<(\S{1,2100})>$/.exec(line)?.[1] ?? '';

function hitUnits(parts: readonly Section[], lines: readonly string[]): Unit[] {
  let url = '';
  return sectionUnits(parts).map((unit, index) => {
    if (parts[index]?.level !== 2) return unit;
    // A later part of a long hit starts without the address: it keeps the one before.
    url = addressOf(lines[unit.firstLine] ?? '') || url;
    return { ...unit, kind: 'hit', joins: false, meta: { url } };
  });
}

function metaOf({ facts }: Structure, parts: readonly Section[], lines: readonly string[]) {
  const title = facts.get('title') ?? facts.get('task') ?? titleOf(facts, parts);
  const source = facts.get('url') ?? facts.get('source_url') ?? facts.get('source') ?? noted(lines);
  const url = /^https?:/.test(source) ? source : '';
  return stated({ title, url, date: facts.get('date') ?? '' });
}

function noted(lines: readonly string[]): string {
  const url =
    /^(?:url source|source|source url|url|original):[^\S\n]+<?(https?:\/\/[^\s>]{1,2000})/im;
  return url.exec(lines.slice(0, SOURCE_LINES).join('\n'))?.[1] ?? '';
}

const CONCLUSION_HEADING =
  /^[^A-Za-z]{0,12}(?:in )?(?:(?:final|main|key|overall|executive|preliminary|our) )?(?:conclusions?|concluding remarks|findings|summary|recommendations?|tl;?dr|takeaways|results?|decisions?|verdict|outcomes?|bottom line|answer)\b(?:\s*(?:$|[:(&,–—-]|and\b|of\b|for\b|from\b|on\b).*)?$/i;
const CONCLUSION_SENTENCE =
  /^[^A-Za-z]{0,8}(?:in (?:conclusion|summary|short)\b|to (?:conclude|summari[sz]e|sum up)\b|we (?:recommend|conclude|suggest|should (?:use|adopt|choose|go with|avoid))\b|i (?:recommend|conclude|suggest)\b|(?:my|our) recommendation\b|therefore\b|thus,|hence,|overall,|the (?:result|conclusion|recommendation|verdict|upshot|takeaway|bottom line) (?:is|was)\b|bottom line\b|key takeaway|recommended (?:approach|option|choice)\b|it (?:follows|is recommended) that\b|this (?:means|shows|suggests|implies) that\b|(?:conclusions?|recommendations?|verdict|tl;?dr|decision|result|answer)\s*\*{0,2}\s*[:—–])/i;
const LONGEST_REMARK = 320;
/** Beyond this many, a text is all conclusion and its sections speak for themselves. */
const MOST_OF_A_SECTION = 10;
const MOST_REMARKS = 60;

/** What a text comes to: its concluding sections, and sentences that say they conclude. */
function conclusions(lines: readonly string[], sections: readonly Section[]): Remark[] {
  const remarks: Remark[] = [];
  for (const section of sections) {
    const concluding = [section.title, ...section.within.slice(1)].some((title) =>
      CONCLUSION_HEADING.test(title),
    );
    const found = paragraphs(lines, section.bodyLine, section.lastLine);
    let taken = 0;
    for (const { line, text } of found) {
      if (remarks.length >= MOST_REMARKS) return remarks;
      const said = concluding && taken < MOST_OF_A_SECTION ? text : concludingPart(text);
      if (said === '') continue;
      taken++;
      remarks.push({ kind: 'conclusion', text: plain(said), line });
    }
  }
  return remarks;
}

/** The first sentence that concludes; what leads up to it is the reasoning. */
const concludingPart = (paragraph: string): string =>
  sentences(paragraph).find((sentence) => CONCLUSION_SENTENCE.test(sentence)) ?? '';

const plain = (text: string): string =>
  leadingSentences(text.replace(/\*\*|__(?=\w)|(?<=\w)__/g, ''), LONGEST_REMARK);

/** Notes, saved searches, fetched pages and agent outputs, with the conclusions they reach. */
export const research: SourceAdapter = { name: 'research', claim, render, outline };
