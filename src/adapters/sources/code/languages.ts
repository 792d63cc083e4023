/** Languages by extension; several words on one side keep the table readable. Names are those of Markdown fences. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  ada: 'ada adb ads',
  apex: 'cls trigger',
  asm: 'asm s nasm',
  astro: 'astro',
  awk: 'awk',
  bash: 'sh bash zsh ksh ebuild bats',
  bat: 'bat cmd',
  bicep: 'bicep',
  c: 'c h',
  clojure: 'clj cljs cljc edn',
  cmake: 'cmake',
  cobol: 'cob cbl',
  coffeescript: 'coffee',
  cpp: 'cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp cu cuh ino',
  crystal: 'cr',
  csharp: 'cs csx',
  css: 'css',
  csv: 'csv tsv',
  cython: 'pyx pxd pxi',
  d: 'd di',
  dart: 'dart',
  diff: 'diff patch',
  elixir: 'ex exs',
  elm: 'elm',
  erlang: 'erl hrl',
  fish: 'fish',
  fortran: 'f f90 f95 f03 f08 for',
  fsharp: 'fs fsi fsx',
  glsl: 'glsl vert frag wgsl hlsl metal',
  go: 'go',
  gradle: 'gradle',
  graphql: 'graphql gql',
  groovy: 'groovy',
  haskell: 'hs lhs',
  hcl: 'hcl tf tfvars nomad',
  html: 'html htm xhtml',
  ini: 'ini cfg conf properties desktop editorconfig flake8 pylintrc coveragerc prefs',
  java: 'java',
  javascript: 'js mjs cjs jsx es6',
  jinja: 'j2 jinja jinja2 njk twig liquid hbs handlebars mustache ejs erb haml pug jade',
  json: 'json jsonc json5 webmanifest ipynb geojson map har avsc',
  jsonl: 'jsonl ndjson',
  julia: 'jl',
  kotlin: 'kt kts',
  latex: 'tex sty bib',
  less: 'less',
  lisp: 'lisp lsp cl el',
  lua: 'lua luau',
  makefile: 'mk mak make',
  markdown: 'md mdx markdown',
  matlab: 'mlx',
  meson: 'meson',
  nim: 'nim nims',
  nix: 'nix',
  'objective-c': 'm mm',
  ocaml: 'ml mli',
  pascal: 'pas pp dpr',
  perl: 'pl pm t',
  php: 'php phtml php5 inc',
  powershell: 'ps1 psm1 psd1',
  prisma: 'prisma',
  protobuf: 'proto',
  puppet: 'puppet',
  python: 'py pyi pyw gyp bzl star',
  r: 'r rmd',
  racket: 'rkt',
  razor: 'cshtml razor',
  rst: 'rst',
  ruby: 'rb rake gemspec ru podspec',
  rust: 'rs',
  sass: 'sass styl',
  scala: 'scala sc sbt',
  scheme: 'scm ss',
  scss: 'scss',
  solidity: 'sol',
  sql: 'sql psql ddl',
  starlark: 'bazel',
  svelte: 'svelte',
  swift: 'swift',
  tcl: 'tcl',
  text: 'txt text',
  thrift: 'thrift',
  toml: 'toml',
  tsx: 'tsx',
  typescript: 'ts mts cts',
  vb: 'vb vbs bas',
  verilog: 'v sv svh',
  vhdl: 'vhd vhdl',
  vim: 'vim',
  vue: 'vue',
  xml: 'xml xsd xsl xslt wsdl plist csproj vbproj fsproj props targets resx xaml pom svg rss atom',
  yaml: 'yaml yml',
  zig: 'zig zon',
};

const FILE_NAMES: Readonly<Record<string, string>> = {
  makefile: 'makefile gnumakefile bsdmakefile justfile',
  cmake: 'cmakelists.txt',
  dockerfile: 'dockerfile containerfile',
  ruby: 'gemfile rakefile vagrantfile podfile fastfile brewfile guardfile appfile dangerfile capfile',
  groovy: 'jenkinsfile',
  python: 'sconstruct sconscript wscript',
  starlark: 'build workspace build.bazel workspace.bazel module.bazel buck tiltfile',
  bash: '.bashrc .bash_profile .profile .zshrc .envrc pkgbuild configure gradlew',
  ini: '.gitconfig .npmrc .flake8 .pylintrc .coveragerc .editorconfig .gitmodules pipfile.ini',
  json: '.babelrc .eslintrc .prettierrc .stylelintrc .swcrc .jshintrc .watchmanconfig composer.lock',
  toml: 'pipfile cargo.lock poetry.lock uv.lock',
  yaml: '.clang-format .clang-tidy .yamllint',
  perl: 'makefile.pl cpanfile',
  vim: '.vimrc',
};

const INTERPRETERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:python|pypy|uv)/, 'python'],
  [/^(?:ba|z|k|da|a)?sh$/, 'bash'],
  [/^(?:node|nodejs|zx)/, 'javascript'],
  [/^(?:deno|bun|tsx|ts-node)/, 'typescript'],
  [/^ruby/, 'ruby'],
  [/^perl/, 'perl'],
  [/^php/, 'php'],
  [/^(?:pwsh|powershell)/, 'powershell'],
  [/^lua/, 'lua'],
  [/^Rscript/, 'r'],
  [/^fish/, 'fish'],
  [/^elixir/, 'elixir'],
  [/^julia/, 'julia'],
  [/^groovy/, 'groovy'],
  [/^(?:g|m)?awk/, 'awk'],
  [/^make/, 'makefile'],
  [/^tclsh/, 'tcl'],
];

const invert = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(table).flatMap(([language, keys]) =>
      keys.split(' ').map((key): [string, string] => [key, language]),
    ),
  );
const BY_EXTENSION = invert(EXTENSIONS);
const BY_NAME = invert(FILE_NAMES);

/** A shebang names its interpreter, perhaps behind `env` and its flags. */
function byShebang(head: string): string | undefined {
  if (!head.startsWith('#!')) return undefined;
  const end = head.indexOf('\n');
  const words = head
    .slice(2, end === -1 ? 200 : Math.min(end, 200))
    .trim()
    .split(/\s+/);
  const program = words.find((word) => !/(?:^|\/)env$/.test(word) && !/^-|=/.test(word)) ?? '';
  const name = program.slice(program.lastIndexOf('/') + 1);
  return INTERPRETERS.find(([pattern]) => pattern.test(name))?.[1];
}

/** Extensions that two languages share are told apart by the first lines. */
function byContent(extension: string, head: string): string | undefined {
  if (
    extension === 'h' &&
    /^\s*(?:class|namespace|template)\b|\bstd::|^\s*#\s*include\s*<\w+>/m.test(head)
  )
    return 'cpp';
  if (extension === 'h' && /^\s*@(?:interface|protocol|class)\b|^\s*#import\b/m.test(head))
    return 'objective-c';
  if (extension === 'm' && /^\s*(?:function\b|%)/m.test(head) && !/^\s*[#@]/m.test(head))
    return 'matlab';
  if (extension === 'pl' && /^\s*:-/m.test(head)) return 'prolog';
  if (extension === 'cls' && /^\s*\\(?:Needs|Provides)/m.test(head)) return 'latex';
  if (extension === 'inc' && !head.includes('<?')) return 'text';
  if (extension === 't' && !/^\s*(?:use|package|my|#!.*perl)\b/m.test(head)) return 'text';
  if (extension === 'ts' && head.trimStart().startsWith('<?xml')) return 'xml';
  return undefined;
}

/** The language of a file by its name, else its interpreter, else `text`. */
export function languageOf(path: string, head: string): string {
  const file = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const named = BY_NAME.get(file);
  if (named !== undefined) return named;
  if (/^(?:gnu)?makefile\b/.test(file)) return 'makefile';
  if (/^dockerfile\b/.test(file)) return 'dockerfile';
  const parts = file.split('.');
  // Templates and samples (`settings.py.tmpl`, `app.conf.example`) have the language of what they become.
  while (
    parts.length > 2 &&
    /^(?:tmpl|tpl|template|example|sample|dist|in|orig|bak|j2)$/.test(parts[parts.length - 1] ?? '')
  ) {
    parts.pop();
  }
  const extension = parts.length > 1 ? (parts[parts.length - 1] ?? '') : '';
  const language = BY_EXTENSION.get(extension);
  if (language !== undefined) return byContent(extension, head) ?? language;
  return byShebang(head) ?? 'text';
}
