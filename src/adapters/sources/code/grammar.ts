import type { Import } from '../../../model/document.ts';

/**
 * One language of tree-sitter. The query runs once over a tree; its capture names are a small language:
 * `@comment`, `@doc` (docstring), `@lead` (decorator or attribute line that belongs to what follows),
 * `@import` (a whole import statement), `@call` (the argument list of a call: the called name stands before it),
 * `@ref` (an identifier used), `@types` (an expression full of type names), `@scope` (a nameless function, whose
 * variables are local). Every other name is the kind of a definition, whose match also holds `@name` and perhaps
 * `@bases` (superclasses as written) and `@owner` (a receiver). Single-node patterns are the cheapest, so names are
 * read from the text around a node rather than by stepping through the tree: each step crosses into wasm.
 */
export interface Grammar {
  /** The file `tree-sitter-<wasm>.wasm`. */
  readonly wasm: string;
  readonly query: string;
  readonly imports?: (statement: string, line: number) => readonly Import[];
  /** True where names hold other signs than letters, digits, `_` and `$`: `empty?`, `Get-Item`. */
  readonly oddWords?: boolean;
  /** True for texts on which the grammar's scanner takes time squared, which no count of steps shows. */
  readonly stumbles?: (text: string) => boolean;
  /** Imports that look like calls: `require('x')`, `import('x')`; `rest` is the text from the argument list on. */
  readonly callImport?: (name: string, rest: () => string, line: number) => Import | null;
  /** True for calls that hold a test case and begin with its title: `it('does', …)`. */
  readonly isCase?: (name: string) => boolean;
  /** Identifiers a name stands for, where it isn't one itself (CSS selectors). */
  readonly namesIn?: (name: string) => readonly string[];
}
