import type { Facts } from '../model/document.ts';
import { characterEdge } from '../text/truncate.ts';
import type { Count } from './item.ts';

/** Between texts that are joined, so that the end of one does not run into the next. */
const GAP = '\n\n';

/** Texts joined in order while they fit the room together; one that does not fit alone is cut. */
export function joined(texts: readonly string[], room: number, count: Count): string[] {
  const groups: string[] = [];
  let held = '';
  // Counted piece by piece: a whole has hardly ever more tokens than its pieces.
  let tokens = 0;
  for (const text of texts.flatMap((whole) => halves(whole, room, count))) {
    if (text.trim() === '') continue;
    const more = count(text) + 1;
    if (held !== '' && tokens + more > room) {
      groups.push(held);
      held = '';
      tokens = 0;
    }
    held = held === '' || held.endsWith('\n') ? `${held}${text}` : `${held}${GAP}${text}`;
    tokens += more;
  }
  if (held !== '') groups.push(held);
  return groups;
}

/** A document in sections that fit the room, cut where its own parts end as far as possible. */
export function sectionsOf(facts: Facts, room: number, count: Count): string[] {
  const { text, chunks } = facts;
  const texts = chunks.map(({ start, end }) => text.slice(start, end));
  return joined(texts.length === 0 ? [text] : texts, room, count);
}

/** Cut in the middle, at the end of a line if there is one, until every part fits. */
function halves(text: string, room: number, count: Count): string[] {
  if (text.length <= 1 || count(text) <= room) return [text];
  const middle = Math.floor(text.length / 2);
  const before = text.lastIndexOf('\n', middle - 1) + 1;
  const after = text.indexOf('\n', middle) + 1;
  const isNear = (at: number): boolean => at > text.length / 4 && at < (text.length * 3) / 4;
  const line = isNear(before) ? before : after;
  const at = isNear(line) ? line : Math.max(1, characterEdge(text, middle));
  return [...halves(text.slice(0, at), room, count), ...halves(text.slice(at), room, count)];
}
