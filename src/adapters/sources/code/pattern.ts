/**
 * The part of tree-sitter's query language that our grammars use, read by ourselves. tree-sitter analyses every
 * pattern with children against the whole grammar before the first search, which takes longer than all else that
 * one edited file needs.
 */

/** A node by its type (`_` for any named one), with what must be found among its children. */
export interface Shape {
  readonly type: string;
  readonly named: boolean;
  readonly steps: readonly Step[];
  readonly captures: readonly string[];
  /** True if no named child may follow the last one found. */
  readonly closed: boolean;
}

/** A child of one of several shapes. */
export interface Step {
  /** Empty for a child of any field. */
  readonly field: string;
  readonly choices: readonly Shape[];
  readonly optional: boolean;
  /** True if it must be the first named child. */
  readonly first: boolean;
}

const TOKEN = /\s*(?:([()[\]?.])|"([^"]*)"|@(\w+)|(\w+)(:?))/y;

interface Token {
  readonly kind: 'sign' | 'text' | 'capture' | 'field' | 'word' | 'end';
  readonly text: string;
  /** Where it ends in the source. */
  readonly end: number;
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  const text = source.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (found === null) throw new Error(`no pattern: ${text.slice(at, at + 40)}`);
    const [, sign, quoted, capture, word, colon] = found;
    const end = TOKEN.lastIndex;
    if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, end });
    else if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted, end });
    else if (capture !== undefined) tokens.push({ kind: 'capture', text: capture, end });
    else tokens.push({ kind: colon === ':' ? 'field' : 'word', text: word ?? '', end });
  }
  return tokens;
}

class Reader {
  private at = 0;
  private readonly tokens: readonly Token[];

  constructor(source: string) {
    this.tokens = tokensOf(source);
  }

  get done(): boolean {
    return this.at >= this.tokens.length;
  }

  /** How far it has come in the source. */
  get end(): number {
    return this.tokens[this.at - 1]?.end ?? 0;
  }

  /** One shape, or each of those in brackets, with the captures that follow. */
  choices(): Shape[] {
    const shapes: Shape[] = [];
    if (this.takes('[')) {
      while (!this.takes(']')) shapes.push(...this.choices());
    } else shapes.push(this.shape());
    return this.captured(shapes);
  }

  /** Shapes with the captures that follow them. */
  private captured(shapes: Shape[]): Shape[] {
    const captures: string[] = [];
    while (this.peek().kind === 'capture') captures.push(this.next().text);
    if (captures.length === 0) return shapes;
    return shapes.map((shape) => ({ ...shape, captures: [...captures, ...shape.captures] }));
  }

  private shape(): Shape {
    const token = this.next();
    const bare = { steps: [], captures: [], closed: false };
    if (token.kind === 'text') return { type: token.text, named: false, ...bare };
    if (token.text !== '(') throw new Error(`no pattern: ${token.text}`);
    const type = this.next().text;
    const steps: Step[] = [];
    let closed = false;
    while (!this.takes(')')) {
      if (closed) throw new Error('a pattern may only be anchored at its ends');
      const anchored = this.takes('.');
      if (anchored && steps.length > 0) {
        closed = true;
        continue;
      }
      const field = this.peek().kind === 'field' ? this.next().text : '';
      steps.push(this.step(field, anchored));
    }
    return { type, named: true, steps, captures: [], closed };
  }

  /** A `?` stands before the captures. */
  private step(field: string, first: boolean): Step {
    const choices = this.choices();
    if (first && choices.some(({ named }) => !named)) throw new Error('only nodes can be anchored');
    const optional = this.takes('?');
    return { field, choices: optional ? this.captured(choices) : choices, optional, first };
  }

  private peek(): Token {
    return this.tokens[this.at] ?? { kind: 'end', text: '', end: 0 };
  }

  private next(): Token {
    const token = this.peek();
    if (token.kind === 'end') throw new Error('a pattern ends too soon');
    this.at++;
    return token;
  }

  private takes(sign: string): boolean {
    const token = this.peek();
    const isIt = token.kind === 'sign' && token.text === sign;
    if (isIt) this.at++;
    return isIt;
  }
}

export interface Pattern {
  readonly shape: Shape;
  readonly source: string;
}

/** All patterns of a query, in order. */
export function readPatterns(source: string): Pattern[] {
  const reader = new Reader(source);
  const patterns: Pattern[] = [];
  while (!reader.done) {
    const start = reader.end;
    const [shape, ...others] = reader.choices();
    if (shape === undefined || others.length > 0)
      throw new Error('a pattern has one outermost node');
    patterns.push({ shape, source: source.slice(start, reader.end) });
  }
  return patterns;
}
