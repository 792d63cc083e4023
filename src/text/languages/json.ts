import type { Language, Lines } from '../code/language.ts';
import {
  DOUBLE,
  HASH,
  HASH_AT_START,
  LONG_DOUBLE,
  NO_COMMENTS,
  quote,
  SLASHES,
  TRIPLE,
} from '../code/marks.ts';
import { heredoc } from '../code/quoting.ts';

export const json: Language = {
  extensions: 'json jsonc json5 webmanifest ipynb geojson map har avsc',
  files:
    '.babelrc .eslintrc .prettierrc .stylelintrc .swcrc .jshintrc .watchmanconfig composer.lock',
  role: 'config',
  comments: { ...NO_COMMENTS, marks: SLASHES.marks },
  strings: [DOUBLE],
  definitions: { section: /^(?: {1,4}|\t)"([^"\\]+)"\s*:/ },
};

export const jsonl: Language = {
  extensions: 'jsonl ndjson',
  role: 'data',
  comments: NO_COMMENTS,
};

export const toml: Language = {
  extensions: 'toml',
  files: 'pipfile cargo.lock poetry.lock uv.lock',
  role: 'config',
  comments: HASH,
  strings: [TRIPLE, quote("'''", '', true), DOUBLE, quote("'", '')],
  runs: 'section',
  definitions: { section: /^\[\[?\s*([^\]]+?)\s*\]/, key: /^([\w."-]+)\s*=/ },
};

export const ini: Language = {
  extensions: 'ini cfg conf properties desktop editorconfig flake8 pylintrc coveragerc prefs',
  files: '.gitconfig .npmrc .flake8 .pylintrc .coveragerc .editorconfig .gitmodules pipfile.ini',
  role: 'config',
  comments: { marks: [';', '#'], opens: /^\s*[#;]/, place: 'start' },
  strings: [],
  grammar: {
    wasm: 'ini',
    oddWords: true,
    query: `
(section (section_name (text) @name)) @section
(setting (setting_name) @name) @key
(comment) @comment
`,
  },
  definitions: { section: /^\[([^\]]+)\]/, key: /^([\w.-]+)\s*[=:]/ },
  runs: 'section',
};

/** What is written in blocks with names. */
const hclLines: Lines = {
  comments: { marks: ['#', '//', '/* */'], opens: /^\s*(?:#|\/\/)/ },
  imports: [],
  definitions: { block: [/^\w+(?:\s+"[^"]*")*\s+"?([\w-]+)"?\s*\{/, /^(\w+)\s*\{/] },
};

export const hcl: Language = {
  ...hclLines,
  extensions: 'hcl tf tfvars nomad',
  role: 'config',
  strings: [heredoc(/<<(-?)([A-Za-z_]\w{0,79})(?=\r?\n)/y, true), DOUBLE],
};

export const bicep: Language = {
  ...hclLines,
  extensions: 'bicep',
  calls: false,
  comments: { ...hclLines.comments, marks: ['//'] },
};

export const nix: Language = {
  extensions: 'nix',
  role: 'config',
  comments: { ...HASH, marks: ['#', '/* */'] },
  strings: [quote("''", '', true), LONG_DOUBLE],
  definitions: { key: /^\s{0,4}([\w.-]+)\s*=/ },
};

export const env: Language = { comments: HASH_AT_START, strings: [] };

export const nginx: Language = { comments: HASH_AT_START, strings: [] };
