import type { Language } from '../code/language.ts';
import { LONG_DOUBLE, SLASHES } from '../code/marks.ts';
import { modified } from '../code/modifiers.ts';
import { CHARACTER, raw } from '../code/quoting.ts';
import { rustModules } from '../imports/rust.ts';

/** Splits at commas outside braces. */
function items(list: string): string[] {
  const found = [''];
  let depth = 0;
  for (const sign of list.match(/[{},]|[^{},]+/g) ?? []) {
    if (sign === '{') depth++;
    if (sign === '}') depth--;
    if (sign === ',' && depth === 0) found.push('');
    else found.push((found.pop() ?? '') + sign);
  }
  return found.map((item) => item.trim()).filter((item) => item !== '');
}

/** Nobody nests use trees deeper; text that does is not a use tree. */
const MAX_USE_DEPTH = 32;
const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join('::');

/** Leaves of a use tree by the path before them. */
function expand(tree: string, prefix: string, into: Map<string, string[]>, depth: number): void {
  const brace = tree.indexOf('{');
  if (brace !== -1 && depth < MAX_USE_DEPTH) {
    const own = tree.slice(0, brace).replace(/::\s*$/, '');
    const path = joined(prefix, own.trim());
    for (const item of items(tree.slice(brace + 1, tree.lastIndexOf('}'))))
      expand(item, path, into, depth + 1);
    return;
  }
  const path = tree.replace(/\s+as\s+.*$/s, '').replace(/\s+/g, '');
  const cut = path.lastIndexOf('::');
  const leaf = cut === -1 ? path : path.slice(cut + 2);
  if (leaf === '') return;
  const parent = joined(prefix, path.slice(0, Math.max(0, cut)));
  const module = parent === '' ? leaf : parent;
  const names = into.get(module) ?? [];
  if (parent !== '' && leaf !== 'self') names.push(leaf);
  into.set(module, names);
}

export const rust: Language = {
  extensions: 'rs',
  spoken: 'rust rustc rustfmt cargo clippy crate crates',
  innerTests: { line: /^\s*#\[(?:\w+::)*test\b/m, module: /^tests?$/ },
  comments: { ...SLASHES, nests: true },
  strings: [CHARACTER, raw('brc', /(?:br|cr|r)(#{0,20})"/y, (mark) => `"${mark}`), LONG_DOUBLE],
  grammar: {
    wasm: 'rust',
    query: `
(function_item name: (identifier) @name) @function
(function_signature_item name: (identifier) @name) @function
(struct_item name: (type_identifier) @name) @struct
(union_item name: (type_identifier) @name) @struct
(enum_item name: (type_identifier) @name) @enum
(enum_variant name: (identifier) @name) @member
(trait_item name: (type_identifier) @name bounds: (trait_bounds)? @bases) @trait
(impl_item trait: (_)? @bases type: (_) @name) @impl
(type_item name: (type_identifier) @name) @type
(associated_type name: (type_identifier) @name) @type
(const_item name: (identifier) @name) @constant
(static_item name: (identifier) @name) @variable
(mod_item name: (identifier) @name) @module
(macro_definition name: (identifier) @name) @macro
(field_declaration name: (field_identifier) @name) @field
(use_declaration) @import (extern_crate_declaration) @import (attribute_item) @lead
(line_comment) @comment (block_comment) @comment (arguments) @call
(macro_invocation macro: (identifier) @ref)
(macro_invocation macro: (scoped_identifier name: (identifier) @ref))
(type_identifier) @ref
(scoped_identifier path: (identifier) @ref)
`,
    imports: (statement, line) => {
      const flat = statement
        .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ')
        .replace(/#\[[^\]]*\]/g, ' ');
      const own = /^\s*(?:pub(?:\s*\([^)]*\))?\s+)?(mod|extern\s+crate)\s+(?:r#)?(\w+)/;
      const [, keyword, name = ''] = own.exec(flat) ?? [];
      if (keyword !== undefined && flat.includes('{')) return [];
      if (keyword !== undefined)
        return [{ module: keyword === 'mod' ? `self::${name}` : name, names: [], line }];
      const found = new Map<string, string[]>();
      expand(/\buse\s+(?:::)?([^;]*)/.exec(flat)?.[1]?.trim() ?? '', '', found, 0);
      return [...found].map(([module, names]) => ({ module, names, line }));
    },
  },
  imports: /^\s*(?:pub\s+)?use\s+([\w:]+)/,
  definitions: {
    function: modified`(?:extern\s+"[^"]*"\s+)?fn\s+(\w+)`,
    struct: modified`(?:struct|union)\s+(\w+)`,
    enum: modified`enum\s+(\w+)`,
    trait: modified`trait\s+(\w+)`,
    impl: /^\s*impl\b(?:<[^>]*>)?\s+(?:[\w:<>, ]+\s+for\s+)?(\w+)/,
    module: modified`mod\s+(\w+)`,
    type: modified`type\s+(\w+)`,
    constant: modified`(?:const|static)\s+(\w+)`,
    macro: /^\s*macro_rules!\s*(\w+)/,
  },
  modules: rustModules,
};
