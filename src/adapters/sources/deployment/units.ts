import { splitLines } from '../../../math/lines.ts';
import {
  type Definition,
  EMPTY_OUTLINE,
  type Outline,
  type Reference,
  type Unit,
} from '../../../model/document.ts';

/** A named stretch of lines as a scanner sees it. */
export interface Block
  extends Pick<Unit, 'kind' | 'name' | 'names' | 'meta'>,
    Partial<Pick<Unit, 'within' | 'joins'>> {
  readonly first: number;
  readonly last: number;
}

/** A text as lines that count from 1. */
export interface Lines {
  readonly count: number;
  at(line: number): string;
  /** The lines that a pattern fits and what its group holds; of a long one only the beginning is looked at. */
  matches(pattern: RegExp, first?: number, last?: number, characters?: number): Match[];
  /** The end of a block without lines that belong to what follows: blank ones, unless it is said otherwise. */
  trimmed(first: number, last: number, follows?: (text: string) => boolean): number;
}

interface Match {
  readonly line: number;
  readonly name: string;
}

export function linesOf(text: string): Lines {
  const split = text === '' ? [] : splitLines(text);
  const at = (line: number): string => split[line - 1] ?? '';
  return {
    count: split.length,
    at,
    matches(pattern, first = 1, last = split.length, characters = 300) {
      const found: Match[] = [];
      for (let line = first; line <= last; line++) {
        const name = pattern.exec(at(line).slice(0, characters))?.[1];
        if (name !== undefined) found.push({ line, name });
      }
      return found;
    },
    trimmed(first, last, follows = (own) => own.trim() === '') {
      let end = last;
      while (end > first && follows(at(end))) end--;
      return end;
    },
  };
}

export const indentOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].length ?? 0;

export const isBlankOrComment = (line: string): boolean => /^\s*(?:#|$)/.test(line);

const NAMES_LIMIT = 60;

const SMALL_LINES = 3;
const GROUP_LINES = 24;

/** Kinds of which several may stand together; a resource always stands alone. */
const GROUPED_KINDS: ReadonlySet<string> = new Set(['section', 'variables']);
const TITLES_IN_NAME = 3;

/** Joins neighbours of a few lines: twenty settings of one line each are one thing to read. */
export function grouped(blocks: readonly Block[]): Block[] {
  const result: { block: Block; titles: string[] }[] = [];
  const isSmall = ({ first, last }: Block): boolean => last - first < SMALL_LINES;
  for (const block of blocks) {
    const open = result.at(-1);
    if (
      open?.block.kind === block.kind &&
      GROUPED_KINDS.has(block.kind) &&
      isSmall(block) &&
      block.last - open.block.first < GROUP_LINES &&
      (open.titles.length > 1 || isSmall(open.block))
    ) {
      open.titles.push(block.name);
      const names = [...open.block.names, ...block.names];
      open.block = { ...open.block, last: block.last, names };
    } else result.push({ block, titles: [block.name] });
  }
  return result.map(({ block, titles }) => ({
    ...block,
    name: titles.length === 1 ? block.name : titles.slice(0, TITLES_IN_NAME).join(', '),
  }));
}

/** What the scanners of one format found. */
export interface Scan extends Partial<Pick<Outline, 'definitions' | 'imports' | 'meta'>> {
  readonly blocks: readonly Block[];
}

/** What a block defines: what its meta calls it, or it is called itself. */
export function definitionOf(block: Block, kind: string, own?: string): Definition {
  const name = own ?? block.meta?.['name'] ?? block.name;
  return { name, kind, line: block.first, lastLine: block.last, within: block.within ?? [] };
}

// Variables of the environment, as code names them too.
const VARIABLE = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g;
const REFERENCES_LIMIT = 500;
const LINE_LIMIT = 2000;

/** Names in capitals with underscores: what joins a deployment to the code that reads the variable. */
function referencesIn(lines: Lines, defined: ReadonlySet<string>): Reference[] {
  const found: Reference[] = [];
  for (let line = 1; line <= lines.count && found.length < REFERENCES_LIMIT; line++) {
    const text = lines.at(line);
    if (isBlankOrComment(text)) continue;
    for (const [name] of text.slice(0, LINE_LIMIT).matchAll(VARIABLE)) {
      if (!defined.has(name)) found.push({ name, line });
    }
  }
  return found;
}

/** Runs of whole-line comments. */
function commentRuns(lines: Lines): (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const { line } of lines.matches(/^\s*(#)/)) {
    const last = runs.at(-1);
    if (last?.[1] === line - 1) last[1] = line;
    else runs.push([line, line]);
  }
  return runs;
}

/** Puts blocks in order, cuts overlaps, and adds what every format has: references and comments. */
export function outlineOf(lines: Lines, scan: Scan): Outline {
  const units: Unit[] = [];
  let previous = 0;
  const blocks = scan.blocks.toSorted((a, b) => a.first - b.first || a.last - b.last);
  for (const { kind, name, names, within = [], joins = false, meta = {}, ...block } of blocks) {
    const firstLine = Math.max(block.first, previous + 1);
    const lastLine = Math.min(block.last, lines.count);
    if (lastLine < firstLine) continue;
    const known = [...new Set(names)].filter((each) => each !== '').slice(0, NAMES_LIMIT);
    const stated = Object.keys(meta).length === 0 ? {} : { meta };
    units.push({ firstLine, lastLine, kind, name, names: known, within, joins, ...stated });
    previous = lastLine;
  }
  const { definitions = [], imports = [], meta = {} } = scan;
  const references = referencesIn(lines, new Set(definitions.map(({ name }) => name)));
  const docLines = commentRuns(lines);
  return { ...EMPTY_OUTLINE, units, definitions, references, imports, docLines, meta };
}
