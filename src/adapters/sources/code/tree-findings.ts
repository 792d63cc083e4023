import type { Node, Parser, Tree } from 'web-tree-sitter';
import { lineStarts, rowAt } from '../../../math/lines.ts';
import type { Grammar } from '../../../text/code/language.ts';
import type { Findings } from './mark.ts';
import * as naming from './names.ts';
import {
  CALL_TEXT,
  NO_CASE,
  type Notes,
  newNotes,
  noteCall,
  noteCallImport,
  noteCase,
  noteImports,
  refer,
  referTypes,
} from './notes.ts';
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

/** What is being collected while the matches of one tree are read. */
interface Reading extends Notes {
  readonly starts: readonly number[];
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
    const reading: Reading = { ...newNotes(text, grammar), starts };
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
      noteImports(reading, textOf(reading, node), row);
      break;
    case 'call':
      readCall(reading, node);
      break;
    case 'ref':
      readUse(reading, node);
      break;
    case 'types':
      referTypes(reading, textOf(reading, node), row);
      break;
    default:
      readDefinition(reading, captures, name, node);
  }
  // Rust's `mod x;` defines a module and imports its file.
  if (name === 'module') noteImports(reading, textOf(reading, node).slice(0, CALL_TEXT), row);
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

function readCall(reading: Reading, args: Node): void {
  const row = noteCall(reading, args.startIndex, args.startPosition.row);
  if (row !== NO_CASE) readCase(reading, args, row);
}

function readUse(reading: Reading, node: Node): void {
  const row = node.startPosition.row;
  const name = nameText(reading, node).slice(0, naming.MAX_NAME);
  if (noteCallImport(reading, name, node.startIndex, row)) return;
  const call = reading.grammar.cases?.test(name) ? node.parent : null;
  if (call !== null) readCase(reading, call, row);
  refer(reading, name, row);
}

function readCase(reading: Reading, holder: Node, row: number): void {
  const { startIndex: start, endIndex: end } = holder;
  noteCase(reading, { start, end, row, lastRow: holder.endPosition.row });
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
