import { splitLines } from '../math/lines.ts';
import { isDecoration } from '../text/prose/decoration.ts';
import { type Block, blocksOf } from './blocks.ts';
import type { Draft } from './item.ts';

const FENCE = /^\s*(?:`{3,}|~{3,})/;
/** Longer lines are data; what is read here is read with bounded patterns only. */
const LONGEST_LINE = 5000;

const BADGE = /^\s*(?:\[?!\[[^\]]{0,200}\]\([^)]{0,500}\)\]?(?:\([^)]{0,500}\))?\s*)+$/;
const IMAGE = /!\[([^\]]{0,200})\]\([^)\s]{0,500}(?:\s"[^"]{0,200}")?\)/g;
const LINK = /\[([^\][]{1,300})\]\((?:[^()\s]|\([^()\s]{0,100}\)){0,500}(?:\s"[^"]{0,200}")?\)/g;
const REFERENCE = /^\s{0,3}\[[^\]]{1,100}\]:\s+\S+/;
const BOLD = /(\*\*|__)(?=\S)([^*_]{1,300}?\S?)\1/g;
const TAG =
  /<\/?(?:p|div|span|br|hr|img|a|b|i|em|strong|center|sub|sup|kbd|details|summary|picture|source|table|t[rdh]|thead|tbody|h[1-6]|ul|ol|li)(?:\s[^<>]{0,500})?\/?>/gi;
const RULE = /^\s{0,3}(?:[-*_]\s?){3,}$/;
const COMMENT = /<!--(?:[^-]|-(?!->)){0,2000}-->/g;

function plainLine(line: string): string {
  return line
    .replace(COMMENT, '')
    .replace(IMAGE, '$1')
    .replace(LINK, '$1')
    .replace(BOLD, '$2')
    .replace(TAG, '')
    .trimEnd();
}

/** Light, documentation: the words without what only a browser needs. Code stays as it is. */
export function withoutFormatting(text: string, path = ''): Draft {
  const out: string[] = [];
  let marks = 0;
  let fence = '';
  for (const line of splitLines(text)) {
    const mark = FENCE.exec(line)?.[0].trim() ?? '';
    if (mark !== '' && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    const inside = fence !== '' || mark !== '' || /^(?: {4}|\t)/.test(line);
    if (inside || line.length > LONGEST_LINE) {
      out.push(line);
      continue;
    }
    // A rule below a text is a heading's underline, not decoration.
    const above = out.at(-1) ?? '';
    const isRule = RULE.test(line) && above.trim() === '' && out.length > 0;
    const isIdle = line.trim() !== '' && /[![<]/.test(line) && isDecoration(line, path);
    const isGone = BADGE.test(line) || REFERENCE.test(line) || isRule || isIdle;
    const plain = isGone ? '' : plainLine(line);
    if (plain !== line.trimEnd()) marks++;
    if (plain.trim() === '' && (out.length === 0 || (out.at(-1) ?? '').trim() === '')) continue;
    out.push(plain);
  }
  return { text: `${out.join('\n').trimEnd()}\n`, kinds: { formatting: marks } };
}

const EXAMPLE_TITLE =
  /^(?:\W{0,4}(?:\d+[.\d]*\s+)?)(?:(?:some|more|usage|code|worked|further|an?)\s+)?(?:examples?|samples?|demos?|illustrations?|snippets?)\b/i;
const EXAMPLE_SENTENCE =
  /^\W{0,4}(?:for example|for instance|e\.g\.|as an example|an example|example:|to illustrate|consider the following example|such as the following|suppose\b)/i;
const ANNOUNCED =
  /(?:for example|for instance|example|e\.g\.|like this|like so|as follows)\W{0,4}$/i;
const ASIDE = /\s?\((?:e\.g\.|for example|for instance|such as)[^()]{0,300}\)/gi;

/** Light, research: the text without its examples: sections, sentences, code that illustrates, asides. */
export function withoutExamples(text: string, language: string): Draft {
  const lines = splitLines(text);
  const blocks = blocksOf(lines, language);
  const out: string[] = [];
  let examples = 0;
  let inside = 0;
  let at = 1;
  let announced = false;
  const copy = (until: number): void => {
    for (; at <= until; at++) out.push(lines[at - 1] ?? '');
  };
  for (const block of blocks) {
    copy(block.first - 1);
    if (block.kind === 'heading') {
      if (inside > 0 && block.level <= inside) inside = 0;
      if (inside === 0 && EXAMPLE_TITLE.test(block.parts[0] ?? '')) inside = block.level;
    }
    const isExample = inside > 0 || (block.kind === 'code' && announced);
    const whole = lines.slice(block.first - 1, block.last).join('\n');
    const kept = isExample ? '' : withoutExample(block, whole);
    if (isExample || kept !== whole) examples++;
    if (kept !== '') out.push(kept);
    at = block.last + 1;
    announced = ANNOUNCED.test((lines[block.last - 1] ?? '').slice(-60));
  }
  copy(lines.length);
  const tidy = out.filter((line, i) => line.trim() !== '' || (out[i - 1] ?? '').trim() !== '');
  return { text: `${tidy.join('\n').trimEnd()}\n`, kinds: { examples } };
}

/** The sentences of a block that are no examples, without their asides; the block as it is where there are none of either. */
function withoutExample({ kind, parts }: Block, whole: string): string {
  if (kind !== 'text' && kind !== 'item') return whole;
  const kept = parts.filter((sentence) => !EXAMPLE_SENTENCE.test(sentence));
  const shorter = kept.map((sentence) => sentence.replace(ASIDE, ''));
  return shorter.join(' ') === parts.join(' ') ? whole : shorter.join(' ');
}
