import type { Finding, Scan } from './finding.ts';

/** How far around a name anything is looked at: a value and what is written around it. */
const REACH_BEFORE = 1800;
const REACH_AFTER = 10_000;
/** As many names as a line that is repeated may have. */
const MOST_KNOWN = 4;

/** What there is at a name: where the name is, whether its statement is worth reading, where the search goes on. */
export interface Met {
  readonly from: number;
  readonly to: number;
  readonly isTelling: boolean;
  readonly next: number;
}

interface Known {
  at: number;
  /** The text from `from` to `to` is the same as so many characters before. */
  step: number;
  from: number;
  to: number;
  /** All of it as far from its beginning as when it was met. */
  readonly metAt: number;
  readonly met: Met;
  readonly findings: readonly Finding[];
}

/**
 * Generated texts say the same over and over. Where all that is looked at is what it was at one of the last names, so is what is
 * told there: it is reported again without being read again.
 */
export function onceEach(
  scan: Scan,
  read: (scan: Scan, at: number, end: number) => Met,
): (at: number, end: number) => Met {
  const { text, report } = scan;
  const known: Known[] = [];
  let oldest = 0;
  let collected: Finding[] = [];
  const collecting: Scan = {
    ...scan,
    report: (start, end, rule, name) => collected.push({ start, end, rule, name }),
  };
  // Comparing in vain may take as long as reading and no longer.
  let compared = 0;
  const isSame = (each: Known, at: number): boolean => {
    const step = at - each.at;
    const [first, last] = [at - REACH_BEFORE, at + REACH_AFTER];
    if (first < step || last > text.length || compared > at) return false;
    const goesOn = step === each.step && each.from <= first && each.to >= first;
    let i = goesOn ? each.to : first;
    const begin = i;
    while (i < last && text.charCodeAt(i) === text.charCodeAt(i - step)) i++;
    if (i < last) {
      compared += i - begin;
      return false;
    }
    if (!goesOn) each.from = first;
    each.step = step;
    each.to = i;
    return true;
  };
  return (at, end) => {
    for (const each of known) {
      if (!isSame(each, at)) continue;
      each.at = at;
      return again(each, at - each.metAt, report);
    }
    const met = read(collecting, at, end);
    const findings = collected;
    if (findings.length > 0) collected = [];
    let isNear = met.next < at + REACH_AFTER;
    for (const { start, end: to, rule, name } of findings) {
      report(start, to, rule, name);
      isNear &&= start > at - REACH_BEFORE && to < at + REACH_AFTER;
    }
    if (isNear) {
      known[oldest] = { at, step: 0, from: 0, to: 0, metAt: at, met, findings };
      oldest = (oldest + 1) % MOST_KNOWN;
    }
    return met;
  };
}

function again({ met, findings }: Known, shift: number, report: Scan['report']): Met {
  for (const { start, end, rule, name } of findings) report(start + shift, end + shift, rule, name);
  const { from, to, isTelling, next } = met;
  return { from: from + shift, to: to + shift, isTelling, next: next + shift };
}
