import type { Import } from '../../model/document.ts';

/**
 * All that is particular to one language. What a record leaves out is not known, or is as in most languages.
 * Lists of words are one string with blanks between them.
 */
export interface Language {
  /** As Markdown fences have it, where that is not the name of the export. */
  readonly name?: string;

  /** Endings of its files, in lower case, without the dot. */
  readonly extensions?: string;
  /** Whole names of files, in lower case. */
  readonly files?: string;
  /** Names of files that no list can hold; in lower case. */
  readonly named?: RegExp;
  /** Words that people use of it and of its tools, in lower case, and hardly of anything else. */
  readonly spoken?: string;
  /** Endings by which documentation knows it, where prose is written in it. */
  readonly prose?: string;
  /** Programs that the first line of a script may name. */
  readonly interpreters?: RegExp;
  /** What a file with one of the extensions is in after all, if its first lines fit one pattern and not the other. */
  readonly unless?: readonly (readonly [
    extension: string,
    fits: RegExp,
    language: string,
    fitsNot?: RegExp,
  ])[];
  /** What files in it are for, where they do not say what a program does. */
  readonly role?: 'config' | 'build' | 'style' | 'markup' | 'data';
  /** A folder `test` (or another of these names) holds its tests wherever it stands; only at the top where it is not named. */
  readonly testFolders?: string;
  /** How tests are told from the code of the file in which they stand: a line of theirs, and what the modules around them are called. */
  readonly innerTests?: { readonly line: RegExp; readonly module: RegExp };

  readonly comments?: Comments;
  /** How it quotes, the particular before the general; without this its texts can't be told from its code. */
  readonly strings?: readonly StringRule[];
  /** What a word is, where it is not letters, digits, `_` and `$`; sticky. */
  readonly words?: RegExp;
  /** A string that stands as a statement is documentation. */
  readonly docstrings?: boolean;
  /** Where code goes on from an offset at which a page begins, for code inside of pages. */
  readonly codeFrom?: (text: string, at: number) => number;
  /** What takes whole lines from the start of one on; null if nothing does. */
  readonly lineBlock?: (text: string, at: number) => LineBlock | null;

  /** How tree-sitter reads it. */
  readonly grammar?: Grammar;
  /** A dialect that the first lines of a file announce, and the language whose grammar reads it. */
  readonly dialect?: { readonly name: string; readonly mark: RegExp; readonly grammar: string };
  /** Stretches of a text that hold a script: from, to, and whether it is TypeScript. */
  readonly scripts?: (
    text: string,
  ) => readonly (readonly [from: number, to: number, ts: boolean])[];
  /** Lines that define something, for want of a grammar, by its kind: the last group is the name. The first that fits counts. */
  readonly definitions?: Readonly<Record<string, RegExp | readonly RegExp[]>>;
  /** Lines that import: group 1 is the module, group 2 a list of names. */
  readonly imports?: RegExp | readonly RegExp[];
  /** Whether `name(` means a call; it does where no role is given. */
  readonly calls?: boolean;
  /** Kinds that reach to the next of their kind, whatever the indentation: sections, statements of SQL. */
  readonly runs?: string;

  /** How its imports are looked up. Languages that share this are looked up together. */
  readonly modules?: Modules;
  /** True where no brace opens a body, so that a signature ends with its brackets. */
  readonly braceless?: boolean;
}

/** How the lines of several languages are read. */
export type Lines = Required<Pick<Language, 'comments' | 'imports' | 'definitions'>>;

export interface Comments {
  /** `//` ends with its line, `/* *​/` with its second word. The first is how we write one. */
  readonly marks: readonly string[];
  /** A line that begins with a comment. */
  readonly opens: RegExp;
  /** Where a line comment may begin, if not anywhere: after a space, or only as the first thing on a line. */
  readonly place?: 'spaced' | 'start';
  /** True if a block may hold blocks. */
  readonly nests?: boolean;
  /** What looks like a line comment and is none; sticky. */
  readonly unless?: RegExp;
  /** Opens a block that ends with `]`, group 1 and `]`; sticky. */
  readonly long?: RegExp;
  /** What ends a line comment before its line does. */
  readonly until?: string;
}

/** Something quoted, by its marks or in a way of its own. */
export type StringRule = Quote | OddString;

export interface Quote {
  readonly open: string;
  readonly close: string;
  /** A character that takes the next one's meaning; empty where there is none. */
  readonly escapes: string;
  /** The closing mark written twice stands for itself. */
  readonly doubles?: boolean;
  /** A string that ends with its line can't run away with the rest of a file. */
  readonly lines: boolean;
  /** True if `${ }` inside it is code. */
  readonly holes?: boolean;
  /** Whether the mark means a string here; it always does where this is not given. */
  readonly where?: (scan: Scan) => boolean;
}

export interface OddString {
  /** The characters it may begin with. */
  readonly first: string;
  /** The offset behind it; -1 if none begins here. Linear in what it passes over. */
  readonly end: (scan: Scan) => number;
}

/** Where the lexer is, as far as strings need to know. */
export interface Scan {
  readonly text: string;
  readonly at: number;
  /** The last character that was neither space nor comment, by its offset; -1 before the first. */
  readonly last: number;
  readonly lineStart: number;
  /** True if only spaces stand between the line's start and here. */
  readonly fresh: boolean;
  /** Bodies of these begin on the next line. */
  readonly heredocs: Heredoc[];
  /** False once something never ended. */
  complete: boolean;
  /** The offset behind a closing mark; -1 if it does not come any more. */
  closing(mark: string, from: number): number;
}

export interface Heredoc {
  readonly word: string;
  /** True if the closing word may be indented. */
  readonly indented: boolean;
}

export interface LineBlock {
  readonly end: number;
  readonly isComment: boolean;
}

/**
 * How tree-sitter reads a language. The query runs once over a tree; its capture names are a small language:
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
  /** Calls that hold a test case and begin with its title: `it('does', …)`. */
  readonly cases?: RegExp;
  /** Identifiers a name stands for, where it isn't one itself (CSS selectors). */
  readonly namesIn?: (name: string) => readonly string[];
}

/** How modules of a language are found among the files of a tree. */
export interface Modules {
  /** Names of the files it wants to see, if any; it sees no others. */
  readonly manifests?: RegExp;
  /** Names mean the same everywhere without a manifest, so that one of another repository is meant too. */
  readonly isGlobal?: true;
  readonly resolver: (paths: ReadonlySet<string>, manifests: readonly Manifest[]) => Resolver;
}

/** A file that says how names are looked up: `package.json`, `tsconfig.json`, `go.mod`, `Cargo.toml` … */
export interface Manifest {
  readonly path: string;
  readonly text: string;
}

/** Finds the files an import of a file means; none, or undefined, if it lies outside the tree. It may find the file itself, or one twice. */
export type Resolver = (from: string, imported: Import) => readonly (string | undefined)[];
