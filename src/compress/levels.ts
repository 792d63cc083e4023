import { splitLines } from '../math/lines.ts';
import { familyOf } from '../model/shape.ts';
import { shownPath } from '../text/paths/roots.ts';
import { isDecoration } from '../text/prose/decoration.ts';
import { leadingSentences, paragraphs } from '../text/prose/sentences.ts';
import { CELLS, compress } from './compress.ts';
import { most } from './fit.ts';
import type { Compressed, Count, Draft, Item } from './item.ts';
import { compressed, lineCount } from './item.ts';
import { chosenLines } from './lines.ts';
import { outlineCode } from './skeleton.ts';

export type Level = 'full' | 'detailed' | 'summary' | 'stub';

/** The most tokens of each level; null for no limit. */
export type Limits = Readonly<Record<Exclude<Level, 'full'>, number | null>>;

/** A document at a level of detail (SM-1). A level that would not be shorter than the text is the text. */
export function atLevel(item: Item, level: Level, limits: Limits, count: Count): Compressed {
  const { text } = item.facts;
  const before = count(text);
  if (level === 'stub') {
    const head = clippedHead(item, limits.stub ?? Number.POSITIVE_INFINITY, count);
    const draft = { text: head, kinds: { lines: lineCount(text) } };
    return compressed(item, 'stub', draft, count, before);
  }
  if (level !== 'full') {
    const limit = limits[level];
    const result = (level === 'detailed' ? detailed : summary)(item, limit, count);
    const fits = limit === null || before <= limit;
    if (result.receipt.tokensAfter < before || !fits) return result;
  }
  return compressed(item, 'none', { text, kinds: {} }, count, before);
}

/** Code by its signatures and documentation, all else by what it says most. */
function detailed(item: Item, limit: number | null, count: Count): Compressed {
  const { source } = item.facts.shape;
  const room = limit ?? Number.POSITIVE_INFINITY;
  if (source === 'code' || item.facts.definitions.length > 0) {
    const outline = outlineCode(item, room, count, 'detailed');
    if (outline !== null && count(outline.text) <= room) {
      return compressed(item, 'detailed', outline, count);
    }
  }
  // Without a limit the first strength that summarises is detail enough, in half the room.
  const target = limit ?? Math.ceil(count(item.facts.text) / 2);
  const result = compress(item, target, count);
  if (result.receipt.method === 'none' && limit === null) return result;
  return { ...result, receipt: { ...result.receipt, method: 'detailed' } };
}

const plural = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

/** What a document is, in a line: path, type, last change, length. */
function headOf({ path, modified, facts }: Item): string {
  const { shape, text } = facts;
  const type = [shape.source, shape.kind, shape.language].filter(
    (part, i, all) => part !== '' && all.indexOf(part) === i,
  );
  const when = modified === null ? [] : [`modified ${modified}`];
  return [shownPath(path), type.join(' '), ...when, plural(lineCount(text), 'line')].join(' · ');
}

/** A path without its beginning, as short as needed; its end says most. */
function clippedHead(item: Item, limit: number, count: Count): string {
  const whole = headOf(item);
  if (count(whole) <= limit) return whole;
  const characters = [...item.path];
  const withTail = (n: number): string =>
    headOf({ ...item, path: `…${characters.slice(characters.length - n).join('')}` });
  const short = withTail(most(characters.length, limit, count, withTail));
  return count(short) <= limit ? short : '';
}

/** What a document says it is for: its first documentation, or its title and lead. */
function purposeOf({ path, facts }: Item): string {
  const lines = splitLines(facts.text);
  const title = facts.meta['title'] ?? '';
  if (facts.shape.source !== 'code') {
    const isProse = !/^(?:logs|deployment)$/.test(facts.shape.source);
    const found = isProse ? paragraphs(lines.slice(0, 200), 1, 200) : [];
    const first = found.find(({ text }) => text.length > 20 && !isDecoration(text, path));
    const lead = first === undefined ? '' : leadingSentences(first.text, 400);
    return [title, lead].filter((part) => part !== '').join('. ');
  }
  const doc = facts.docLines[0];
  if (doc === undefined || doc[0] > 5) return '';
  const said = lines
    .slice(doc[0] - 1, doc[1])
    .map((line) =>
      line
        .slice(0, 400)
        .replace(/^\s*(?:\/\*+!?|\*\/|\*|\/\/[/!]?|#+!?|--|;+|r?["']{3})\s?/, '')
        .replace(/(?:\*\/|["']{3})\s*$/, ''),
    )
    .join(' ')
    .trim();
  // A licence says nothing about the file.
  if (/copyright|licen[cs]e|spdx/i.test(said.slice(0, 400))) return '';
  return leadingSentences(said, 400);
}

/** The kinds of definitions and how many of each, most first. */
function contents({ facts }: Item): string {
  const counts = new Map<string, number>();
  for (const { kind, within } of facts.definitions) {
    if (within.length === 0 || kind === 'method') counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const defines = sorted.slice(0, 6).map(([kind, n]) => plural(n, kind));
  const modules = [...new Set(facts.imports.map(({ module }) => module))].slice(0, 10);
  return [
    ...(defines.length === 0 ? [] : [`Defines ${defines.join(', ')}.`]),
    ...(modules.length === 0 ? [] : [`Imports ${modules.join(', ')}.`]),
  ].join(' ');
}

/** What a document is for and what is in it: a paragraph, then what matters most of it, as far as the limit goes. */
function summary(item: Item, limit: number | null, count: Count): Compressed {
  const room = limit ?? DEFAULT_SUMMARY;
  const intro = [clippedHead(item, room, count), purposeOf(item), contents(item)].filter(
    (part) => part !== '',
  );
  while (intro.length > 1 && count(`${intro.join('\n')}\n`) > room / 2) intro.pop();
  const head = intro.join('\n');
  const left = room - count(`${head}\n`) - 1;
  const body = left < LEAST_BODY ? null : bodyOf(item, left, count);
  const text = body === null || body.text === '' ? `${head}\n` : `${head}\n${body.text}`;
  const kinds = body?.kinds ?? { lines: lineCount(item.facts.text) };
  const draft = count(text) <= room ? { text, kinds } : { text: head, kinds };
  return compressed(item, 'summary', draft, count);
}

const DEFAULT_SUMMARY = 500;
/** Fewer tokens than this hold nothing worth a line. */
const LEAST_BODY = 12;

function bodyOf(item: Item, room: number, count: Count): Draft | null {
  const { source } = item.facts.shape;
  if (count(item.facts.text) <= room) return { text: item.facts.text, kinds: {} };
  for (const cell of [CELLS[familyOf(source)][2], chosenLines]) {
    const draft = cell(item, room, count);
    if (draft.text !== '' && count(draft.text) <= room) return draft;
  }
  return null;
}
