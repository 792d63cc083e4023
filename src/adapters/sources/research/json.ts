export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

const MOST_BROKEN_LINES = 100;

/** The values of a JSON file or of JSON lines; null if it is neither. Lines that don't parse are left out. */
export function parseRecords(raw: string): readonly Json[] | null {
  const whole = parse(raw);
  if (whole !== undefined) return [whole];
  const values: Json[] = [];
  let broken = 0;
  for (const line of raw.split('\n')) {
    const first = line.trimStart().charAt(0);
    if (first === '') continue;
    // A failed parse is slow: only what begins like a record is tried, and not for ever.
    const value = first === '{' || first === '[' ? parse(line) : undefined;
    if (value === undefined) broken++;
    else values.push(value);
    if (broken > values.length + MOST_BROKEN_LINES) return null;
  }
  return values.length > broken ? values : null;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as Json;
  } catch {
    // Not JSON is an expected answer here: the caller shows the text as it is.
    return undefined;
  }
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isArray = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** The first of some fields that holds text, in any spelling: `page_age`, `pageAge`, `PageAge`. */
export function textField(object: JsonObject, names: readonly string[]): string {
  const byName = new Map<string, Json>();
  for (const [key, value] of Object.entries(object)) {
    const name = key.toLowerCase().replace(/[_-]/g, '');
    if (!byName.has(name)) byName.set(name, value);
  }
  for (const name of names) {
    const value = byName.get(name);
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')) {
      return value.join('\n\n');
    }
  }
  return '';
}
