/** How a language writes strings. */
export interface Quote {
  readonly open: string;
  readonly close: string;
  /** A character that takes the next one's meaning; empty where there is none. */
  readonly escapes: string;
  /** The closing mark written twice stands for itself. */
  readonly doubles: boolean;
  /** A string that ends with its line can't run away with the rest of a file. */
  readonly lines: boolean;
}

/** Where a line comment may begin: anywhere, after a space, or only as the first thing on a line. */
type Place = 'anywhere' | 'spaced' | 'start';

/** Ways of quoting that no table of opening and closing marks describes. */
export type Oddity =
  | 'template' // `a ${b} c`
  | 'regex' // /a\/b/ where a value may stand
  | 'rust' // lifetimes, r#"raw"#
  | 'cpp' // R"x(raw)x", 1'000
  | 'shell' // heredocs, "$( … )"
  | 'ruby' // heredocs, %w[ ], =begin
  | 'perl'
  | 'php'
  | 'hcl' // heredocs
  | 'yaml' // block scalars, quotes only where a value begins
  | 'docstring'
  | 'dollar' // $tag$ … $tag$
  | 'lua' // [==[ ]==]
  | 'sigil' // ~r/x/
  | 'prime' // names may hold a quote
  | 'backslash'; // \; is a character

export interface Syntax {
  readonly line: readonly string[];
  readonly place: Place;
  readonly block: readonly (readonly [string, string])[];
  readonly nests: boolean;
  readonly quotes: readonly Quote[];
  readonly odd: ReadonlySet<Oddity>;
}

const quote = (open: string, escapes = '\\', lines = false, close = open): Quote => ({
  open,
  close,
  escapes,
  doubles: false,
  lines,
});
const verbatim = (open: string): Quote => ({ ...quote(open, '', true, '"'), doubles: true });
const DOUBLE = quote('"');
const SINGLE = quote("'");
const TRIPLE = quote('"""', '\\', true);
const TRIPLE_SINGLE = quote("'''", '\\', true);
const LONG_DOUBLE = quote('"', '\\', true);
const LONG_SINGLE = quote("'", '\\', true);
const RAW_LONG_SINGLE = quote("'", '', true);
const RAW_LONG_DOUBLE = quote('"', '', true);
const BACKTICK = quote('`', '', true);

const C_BLOCK = [['/*', '*/']] as const;

function syntax(
  line: string,
  block: readonly (readonly [string, string])[],
  quotes: readonly Quote[],
  odd: readonly Oddity[] = [],
  { nests = false, place = 'anywhere' as Place } = {},
): Syntax {
  const openers = line === '' ? [] : line.split(' ');
  return { line: openers, place, block, nests, quotes, odd: new Set(odd) };
}

const JAVASCRIPT = syntax('//', C_BLOCK, [DOUBLE, SINGLE], ['template', 'regex']);
const LIKE_C = syntax('//', C_BLOCK, [DOUBLE, SINGLE]);
const LIKE_JAVA = syntax('//', C_BLOCK, [TRIPLE, DOUBLE, SINGLE]);
const NESTING = syntax('//', C_BLOCK, [TRIPLE, DOUBLE, SINGLE], [], { nests: true });
const AT_START = syntax('#', [], [], [], { place: 'start' });
const LISP = syntax(';', [['#|', '|#']], [LONG_DOUBLE], ['backslash'], { nests: true });
const MARKUP = syntax('', [['<!--', '-->']], []);

const TABLE: Readonly<Record<string, Syntax>> = {
  'javascript typescript tsx': JAVASCRIPT,
  'c objective-c protobuf thrift solidity glsl d verilog': LIKE_C,
  cpp: syntax('//', C_BLOCK, [DOUBLE, SINGLE], ['cpp']),
  'java groovy gradle': LIKE_JAVA,
  csharp: syntax('//', C_BLOCK, [TRIPLE, verbatim('@"'), verbatim('@$"'), DOUBLE, SINGLE]),
  'kotlin scala swift': NESTING,
  dart: syntax('//', C_BLOCK, [TRIPLE, TRIPLE_SINGLE, DOUBLE, SINGLE], [], { nests: true }),
  go: syntax('//', C_BLOCK, [DOUBLE, SINGLE, BACKTICK]),
  rust: syntax('//', C_BLOCK, [LONG_DOUBLE], ['rust'], { nests: true }),
  zig: syntax('//', [], [DOUBLE, SINGLE]),
  php: syntax('// #', C_BLOCK, [LONG_DOUBLE, LONG_SINGLE], ['php']),
  'css ': syntax('', C_BLOCK, [DOUBLE, SINGLE]),
  'scss less sass': syntax('//', C_BLOCK, [DOUBLE, SINGLE]),
  'json ': syntax('//', C_BLOCK, [DOUBLE]),
  'python cython starlark': syntax('#', [], [TRIPLE, TRIPLE_SINGLE, DOUBLE, SINGLE], ['docstring']),
  'ruby crystal': syntax(
    '#',
    [],
    [LONG_DOUBLE, LONG_SINGLE, quote('`', '\\', true)],
    ['ruby', 'regex'],
  ),
  'bash ': syntax('#', [], [RAW_LONG_SINGLE], ['shell'], { place: 'spaced' }),
  'fish ': syntax('#', [], [LONG_DOUBLE, LONG_SINGLE], [], { place: 'spaced' }),
  perl: syntax('#', [], [], ['perl'], { place: 'start' }),
  'makefile dockerfile env nginx': AT_START,
  'ini ': syntax('# ;', [], [], [], { place: 'start' }),
  yaml: syntax('#', [], [], ['yaml'], { place: 'spaced' }),
  toml: syntax('#', [], [TRIPLE, quote("'''", '', true), DOUBLE, quote("'", '')]),
  hcl: syntax('# //', C_BLOCK, [DOUBLE], ['hcl']),
  'nix ': syntax('#', C_BLOCK, [quote("''", '', true), LONG_DOUBLE]),
  r: syntax('#', [], [LONG_DOUBLE, LONG_SINGLE]),
  julia: syntax('#', [['#=', '=#']], [TRIPLE, DOUBLE], ['prime'], { nests: true }),
  elixir: syntax('#', [], [TRIPLE, TRIPLE_SINGLE, LONG_DOUBLE, LONG_SINGLE], ['sigil']),
  powershell: syntax(
    '#',
    [['<#', '#>']],
    [
      quote('@"', '', true, '\n"@'),
      quote("@'", '', true, "\n'@"),
      quote('"', '`', true),
      RAW_LONG_SINGLE,
    ],
    [],
    { place: 'spaced' },
  ),
  cmake: syntax('#', [['#[[', ']]']], [LONG_DOUBLE, quote('[[', '', true, ']]')]),
  graphql: syntax('#', [], [TRIPLE, DOUBLE]),
  nim: syntax('#', [['#[', ']#']], [quote('"""', '', true), DOUBLE, SINGLE], [], { nests: true }),
  sql: syntax('--', C_BLOCK, [RAW_LONG_SINGLE, RAW_LONG_DOUBLE], ['dollar']),
  lua: syntax('--', [['--[[', ']]']], [DOUBLE, SINGLE], ['lua']),
  haskell: syntax('--', [['{-', '-}']], [DOUBLE], ['prime'], { nests: true }),
  'elm ': syntax('--', [['{-', '-}']], [TRIPLE, DOUBLE], ['prime'], { nests: true }),
  'ocaml ': syntax('', [['(*', '*)']], [LONG_DOUBLE], ['prime'], { nests: true }),
  fsharp: syntax('//', [['(*', '*)']], [TRIPLE, LONG_DOUBLE], ['prime'], { nests: true }),
  'lisp clojure scheme racket': LISP,
  erlang: syntax('%', [], [LONG_DOUBLE, LONG_SINGLE]),
  'latex matlab': syntax('%', [], [], [], { place: 'start' }),
  'html xml vue svelte astro markdown': MARKUP,
};

const BY_LANGUAGE: ReadonlyMap<string, Syntax> = new Map(
  Object.entries(TABLE).flatMap(([languages, rules]) =>
    languages
      .trim()
      .split(' ')
      .map((language) => [language, rules] as const),
  ),
);

/** Null for a language whose comments nobody here knows. */
export const syntaxOf = (language: string): Syntax | null => BY_LANGUAGE.get(language) ?? null;
