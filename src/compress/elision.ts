/** How each language writes a comment: what opens it, and what closes it where a line's end does not. */
const COMMENTS: readonly (readonly [string, string, string])[] = [
  [
    '#',
    '',
    'python ruby bash fish perl r julia elixir yaml toml makefile cmake dockerfile powershell awk nix hcl coffeescript ' +
      'crystal cython gradle-properties puppet meson starlark tcl nim graphql prisma-hash nginx ini-hash env sass-hash',
  ],
  ['--', '', 'sql lua haskell elm ada vhdl'],
  [';', '', 'lisp clojure scheme racket asm ini'],
  ['%', '', 'erlang latex matlab prolog'],
  ['!', '', 'fortran'],
  ["'", '', 'vb'],
  ['"', '', 'vim'],
  ['REM', '', 'bat'],
  ['*>', '', 'cobol'],
  ['<!--', '-->', 'html xml markdown vue svelte astro jinja razor'],
  ['/*', '*/', 'css less'],
  ['(*', '*)', 'ocaml pascal'],
  ['..', '', 'rst restructuredtext'],
  ['.\\"', '', 'roff'],
  ['', '', 'text diff csv jsonl'],
];
/** Most languages that are not named take after C. */
const LIKE_C = ['//', ''] as const;

const BY_LANGUAGE: ReadonlyMap<string, readonly [string, string]> = new Map(
  COMMENTS.flatMap(([open, close, languages]) =>
    languages.split(' ').map((language) => [language, [open, close] as const] as const),
  ),
);

/** Text as a comment of a language, on one line; as it is where a language has none. */
export function comment(language: string, text: string): string {
  const [open, close] = BY_LANGUAGE.get(language) ?? LIKE_C;
  // What would end the comment early can't stand in it.
  const inside = close === '' ? text : text.replaceAll(close, close.split('').join(' '));
  return [open, inside, close].filter((part) => part !== '').join(' ');
}

/** What stands in the place of lines (inclusive, from 1) that were left out. */
export function elisionComment(language: string, first: number, last: number): string {
  const what = first >= last ? `line ${first}` : `lines ${first}–${last}`;
  return comment(language, `… ${what}`);
}
