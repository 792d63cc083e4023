import type { Import } from '../../../../model/document.ts';
import type { Grammar } from '../grammar.ts';

/** Classes and ids of a selector. */
export const selectorNames = (selector: string): readonly string[] => [
  ...new Set([...selector.matchAll(/[.#]([A-Za-z_][\w-]*)/g)].map((match) => match[1] ?? '')),
];

export function cssImports(statement: string, line: number): readonly Import[] {
  return [...statement.matchAll(/['"(]\s*([^'"()\s]+)\s*['")]/g)]
    .slice(0, 1)
    .map((match) => ({ module: match[1] ?? '', names: [], line }));
}

export const css: Grammar = {
  wasm: 'css',
  query: `
(rule_set (selectors) @name) @rule
(keyframes_statement (keyframes_name) @name) @keyframes
(import_statement) @import
(comment) @comment
`,
  imports: cssImports,
  namesIn: selectorNames,
};

export const ini: Grammar = {
  wasm: 'ini',
  query: `
(section (section_name) @name) @section
(setting (setting_name) @name) @key
(comment) @comment
`,
};
