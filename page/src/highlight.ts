/* Comments, strings, numbers and keywords of most languages, line by line: enough to read by, in two kilobytes. */

export interface Piece {
  readonly kind: 'plain' | 'comment' | 'string' | 'figure' | 'keyword' | 'secret' | 'hidden';
  readonly text: string;
}

const KEYWORDS = new Set(
  (
    'abstract and as assert async await begin bool break case catch class const constructor continue data def default defer ' +
    'defined del delete do done elif else elsif end enum esac except export extends extern false fi final finally fn for foreach from ' +
    'func function get go goto if impl implements import in include instanceof int interface is lambda let local loop match ' +
    'mod module mut namespace new nil none not null object of or override package pass private protected protocol pub public raise readonly ' +
    'ref rescue resource return self set sizeof static str string struct super switch then this throw trait true try type typedef ' +
    'typeof undefined union unless until use using val var variable void volatile when where while with yield'
  ).split(' '),
);

/** Languages whose line comments begin with a hash, or with two dashes; all others have slashes. */
const HASH = new Set(
  'python ruby sh bash zsh fish yaml toml dockerfile make perl r elixir julia hcl terraform ini env properties nix graphql powershell'.split(
    ' ',
  ),
);
const DASHES = new Set('sql lua haskell elm ada'.split(' '));
const PROSE = new Set(['markdown', 'text', 'rst', 'asciidoc', 'plain', '']);

/** What Sheaf itself puts in place of what must not be seen, or can't be. */
const MARKS = '‹secret:[^›]*›|‹U\\+[0-9A-F]{4,6}›';
const COMMON = `"(?:[^"\\\\\\n]|\\\\.)*"?|'(?:[^'\\\\\\n]|\\\\.)*'|\`(?:[^\`\\\\\\n]|\\\\.)*\`?|\\b\\d[\\w.]*\\b|[A-Za-z_$][\\w$]*`;

/** A comment that may go on over lines, as far as it stands in this one. */
const BLOCK = /\/\*.*?(?:\*\/|$)|<!--.*?(?:-->|$)/;

function patternFor(language: string): RegExp {
  if (PROSE.has(language)) return new RegExp(MARKS, 'g');
  if (HASH.has(language)) return new RegExp(`${MARKS}|#.*|${COMMON}`, 'g');
  if (DASHES.has(language)) return new RegExp(`${MARKS}|--.*|${COMMON}`, 'g');
  return new RegExp(`${MARKS}|${BLOCK.source}|//.*|#!.*|${COMMON}`, 'g');
}

const PATTERNS = new Map<string, RegExp>();

function kindOf(token: string, language: string): Piece['kind'] {
  if (token.startsWith('‹secret:')) return 'secret';
  if (token.startsWith('‹U+')) return 'hidden';
  const [first = ''] = token;
  if ('"\'`'.includes(first)) return 'string';
  if (/^(?:\/\/|\/\*|<!--|#|--)/.test(token)) return 'comment';
  if (/\d/.test(first)) return 'figure';
  const word = language === 'sql' ? token.toLowerCase() : token;
  return KEYWORDS.has(word) ? 'keyword' : 'plain';
}

/** A line in pieces. Whether it begins inside a block comment is for the caller to say. */
export function highlight(line: string, language: string): Piece[] {
  const pattern = PATTERNS.get(language) ?? patternFor(language);
  PATTERNS.set(language, pattern);
  const pieces: Piece[] = [];
  let at = 0;
  const push = (kind: Piece['kind'], text: string): void => {
    const last = pieces.at(-1);
    if (text === '') return;
    if (last?.kind === kind && kind === 'plain')
      pieces.push({ kind, text: `${pieces.pop()?.text}${text}` });
    else pieces.push({ kind, text });
  };
  for (const match of line.matchAll(pattern)) {
    push('plain', line.slice(at, match.index));
    push(kindOf(match[0], language), match[0]);
    at = match.index + match[0].length;
  }
  push('plain', line.slice(at));
  return pieces;
}

/** Which lines begin inside a block comment. */
export function commentLines(lines: readonly string[], language: string): ReadonlySet<number> {
  const inside = new Set<number>();
  if (HASH.has(language) || DASHES.has(language) || PROSE.has(language)) return inside;
  let isOpen = false;
  lines.forEach((line, i) => {
    if (isOpen) inside.add(i);
    const end = line.lastIndexOf('*/');
    const begin = line.lastIndexOf('/*');
    if (isOpen ? end !== -1 : begin !== -1) isOpen = begin > end;
  });
  return inside;
}
