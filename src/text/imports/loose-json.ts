const STRING = String.raw`"(?:[^"\\\n]|\\.)*"`;
const COMMENT = new RegExp(String.raw`${STRING}|//[^\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/`, 'g');
const LAST_COMMA = new RegExp(String.raw`${STRING}|,(?=\s*[\]}])`, 'g');

/** JSON as people write it in settings: with comments and trailing commas. Undefined if it can't be read. */
export function parseLooseJson(text: string): unknown {
  const bare = text.replace(/^\ufeff/, '');
  // Strict JSON is by far the most common. Otherwise strings are kept, comments dropped, and a comma goes before a closing bracket.
  return parseJson(bare) ?? parseJson(without(LAST_COMMA, without(COMMENT, bare, ' '), ''));
}

const without = (pattern: RegExp, text: string, instead: string): string =>
  text.replace(pattern, (token) => (token.startsWith('"') ? token : instead));

/** The value of a JSON text, or undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type Fields = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});

export const stringsOf = (value: unknown): string[] =>
  [value].flat().filter((item): item is string => typeof item === 'string');
