import { lineStarts } from '../../../math/lines.ts';
import { EMPTY_OUTLINE, type Outline } from '../../../model/document.ts';
import type { Findings } from './mark.ts';
import { definitionsOf, nest } from './nesting.ts';
import { cutUnits, type Rows } from './units.ts';

/** Characters a row may hold and still only close what was open. */
const MAX_CLOSER = 60;
/** Closing brackets or words, perhaps with a comment that says what they close. */
const CLOSER =
  /^(?:[)\]}>]|end\b|fi\b|esac\b|done\b|#endif\b)[\s)\]}>;,]*(?:(?:\/\/|\/\*|#|--).*)?$/;

function rowsOf(text: string, findings: Findings): Rows {
  const starts = lineStarts(text);
  const leads = new Uint8Array(starts.length + 1);
  for (const [first, last] of [...findings.docs, ...findings.leads])
    leads.fill(1, first, Math.min(last + 1, starts.length));
  const endOf = (row: number): number => starts[row + 1] ?? text.length;
  const isBlank = (row: number): boolean => {
    for (let i = starts[row] ?? text.length, end = endOf(row); i < end; i++) {
      const code = text.charCodeAt(i);
      if (code !== 32 && (code < 9 || code > 13)) return false;
    }
    return true;
  };
  const isCloser = (row: number): boolean => {
    const start = starts[row] ?? text.length;
    const line = text.slice(start, Math.min(endOf(row), start + MAX_CLOSER + 1)).trim();
    return line.length <= MAX_CLOSER && CLOSER.test(line);
  };
  return { count: starts.length, leads, isBlank, isCloser };
}

/** Joins ranges that touch; comment lines often come one by one. */
function joined(ranges: readonly (readonly [number, number])[]): [number, number][] {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const found: [number, number][] = [];
  for (const [first, last] of sorted) {
    const before = found[found.length - 1];
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else found.push([first, last]);
  }
  return found;
}

/** The outline of a text from what was found in it. */
export function compose(text: string, findings: Findings): Outline {
  if (text === '') return EMPTY_OUTLINE;
  const roots = nest(findings.marks);
  const definitions = definitionsOf(roots);
  const defined = new Set(definitions.map((definition) => `${definition.line} ${definition.name}`));
  const references = findings.references
    .filter((reference) => !defined.has(`${reference.line} ${reference.name}`))
    .sort((a, b) => a.line - b.line);
  return {
    units: cutUnits(roots, rowsOf(text, findings)),
    definitions,
    references,
    imports: [...findings.imports].sort((a, b) => a.line - b.line),
    remarks: [],
    docLines: joined(findings.docs).map(([first, last]) => [first + 1, last + 1] as const),
    meta: {},
  };
}
