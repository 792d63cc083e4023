import { lineStarts } from '../math/lines.ts';
import { late } from '../math/memo.ts';
import type { Chunk, Outline, Unit } from '../model/document.ts';
import { characterEdge } from '../text/truncate.ts';

/** Chunk sizes hardly matter between 30 and 120 lines; these are the measured ones. */
export const CUT = {
  /** A unit shorter than this joins the next one. */
  joinBelowLines: 5,
  /** A unit longer than this is split … */
  splitAboveLines: 80,
  /** … into windows of at most this. */
  windowLines: 60,
  /** No chunk holds more characters, whatever its lines. */
  maxCharacters: 16_000,
  /** Windows of a unit bear all its names, as a long function does; of one with more names than this, a table, only their own. */
  maxNamesShared: 200,
} as const;

interface Piece {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly units: readonly Unit[];
}

const BLANK: Omit<Unit, 'firstLine' | 'lastLine'> = {
  kind: 'block',
  name: '',
  names: [],
  within: [],
  joins: true,
};

/** Units with the lines between them given to the unit that follows, and the rest to a last block: every line once. */
function cover(units: readonly Unit[], lineCount: number): Unit[] {
  const covered: Unit[] = [];
  let next = 1;
  for (const unit of units) {
    covered.push({ ...unit, firstLine: next });
    next = unit.lastLine + 1;
  }
  if (next <= lineCount) {
    const last = covered.at(-1);
    // A short tail such as a closing bracket belongs to what it closes.
    if (last?.joins === true && lineCount - next + 1 < CUT.joinBelowLines) {
      covered[covered.length - 1] = { ...last, lastLine: lineCount };
    } else {
      covered.push({ ...BLANK, firstLine: next, lastLine: lineCount });
    }
  }
  return covered;
}

/** Joins units shorter than the limit with the next, as long as both allow it and stay in one window. */
function join(units: readonly Unit[]): Piece[] {
  const pieces: (Piece & { lastLine: number; units: Unit[] })[] = [];
  for (const unit of units) {
    const { firstLine, lastLine } = unit;
    const held = pieces.at(-1);
    if (
      held?.units[0]?.joins === true &&
      unit.joins &&
      firstLine - held.firstLine < CUT.joinBelowLines &&
      lastLine - held.firstLine < CUT.splitAboveLines
    ) {
      held.units.push(unit);
      held.lastLine = lastLine;
    } else pieces.push({ firstLine, lastLine, units: [unit] });
  }
  return pieces;
}

/** Lines first..last cut into as few windows as the limit allows, of nearly equal size. */
function windows({ firstLine, lastLine, units }: Piece, namesIn: NamesIn): Piece[] {
  const lines = lastLine - firstLine + 1;
  if (lines <= CUT.splitAboveLines) return [{ firstLine, lastLine, units }];
  const count = Math.ceil(lines / CUT.windowLines);
  const isTable = units.some(({ names }) => names.length > CUT.maxNamesShared);
  return Array.from({ length: count }, (_, i) => {
    const first = firstLine + Math.floor((i * lines) / count);
    const last = firstLine + Math.floor(((i + 1) * lines) / count) - 1;
    if (!isTable) return { firstLine: first, lastLine: last, units };
    const names = namesIn(first, last);
    return { firstLine: first, lastLine: last, units: units.map((unit) => ({ ...unit, names })) };
  });
}

/** Names that are defined in lines. */
type NamesIn = (firstLine: number, lastLine: number) => readonly string[];

/** All windows together look at each definition once: a file of forty thousand constants is cut into hundreds. */
function namesByLine(definitions: Outline['definitions']): NamesIn {
  const sorted = late(() => [...definitions].sort((a, b) => a.line - b.line));
  let at = 0;
  return (firstLine, lastLine) => {
    const names = new Set<string>();
    for (; (sorted()[at]?.line ?? Number.POSITIVE_INFINITY) <= lastLine; at++) {
      const { name, line } = sorted()[at] ?? { name: '', line: 0 };
      if (line >= firstLine) names.add(name);
    }
    return [...names];
  };
}

function describe(units: readonly Unit[]) {
  // The longest unit names the chunk; ties go to the first.
  const main = units.reduce((best, unit) =>
    unit.lastLine - unit.firstLine > best.lastLine - best.firstLine ? unit : best,
  );
  return {
    kind: main.kind,
    name: main.name,
    names: units.length === 1 ? main.names : [...new Set(units.flatMap((unit) => unit.names))],
    within: main.within,
    ...(main.meta === undefined ? {} : { meta: main.meta }),
  };
}

/**
 * Cuts a text along its outline. The chunks, joined, are the text; all but chunks of overlong
 * lines are whole lines.
 */
export function cut(text: string, outline: Pick<Outline, 'units' | 'definitions'>): Chunk[] {
  if (text === '') return [];
  const starts = lineStarts(text);
  const offsetOf = (line: number): number => starts[line - 1] ?? text.length;
  const namesIn = namesByLine(outline.definitions);
  const pieces = join(cover(outline.units, starts.length)).flatMap((piece) =>
    windows(piece, namesIn),
  );
  const chunks: Chunk[] = [];
  for (const piece of pieces) {
    const described = describe(piece.units);
    let start = offsetOf(piece.firstLine);
    let firstLine = piece.firstLine;
    const endAt = (end: number, lastLine: number, nextLine: number): void => {
      if (end <= start) return;
      chunks.push({ start, end, firstLine, lastLine, ...described });
      start = end;
      firstLine = nextLine;
    };
    for (let line = piece.firstLine; line <= piece.lastLine; line++) {
      const lineEnd = offsetOf(line + 1);
      if (lineEnd - start > CUT.maxCharacters) endAt(offsetOf(line), line - 1, line);
      while (lineEnd - start > CUT.maxCharacters) {
        endAt(characterEdge(text, start + CUT.maxCharacters), line, line);
      }
    }
    endAt(offsetOf(piece.lastLine + 1), piece.lastLine, piece.lastLine);
  }
  return chunks;
}
