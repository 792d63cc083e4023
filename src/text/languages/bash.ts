import type { Language } from '../code/language.ts';
import { quote, RAW_SINGLE, SPACED_HASH } from '../code/marks.ts';
import { ESCAPED, heredoc, inset } from '../code/quoting.ts';
import { byPath } from '../imports/by-path.ts';

/** Each here-document that is not closed is looked for to the end of the text. */
const MAX_HEREDOCS = 300;

export const hasManyHeredocs = (text: string): boolean =>
  text.split('<<').length - 1 > MAX_HEREDOCS;

/** `f()g()` defines functions inside each other; a few hundred take seconds. */
const MAX_NESTED_FUNCTIONS = 50;
const hasNestedFunctions = (text: string): boolean =>
  (text.match(/\(\)\w/g)?.length ?? 0) > MAX_NESTED_FUNCTIONS;

const HEREDOC = /<<(-?)\s*(?:'([^'\n]{1,80})'|"([^"\n]{1,80})"|\\?([A-Za-z_]\w{0,79}))/y;

export const bash: Language = {
  extensions: 'sh bash zsh ksh ebuild bats',
  files: '.bashrc .bash_profile .profile .zshrc .envrc pkgbuild configure gradlew',
  interpreters: /^(?:ba|z|k|da|a)?sh$/,
  comments: SPACED_HASH,
  strings: [inset('$('), ESCAPED, heredoc(HEREDOC), quote("$'", '\\', true, "'"), RAW_SINGLE],
  grammar: {
    wasm: 'bash',
    oddWords: true,
    query: `
(function_definition name: (word) @name) @function
(variable_assignment name: (variable_name) @name) @variable
(command name: (command_name) @ref)
(comment) @comment
`,
    callImport: (name, rest, line) => {
      if (name !== 'source' && name !== '.') return null;
      const file = /^\S+[ \t]+((?:\$\([^)\n]*\)|"(?:\$\([^)\n]*\)|[^"$\n]|\$(?!\())*"|[^\s;&|"])+)/;
      const module = file.exec(rest())?.[1]?.replace(/["']/g, '');
      return module === undefined ? null : { module, names: [], line };
    },
    stumbles: (text) => hasManyHeredocs(text) || hasNestedFunctions(text),
  },
  imports: /^\s*(?:source|\.)\s+["']?([^\s"';]+)/,
  definitions: { function: /^\s*(?:function\s+([\w:.-]+)|([\w:.-]+)\s*\(\s*\))/ },
  modules: byPath('.sh', '.bash', '.fish'),
};
