const SIZE = /^(-?\d+(?:\.\d+)?)([km]?)$/i;
const THOUSANDS = /^-?\d{1,3}(?:_\d{3})+$/;
const FACTORS: Readonly<Record<string, number>> = { '': 1, k: 1000, m: 1_000_000 };
/** No number anyone means is written with more characters. */
const LONGEST = 40;

/** `8000`, `8_000`, `8k`, `1.5m` → a number; null if it is not a size or not whole. */
export function parseSize(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST) return null;
  const plain = THOUSANDS.test(trimmed) ? trimmed.replaceAll('_', '') : trimmed;
  const match = SIZE.exec(plain);
  if (match === null) return null;
  const factor = FACTORS[(match[2] ?? '').toLowerCase()] ?? 1;
  // Rounded to a millionth first: 1.1 * 1_000_000 is not whole in floating point.
  const value = Number((Number(match[1]) * factor).toFixed(6));
  return Number.isSafeInteger(value) ? value : null;
}
