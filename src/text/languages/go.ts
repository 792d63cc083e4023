import type { Language } from '../code/language.ts';
import { BACKTICK, DOUBLE, SINGLE, SLASHES } from '../code/marks.ts';
import { goModules } from '../imports/go.ts';

export const go: Language = {
  extensions: 'go',
  spoken: 'golang gofmt goroutine goroutines',
  comments: SLASHES,
  strings: [DOUBLE, SINGLE, BACKTICK],
  grammar: {
    wasm: 'go',
    query: `
(function_declaration name: (identifier) @name) @function
(method_declaration receiver: (parameter_list) @owner name: (field_identifier) @name) @method
(type_spec name: (type_identifier) @name type: (struct_type)) @struct
(type_spec name: (type_identifier) @name type: (interface_type)) @interface
(type_spec name: (type_identifier) @name) @type
(type_alias name: (type_identifier) @name) @type
(const_spec name: (identifier) @name) @constant
(var_spec name: (identifier) @name) @variable
(method_elem name: (field_identifier) @name) @method
(field_declaration name: (field_identifier) @name) @field
(import_declaration) @import (comment) @comment (argument_list) @call
(type_conversion_expression type: (generic_type type: (qualified_type name: (type_identifier) @ref)))
(type_identifier) @ref
`,
    imports: (statement, line) =>
      statement.split('\n').flatMap((text, i) => {
        const code = text.replace(/^\s*\/\/.*/, '');
        const found = code.matchAll(/(?:^|[\s(;.])["`]([^"`\s]+)["`]/g);
        return Array.from(found, ([, module = '']) => ({ module, names: [], line: line + i }));
      }),
  },
  imports: /^\s*(?:import\s+)?(?:[\w.]+\s+)?"([^"\s]+)"\s*$/,
  definitions: {
    method: /^func\s+\([^)]*\)\s*(\w+)/,
    function: /^func\s+(\w+)/,
    type: /^type\s+(\w+)/,
    constant: /^const\s+(\w+)/,
    variable: /^var\s+(\w+)/,
  },
  modules: goModules,
};
