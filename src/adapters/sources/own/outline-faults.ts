import { splitLines } from '../../../math/lines.ts';
import type { Outline } from '../../../model/document.ts';

/** What lies outside of the text or out of order. */
export function outlineFaults(text: string, outline: Outline): string[] {
  const lines = splitLines(text).length;
  const inside = (line: number): boolean => Number.isInteger(line) && line >= 1 && line <= lines;
  const faults: string[] = [];
  let previous = 0;
  for (const { firstLine, lastLine } of outline.units) {
    const isSound = firstLine > previous && lastLine >= firstLine && lastLine <= lines;
    if (!isSound) faults.push(`the unit of lines ${firstLine} to ${lastLine} is out of place`);
    previous = lastLine;
  }
  for (const [first, last] of outline.docLines) {
    if (!inside(first) || !inside(last) || last < first) {
      faults.push(`the comment of lines ${first} to ${last} is out of place`);
    }
  }
  const { references, imports, remarks, definitions } = outline;
  const outside = [...references, ...imports, ...remarks, ...definitions].find(
    ({ line }) => !inside(line),
  );
  return outside === undefined ? faults : [...faults, `line ${outside.line} is not in the text`];
}
