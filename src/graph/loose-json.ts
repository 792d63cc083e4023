/** JSON as people write it in settings: with comments and trailing commas. Undefined if it can't be read. */
export function parseLooseJson(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    // Not strict JSON; the common case by far is strict.
  }
  // Strings are kept, comments dropped, and a comma goes if only a closing bracket follows.
  const bare = text
    .replace(/^\ufeff/, '')
    .replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, (token) =>
      token.startsWith('"') ? token : ' ',
    );
  const strict = bare.replace(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[\]}])/g, (token) =>
    token === ',' ? '' : token,
  );
  try {
    return JSON.parse(strict);
  } catch {
    return undefined;
  }
}

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const stringsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return Array.isArray(value)
    ? value.filter((item): item is string => typeof item === 'string')
    : [];
};
