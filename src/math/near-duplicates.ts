import { addTo } from './groups.ts';
import { overlap } from './shingles.ts';

/**
 * Counts of hashes fall into twice as many slots as there are hashes, at most into so many; a clash makes a hash seem more common than it
 * is, no more. A table that is larger than it need be is waited for at every look.
 */
const MOST_SLOTS = 1 << 20;
/** Counts from two to this power on are all the same. */
const COMMONEST = 12;

/**
 * Walks sets from first to last and keeps each that overlaps no kept one by more than the threshold; for each the
 * answer is null or the first kept set it nearly equals.
 *
 * Exact, not all pairs: two sets that overlap by more than t share an element among the first n − ⌈t·n⌉ + 1 of each
 * in any common order (prefix filtering; Chaudhuri and others 2006, Bayardo and others 2007). The order is from rare to common,
 * so few others share one, and only what is kept is looked up, so a thousand copies cost a thousand look-ups.
 */
export function nearDuplicates(
  sets: readonly Uint32Array[],
  threshold: number,
): ({ readonly of: number; readonly overlap: number } | null)[] {
  const hashes = sets.reduce((sum, { length }) => sum + length, 0);
  const commonness = new Uint32Array(
    Math.min(MOST_SLOTS, 2 ** Math.ceil(Math.log2(2 * hashes + 1))),
  );
  const mask = commonness.length - 1;
  for (const set of sets) {
    for (const hash of set) commonness[hash & mask] = (commonness[hash & mask] ?? 0) + 1;
  }
  const keptBy = new Map<number, number[]>();
  const seen = new Int32Array(sets.length).fill(-1);
  return sets.map((set, at) => {
    const needed = Math.ceil(Math.max(0, Math.min(1, threshold)) * set.length);
    const prefix = rarest(set, Math.min(set.length, set.length - needed + 1), commonness);
    const candidates: number[] = [];
    for (const hash of prefix) {
      for (const other of keptBy.get(hash) ?? []) {
        if (seen[other] === at) continue;
        seen[other] = at;
        const size = sets[other]?.length ?? 0;
        const long = Math.max(size, set.length);
        if (Math.min(size, set.length) > threshold * long) candidates.push(other);
      }
    }
    for (const other of candidates.sort((a, b) => a - b)) {
      const shared = overlap(set, sets[other] ?? set);
      if (shared > threshold) return { of: other, overlap: shared };
    }
    for (const hash of prefix) addTo(keptBy, hash, at);
    return null;
  });
}

/**
 * The rarest elements of a set by the power of two of their count, equally rare ones in ascending order: an order that all
 * sets share. What no other set can hold takes its place in the prefix but is not looked up.
 */
function rarest(set: Uint32Array, count: number, commonness: Uint32Array): number[] {
  const prefix: number[] = [];
  const mask = commonness.length - 1;
  let taken = 0;
  for (let rarity = 0; rarity <= COMMONEST && taken < count; rarity++) {
    for (let i = 0; i < set.length && taken < count; i++) {
      const hash = set[i] ?? 0;
      const times = commonness[hash & mask] ?? 0;
      if (Math.min(COMMONEST, 31 - Math.clz32(times)) !== rarity) continue;
      taken++;
      if (times > 1) prefix.push(hash);
    }
  }
  return prefix;
}
