import type { Import } from '../../../../model/document.ts';
import type { Grammar } from '../grammar.ts';

/** Java and, in its line-based outline, Kotlin and Scala. */
function javaImports(statement: string, line: number): readonly Import[] {
  const found = /^\s*import\s+(static\s+)?([\w.\s\u0080-\uffff]*\w)\s*(\.\s*\*)?/.exec(
    statement.replace(/\/\*[\s\S]*?\*\//g, ' '),
  );
  if (found === null) return [];
  const module = (found[2] ?? '').replace(/\s/g, '');
  if (found[3] !== undefined) return [{ module, names: ['*'], line }];
  if (found[1] === undefined) return [{ module, names: [], line }];
  const cut = module.lastIndexOf('.');
  return [{ module: module.slice(0, cut), names: [module.slice(cut + 1)], line }];
}

export const java: Grammar = {
  wasm: 'java',
  query: `
(class_declaration name: (identifier) @name superclass: (superclass)? @bases interfaces: (super_interfaces)? @bases) @class
(interface_declaration name: (identifier) @name (extends_interfaces)? @bases) @interface
(enum_declaration name: (identifier) @name interfaces: (super_interfaces)? @bases) @enum
(record_declaration name: (identifier) @name interfaces: (super_interfaces)? @bases) @class
(annotation_type_declaration name: (identifier) @name) @interface
(enum_constant name: (identifier) @name) @member
(method_declaration name: (identifier) @name) @method
(constructor_declaration name: (identifier) @name) @method
(compact_constructor_declaration name: (identifier) @name) @method
(annotation_type_element_declaration name: (identifier) @name) @method
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @field
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @constant
(import_declaration) @import
(line_comment) @comment
(block_comment) @comment
(argument_list) @call
(marker_annotation name: (identifier) @ref)
(annotation name: (identifier) @ref)
(type_identifier) @ref
`,
  imports: javaImports,
};
