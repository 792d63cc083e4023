const STRING = String.raw`"(?:[^"\\\n]|\\.)*"`;
const COMMENT = new RegExp(String.raw`${STRING}|//[^\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/`, 'g');
const LAST_COMMA = new RegExp(String.raw`${STRING}|,(?=\s*[\]}])`, 'g');

/** JSON as people write it in settings: with comments and trailing commas. Undefined if it can't be read. */
export function parseLooseJson(text: string): unknown {
  const bare = text.replace(/^\ufeff/, '');
  // Strict JSON is by far the most common. Otherwise strings are kept, comments dropped, and a comma goes before a closing bracket.
  return parsed(bare) ?? parsed(without(LAST_COMMA, without(COMMENT, bare, ' '), ''));
}

const without = (pattern: RegExp, text: string, instead: string): string =>
  text.replace(pattern, (token) => (token.startsWith('"') ? token : instead));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const stringsOf = (value: unknown): string[] =>
  [value].flat().filter((item): item is string => typeof item === 'string');
