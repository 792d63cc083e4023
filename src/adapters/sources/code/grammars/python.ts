import type { Import } from '../../../../model/document.ts';
import type { Grammar } from '../grammar.ts';

const words = (list: string): string[] =>
  list
    .split(',')
    .map((item) => item.trim().split(/\s+/)[0] ?? '')
    .filter((name) => name !== '');

function pythonImports(statement: string, line: number): readonly Import[] {
  const flat = statement.replace(/#[^\n]*/g, '').replace(/[()\\\n\r]/g, ' ');
  const from =
    /^\s*from\s+([.\s]*[\w.]*)\s+import\b(.*)$/s.exec(flat) ??
    /^\s*from\s*(\.+)\s*import\b(.*)$/s.exec(flat);
  if (from !== null) {
    return [{ module: (from[1] ?? '').replace(/\s/g, ''), names: words(from[2] ?? ''), line }];
  }
  return words(flat.replace(/^\s*import\b/, '')).map((module) => ({ module, names: [], line }));
}

export const python: Grammar = {
  wasm: 'python',
  query: `
(function_definition name: (identifier) @name) @function
(class_definition name: (identifier) @name superclasses: (argument_list)? @bases) @class
(assignment left: (identifier) @name) @variable
(assignment left: (pattern_list (identifier) @name)) @variable
(type_alias_statement left: (type) @name) @type
(import_statement) @import
(import_from_statement) @import
(future_import_statement) @import
(comment) @comment
(expression_statement . (string) @doc .)
(decorator) @lead
(argument_list) @call
(call arguments: (generator_expression) @call)
(type) @types
`,
  imports: pythonImports,
};
