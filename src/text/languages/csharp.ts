import type { Language, Quote } from '../code/language.ts';
import { DOUBLE, quote, SINGLE, TRIPLE } from '../code/marks.ts';
import { importing } from '../code/words.ts';
import { javaLines } from './java.ts';

const verbatim = (open: string): Quote => ({ ...quote(open, '', true, '"'), doubles: true });

export const csharp: Language = {
  ...javaLines,
  extensions: 'cs csx',
  spoken: 'csharp dotnet nuget',
  strings: [TRIPLE, verbatim('@"'), verbatim('@$"'), DOUBLE, SINGLE],
  imports: /^\s*using\s+(?:static\s+)?([\w.]+)\s*;/,
  grammar: {
    wasm: 'c-sharp',
    oddWords: true,
    query: `
(namespace_declaration name: (_) @name) @namespace
(class_declaration name: (identifier) @name (base_list)? @bases) @class
(struct_declaration name: (identifier) @name (base_list)? @bases) @struct
(record_declaration name: (identifier) @name (base_list)? @bases) @class
(interface_declaration name: (identifier) @name (base_list)? @bases) @interface
(enum_declaration name: (identifier) @name) @enum
(enum_member_declaration name: (identifier) @name) @member
(delegate_declaration name: (identifier) @name) @type
(method_declaration name: (identifier) @name) @method
(constructor_declaration name: (identifier) @name) @method
(destructor_declaration name: (identifier) @name) @method
(operator_declaration "operator" @name) @method
(indexer_declaration "this" @name) @method
(local_function_statement name: (identifier) @name) @function
(property_declaration name: (identifier) @name) @property
(event_declaration name: (identifier) @name) @property
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @property
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @field
(using_directive) @import (comment) @comment (argument_list) @call
(object_creation_expression type: (identifier) @ref) (base_list (identifier) @ref)
(parameter type: (identifier) @ref) (variable_declaration type: (identifier) @ref)
(type_argument_list (identifier) @ref) (generic_name (identifier) @ref)
(attribute name: (identifier) @ref) (member_access_expression expression: (identifier) @ref)
(method_declaration returns: (identifier) @ref) (property_declaration type: (identifier) @ref)
`,
    imports: importing(/\busing\s+(?:static\s+)?(?:\w+\s*=\s*)?(?:global::)?([\w.]+)/),
  },
};
