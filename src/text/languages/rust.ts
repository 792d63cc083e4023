import type { Import } from '../../model/document.ts';
import type { Language } from '../code/language.ts';
import { LONG_DOUBLE, SLASHES } from '../code/marks.ts';
import { modified } from '../code/modifiers.ts';
import { CHARACTER, raw } from '../code/quoting.ts';
import { rustModules } from '../imports/rust.ts';

/** Splits at commas outside braces. */
function items(list: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < list.length; i++) {
    const c = list[i];
    if (c === '{') depth++;
    else if (c === '}') depth--;
    else if (c === ',' && depth === 0) {
      found.push(list.slice(from, i));
      from = i + 1;
    }
  }
  found.push(list.slice(from));
  return found.map((item) => item.trim()).filter((item) => item !== '');
}

/** Nobody nests use trees deeper; text that does is not a use tree. */
const MAX_USE_DEPTH = 32;

/** Leaves of a use tree by the path before them. */
function expand(tree: string, prefix: string, into: Map<string, string[]>, depth: number): void {
  const brace = tree.indexOf('{');
  if (brace !== -1 && depth < MAX_USE_DEPTH) {
    const head = tree
      .slice(0, brace)
      .replace(/::\s*$/, '')
      .trim();
    const path = [prefix, head].filter((part) => part !== '').join('::');
    for (const item of items(tree.slice(brace + 1, tree.lastIndexOf('}'))))
      expand(item, path, into, depth + 1);
    return;
  }
  const path = tree.replace(/\s+as\s+.*$/s, '').replace(/\s+/g, '');
  const cut = path.lastIndexOf('::');
  const leaf = cut === -1 ? path : path.slice(cut + 2);
  const parent = [prefix, cut === -1 ? '' : path.slice(0, cut)]
    .filter((part) => part !== '')
    .join('::');
  if (leaf === '') return;
  const module = parent === '' ? leaf : parent;
  const names = into.get(module) ?? [];
  if (parent !== '' && leaf !== 'self') names.push(leaf);
  into.set(module, names);
}

function rustImports(statement: string, line: number): readonly Import[] {
  const flat = statement.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ').replace(/#\[[^\]]*\]/g, ' ');
  const mod = /^\s*(?:pub(?:\s*\([^)]*\))?\s+)?(mod|extern\s+crate)\s+(?:r#)?(\w+)/.exec(flat);
  if (mod !== null) {
    if (flat.includes('{')) return [];
    return [{ module: mod[1] === 'mod' ? `self::${mod[2]}` : (mod[2] ?? ''), names: [], line }];
  }
  const use = /\buse\s+(?:::)?([^;]*)/.exec(flat);
  if (use === null) return [];
  const found = new Map<string, string[]>();
  expand((use[1] ?? '').trim(), '', found, 0);
  return [...found].map(([module, names]) => ({ module, names, line }));
}

export const rust: Language = {
  extensions: 'rs',
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
    imports: rustImports,
  },
  imports: [/^\s*(?:pub\s+)?use\s+([\w:]+)/],
  definitions: [
    ['function', modified(String.raw`(?:extern\s+"[^"]*"\s+)?fn\s+(\w+)`)],
    ['struct', modified(String.raw`(?:struct|union)\s+(\w+)`)],
    ['enum', modified(String.raw`enum\s+(\w+)`)],
    ['trait', modified(String.raw`trait\s+(\w+)`)],
    ['impl', /^\s*impl\b(?:<[^>]*>)?\s+(?:[\w:<>, ]+\s+for\s+)?(\w+)/],
    ['module', modified(String.raw`mod\s+(\w+)`)],
    ['type', modified(String.raw`type\s+(\w+)`)],
    ['constant', modified(String.raw`(?:const|static)\s+(\w+)`)],
    ['macro', /^\s*macro_rules!\s*(\w+)/],
  ],
  modules: rustModules,
};
