import type { Finding, Scan } from './finding.ts';
import { REACH_AFTER, REACH_BEFORE } from './repeats.ts';

/** The last places at which something was read; a line that is repeated has no more of them. */
const MOST_KNOWN = 64;
/** So many of them are tried where it is not known yet how far apart repetitions are. */
const MOST_TRIED = 4;

/** What there is at a name: where the name is, whether its statement is worth reading, where the search goes on. */
export interface Met {
  readonly from: number;
  readonly to: number;
  readonly isTelling: boolean;
  readonly next: number;
}

interface Known {
  at: number;
  /** Where it was met first; all of it is as far from a repetition as it was from there. */
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
  const { text, report, repeats } = scan;
  if (text.length < REACH_BEFORE + REACH_AFTER) return (at, end) => read(scan, at, end);
  /** In the order in which they were met, from `oldest` around to it. */
  const known: Known[] = [];
  let oldest = 0;
  /** How far apart repetitions are, and which is likely to come next. */
  let step = 0;
  let next = 0;
  let collected: Finding[] = [];
  const collecting: Scan = {
    ...scan,
    report: (start, end, rule, name) => collected.push({ start, end, rule, name }),
  };
  /** The number of what is said again, or -1. */
  const sameAs = (at: number): number => {
    if (step > 0) {
      const likely =
        known[next]?.at === at - step ? next : known.findIndex((each) => each.at === at - step);
      if (likely !== -1 && repeats(at, step)) return likely;
    }
    for (let i = 1; i <= MOST_TRIED && i <= known.length; i++) {
      const number = (oldest - i + known.length) % known.length;
      if (repeats(at, at - (known[number]?.at ?? at))) return number;
    }
    return -1;
  };
  return (at, end) => {
    const number = sameAs(at);
    // A place before the first of an array is looked up as if it had a name.
    const same = number === -1 ? undefined : known[number];
    if (same !== undefined) {
      step = at - same.at;
      next = (number + 1) % known.length;
      same.at = at;
      return again(same, at - same.metAt, report);
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
      known[oldest] = { at, metAt: at, met, findings };
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
