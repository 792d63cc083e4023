/** Longer words than this are not typing slips; comparing them would only cost time. */
const LONGEST = 64;

/** Edit distance that counts a swap of two neighbours as one slip (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (previous[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}

/** The candidate that was probably meant, or null; of equally near ones the first. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  const wanted = word.toLowerCase().replaceAll('-', '_');
  if (wanted === '' || wanted.length > LONGEST) return null;
  let best: string | null = null;
  // So many slips a word may hold and still be meant: one in three letters, at least one.
  let least = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const known = candidate.toLowerCase().replaceAll('-', '_');
    if (Math.abs(known.length - wanted.length) >= least) continue;
    const distance = editDistance(wanted, known);
    if (distance < least) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}
