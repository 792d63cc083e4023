/*
 * Places of keys in a TOML document. The parser gives values without places; this gives places
 * without values. It expects a document the parser has accepted.
 */

/** Joins a key path so that a quoted key with dots in it stays one part. */
export const pathKey = (path: readonly string[]): string => path.join('\u0000');

/** No key of ours lies deeper; what lies deeper is reported at its ancestor. */
const DEEPEST = 8;

/** Where a string in quotes of any kind ends that begins at an offset. */
function stringEnd(text: string, start: number): number {
  const quote = text[start] ?? '';
  const mark = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  let end = start + mark.length;
  while (end < text.length && !text.startsWith(mark, end)) {
    end += quote === '"' && text[end] === '\\' ? 2 : 1;
  }
  end += mark.length;
  // A multi-line string may end in up to two quotes of its own.
  while (mark.length > 1 && text[end] === quote) end++;
  return end;
}

function nameOf(part: string): string {
  if (!/^["']/.test(part)) return part;
  try {
    return part.startsWith('"') ? (JSON.parse(part) as string) : part.slice(1, -1);
  } catch {
    return part; // an escape JSON does not know; such a key is unknown to us anyway
  }
}

/** Maps every key path (see `pathKey`) of a TOML document to the line it is first written on. */
export function keyLines(toml: string): Map<string, number> {
  const lines = new Map<string, number>();
  let line = 1;
  const noted = (path: readonly string[]): readonly string[] => {
    const kept = path.slice(0, DEEPEST);
    kept.forEach((_, i) => {
      const key = pathKey(kept.slice(0, i + 1));
      if (!lines.has(key)) lines.set(key, line);
    });
    return kept;
  };

  /** Paths of the arrays and inline tables that are open. */
  const open: (readonly string[])[] = [];
  let table: readonly string[] = [];
  let current: readonly string[] = [];
  /** The parts read last that may turn out to be a key: outside of strings only a key stands before `=`. */
  let parts: string[] = [];
  let isJoined = false;
  let isHeader = false;
  let isLineStart = true;
  const token = /#[^\n]*|[\w-]+|["'.=,[\]{}\n]/g;
  for (let found = token.exec(toml); found !== null; found = token.exec(toml)) {
    const [text] = found;
    if (text === '\n') line++;
    else if (text === '[' && (isHeader || (isLineStart && open.length === 0))) isHeader = true;
    else if (text === ']' && isHeader) {
      table = noted(parts.map(nameOf));
      isHeader = false;
    } else if (text === '[' || text === '{') open.push(current);
    else if (text === ']' || text === '}') open.pop();
    else if (text === ',') current = open.at(-1) ?? [];
    else if (text === '=') current = noted([...(open.at(-1) ?? table), ...parts.map(nameOf)]);
    else if (text !== '.' && !text.startsWith('#')) {
      const isString = text === '"' || text === "'";
      const part = isString ? toml.slice(found.index, stringEnd(toml, found.index)) : text;
      token.lastIndex = found.index + part.length;
      if (!isJoined) parts = [];
      parts.push(part);
      line += isString ? part.split('\n').length - 1 : 0;
    }
    isJoined = text === '.';
    isLineStart = text === '\n';
  }
  return lines;
}
