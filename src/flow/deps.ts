import { splitLines } from '../math/lines.ts';
import type { LinkedFile, Part } from '../model/flow.ts';
import { readEvidence } from './evidence-text.ts';
import { evidenceOf, pathOf } from './find.ts';
import { nameOf } from './names.ts';
import { definedName } from './symbol.ts';

/** A line of one evidence that has to do with another (FL-8). */
export interface Dependency {
  readonly kind: 'referenced by' | 'calls' | 'imported by' | 'imports';
  /** The other evidence. */
  readonly file: string;
  /** The line of the evidence file where it happens: of the other one, or of the one that was asked about where that calls or imports. */
  readonly line: number;
  readonly name: string;
}

interface Node {
  readonly part: Part;
  readonly path: string;
  readonly linked: LinkedFile;
  /** Which lines of the source the evidence holds. */
  readonly holds: (line: number) => boolean;
  /** Where a line of the source, which says a name, stands in the evidence file. */
  readonly place: (line: number, name: string) => number;
}

/** A name so short, or defined in so many files, that its use tells nothing. */
const MIN_NAME = 3;
const MAX_DEFINERS = 3;

/** Who refers to some evidence, and whose functions it calls, by the symbols and imports of the index. */
export function depsOf(
  parts: readonly Part[],
  part: Part,
  links: readonly LinkedFile[],
): Dependency[] {
  const byPath = new Map(links.map((linked) => [linked.path, linked]));
  const nodes = evidenceOf(parts).map((other) => nodeOf(other, byPath));
  const own = nodes.find((node) => node.part.file === part.file);
  if (own === undefined) return [];
  const definers = new Map<string, number>();
  const known = new Map(nodes.map(({ linked }) => [linked.path, linked]));
  for (const { definitions } of known.values()) {
    for (const name of new Set(definitions.map((definition) => definition.name))) {
      definers.set(name, (definers.get(name) ?? 0) + 1);
    }
  }
  const uses = (from: Node, to: Node, kind: 'referenced by' | 'calls'): Dependency[] => {
    const isImported = from.linked.imports.some(({ path }) => path === to.path);
    const names = new Set(
      to.linked.definitions
        .filter(({ line, lastLine }) => to.holds(line) || to.holds(lastLine))
        .map(({ name }) => name)
        .filter((name) => name.length >= MIN_NAME)
        .filter((name) => isImported || (definers.get(name) ?? 0) <= MAX_DEFINERS),
    );
    const ownNames = new Set(from.linked.definitions.map(({ name }) => name));
    const { file } = (kind === 'calls' ? to : from).part;
    return from.linked.references
      .filter(({ name, line }) => names.has(name) && !ownNames.has(name) && from.holds(line))
      .map(({ name, line }) => ({ kind, file: nameOf(file), line: from.place(line, name), name }));
  };
  const imports = (from: Node, to: Node, kind: 'imported by' | 'imports'): Dependency[] => {
    const { file } = (kind === 'imports' ? to : from).part;
    return from.linked.imports
      .filter(({ path, line }) => path === to.path && from.holds(line))
      .map(({ line }) => {
        const at = from.place(line, stemOf(to.path));
        return { kind, file: nameOf(file), line: at, name: to.path };
      });
  };
  return nodes
    .filter((node) => node !== own && node.path !== own.path)
    .flatMap((node) => [
      ...uses(node, own, 'referenced by'),
      ...imports(node, own, 'imported by'),
      ...uses(own, node, 'calls'),
      ...imports(own, node, 'imports'),
    ]);
}

/** The name that imports of a file say. */
const stemOf = (path: string): string => nameOf(path).replace(/\.[^.]*$/, '');

function nodeOf(part: Part, byPath: ReadonlyMap<string, LinkedFile>): Node {
  const path = pathOf(part);
  const { provenance, body } = readEvidence(part.state === 'linked' ? '' : part.text);
  const span = provenance?.span?.unit === 'lines' ? provenance.span : null;
  const linked = path === null ? undefined : byPath.get(path);
  const lines = splitLines(part.text);
  if (linked === undefined) return byWords(part, path ?? part.file, lines);
  const start = part.state === 'linked' ? 0 : bodyStart(part.text, body);
  const first = span?.ranges[0]?.[0] ?? 1;
  return {
    part,
    path: linked.path,
    linked,
    holds: (line) =>
      span === null || span.ranges.some(([from, last]) => line >= from && line <= last),
    place: (line, name) => {
      const expected = start + line - first + 1;
      if (lines[expected - 1]?.includes(name) === true) return expected;
      // Shortened evidence, or several stretches of a file: the first line that says the name.
      const found = lines.findIndex((text, i) => i >= start && text.includes(name));
      return found === -1 ? start + 1 : found + 1;
    },
  };
}

/** Lines of an evidence file before its content. */
function bodyStart(text: string, body: string): number {
  const at = body === '' ? -1 : text.lastIndexOf(body);
  return at === -1 ? 0 : text.slice(0, at).split('\n').length - 1;
}

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]{2,100}/gu;

/** What the index does not know (a note by hand, a file that is ignored) is read word by word. */
function byWords(part: Part, path: string, lines: readonly string[]): Node {
  const definitions = lines.flatMap((text, i) => {
    const name = definedName(text);
    if (name === null) return [];
    return [{ name, kind: 'function', line: i + 1, lastLine: i + 1, within: [] } as const];
  });
  const references = lines.flatMap((text, i) =>
    [...new Set(text.match(IDENTIFIER) ?? [])].map((name) => ({ name, line: i + 1 })),
  );
  return {
    part,
    path,
    linked: { path, definitions, references, imports: [] },
    holds: () => true,
    place: (line) => line,
  };
}
