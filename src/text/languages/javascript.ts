import type { Grammar, Language } from '../code/language.ts';
import { DOUBLE, HASH, SINGLE, SLASHES } from '../code/marks.ts';
import { modified } from '../code/modifiers.ts';
import { regex, TEMPLATE } from '../code/quoting.ts';
import { firstWords } from '../code/words.ts';
import { javascriptModules } from '../imports/javascript.ts';

const SHARED = `
(function_declaration name: (_) @name) @function
(generator_function_declaration name: (_) @name) @function
(class_declaration name: (_) @name (class_heritage)? @bases) @class
(class name: (_) @name (class_heritage)? @bases) @class
(method_definition name: (_) @name) @method
(variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)]) @function
(variable_declarator name: (identifier) @name value: (class (class_heritage)? @bases)) @class
(variable_declarator name: (identifier) @name) @variable
(pair key: (_) @name value: [(arrow_function) (function_expression) (generator_function)]) @method
(assignment_expression left: [(identifier) @name (member_expression property: (_) @name)] right: [(arrow_function) (function_expression) (generator_function)]) @function
(assignment_expression left: [(identifier) @name (member_expression property: (_) @name)] right: (class (class_heritage)? @bases)) @class
(arrow_function body: (statement_block)) @scope
(function_expression) @scope (generator_function) @scope
(function_expression name: (identifier) @name) @function
(import_statement) @import
(export_statement source: (string)) @import
(comment) @comment (decorator) @lead (arguments) @call
(new_expression constructor: (identifier) @ref)
`;
const JSX = `
(jsx_opening_element name: (identifier) @ref) (jsx_self_closing_element name: (identifier) @ref)
`;
const JAVASCRIPT = `
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @method
(field_definition property: (_) @name) @field
`;

/** The names of an import or export clause, as the other module calls them. */
function clauseNames(clause: string): string[] {
  const outside = clause
    .replace(/\{[^}]*\}/, '')
    .replace(/^\s*(?:import|export)\b/, '')
    .replace(/^\s*type\b(?=[\s{*]|$)/, '');
  return [
    ...(outside.includes('*') ? ['*'] : []),
    ...(/^\s*[\w$\u0080-\uffff]+/.test(outside) ? ['default'] : []),
    ...firstWords(/\{([^}]*)\}/.exec(clause)?.[1] ?? '', /^type\s+(?=\S)/),
  ];
}

/** What JavaScript and TypeScript have in common. */
const likeJavascript: Language = {
  comments: SLASHES,
  strings: [TEMPLATE, regex(), DOUBLE, SINGLE],
  imports: [/^\s*(?:import|export)\b[^'"]*['"]([^'"]+)['"]/, /\brequire\(\s*['"]([^'"]+)['"]/],
  definitions: {
    class: modified`class\s+([\w$]+)`,
    interface: modified`interface\s+([\w$]+)`,
    type: modified`type\s+([\w$]+)`,
    enum: modified`enum\s+([\w$]+)`,
    function: [
      modified`function\b\s*\*?\s*([\w$]+)`,
      modified`(?:const|let|var)\s+([\w$]+)\s*=\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*(?::[^=]+)?=>|[\w$]+\s*=>)`,
    ],
    variable: /^(?:export\s+)?(?:const|let|var)\s+([\w$]+)/,
    method:
      /^\s+(?:(?:static|async|get|set|public|private|protected|readonly)\s+)*\*?(?!(?:if|for|while|switch|catch|return|function)\b)([\w$]+)\s*\([^;]*\)\s*(?::[^{;]+)?\{\s*$/,
  },
  modules: javascriptModules,
};

/** How tree-sitter reads them: the query of each begins with the shared patterns. */
const scriptGrammar = (wasm: string, ...own: readonly string[]): Grammar => ({
  wasm,
  query: SHARED + own.join(''),
  imports: (statement, line) => {
    const flat = statement.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) =>
      comment.startsWith('//') && /['"]/.test(comment) ? comment : ' ',
    );
    const from = /(?:\bfrom\s*|\brequire\s*\(\s*|^\s*import\s*)(['"])([^'"\n]*)\1/.exec(flat);
    if (from === null) return [];
    return [{ module: from[2] ?? '', names: clauseNames(flat.slice(0, from.index)), line }];
  },
  callImport: (name, rest, line) => {
    if (name !== 'require' && name !== 'import') return null;
    const module = /^\(\s*(?:\/\*[^*]*\*\/\s*)?(['"`])([^'"`$\n]+)\1/.exec(rest())?.[2];
    return module === undefined ? null : { module, names: [], line };
  },
  cases: /^(?:describe|it|test|suite|context|specify|bench|Deno\.test)$/,
});

export const javascript: Language = {
  ...likeJavascript,
  extensions: 'js mjs cjs jsx es6',
  spoken: 'javascript npm nodejs',
  interpreters: /^(?:node|nodejs|zx)/,
  grammar: scriptGrammar('javascript', JAVASCRIPT, JSX),
  dialect: { name: 'flow', mark: /^\s*(?:\/\/|\/?\*+)\s*@flow\b|\*\s+@flow\b/m, grammar: 'tsx' },
};

const TYPESCRIPT = `
(abstract_class_declaration name: (_) @name (class_heritage)? @bases) @class
(function_signature name: (_) @name) @function
(interface_declaration name: (_) @name (extends_type_clause)? @bases) @interface
(type_alias_declaration name: (_) @name) @type
(enum_declaration name: (_) @name) @enum
(enum_body name: (_) @member @name)
(enum_assignment name: (_) @name) @member
(internal_module name: (_) @name) @namespace
(module name: (_) @name) @namespace
(method_signature name: (_) @name) @method
(abstract_method_signature name: (_) @name) @method
(construct_signature "new" @name) @method
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @method
(public_field_definition name: (_) @name) @field
(property_signature name: (_) @name) @field
(type_identifier) @ref
`;

export const typescript: Language = {
  ...likeJavascript,
  extensions: 'ts mts cts',
  spoken: 'typescript tsconfig npm nodejs',
  interpreters: /^(?:deno|bun|tsx|ts-node)/,
  // Translations of Qt.
  unless: [['ts', /^\s*<\?xml/, 'xml']],
  grammar: scriptGrammar('typescript', TYPESCRIPT),
};

export const tsx: Language = {
  ...likeJavascript,
  extensions: 'tsx',
  grammar: scriptGrammar('tsx', TYPESCRIPT, JSX),
};

export const coffeescript: Language = {
  extensions: 'coffee',
  comments: HASH,
  imports: /\brequire\s*\(?\s*['"]([^'"]+)['"]/,
  definitions: {
    class: /^\s*class\s+([\w.]+)/,
    function: /^\s*@?([\w$.]+)\s*[:=]\s*(?:\([^()]*\)\s*)?[-=]>/,
  },
  modules: javascriptModules,
  braceless: true,
};
