import type { Language, Node, Query } from 'web-tree-sitter';
import { readPatterns, type Shape, type Step } from './pattern.ts';

/** A node that a pattern found, by the name it has there. */
export interface Capture {
  readonly name: string;
  readonly node: Node;
}

/** Finds patterns in trees of one language. */
export interface Search {
  /** Calls back for each match in the order of the text; false if `stop` ended it. */
  each(root: Node, stop: () => boolean, found: (captures: readonly Capture[]) => void): boolean;
}

type NewQuery = new (language: Language, source: string) => Query;

/** Single nodes, and nodes that are seldom what a frequent one around them is asked for, are found faster by tree-sitter itself. */
const isLeft = ({ steps, captures }: Shape): boolean => steps.length === 0 || captures.length === 0;

/** Of a definition only the outermost node is left to tree-sitter: such queries are ready at once. */
export function createSearch(language: Language, source: string, NewQuery: NewQuery): Search {
  const left: string[] = [];
  const byType = new Map<string, Form[]>();
  for (const { shape, source: own } of readPatterns(source)) {
    if (isLeft(shape)) left.push(own);
    else byType.set(shape.type, [...(byType.get(shape.type) ?? []), formOf(shape, language)]);
  }
  const forms = [...byType.values()];
  const outer = [...byType.keys()].map((type) => `(${type}) @_`);
  const query = new NewQuery(language, [...left, ...outer].join('\n'));
  return {
    each(root, stop, found) {
      let stopped = false;
      const progressCallback = (): boolean => {
        stopped = stop();
        return stopped;
      };
      for (const { patternIndex, captures } of query.matches(root, { progressCallback })) {
        const node = captures[0]?.node;
        if (node === undefined) continue;
        if (patternIndex < left.length) {
          found(captures);
          continue;
        }
        const look = remembering();
        for (const form of forms[patternIndex - left.length] ?? []) {
          if (!isHopeful(node, form, look)) continue;
          for (const match of within(node, form, look)) found(match);
        }
      }
      return !stopped;
    },
  };
}

/** A shape in the numbers of a language: each look at a node by name would cross into wasm once more. */
interface Form extends Pick<Shape, 'captures' | 'closed'> {
  /** Types it may have, by number. */
  readonly fits: (type: number) => boolean;
  readonly steps: readonly Part[];
  /** The last step that is needed. */
  readonly last: Part | undefined;
}

interface Part extends Pick<Step, 'optional' | 'first'> {
  /** Null for a child of any field. */
  readonly field: number | null;
  readonly choices: readonly Form[];
  /** True if only named children may be it. */
  readonly named: boolean;
}

function formOf({ type, named, steps, captures, closed }: Shape, language: Language): Form {
  const parts = steps.map(
    ({ field, choices, optional, first }): Part => ({
      field: field === '' ? null : Math.max(0, language.fields.indexOf(field)),
      choices: choices.map((choice) => formOf(choice, language)),
      optional,
      first,
      named: choices.every((choice) => choice.named),
    }),
  );
  const isNamed = (id: number): boolean => language.nodeTypeIsNamed(id);
  // Several types may bear one name, as do aliases.
  const ids = language.types.flatMap((name, id) =>
    name === type && isNamed(id) === named ? [id] : [],
  );
  const fits = type === '_' ? isNamed : (id: number): boolean => ids.includes(id);
  const last = parts.findLast(({ optional }) => !optional);
  return { fits, steps: parts, captures, closed, last };
}

type Match = readonly Capture[];

const NOTHING: readonly Match[] = [[]];

/** All ways in which a node of the right type has a form. */
function within(node: Node, form: Form, look: Look): readonly Match[] {
  const inner = form.steps.length === 0 ? NOTHING : stepping(node, form, 0, -1, look);
  if (form.captures.length === 0 || inner.length === 0) return inner;
  const own = form.captures.map((name) => ({ name, node }));
  return inner === NOTHING ? [own] : inner.map((match) => [...own, ...match]);
}

/** All ways to find the steps from a number on among the children that begin after a place. */
function stepping(
  node: Node,
  form: Form,
  number: number,
  after: number,
  look: Look,
): readonly Match[] {
  const step = form.steps[number];
  if (step === undefined) return NOTHING;
  const isLast = number === form.steps.length - 1;
  const all: Match[] = [];
  for (const child of look(node, step)) {
    if (child.startIndex <= after) continue;
    const found = choose(child, step);
    if (found.length === 0) continue;
    if (isLast && form.closed && child.nextNamedSibling !== null) continue;
    const rest = isLast ? NOTHING : stepping(node, form, number + 1, child.startIndex, look);
    for (const head of found) for (const tail of rest) all.push([...head, ...tail]);
  }
  return all.length === 0 && step.optional ? stepping(node, form, number + 1, after, look) : all;
}

type Look = (node: Node, step: Part) => readonly Node[];

/** Several patterns ask a node for the same field. */
function remembering(): Look {
  const seen = new Map<number, readonly Node[]>();
  return (node, step) => {
    if (step.field === null) return candidates(node, step);
    const known = seen.get(step.field) ?? candidates(node, step);
    seen.set(step.field, known);
    return known;
  };
}

/** Looks at the last child a form asks for, which mostly is its most particular, before all others. */
function isHopeful(node: Node, { last }: Form, look: Look): boolean {
  if (last === undefined) return true;
  return look(node, last).some(({ typeId }) => last.choices.some((choice) => choice.fits(typeId)));
}

function candidates(node: Node, { field, first, named }: Part): readonly Node[] {
  if (field !== null) return node.childrenForFieldId(field);
  if (!named) return node.children;
  if (!first) return node.namedChildren;
  const child = node.firstNamedChild;
  return child === null ? [] : [child];
}

function choose(child: Node, { choices }: Part): readonly Match[] {
  const type = child.typeId;
  const found: Match[] = [];
  for (const choice of choices)
    if (choice.fits(type)) found.push(...within(child, choice, candidates));
  return found;
}
