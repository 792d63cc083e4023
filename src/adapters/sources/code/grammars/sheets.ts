import type { Import } from '../../../../model/document.ts';
import type { Grammar } from '../grammar.ts';

/** Classes and ids of a selector. */
const selectorNames = (selector: string): readonly string[] => [
  ...new Set([...selector.matchAll(/[.#]([A-Za-z_][\w-]*)/g)].map((match) => match[1] ?? '')),
];

function cssImports(statement: string, line: number): readonly Import[] {
  return [...statement.matchAll(/['"(]\s*([^'"()\s]+)\s*['")]/g)]
    .slice(0, 1)
    .map((match) => ({ module: match[1] ?? '', names: [], line }));
}

/** The scanner looks for the end of a statement from each word of it. */
const MAX_STATEMENT = 20_000;
function longestStatement(text: string): number {
  let longest = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 123 || code === 125 || code === 59) {
      if (i - from > longest) longest = i - from;
      from = i;
    }
  }
  return Math.max(longest, text.length - from);
}

export const css: Grammar = {
  wasm: 'css',
  oddWords: true,
  query: `
(rule_set (selectors) @name) @rule
(keyframes_statement (keyframes_name) @name) @keyframes
(import_statement) @import
(comment) @comment
`,
  imports: cssImports,
  stumbles: (text) => longestStatement(text) > MAX_STATEMENT,
  namesIn: selectorNames,
};

export const ini: Grammar = {
  wasm: 'ini',
  oddWords: true,
  query: `
(section (section_name (text) @name)) @section
(setting (setting_name) @name) @key
(comment) @comment
`,
};
