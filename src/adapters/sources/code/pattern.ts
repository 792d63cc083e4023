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

/** A sign, a quoted word, a capture, a field or a type. */
const TOKEN = /\s*(?:([()[\]?.]|"[^"]*"|@\w+|\w+:?)|$)/y;

/** All patterns of a query, in order. */
export function readPatterns(source: string): { shape: Shape; source: string }[] {
  /** Where the last token that was taken ends, and the one after it. */
  let end = 0;
  let token = '';
  const look = (): void => {
    TOKEN.lastIndex = end;
    const found = TOKEN.exec(source);
    if (found === null) throw new Error(`no pattern: ${source.slice(end, end + 40)}`);
    token = found[1] ?? '';
  };
  const take = (): string => {
    if (token === '') throw new Error('a pattern ends too soon');
    const taken = token;
    end = source.indexOf(taken, end) + taken.length;
    look();
    return taken;
  };
  const takes = (sign: string): boolean => token === sign && take() === sign;
  /** Shapes with the captures that follow them. */
  const captured = (shapes: Shape[]): Shape[] => {
    const own: string[] = [];
    while (token.startsWith('@')) own.push(take().slice(1));
    if (own.length === 0) return shapes;
    return shapes.map((shape) => ({ ...shape, captures: [...own, ...shape.captures] }));
  };
  /** One shape, or each of those in brackets, with the captures that follow. */
  const choices = (): Shape[] => {
    const shapes: Shape[] = [];
    if (!takes('[')) shapes.push(shapeFrom(take()));
    else while (!takes(']')) shapes.push(...choices());
    return captured(shapes);
  };
  const shapeFrom = (open: string): Shape => {
    const bare = { steps: [], captures: [], closed: false };
    if (open.startsWith('"')) return { type: open.slice(1, -1), named: false, ...bare };
    if (open !== '(') throw new Error(`no pattern: ${open}`);
    const type = take();
    const steps: Step[] = [];
    let closed = false;
    while (!takes(')')) {
      if (closed) throw new Error('a pattern may only be anchored at its ends');
      const anchored = takes('.');
      if (anchored && steps.length > 0) closed = true;
      else steps.push(stepOf(token.endsWith(':') ? take().slice(0, -1) : '', anchored));
    }
    return { ...bare, type, named: true, steps, closed };
  };
  /** A `?` stands before the captures. */
  const stepOf = (field: string, first: boolean): Step => {
    const found = choices();
    if (first && found.some(({ named }) => !named)) throw new Error('only nodes can be anchored');
    const optional = takes('?');
    return { field, choices: optional ? captured(found) : found, optional, first };
  };

  const patterns: ReturnType<typeof readPatterns> = [];
  for (look(); token !== ''; ) {
    const start = end;
    const [shape, ...others] = choices();
    if (shape === undefined || others.length > 0)
      throw new Error('a pattern has one outermost node');
    patterns.push({ shape, source: source.slice(start, end) });
  }
  return patterns;
}
