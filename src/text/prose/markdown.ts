import { late } from '../../math/memo.ts';
import { frontMatter } from './front-matter.ts';
import { headingOf, startAbove } from './inline.ts';
import { indentOf, isBlank, ruleLength } from './line.ts';
import type { Break, Heading, Structure } from './structure.ts';

/** Deeper than this, a line is code, not a heading. */
const CODE_INDENT = 4;
/** Anchors above a heading belong to it; nobody stacks more of them. */
const MOST_ANCHORS = 4;
const HTML_HEADING_LINES = 6;

/** The headings of Markdown: ATX, setext and HTML ones, outside of fences, comments and front matter. */
export function markdownStructure(lines: readonly string[]): Structure {
  const front = frontMatter(lines);
  const headings: Heading[] = [];
  const breaks: Break[] = [];
  const lastCommentEnd = late(() => lines.findLastIndex((line) => line.includes('-->')));
  let fence = '';
  let afterBlank = true;

  const push = (index: number, bodyIndex: number, level: number, raw: string): void => {
    const floor = (headings.at(-1)?.bodyLine ?? front.lineCount + 1) - 1;
    const lowest = Math.max(floor, index - MOST_ANCHORS);
    const firstLine = startAbove(lines, index, lowest, isAnchor) + 1;
    headings.push(...headingOf(raw, firstLine, bodyIndex + 1, level));
  };

  for (let index = front.lineCount; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (fence !== '') {
      if (closes(line, fence)) fence = '';
      continue;
    }
    const indent = indentOf(line);
    if (indent === line.length) {
      afterBlank = true;
      continue;
    }
    if (afterBlank) breaks.push({ line: index + 1, indent });
    const paragraphStart = afterBlank;
    afterBlank = false;
    fence = fenceAt(line);
    if (fence !== '' || indent >= CODE_INDENT) continue;

    const mark = line.charCodeAt(indent);
    if (mark === 35 /* # */) {
      const level = atxLevel(line, indent);
      if (level === 0) continue;
      push(index, index + 1, level, atxTitle(line.slice(indent + level)));
      afterBlank = true;
    } else if (mark === 60 /* < */) {
      if (line.startsWith('<!--', indent)) {
        // One that is never closed is no comment.
        if (!line.includes('-->', indent + 4) && lastCommentEnd() > index) {
          do index++;
          while (!lines[index]?.includes('-->'));
        }
      } else if (/^<h[1-6][\s>]/i.test(line.slice(indent, indent + 4))) {
        const found = htmlHeading(lines, index);
        if (!found) continue;
        push(index, found.end + 1, Number(line.charAt(indent + 2)), found.raw);
        index = found.end;
        afterBlank = true;
      }
    } else if (paragraphStart) {
      const level = setextLevel(line.slice(indent), lines[index + 1] ?? '');
      if (level === 0) continue;
      push(index, index + 2, level, line);
      index++;
      afterBlank = true;
    }
  }
  return { headings, marks: [], breaks, facts: front.facts };
}

function atxLevel(line: string, indent: number): number {
  let level = 1;
  while (line.charCodeAt(indent + level) === 35) level++;
  if (level > 6) return 0;
  const next = line.charAt(indent + level);
  return next === ' ' || next === '\t' ? level : 0;
}

/** Without the closing marks of `## Title ##`. */
function atxTitle(raw: string): string {
  const text = raw.trim();
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 35) end--;
  if (end === text.length || (end > 0 && !/\s/.test(text.charAt(end - 1)))) return text;
  return text.slice(0, end).trimEnd();
}

function setextLevel(text: string, below: string): number {
  const mark = below.charAt(indentOf(below));
  if (mark !== '=' && mark !== '-') return 0;
  const rule = below.trim();
  if (rule.length < 2 || ruleLength(rule) === 0) return 0;
  // Tables, lists, quotes and rules can't be titles: what follows them is a rule.
  if (/^(?:[|>]|[-*+]\s|\d{1,9}[.)]\s|:::)/.test(text) || ruleLength(text) > 0) return 0;
  return mark === '=' ? 1 : 2;
}

/** The marks that open a fence, perhaps behind those of a list or quote: its close would otherwise be taken for an opening. */
function fenceAt(line: string): string {
  if (!line.includes('```') && !line.includes('~~~')) return '';
  const [, opened = ''] =
    /^[\s>]{0,60}(?:(?:[-*+]|\d{1,9}[.)])\s{1,8}){0,4}(`{3,}|~{3,})/.exec(line) ?? [];
  const rest = line.slice(line.indexOf(opened) + opened.length);
  return opened.startsWith('`') && rest.includes('`') ? '' : opened;
}

function closes(line: string, fence: string): boolean {
  if (!line.includes(fence.slice(0, 3))) return false;
  const text = line.replace(/^[\s>]+/, '').trimEnd();
  return text.startsWith(fence.charAt(0)) && ruleLength(text) >= fence.length;
}

function htmlHeading(lines: readonly string[], index: number): { raw: string; end: number } | null {
  let raw = '';
  for (let end = index; end < Math.min(lines.length, index + HTML_HEADING_LINES); end++) {
    const line = (lines[end] ?? '').slice(0, 2000);
    const close = line.search(/<\/h[1-6]/i);
    raw += ` ${close === -1 ? line : line.slice(0, close)}`;
    if (close !== -1) return { raw: raw.replace(/^\s*<h[1-6][^>]*>/i, '').trim(), end };
    if (isBlank(line)) return null;
  }
  return null;
}

const ANCHOR = /^\s{0,3}(?:<a\s[^>]*>\s*(?:<\/a>)?|\([\w-]+\)=)\s*$/;

const isAnchor = (line: string): boolean => line.length <= 200 && ANCHOR.test(line);
