/** The share of a property's cases that `npm test` tries; `npm run check` tries them all. */
const USUAL_SHARE = 0.1;
/** Fewer than these say too little to be worth the time of starting. */
const FEWEST = 30;

/** `TEST_RUNS=10 npm test` tries ten times as many as `npm run check`. */
const share = Number(process.env['TEST_RUNS'] ?? USUAL_SHARE);

/** How many cases to try of those a thorough run tries; where one is costly, a usual run tries a part of them again. */
export function runs(all: number, fewest: number = FEWEST, costly = 1): number {
  const part = share < 1 ? share * costly : share;
  return Math.max(Math.min(all, fewest), Math.round(all * part));
}
