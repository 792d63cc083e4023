/** Offsets at which lines start; a text has one line more than it has `\n`, except that a final `\n` starts no line. */
export function lineStarts(text: string): readonly number[] {
  // Whoever makes something of a text asks for its lines, one after the other.
  if (text === last.text) return last.starts;
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (at + 1 < text.length) starts.push(at + 1);
  }
  last = { text, starts };
  return starts;
}

let last: { readonly text: string; readonly starts: readonly number[] } = { text: '', starts: [0] };

/** The lines of a text without their `\n` (a `\r` stays). */
export function splitLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.length > 1 && lines[lines.length - 1] === '') lines.pop();
  return lines;
}

/** The row (from 0) of an offset, given the starts of rows; none before `from` is looked at. */
export function rowAt(starts: readonly number[], offset: number, from = 0): number {
  let low = from;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
