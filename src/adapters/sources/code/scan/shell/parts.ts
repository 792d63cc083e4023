import type { Notes } from '../../notes.ts';

export const NEWLINE = 10;

/** A text that begins on the next line. */
export interface Heredoc {
  readonly word: string;
  readonly indented: boolean;
  /** A quoted word keeps the text as it is. */
  readonly isRaw: boolean;
}

/** What the readers of shell call of each other. */
export interface Parts {
  // lines
  rowOf(offset: number): number;
  /** What a sticky pattern finds here; empty if nothing. Goes past it. */
  take(pattern: RegExp): string;
  /** The word of the shell's own that stands here; empty if none. */
  reserved(): string;
  /** Past something that has to be there. */
  expect(word: string): void;
  expectReserved(word: string): void;
  /** Past blanks and joined lines. */
  blanks(): void;
  comment(): void;
  /** Past blanks, comments, line ends and the here-documents that follow them. */
  lines(): void;
  newline(): void;
  // words
  /** Whatever quotes or expands, wherever it stands; false if the sign here does neither. */
  part(code: number, quoted: boolean): boolean;
  /** Up to the two brackets that close an expression. */
  arithmetic(): void;
  /** One word with all that is quoted and expanded in it. */
  word(takesGroups: boolean): void;
  /** A word that has to be there. */
  needed(): void;
  // simple
  define(kind: string, written: string, start: number, nameAt: number): void;
  array(): void;
  /** True if files or texts are put in or out here. */
  redirects(): boolean;
  /** Whether a command ends here. */
  isEnd(code: number): boolean;
  /** Assignments, then a command with its words, or a function that is named like one. */
  simple(): void;
  /** A function from its brackets on. */
  definition(start: number, nameAt: number, name: string): void;
  functionBody(): void;
  braced(): void;
  // compounds
  /** A command that holds others; false if none begins here. */
  compound(): boolean;
  // lists
  /** Commands up to what ends their list; gives how many there are. */
  list(): number;
}

/** A script that is being read, by readers that are made once and call each other through it. */
export interface Shell extends Parts {
  notes: Notes;
  text: string;
  /** Where each line begins. */
  starts: readonly number[];
  /** Where the reader is. */
  at: number;
  /** The row that was asked for last. */
  row: number;
  /** Their texts begin on the next line. */
  heredocs: Heredoc[];
  /** How many backticks are open; the next one closes the last of them. */
  ticks: number;
  /** How many groups in braces are open. */
  braces: number;
}
