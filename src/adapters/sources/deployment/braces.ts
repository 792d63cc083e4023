import type { Lines } from './units.ts';

/** A block `header { … }` with its depth; the file itself is no block. */
export interface Brace {
  readonly header: string;
  readonly first: number;
  readonly last: number;
  readonly depth: number;
}

export interface BraceStyle {
  readonly comments: RegExp;
  /** A line at the margin that opens a block whatever was left open above it. */
  readonly restart?: RegExp;
}

export const HCL: BraceStyle = {
  comments: /(?:^|\s)(?:#|\/\/).*$/,
  restart:
    /^(?:resource|data|variable|output|module|provider|locals|terraform|moved|import|check|job|source|build|target|group|include|inputs|dependency|remote_state|removed|ephemeral)\b[^=]*\{\s*$/,
};
export const NGINX: BraceStyle = { comments: /(?:^|\s)#.*$/ };
export const GROOVY: BraceStyle = { comments: /(?:^|\s)\/\/.*$/ };

const LINE_LIMIT = 4000;
/** Blocks nested deeper are not told apart: a bomb costs no more than its lines. */
const DEEPEST = 64;
const HEREDOC = /<<[-~]?\s*["']?([A-Za-z_]\w*)["']?\s*$/;

/** Finds blocks by their braces, outside of strings, comments and heredocs; unclosed ones end with the text. */
export function bracesIn(lines: Lines, style: BraceStyle): Brace[] {
  const done: Brace[] = [];
  let open: { header: string; first: number }[] = [];
  let depth = 0;
  let until = '';
  const closeAll = (last: number): void => {
    open.forEach(({ header, first }, at) => void done.push({ header, first, last, depth: at }));
    open = [];
    depth = 0;
  };
  for (let line = 1; line <= lines.count; line++) {
    const raw = lines.at(line).slice(0, LINE_LIMIT);
    if (until !== '') {
      if (until === '*/' ? raw.includes(until) : raw.trim() === until) until = '';
      continue;
    }
    if (/^\s*\/\*/.test(raw) && !raw.includes('*/')) {
      until = '*/';
      continue;
    }
    if (depth > 0 && style.restart?.test(raw) === true) closeAll(line - 1);
    const text = raw
      .replace(
        /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g,
        (found) => `"${' '.repeat(Math.max(0, found.length - 2))}"`,
      )
      .replace(style.comments, '');
    let headerFrom = 0;
    for (let at = 0; at < text.length; at++) {
      const char = text.charAt(at);
      if (char === '{') {
        if (depth < DEEPEST) open.push({ header: raw.slice(headerFrom, at).trim(), first: line });
        depth++;
      } else if (char === '}') {
        if (depth > 0) depth--;
        if (depth < DEEPEST) {
          const block = open.pop();
          if (block !== undefined) done.push({ ...block, last: line, depth });
        }
      }
      if (char === '{' || char === '}' || char === ';') headerFrom = at + 1;
    }
    until = HEREDOC.exec(raw)?.[1] ?? '';
  }
  closeAll(lines.count);
  return done.sort((a, b) => a.first - b.first || a.depth - b.depth);
}
