import { lineStarts, rowAt } from '../math/lines.ts';
import type { Facts } from '../model/document.ts';
import type { Comment } from '../text/code/lex.ts';
import { removable, withoutComments } from '../text/code/strip.ts';
import type { Cell, Count, Draft, Item } from './item.ts';
import { chosenLines } from './lines.ts';
import { outlineCode } from './skeleton.ts';

/** Lines of the documentation right above a definition count as docs in languages that mark none. */
function docLinesOf(facts: Facts): Set<number> {
  const starts = new Set(facts.definitions.map(({ line }) => line));
  const above = facts.docLines.filter(([, last]) => starts.has(last + 1) || starts.has(last + 2));
  return new Set(above.map(([first]) => first));
}

/** Light: without comments, by syntax. Documentation goes only where the rest does not make enough room. */
function withoutRemarks(item: Item, target: number, count: Count): Draft {
  const { text, shape } = item.facts;
  const comments = removable(text, shape.language);
  const docs = docLinesOf(item.facts);
  const starts = lineStarts(text);
  const isDoc = ({ doc, start }: Comment): boolean => doc || docs.has(rowAt(starts, start) + 1);
  const ordinary = comments.filter((comment) => !isDoc(comment));
  const some = withoutComments(text, ordinary);
  if (count(some) <= target) return { text: some, kinds: { comments: ordinary.length } };
  return {
    text: withoutComments(text, comments),
    kinds: { comments: ordinary.length, docs: comments.length - ordinary.length },
  };
}

export const codeCells: readonly [Cell, Cell, Cell] = [
  withoutRemarks,
  (item, target, count) =>
    outlineCode(item, target, count, 'summarised') ?? chosenLines(item, target, count),
  (item, target, count) =>
    outlineCode(item, target, count, 'signatures') ?? chosenLines(item, target, count),
];
