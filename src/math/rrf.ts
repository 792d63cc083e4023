/** The constant of Cormack, Clarke and Büttcher (2009): how little the first places differ from the next. */
export const RRF_K = 60;

/**
 * What each entry adds to a reciprocal rank fusion: 1 / (k + its place in the list, from 1). Larger
 * values come first, equal ones share the better place, so that the order of entries does not
 * matter; what is not above 0, or beyond the `most` best places, is not in the list and adds nothing.
 */
export function reciprocalRanks(
  values: ArrayLike<number>,
  most: number = Number.POSITIVE_INFINITY,
): Float64Array {
  const parts = new Float64Array(values.length);
  const listed = Array.from({ length: values.length }, (_, i) => i)
    .filter((i) => (values[i] ?? 0) > 0)
    .sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
  let place = 0;
  listed.forEach((entry, at) => {
    if (at === 0 || values[entry] !== values[listed[at - 1] ?? 0]) place = at + 1;
    if (place <= most) parts[entry] = 1 / (RRF_K + place);
  });
  return parts;
}
