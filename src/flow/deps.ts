import type { LinkedFile, Part } from '../model/flow.ts';
import { readEvidence } from './evidence-text.ts';
import { evidenceOf, pathOf } from './find.ts';
import { nameOf } from './names.ts';

/** A line of one evidence that has to do with another (FL-8). */
export interface Dependency {
  readonly kind: 'referenced by' | 'calls' | 'imported by' | 'imports';
  /** The other evidence. */
  readonly file: string;
  /** The source line where it happens. */
  readonly line: number;
  readonly name: string;
}

type Lines = (line: number) => boolean;

interface Node {
  readonly part: Part;
  readonly path: string;
  readonly linked: LinkedFile;
  /** Which lines of the source the evidence holds. */
  readonly holds: Lines;
}

function linesOf(part: Part): Lines {
  const { provenance } = readEvidence(part.state === 'linked' ? '' : part.text);
  const span = provenance?.span;
  if (span === undefined || span === null || span.unit !== 'lines') return () => true;
  return (line) => span.ranges.some(([first, last]) => line >= first && line <= last);
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
  const nodes = evidenceOf(parts).flatMap((other): Node[] => {
    const path = pathOf(other);
    const linked = path === null ? undefined : byPath.get(path);
    return path === null || linked === undefined
      ? []
      : [{ part: other, path, linked, holds: linesOf(other) }];
  });
  const own = nodes.find((node) => node.part.file === part.file);
  if (own === undefined) return [];
  const definers = new Map<string, number>();
  for (const { definitions } of links) {
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
    return from.linked.references
      .filter(({ name, line }) => names.has(name) && !ownNames.has(name) && from.holds(line))
      .map(({ name, line }) => {
        const other = kind === 'calls' ? to : from;
        return { kind, file: nameOf(other.part.file), line, name };
      });
  };
  const imports = (from: Node, to: Node, kind: 'imported by' | 'imports'): Dependency[] =>
    from.linked.imports
      .filter(({ path }) => path === to.path)
      .map(({ line }) => {
        const other = kind === 'imports' ? to : from;
        return { kind, file: nameOf(other.part.file), line, name: to.path };
      });
  return nodes
    .filter((node) => node !== own && node.path !== own.path)
    .flatMap((node) => [
      ...uses(node, own, 'referenced by'),
      ...imports(node, own, 'imported by'),
      ...uses(own, node, 'calls'),
      ...imports(own, node, 'imports'),
    ]);
}
