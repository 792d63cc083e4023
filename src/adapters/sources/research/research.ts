import { splitLines } from '../../../math/lines.ts';
import { EMPTY_OUTLINE, type Outline, type Unit } from '../../../model/document.ts';
import type { Shape } from '../../../model/shape.ts';
import type { SourceAdapter } from '../../../ports/source.ts';
import { identifiers } from '../../../text/prose/inline.ts';
import { proseStructure } from '../../../text/prose/parse.ts';
import { type Section, type Structure, sections } from '../../../text/prose/structure.ts';
import { sectionUnits, stated, titleOf } from '../documentation/units.ts';
import { claim } from './claim.ts';
import { conclusions } from './conclusions.ts';
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

/** Notes, saved searches, fetched pages and agent outputs, with the conclusions they reach. */
export const research: SourceAdapter = { name: 'research', claim, render, outline };
