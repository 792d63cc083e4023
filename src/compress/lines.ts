import { rankStatements, type Statement } from '../math/extract.ts';
import { splitLines } from '../math/lines.ts';
import { characterEdge } from '../text/truncate.ts';
import { elisionComment } from './elision.ts';
import { bestFirst, fill } from './fit.ts';
import type { Count, Draft, Item } from './item.ts';

/** A line longer than this is shown in pieces, or nothing of it might ever fit. */
const LONGEST_PIECE = 400;
const ROOM_FOR_NUMBERS = 200;
/** What one level of indentation weighs against what a task asks for. */
const DEPTH = 0.25;
const DEEPEST = 8;
/** Irrational steps spread a choice evenly over equals, so that no end of a text is favoured. */
const GOLDEN = 0.618_033_988_749_895;

/** Each line that says something is a paragraph by its number, of several pieces where it is long. */
function piecesOf(lines: readonly string[]): Statement[] {
  return lines.flatMap((text, i) => {
    if (text.trim() === '') return [];
    if (text.length <= LONGEST_PIECE) return [{ paragraph: i + 1, text }];
    const pieces: Statement[] = [];
    for (let at = 0, end = 0; at < text.length; at = end) {
      end = characterEdge(text, Math.min(text.length, at + LONGEST_PIECE));
      pieces.push({ paragraph: i + 1, text: text.slice(at, end) });
    }
    return pieces;
  });
}

function depthOf(text: string): number {
  const [indent = ''] = /^[ \t]*/.exec(text) ?? [];
  return Math.min(DEEPEST, indent.replaceAll('\t', '    ').length / 2);
}

/** The lines that show a text's structure and what a task asks for, whatever the text is. */
export function chosenLines(item: Item, target: number, count: Count): Draft {
  const { text, shape } = item.facts;
  const lines = splitLines(text);
  const pieces = piecesOf(lines);
  const ranked = rankStatements(pieces, item.task ?? '');
  const asked = item.task === undefined ? 0 : 1;
  const worth = pieces.map(
    (piece, i) =>
      asked * (ranked[i] ?? 0) - DEPTH * depthOf(piece.text) + 0.01 * ((i * GOLDEN) % 1),
  );
  const costs = pieces.map((piece) => count(piece.text) + 1);
  const numbered = target >= ROOM_FOR_NUMBERS;
  const render = (kept: ReadonlySet<number>): string => {
    const out: string[] = [];
    let before = 0;
    let beforePiece = -1;
    pieces.forEach(({ paragraph: line, text: piece }, i) => {
      if (!kept.has(i)) return;
      if (line === before && beforePiece === i - 1) {
        out[out.length - 1] += piece;
      } else {
        if (numbered && line > before + 3) {
          out.push(elisionComment(shape.language, before + 1, line - 1));
        }
        out.push(piece);
      }
      before = line;
      beforePiece = i;
    });
    return `${out.join('\n')}\n`;
  };
  const filled = fill(bestFirst(worth), costs, target, count, render);
  const kept = filled.kept.size;
  return { text: kept === 0 ? '' : filled.text, kinds: { lines: pieces.length - kept } };
}
