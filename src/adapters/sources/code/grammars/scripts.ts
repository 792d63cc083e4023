import type { Import } from '../../../../model/document.ts';
import type { Grammar } from '../grammar.ts';

function sourced(name: string, rest: () => string, line: number): Import | null {
  if (name !== 'source' && name !== '.') return null;
  const file =
    /^\S+[ \t]+((?:\$\([^)\n]*\)|"(?:\$\([^)\n]*\)|[^"$\n]|\$(?!\())*"|[^\s;&|"])+)/.exec(rest());
  return file === null ? null : { module: (file[1] ?? '').replace(/["']/g, ''), names: [], line };
}

/** Each here-document that is not closed is looked for to the end of the text. */
const MAX_HEREDOCS = 300;
export function hasManyHeredocs(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('<<'); at !== -1; at = text.indexOf('<<', at + 2)) {
    if (++count > MAX_HEREDOCS) return true;
  }
  return false;
}

/** `f()g()` defines functions inside each other; a few hundred take seconds. */
const MAX_NESTED_FUNCTIONS = 50;
const hasNestedFunctions = (text: string): boolean => {
  const nested = /\(\)\w/g;
  let count = 0;
  while (count <= MAX_NESTED_FUNCTIONS && nested.test(text)) count++;
  return count > MAX_NESTED_FUNCTIONS;
};

export const bash: Grammar = {
  wasm: 'bash',
  oddWords: true,
  query: `
(function_definition name: (word) @name) @function
(variable_assignment name: (variable_name) @name) @variable
(command name: (command_name) @ref)
(comment) @comment
`,
  callImport: sourced,
  stumbles: (text) => hasManyHeredocs(text) || hasNestedFunctions(text),
};

function powershellImport(name: string, rest: () => string, line: number): Import | null {
  const lower = name.toLowerCase();
  if (lower === 'import-module' || lower === 'using') {
    const found = /^\S+[ \t]+(?:module[ \t]+|-Name[ \t]+)?["']?([^\s"';]+)/i.exec(rest());
    return found === null ? null : { module: found[1] ?? '', names: [], line };
  }
  return /\.psm?1$/.test(lower) ? { module: name.replace(/\\/g, '/'), names: [], line } : null;
}

export const powershell: Grammar = {
  wasm: 'powershell',
  oddWords: true,
  query: `
(function_statement (function_name) @name) @function
(class_statement . (simple_name) @name) @class
(class_method_definition (simple_name) @name) @method
(class_property_definition (variable) @name) @field
(enum_statement . (simple_name) @name) @enum
(enum_member . (simple_name) @name) @member
(command command_name: (_) @ref)
(type_identifier) @ref
(comment) @comment
`,
  callImport: powershellImport,
};
