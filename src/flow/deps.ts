import { splitLines } from '../math/lines.ts';
import type { Defined, LinkedFile, Part } from '../model/flow.ts';
import { evidenceIn } from './evidence-text.ts';
import { evidenceOf, pathOf } from './find.ts';
import { nameOf } from './names.ts';
import { definedName } from './symbol.ts';

/** A line of one evidence that has to do with another (FL-8). */
export interface Dependency {
  readonly kind: 'referenced by' | 'calls' | 'imported by' | 'imports';
  readonly file: string;
  /** The line of the evidence file where it happens: of the other one, or of the one that was asked about where that calls or imports. */
  readonly line: number;
  readonly name: string;
}

type Node = ReturnType<typeof nodeOf>;

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
  const uses = (from: Node, to: Node, kind: 'referenced by' | 'calls'): Dependency[] => {
    const file = nameOf((from === own ? to : from).part.file);
    const isHeld = ({ first, last }: Defined): boolean => to.holds(first) || to.holds(last);
    if (from.linked?.isCode !== true || to.linked === null) {
      const only = to.only.filter(isHeld).map(({ name }) => name);
      return saidIn(from.lines, [to.path, ...only]).map((said) => ({ kind, file, ...said }));
    }
    return from.linked.uses
      .filter((use) => use.path === to.path && from.holds(use.line) && isHeld(use))
      .map(({ name, line }) => ({ kind, file, line: from.place(line, name), name }));
  };
  const imports = (from: Node, to: Node, kind: 'imported by' | 'imports'): Dependency[] => {
    const file = nameOf((from === own ? to : from).part.file);
    // The name that imports of a file say.
    const stem = nameOf(to.path).replace(/\.[^.]*$/, '');
    return (from.linked?.imports ?? [])
      .filter(({ path, line }) => path === to.path && from.holds(line))
      .map(({ line }) => ({ kind, file, line: from.place(line, stem), name: to.path }));
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

/** Some evidence with what the index knows of its file; `linked` is null for a note by hand, or a file that is ignored. */
function nodeOf(part: Part, byPath: ReadonlyMap<string, LinkedFile>) {
  const path = pathOf(part);
  const { provenance, body } = evidenceIn(part);
  const span = provenance?.span?.unit === 'lines' ? provenance.span : null;
  const linked = path === null ? undefined : byPath.get(path);
  const lines = splitLines(part.text);
  if (linked === undefined) {
    const only = lines.flatMap((text, i) => {
      const name = definedName(text);
      return name === null ? [] : [{ name, first: i + 1, last: i + 1 }];
    });
    const whole = { holds: () => true, place: (line: number) => line };
    return { part, path: path ?? part.file, linked: null, only, lines, ...whole };
  }
  const start = part.state === 'linked' ? 0 : bodyStart(part.text, body);
  const first = span?.ranges[0]?.[0] ?? 1;
  /** Which lines of the source the evidence holds. */
  const holds = (line: number): boolean =>
    span === null || span.ranges.some(([from, last]) => line >= from && line <= last);
  /** Where a line of the source, which says a name, stands in the evidence file. */
  const place = (line: number, name: string): number => {
    const expected = start + line - first + 1;
    if (lines[expected - 1]?.includes(name) === true) return expected;
    // Shortened evidence, or several stretches of a file: the first line that says the name.
    const found = lines.findIndex((text, i) => i >= start && text.includes(name));
    return found === -1 ? start + 1 : found + 1;
  };
  return { part, path: linked.path, linked, only: linked.only, lines, holds, place };
}

/** Lines of an evidence file before its content. */
function bodyStart(text: string, body: string): number {
  const at = body === '' ? -1 : text.lastIndexOf(body);
  return at === -1 ? 0 : text.slice(0, at).split('\n').length - 1;
}

/** Names that are marked as such: in backticks, called, or made of several words. */
const NAMES =
  /`([\p{L}_$][\p{L}\p{N}_$]*)`|([\p{L}_$][\p{L}\p{N}_$]*)(?=\()|([\p{L}\p{N}$]+(?:_|\p{Ll}\p{Lu})[\p{L}\p{N}_$]*)/gu;

export const isFile = (name: string): boolean => /[/.]/.test(name);
const WORD = /[\p{L}\p{N}_]/u;

/** Whether a line names a file: not as a part of a longer name. */
function namesFile(line: string, file: string): boolean {
  const at = line.indexOf(file);
  return at !== -1 && !WORD.test(`${line[at - 1] ?? ''}${line[at + file.length] ?? ''}`);
}

/** Where a text that is no code of the index names one of these: files as they are, other names where they are marked as such. */
export function saidIn(
  lines: readonly string[],
  names: readonly string[],
): { readonly line: number; readonly name: string }[] {
  return lines.flatMap((text, i) => {
    const marked = new Set(Array.from(text.matchAll(NAMES), ([, a, b, c]) => a ?? b ?? c));
    return names
      .filter((name) => (isFile(name) ? namesFile(text, name) : marked.has(name)))
      .map((name) => ({ line: i + 1, name }));
  });
}
