import type { Grammar, Language } from '../code/language.ts';
import { DOUBLE, SINGLE, SLASHES } from '../code/marks.ts';
import { raw } from '../code/quoting.ts';
import { importing } from '../code/words.ts';
import { includes } from '../imports/by-path.ts';

/** C++, and C as its near-subset. */
const CPP: Grammar = {
  wasm: 'cpp',
  oddWords: true,
  query: `
(function_definition declarator: [
  (function_declarator declarator: (_) @name)
  (pointer_declarator declarator: (function_declarator declarator: (_) @name))
  (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name)))
  (reference_declarator (function_declarator declarator: (_) @name))
]) @function
(function_definition declarator: (operator_cast) @name) @function
(declaration declarator: [
  (function_declarator declarator: [(identifier) (qualified_identifier) (destructor_name) (operator_name)] @name)
  (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
]) @prototype
(field_declaration declarator: [
  (function_declarator declarator: (_) @name)
  (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name))
  (reference_declarator (function_declarator declarator: (_) @name))
]) @method
(field_declaration declarator: [(field_identifier) @name (pointer_declarator declarator: (field_identifier) @name) (array_declarator declarator: (field_identifier) @name)]) @field
(declaration declarator: [(identifier) @name (init_declarator declarator: (identifier) @name) (pointer_declarator declarator: (identifier) @name) (array_declarator declarator: (identifier) @name) (init_declarator declarator: [(pointer_declarator declarator: (identifier) @name) (array_declarator declarator: (identifier) @name)])]) @variable
(class_specifier name: (_) @name (base_class_clause)? @bases body: (_)) @class
(struct_specifier name: (_) @name (base_class_clause)? @bases body: (_)) @struct
(union_specifier name: (_) @name body: (_)) @struct
(enum_specifier name: (_) @name body: (_)) @enum
(enumerator name: (identifier) @name) @member
(namespace_definition name: (_) @name) @namespace
(alias_declaration name: (type_identifier) @name) @type
(concept_definition name: (identifier) @name) @type
(type_definition declarator: [(type_identifier) @name (pointer_declarator declarator: (type_identifier) @name) (array_declarator declarator: (type_identifier) @name) (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))]) @type
(preproc_def name: (identifier) @name) @macro
(preproc_function_def name: (identifier) @name) @macro
(preproc_include) @import (lambda_expression) @scope
(template_declaration "template" @lead)
(attribute_declaration) @lead (comment) @comment (argument_list) @call (type_identifier) @ref
`,
  // `"a.h"` is written without quotes, `<a.h>` keeps its brackets: they are looked up differently.
  imports: importing(/^\s*#\s*(?:include|include_next|import)\s*(?:"([^"\n]+)"|(<[^>\n]+>))/),
};

/** What the relatives of C have in common. */
const likeC: Language = {
  comments: SLASHES,
  strings: [DOUBLE, SINGLE],
  imports: /^\s*#\s*(?:include|import)\s*["<]([^">]+)[">]/,
  definitions: {
    macro: /^\s*#\s*define\s+(\w+)/,
    class: [
      /^\s*(?:template\s*<[^>]*>\s*)?(?:class|struct|union)\s+(\w+)[^;]*$/,
      /^@(?:interface|implementation|protocol)\s+(\w+)/,
    ],
    enum: /^\s*(?:typedef\s+)?enum\s+(?:class\s+)?(\w+)/,
    namespace: /^\s*namespace\s+([\w:]+)/,
    method: /^[-+]\s*\([^)]*\)\s*(\w+)/,
    function:
      /^(?!\s|else\b|return\b|if\b|for\b|while\b|switch\b)[\w\s*&:<>,~]*?\b([\w~]+)\s*\([^;]*$/,
  },
  modules: includes,
};

export const c: Language = {
  ...likeC,
  extensions: 'c h',
  unless: [
    ['h', /^\s*(?:class|namespace|template)\b|\bstd::|^\s*#\s*include\s*<\w+>/m, 'cpp'],
    ['h', /^\s*@(?:interface|protocol|class)\b|^\s*#import\b/m, 'objective-c'],
  ],
  grammar: CPP,
};

export const cpp: Language = {
  ...likeC,
  extensions: 'cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp cu cuh ino',
  strings: [
    raw('uULR', /(?:u8|u|U|L)?R"([^\s()\\]{0,16})\(/y, (mark) => `)${mark}"`),
    DOUBLE,
    SINGLE,
  ],
  // A quote may part the digits of a number: 1'000.
  words: /\d(?:[\w$\u0080-\uffff]|'(?=[\da-fA-F]))*|[\w$\u0080-\uffff]+/y,
  grammar: CPP,
};

export const objectiveC: Language = {
  ...likeC,
  name: 'objective-c',
  extensions: 'm mm',
  unless: [['m', /^\s*(?:function\b|%)/m, 'matlab', /^\s*[#@]/m]],
};

export const glsl: Language = { ...likeC, extensions: 'glsl vert frag wgsl hlsl metal' };
