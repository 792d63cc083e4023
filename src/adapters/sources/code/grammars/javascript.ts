import type { Import } from '../../../../model/document.ts';
import type { Grammar } from '../grammar.ts';

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
(function_expression) @scope
(generator_function) @scope
(function_expression name: (identifier) @name) @function
(import_statement) @import
(export_statement source: (string)) @import
(comment) @comment
(decorator) @lead
(arguments) @call
(new_expression constructor: (identifier) @ref)
`;
const JSX = `
(jsx_opening_element name: (identifier) @ref)
(jsx_self_closing_element name: (identifier) @ref)
`;
const JAVASCRIPT = `
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @method
(field_definition property: (_) @name) @field
`;
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

/** The names of an import or export clause, as the other module calls them. */
function clauseNames(clause: string): string[] {
  const names: string[] = [];
  const braces = /\{([^}]*)\}/.exec(clause);
  const outside = clause
    .replace(/\{[^}]*\}/, '')
    .replace(/^\s*(?:import|export)\b/, '')
    .replace(/^\s*type\b(?=[\s{*]|$)/, '');
  if (/\*/.test(outside)) names.push('*');
  if (/^\s*[\w$\u0080-\uffff]+/.test(outside)) names.push('default');
  for (const item of (braces?.[1] ?? '').split(',')) {
    const name =
      item
        .trim()
        .replace(/^type\s+(?=\S)/, '')
        .split(/\s+/)[0] ?? '';
    if (name !== '') names.push(name);
  }
  return names;
}

function javascriptImports(statement: string, line: number): readonly Import[] {
  const flat = statement.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) =>
    comment.startsWith('//') && /['"]/.test(comment) ? comment : ' ',
  );
  const from = /(?:\bfrom\s*|\brequire\s*\(\s*|^\s*import\s*)(['"])([^'"\n]*)\1/.exec(flat);
  if (from === null) return [];
  return [{ module: from[2] ?? '', names: clauseNames(flat.slice(0, from.index)), line }];
}

function callImport(name: string, rest: () => string, line: number): Import | null {
  if (name !== 'require' && name !== 'import') return null;
  const module = /^\(\s*(?:\/\*[^*]*\*\/\s*)?(['"`])([^'"`$\n]+)\1/.exec(rest());
  return module === null ? null : { module: module[2] ?? '', names: [], line };
}

const CASES = new Set([
  'describe',
  'it',
  'test',
  'suite',
  'context',
  'specify',
  'bench',
  'Deno.test',
]);
const shared = {
  imports: javascriptImports,
  callImport,
  isCase: (name: string): boolean => CASES.has(name),
};

export const javascript: Grammar = {
  wasm: 'javascript',
  query: SHARED + JAVASCRIPT + JSX,
  ...shared,
};
export const typescript: Grammar = { wasm: 'typescript', query: SHARED + TYPESCRIPT, ...shared };
export const tsx: Grammar = { wasm: 'tsx', query: SHARED + TYPESCRIPT + JSX, ...shared };
