import type { Reader } from '../reader.ts';

/** What an expression turned out to be, as far as definitions care. */
export type Kind = 'arrow' | 'function' | 'class' | 'other';

export interface Dialect {
  /** TypeScript has types. */
  readonly hasTypes: boolean;
  /** `<` before an operand begins an element. */
  readonly hasElements: boolean;
}

/** What the readers of a script call of each other. In an expression without `in`, the word belongs to what is around it. */
export interface Parts {
  // types
  type(): void;
  /** `<T extends A = B, …>` where it is declared. */
  typeParameterList(): void;
  /** `<A, B>` where it is used. */
  typeArguments(): void;
  /** `{ … }` of an interface or of a type. */
  typeBody(): void;
  // functions
  /** `: type`, if it is there. */
  annotation(): void;
  typeParameters(): void;
  parameters(): void;
  /** A name or a pattern of names. */
  binding(): void;
  /** From the type parameters to the body; false if there is none. */
  functionRest(): boolean;
  functionExpression(start: number, firstRow: number): Kind;
  arrowBody(start: number, firstRow: number, noIn: boolean): Kind;
  /** What stands in brackets, which may turn out to be the parameters of an arrow function. */
  group(start: number, firstRow: number, noIn: boolean): Kind;
  isAsyncArrow(): boolean;
  // operands
  /** Text in backticks; `hole` reads what stands between its braces, expressions if nothing else is said. */
  template(hole?: () => void): void;
  args(): void;
  array(): void;
  object(): void;
  /** The name of a property or method. Gives it as written. */
  propertyName(): string;
  /** Whether the current word stands before a name rather than being one. */
  isModifier(): boolean;
  primary(noIn: boolean): Kind;
  element(): void;
  // expressions
  unary(noIn: boolean): Kind;
  /** An expression without commas. */
  assign(noIn: boolean): Kind;
  /** Expressions with commas between them. */
  sequence(noIn: boolean): void;
  // classes
  decorators(): void;
  /** From `class` on. */
  classRest(start: number, firstRow: number, isDeclared: boolean): Kind;
  // declarations
  /** `a = 1, b` after `const`. */
  declarators(noIn: boolean): void;
  functionDeclaration(start: number, firstRow: number, mayBeNameless: boolean): void;
  enumeration(start: number, firstRow: number): void;
  /** What begins with a word that is a keyword only if another follows. True if it was such a statement. */
  typedStatement(start: number, firstRow: number): boolean;
  // modules
  importStatement(): void;
  exportStatement(): void;
  // statements
  block(): void;
  endStatement(): void;
  statement(): void;
}

/** A script that is being read, by readers that are made once and call each other through it. */
export interface Script extends Reader, Dialect, Parts {
  /** How many conditions are open, each between its `?` and its `:`. */
  conditions: number;
  /** Bases of the class that was read last. */
  heritage: readonly string[];
}

export const MODIFIERS: ReadonlySet<string> = new Set(
  'public private protected static abstract override readonly declare async accessor get set'.split(
    ' ',
  ),
);
