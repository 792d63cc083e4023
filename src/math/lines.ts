/** Offsets at which lines start; a text has one line more than it has `\n`, except that a final `\n` starts no line. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (at + 1 < text.length) starts.push(at + 1);
  }
  return starts;
}

/** The lines of a text without their `\n` (a `\r` stays). */
export function splitLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.length > 1 && lines[lines.length - 1] === '') lines.pop();
  return lines;
}
