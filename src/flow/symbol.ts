/** What opens a definition in most languages, and the name that follows. */
const DEFINITION =
  /^\s{0,200}(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|override|virtual|sealed|open|pub(?:\([a-z]{1,10}\))?|unsafe|extern|inline|const)\s{1,20}){0,6}(?:def|class|function\*?|func|fn|fun|interface|type|struct|enum|union|impl|trait|module|namespace|package|object|record|protocol|extension|const|let|var|val|macro_rules!|sub|describe|it|test)\s{1,20}(?:\([^()]{0,200}\)\s{0,20})?["']?([\p{L}_$][\p{L}\p{N}_$.:-]{0,200})/u;
const FUNCTION_LIKE =
  /^\s{0,200}(?:[\p{L}_$][\p{L}\p{N}_$<>[\],.*&:]{0,100}\s{1,20}){0,5}[*&]{0,3}([\p{L}_$~][\p{L}\p{N}_$:~]{0,100})\s{0,5}\([^;]{0,300}$/u;
const MARKDOWN = /^#{1,6}\s{1,20}(\S.{0,200})$/u;
const KEYWORD =
  /^(?:if|for|while|switch|return|else|catch|do|await|throw|new|with|elif|case|yield|super|print|assert|not|in)$/;
/** Further characters of a line do not tell what it defines. */
const LINE_READ = 400;

/** The name a line defines; null for most lines. */
export function definedName(line: string): string | null {
  const text = line.slice(0, LINE_READ);
  const found = DEFINITION.exec(text)?.[1] ?? MARKDOWN.exec(text)?.[1]?.trim();
  if (found !== undefined) return found;
  const called = FUNCTION_LIKE.exec(text)?.[1];
  return called === undefined || KEYWORD.test(called) ? null : called;
}

const indent = (line: string): number => line.length - line.trimStart().length;

/** The definition a span belongs to: that of one of its first lines, or the nearest above that is less indented. */
export function enclosingSymbol(
  lines: readonly string[],
  first: number,
  last: number,
): string | null {
  const HEAD = 3;
  for (let at = first; at <= Math.min(last, first + HEAD - 1); at++) {
    const name = definedName(lines[at - 1] ?? '');
    if (name !== null) return name;
  }
  const start = lines.slice(first - 1, last).find((line) => line.trim() !== '') ?? '';
  let depth = indent(start);
  for (let at = first - 1; at >= 1 && depth > 0; at--) {
    const line = lines[at - 1] ?? '';
    if (line.trim() === '' || indent(line) >= depth) continue;
    const name = definedName(line);
    if (name !== null) return name;
    depth = indent(line);
  }
  return null;
}
