import type { Language } from '../code/language.ts';
import { HASH, LONG_SINGLE, quote } from '../code/marks.ts';
import { delimitedEnd, heredoc, inset, mayBeValue, pod, regex } from '../code/quoting.ts';
import { byPath } from '../imports/by-path.ts';
import { hasManyHeredocs } from './bash.ts';

const HEREDOC =
  /<<(?:([-~])(?:'([^'\n]{1,80})'|"([^"\n]{1,80})"|([A-Za-z_]\w{0,79}))|([A-Z_][A-Z\d_]{0,79})\b)/y;

/** What Ruby and Crystal have in common. */
const likeRuby: Language = {
  comments: HASH,
  strings: [
    regex(true),
    inset('#{'),
    heredoc(HEREDOC),
    {
      // %w[ … ]
      first: '%',
      end: (scan) => {
        const [all, kind = '', open = ''] =
          /^%([wWiIqQrx]?)([([{<|!/])/.exec(scan.text.slice(scan.at, scan.at + 3)) ?? [];
        if (all === undefined || !mayBeValue(scan, true)) return -1;
        if (kind === '' && !'([{'.includes(open)) return -1;
        return delimitedEnd(scan.text, scan.at + all.length - 1);
      },
    },
    {
      // The character `"` is written as `?"`.
      first: '?',
      end: ({ text, at }) => {
        const isCharacter = /[\s(,[]/.test(text.charAt(at - 1));
        return isCharacter && /^\?[^\s\w](?!\w)/.test(text.slice(at, at + 3)) ? at + 2 : -1;
      },
    },
    LONG_SINGLE,
    quote('`', '\\', true),
  ],
  lineBlock: pod(/^=begin\b/, '\n=end'),
  modules: byPath('.rb', '.cr'),
  braceless: true,
};

export const ruby: Language = {
  ...likeRuby,
  extensions: 'rb rake gemspec ru podspec',
  spoken: 'ruby rubygems rubocop gem gems gemfile gemspec jruby',
  files:
    'gemfile rakefile vagrantfile podfile fastfile brewfile guardfile appfile dangerfile capfile',
  interpreters: /^ruby/,
  testFolders: 'test spec',
  grammar: {
    wasm: 'ruby',
    oddWords: true,
    query: `
(module name: (_) @name) @module
(class name: (_) @name superclass: (superclass)? @bases) @class
(method name: (_) @name) @method
(singleton_method name: (_) @name) @method
(assignment left: (constant) @name) @constant
(assignment left: (scope_resolution name: (constant) @name)) @constant
(alias name: (_) @name) @alias
(call method: (identifier) @ref) (call receiver: (constant) @ref)
(superclass (_) @types)
(argument_list (constant) @ref)
(comment) @comment
`,
    // A relative path gets its `./`, so that it can be told from a library.
    callImport: (name, rest, line) => {
      if (!/^(?:require|require_relative|load)$/.test(name)) return null;
      const path = /^\w*[\s(]*(['"])([^'"\n#]+)\1/.exec(rest())?.[2];
      if (path === undefined) return null;
      const isRelative = name === 'require_relative' && !path.startsWith('.');
      return { module: isRelative ? `./${path}` : path, names: [], line };
    },
    stumbles: hasManyHeredocs,
    cases: /^(?:describe|it|context|test|specify|feature|scenario)$/,
  },
  imports: /^\s*require(?:_relative)?\s+['"]([^'"]+)['"]/,
  definitions: {
    module: /^\s*module\s+([\w:]+)/,
    class: /^\s*class\s+([\w:]+)/,
    method: /^\s*def\s+(?:self\.)?([\w?!=]+)/,
  },
};

export const crystal: Language = {
  ...likeRuby,
  extensions: 'cr',
  imports: /^\s*require\s+"([^"]+)"/,
  definitions: {
    module: /^\s*(?:module|lib)\s+([\w:]+)/,
    class: /^\s*(?:abstract\s+)?(?:class|struct)\s+([\w:]+)/,
    enum: /^\s*enum\s+(\w+)/,
    method: /^\s*(?:private\s+|protected\s+)?(?:abstract\s+)?def\s+(?:self\.)?([\w?!=]+)/,
    macro: /^\s*macro\s+(\w+)/,
  },
};
