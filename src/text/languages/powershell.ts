import type { Language } from '../code/language.ts';
import { quote, RAW_SINGLE, SPACED_HASH } from '../code/marks.ts';
import { importing } from '../code/words.ts';
import { byPath } from '../imports/by-path.ts';

export const powershell: Language = {
  extensions: 'ps1 psm1 psd1',
  interpreters: /^(?:pwsh|powershell)/,
  comments: { ...SPACED_HASH, marks: ['#', '<# #>'] },
  strings: [
    quote('@"', '', true, '\n"@'),
    quote("@'", '', true, "\n'@"),
    quote('"', '`', true),
    RAW_SINGLE,
  ],
  grammar: {
    wasm: 'powershell',
    oddWords: true,
    query: `
(function_statement (function_name) @name) @function
(class_statement . (simple_name) @name) @class
(class_method_definition (simple_name) @name) @method
(class_property_definition (variable) @name) @field
(enum_statement . (simple_name) @name) @enum
(enum_member . (simple_name) @name) @member
(command command_name: (_) @ref) (type_identifier) @ref
(comment) @comment
`,
    callImport: (name, rest, line) => {
      const lower = name.toLowerCase();
      if (/\.psm?1$/.test(lower)) return { module: name.replace(/\\/g, '/'), names: [], line };
      if (lower !== 'import-module' && lower !== 'using') return null;
      const named = importing(/^\S+[ \t]+(?:module[ \t]+|-Name[ \t]+)?["']?([^\s"';]+)/i);
      return named(rest(), line)[0] ?? null;
    },
  },
  imports: /^\s*Import-Module\s+(\S+)/i,
  definitions: { function: /^\s*(?:function|filter)\s+([\w:-]+)/i, class: /^\s*class\s+(\w+)/i },
  modules: byPath('.ps1', '.psm1', '.psd1'),
};
