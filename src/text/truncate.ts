const ELLIPSIS = '...';
/** Characters a token may stand for when the search for the cut starts. */
const FIRST_GUESS = 8;
/** What belongs to the character before it: combining marks, joiners, variation selectors. */
const CONTINUES = /^(?:\p{M}|\u200d)/u;

/** The offset, or the one before it where it lies between the halves of a surrogate pair. */
export function characterEdge(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff ? at - 1 : at;
}

/** An offset at or before `at` that does not lie inside a character. */
function boundaryAt(text: string, at: number): number {
  let end = at;
  while (end > 0 && end < text.length && !isBoundary(text, end)) end--;
  return end;
}

function isBoundary(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  if (/^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(at - 1, at + 1))) return false;
  return before !== 0x200d && !CONTINUES.test(text.slice(at, at + 2));
}

/** The text, or its beginning and an ellipsis, in at most `tokens` tokens, of which the ellipsis is a part. */
export function truncateToTokens(
  text: string,
  tokens: number,
  count: (text: string) => number,
): string {
  if (tokens <= 0) return '';
  const cut = (at: number): string => `${text.slice(0, boundaryAt(text, at)).trim()}${ELLIPSIS}`;
  const fits = (at: number): boolean => count(cut(at)) <= tokens;
  // The beginning decides for most texts, so that a long one is not counted whole.
  let high = Math.min(text.length, tokens * FIRST_GUESS);
  while (high < text.length && fits(high)) high = Math.min(text.length, high * 2);
  if (high === text.length && count(text) <= tokens) return text;
  let low = 0;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  // A longer beginning may count less where it completes a word: the last one that was seen to fit is taken.
  if (boundaryAt(text, low) > 0) return cut(low);
  return count(ELLIPSIS) <= tokens ? ELLIPSIS : '';
}

/** A text without what stands between two marks, and without them; what never closes stays. One pass, whatever the text. */
export function withoutBetween(text: string, open: string, shut: string, instead = ''): string {
  const kept: string[] = [];
  let at = 0;
  for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, at)) {
    const end = text.indexOf(shut, start + open.length);
    if (end === -1) break;
    kept.push(text.slice(at, start));
    at = end + shut.length;
  }
  return [...kept, text.slice(at)].join(instead);
}
