/** How far around a name anything is looked at: a value and what is written around it. */
export const REACH_BEFORE = 1800;
export const REACH_AFTER = 10_000;

/** Whether a text says around a place all that it said so many characters before. */
export type Repeats = (at: number, step: number) => boolean;

/** From `from` up to `to` each character is the one so many before; at `to` it differs, unless the end was not looked for. */
interface Stretch {
  readonly step: number;
  readonly from: number;
  to: number;
  isOpen: boolean;
}

/** Repetitions that one in another may make. */
const MOST_STRETCHES = 8;
/** Those that break off sooner are compared again. */
const SHORTEST_KEPT = 64;

/** Compares no more characters, in vain or anew, than were read. */
export function repeatsIn(text: string): Repeats {
  const stretches: Stretch[] = [];
  let oldest = 0;
  let compared = 0;
  return (at, step) => {
    const [first, last] = [at - REACH_BEFORE, at + REACH_AFTER];
    if (step <= 0 || first < step || last > text.length) return false;
    for (const stretch of stretches) {
      // What comes again after so many characters comes again after twice as many.
      const since = first - step + stretch.step;
      if (step % stretch.step !== 0 || stretch.from > since || stretch.to < first) continue;
      if (stretch.to < last && stretch.isOpen) lengthen(text, stretch, last);
      if (stretch.to >= last || stretch.step === step) return stretch.to >= last;
    }
    if (compared > at) return false;
    const stretch: Stretch = { step, from: first, to: first, isOpen: true };
    lengthen(text, stretch, last);
    compared += stretch.to - first;
    if (stretch.to - first < SHORTEST_KEPT) return false;
    stretches[oldest] = stretch;
    oldest = (oldest + 1) % MOST_STRETCHES;
    return stretch.to >= last;
  };
}

function lengthen(text: string, stretch: Stretch, last: number): void {
  const { step } = stretch;
  let i = stretch.to;
  while (i < last && text.charCodeAt(i) === text.charCodeAt(i - step)) i++;
  stretch.to = i;
  stretch.isOpen = i >= last;
}
