import { align } from './align.ts';

/** A stretch that differs between two texts, with the lines around it as a unified diff writes them. */
export interface Hunk {
  readonly header: string;
  /** Each begins with a blank, a plus or a minus. */
  readonly lines: readonly string[];
  /** Where it stands in the text after it, from 0, the end excluded. */
  readonly after: readonly [number, number];
}

const CONTEXT = 2;

/** How many lines two texts begin and end with alike: of a large file a commit changes a few lines. */
function sameEnds(
  before: readonly string[],
  after: readonly string[],
): { readonly head: number; readonly tail: number } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { head, tail };
}

/** Which line of the second text each line of the first has become, or -1. */
function becoming(before: readonly string[], after: readonly string[]): Int32Array {
  const { head, tail } = sameEnds(before, after);
  const moved = after.length - before.length;
  const became = Int32Array.from(before, (_, i) => (i < head ? i : i + moved));
  const between = changed(
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  );
  for (const [i, to] of between.entries()) became[head + i] = to < 0 ? to : head + to;
  return became;
}

/** The same where both ends differ. */
function changed(before: readonly string[], after: readonly string[]): Int32Array {
  const ids = new Map<string, number>();
  const idOf = (line: string): number => {
    const known = ids.get(line);
    if (known !== undefined) return known;
    ids.set(line, ids.size);
    return ids.size - 1;
  };
  return align(before.map(idOf), after.map(idOf));
}

/** Where a stretch of a text stands in a later one: between the lines around it that are still there. */
export function placeLater(
  before: readonly string[],
  after: readonly string[],
): (stretch: readonly [number, number]) => readonly [number, number] {
  const became = becoming(before, after);
  return ([from, to]) => {
    let first = from;
    let last = to;
    while (first > 0 && (became[first] ?? -1) < 0) first--;
    while (last < became.length && (became[last] ?? -1) < 0) last++;
    const start = first < became.length ? Math.max(0, became[first] ?? 0) : after.length;
    return [start, last < became.length ? (became[last] ?? after.length) : after.length];
  };
}

/** How lines became others: the hunks of a unified diff with two lines of context. */
export function diffLines(before: readonly string[], after: readonly string[]): Hunk[] {
  const became = becoming(before, after);
  const rows: {
    readonly sign: string;
    readonly line: string;
    readonly a: number;
    readonly b: number;
  }[] = [];
  let b = 0;
  before.forEach((line, a) => {
    const to = became[a] ?? -1;
    if (to < 0) rows.push({ sign: '-', line, a, b });
    else {
      for (; b < to; b++) rows.push({ sign: '+', line: after[b] ?? '', a, b });
      rows.push({ sign: ' ', line, a, b: to });
      b = to + 1;
    }
  });
  for (; b < after.length; b++) rows.push({ sign: '+', line: after[b] ?? '', a: before.length, b });
  const isNear = rows.map(() => false);
  rows.forEach(({ sign }, i) => {
    if (sign !== ' ') isNear.fill(true, Math.max(0, i - CONTEXT), i + CONTEXT + 1);
  });
  const hunks: Hunk[] = [];
  for (let from = isNear.indexOf(true); from >= 0; ) {
    const end = isNear.indexOf(false, from);
    const own = rows.slice(from, end < 0 ? rows.length : end);
    const count = (without: string): number => own.filter(({ sign }) => sign !== without).length;
    const [first] = own;
    hunks.push({
      header: `@@ -${(first?.a ?? 0) + 1},${count('+')} +${(first?.b ?? 0) + 1},${count('-')} @@`,
      lines: own.map(({ sign, line }) => `${sign}${line}`),
      after: [first?.b ?? 0, (first?.b ?? 0) + count('-')],
    });
    from = end < 0 ? -1 : isNear.indexOf(true, end);
  }
  return hunks;
}
