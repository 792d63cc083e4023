import type { Node, Parser, Tree } from 'web-tree-sitter';
import { lineStarts, rowAt } from '../../../math/lines.ts';
import type { Grammar } from '../../../text/code/language.ts';
import { type Findings, noFindings } from './mark.ts';
import * as naming from './names.ts';
import type { Capture, Search } from './search.ts';

/** A grammar that is loaded and can be asked at once. */
export interface Loaded {
  readonly grammar: Grammar;
  readonly parser: Parser;
  readonly search: Search;
  readonly newParser: () => Parser;
}

/** Parser and search look up every hundred steps. Real code makes 0.006 to 0.023 looks per character; only a hostile text runs into this wall. */
const LOOKS_PER_CHARACTER = 0.04;
const MIN_LOOKS = 500;
/** Searching a tree takes time squared in the children of one error node: 80 ms for this many, 12 s for 16,000. */
const MAX_ERROR_CHILDREN = 1000;
/** How much of a call's text an import or a title may need: `require('…')`. */
const CALL_TEXT = 300;
const IDENTIFIERS = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/g;
const KEYWORDS = new Set(
  'super this self import constructor function async new return if while'.split(' '),
);

/** What is being collected while the matches of one tree are read. */
interface Reading extends Findings {
  readonly grammar: Grammar;
  readonly text: string;
  readonly starts: readonly number[];
  readonly seen: Set<string>;
}

/** What the syntax tree of a text tells; null if the text can't be parsed within its allowance. */
export function treeFindings(text: string, loaded: Loaded): Findings | null {
  const { grammar, parser, search } = loaded;
  const limit = MIN_LOOKS + text.length * LOOKS_PER_CHARACTER;
  let looks = 0;
  const isTooMuch = (): boolean => ++looks > limit;
  const tree = parser.parse(text, null, { progressCallback: isTooMuch });
  if (tree === null) {
    parser.reset();
    return null;
  }
  try {
    if (isShattered(tree)) return null;
    const starts = lineStarts(text);
    const reading: Reading = { ...noFindings(), text, grammar, starts, seen: new Set() };
    looks = 0;
    const isDone = search.each(tree.rootNode, isTooMuch, (captures) => read(reading, captures));
    return isDone ? reading : null;
  } finally {
    tree.delete();
  }
}

/** True if the parser gave up on so much of a text that its tree is a heap of tokens. Looks only where errors are. */
function isShattered(tree: Tree): boolean {
  const open = tree.rootNode.hasError ? [tree.rootNode] : [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.isError && node.childCount > MAX_ERROR_CHILDREN) return true;
    for (const child of node.children) if (child.hasError) open.push(child);
  }
  return false;
}

function read(reading: Reading, captures: readonly Capture[]): void {
  const [first] = captures;
  if (first === undefined) return;
  const { name, node } = first;
  const row = node.startPosition.row;
  switch (name) {
    case 'comment':
    case 'doc':
      if (naming.opensLine(reading.text, node.startIndex))
        reading.docs.push([row, commentRow(reading, node)]);
      break;
    case 'lead':
      reading.leads.push([row, node.endPosition.row]);
      if (reading.text.charCodeAt(node.startIndex) === 64) {
        refer(reading, naming.wordAt(reading.text, node.startIndex + 1), row);
      }
      break;
    case 'import':
      readImports(reading, textOf(reading, node), row);
      break;
    case 'call':
      readCall(reading, node);
      break;
    case 'ref':
      readUse(reading, node);
      break;
    case 'types':
      for (const type of textOf(reading, node).match(IDENTIFIERS) ?? []) refer(reading, type, row);
      break;
    default:
      readDefinition(reading, captures, name, node);
  }
  // Rust's `mod x;` defines a module and imports its file.
  if (name === 'module') readImports(reading, textOf(reading, node).slice(0, CALL_TEXT), row);
}

function readImports({ imports, grammar }: Reading, statement: string, row: number): void {
  imports.push(...(grammar.imports?.(statement, row + 1) ?? []));
}

const textOf = (reading: Reading, node: Node): string =>
  reading.text.slice(node.startIndex, node.endIndex);

/** The last row that holds something of a node; some take the line break after them with them. */
const lastRow = ({ starts }: Reading, node: Node, end: number): number =>
  // Found in the text: asking the node for its end position crosses into wasm.
  rowAt(starts, Math.max(node.startIndex, end - 1), node.startPosition.row);

/** `#` and `//` comments end with their line. */
function commentRow(reading: Reading, node: Node): number {
  const first = reading.text.charCodeAt(node.startIndex);
  const isLine =
    first === 35 || (first === 47 && reading.text.charCodeAt(node.startIndex + 1) === 47);
  return isLine ? node.startPosition.row : lastRow(reading, node, node.endIndex);
}

/** The text of a name: read on from its start where that is enough, since its end is another crossing. */
function nameText(reading: Reading, node: Node): string {
  const word =
    reading.grammar.oddWords === true ? '' : naming.wordAt(reading.text, node.startIndex);
  const next = reading.text.charCodeAt(node.startIndex + word.length);
  // `.`, `::`, `\\` and `-` may carry a name on.
  const goesOn = next === 46 || next === 92 || next === 45 || next === 58;
  return word === '' || goesOn ? textOf(reading, node) : word;
}

function refer(reading: Reading, name: string, row: number): void {
  if (name === '' || KEYWORDS.has(name)) return;
  const key = `${row} ${name}`;
  if (reading.seen.has(key)) return;
  reading.seen.add(key);
  reading.references.push({ name, line: row + 1 });
}

function readCall(reading: Reading, args: Node): void {
  const { text } = reading;
  const end = naming.calleeEnd(text, args.startIndex);
  const name = end < 0 ? '' : naming.wordBefore(text, end);
  if (name === '') return;
  // Between the name and its arguments lines may end.
  let row = args.startPosition.row;
  for (let i = end; i < args.startIndex; i++) if (text.charCodeAt(i) === 10) row--;
  if (readImport(reading, name, args, row)) return;
  if (reading.grammar.cases?.test(name)) readCase(reading, args, row);
  refer(reading, name, row);
  // `Class.method()` also uses the class.
  const dot = end - name.length - 1;
  if (dot > 0 && text.charCodeAt(dot) === 46) {
    const object = naming.wordBefore(text, dot);
    if (/^[A-Z]/.test(object)) refer(reading, object, row);
  }
}

function readUse(reading: Reading, node: Node): void {
  const row = node.startPosition.row;
  const name = nameText(reading, node).slice(0, naming.MAX_NAME);
  if (readImport(reading, name, node, row)) return;
  const call = reading.grammar.cases?.test(name) ? node.parent : null;
  if (call !== null) readCase(reading, call, row);
  refer(reading, name, row);
}

function readImport(reading: Reading, name: string, from: Node, row: number): boolean {
  const { callImport } = reading.grammar;
  if (callImport === undefined) return false;
  const rest = (): string => reading.text.slice(from.startIndex, from.startIndex + CALL_TEXT);
  const found = callImport(name, rest, row + 1);
  if (found !== null) reading.imports.push(found);
  return found !== null;
}

/** A test case is cut out like a function and bears its title, if it has one and more than a line. */
function readCase(reading: Reading, holder: Node, row: number): void {
  const { startIndex: start, endIndex: end } = holder;
  const head = reading.text.slice(start, start + CALL_TEXT);
  const name = /^[\w\s(]{0,40}['"`]([^\n'"`]+)/.exec(head)?.[1]?.slice(0, naming.MAX_NAME);
  const rows = { nameRow: row, firstRow: row, lastRow: holder.endPosition.row };
  if (name === undefined || rows.lastRow === row) return;
  reading.marks.push({ kind: 'case', name, names: [], ...rows, start, end, bases: [], owner: '' });
}

function readDefinition(
  reading: Reading,
  captures: readonly Capture[],
  kind: string,
  node: Node,
): void {
  let written = '';
  let owner = '';
  const bases: string[] = [];
  const firstRow = node.startPosition.row;
  let nameRow = firstRow;
  for (const capture of captures.slice(1)) {
    if (capture.name === 'name') {
      written = kind === 'rule' ? textOf(reading, capture.node) : nameText(reading, capture.node);
      if (kind !== 'impl') nameRow = capture.node.startPosition.row;
    } else if (capture.name === 'bases')
      bases.push(...naming.typeNames(textOf(reading, capture.node)));
    else owner = naming.receiverOf(textOf(reading, capture.node));
  }
  if (written === '' && kind !== 'scope') return;
  for (const base of bases) refer(reading, base, nameRow);
  const { startIndex: start, endIndex: end } = node;
  const { name, owner: type } = naming.tidyName(written, kind);
  const names = reading.grammar.namesIn?.(written) ?? [name];
  const rows = { nameRow, firstRow, lastRow: lastRow(reading, node, end) };
  reading.marks.push({ kind, name, names, ...rows, start, end, bases, owner: owner || type });
}
