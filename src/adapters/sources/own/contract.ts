import { splitLines } from '../../../math/lines.ts';
import type { Outline } from '../../../model/document.ts';
import { type Shape, shapeKey } from '../../../model/shape.ts';
import type { SourceAdapter, SourceSettings } from '../../../ports/source.ts';

/** A file that a source must claim. */
export interface SourceSample {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly raw: string;
  /** What the configuration says, for the six sources that have settings. */
  readonly settings?: Partial<SourceSettings>;
}

const SETTINGS: SourceSettings = { paths: [], alwaysInclude: [], windowHours: 24 };
const HEAD_CHARACTERS = 4096;

/** What happens to files: nothing in them, no end, strange bytes, too much of one thing. */
const HOSTILE_TEXTS = [
  '',
  '\n',
  '\r\n\r\n',
  '\u0000\u0001\u001b[31m',
  '\ud800 lone \udfff',
  `${'('.repeat(5000)}${')'.repeat(5000)}`,
  '{"a":'.repeat(2000),
  'x'.repeat(200_000),
  '---\n'.repeat(2000),
  '```\n# not closed',
  '<div>'.repeat(3000),
  `${'#'.repeat(50)} heading\n`.repeat(500),
];
const HOSTILE_PATHS = [
  '',
  '.',
  'a\nb',
  '../x',
  '\u001b[2J.md',
  'd/'.repeat(1500),
  'a'.repeat(5000),
];
/** Of each sample so many damaged copies are tried. */
const SPLICES = 4;
/** Shares of a text that it is compressed to. */
const RATIOS = [0.8, 0.4, 0.1];

/**
 * Tries whether a source keeps its promises: it claims its samples, says the same of the same text every time, keeps units
 * inside the text and in order, takes any text and path, and compresses to what it is asked for. Gives what is wrong, one
 * sentence each; nothing where all is well.
 */
export async function checkSource(
  source: SourceAdapter,
  samples: readonly SourceSample[],
): Promise<readonly string[]> {
  const problems: string[] = [];
  const attempt = <T>(what: string, work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      problems.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  };
  const read = (raw: string, shape: Shape): { text: string; outline: Outline } => {
    const text = source.render?.(raw, shape) ?? raw;
    return { text, outline: source.outline(text, shape) };
  };
  const tryText = (what: string, raw: string, shape: Shape): ReturnType<typeof read> | null => {
    const made = attempt(what, () => read(raw, shape));
    if (made === null) return null;
    for (const fault of outlineFaults(made.text, made.outline)) problems.push(`${what}: ${fault}`);
    return made;
  };

  if (samples.length === 0) problems.push('there are no samples to try');
  const shapes = new Map<string, Shape>();
  const claimed: { path: string; raw: string; shape: Shape }[] = [];
  for (const { path, raw, settings } of samples) {
    const head = raw.slice(0, HEAD_CHARACTERS);
    const shape = attempt(path, () => source.claim(path, head, { ...SETTINGS, ...settings }));
    if (shape === null) problems.push(`${path}: not claimed`);
    else if (shape.source !== source.name) problems.push(`${path}: of ${shape.source}`);
    else claimed.push({ path, raw, shape });
    if (shape !== null) shapes.set(shapeKey(shape), shape);
  }
  await source.prepare?.([...shapes.values()]);
  for (const { path, raw, shape } of claimed) {
    const made = tryText(path, raw, shape);
    if (made === null) continue;
    const again = attempt(path, () => read(raw, shape));
    if (again !== null && JSON.stringify(again) !== JSON.stringify(made)) {
      problems.push(`${path}: read twice, it differs`);
    }
    const faults = compressionFaults(source, made.text, attempt);
    problems.push(...faults.map((fault) => `${path}: ${fault}`));
    for (let i = 1; i <= SPLICES; i++) {
      // Cut and put together elsewhere: the damage that half-written files have.
      const [from, to] = [(i * 7919) % (raw.length + 1), (i * 104_729) % (raw.length + 1)];
      const damaged = raw.slice(from) + raw.slice(0, to);
      tryText(`${path}, cut at ${from} and ${to}`, damaged, shape);
    }
  }
  for (const [key, shape] of shapes) {
    HOSTILE_TEXTS.forEach((raw, i) => {
      tryText(`hostile text ${i + 1} as ${key}`, raw, shape);
    });
  }
  for (const path of HOSTILE_PATHS) {
    const shown = JSON.stringify(path.slice(0, 20));
    attempt(`the path ${shown}`, () => source.claim(path, '', SETTINGS));
  }
  return problems;
}

/** Four characters as a token: what counts is that the source keeps to the count it is given. */
const count = (text: string): number => Math.ceil(text.length / 4);

function compressionFaults(
  { compress }: SourceAdapter,
  text: string,
  attempt: <T>(what: string, work: () => T) => T | null,
): string[] {
  if (compress === undefined) return [];
  return RATIOS.flatMap((ratio) => {
    const maxTokens = Math.max(1, Math.floor(count(text) * ratio));
    const request = { maxTokens, count, task: 'find the fault' };
    const what = `compressed to ${maxTokens} tokens`;
    const [first, second] = [1, 2].map(() => attempt(what, () => compress(text, request)));
    if (first === null || first === undefined) return [];
    return [
      ...(first === second ? [] : [`${what} twice, it differs`]),
      ...(count(first) <= maxTokens ? [] : [`${what}, it has ${count(first)}`]),
      ...(first.length <= text.length ? [] : [`${what}, it is longer than before`]),
    ];
  });
}

/** What lies outside of the text or out of order. */
export function outlineFaults(text: string, outline: Outline): string[] {
  const lines = splitLines(text).length;
  const inside = (line: number): boolean => Number.isInteger(line) && line >= 1 && line <= lines;
  const faults: string[] = [];
  let previous = 0;
  for (const { firstLine, lastLine } of outline.units) {
    const isSound = firstLine > previous && lastLine >= firstLine && lastLine <= lines;
    if (!isSound) faults.push(`the unit of lines ${firstLine} to ${lastLine} is out of place`);
    previous = lastLine;
  }
  for (const [first, last] of outline.docLines) {
    if (!inside(first) || !inside(last) || last < first) {
      faults.push(`the comment of lines ${first} to ${last} is out of place`);
    }
  }
  const { references, imports, remarks, definitions } = outline;
  const outside = [...references, ...imports, ...remarks, ...definitions].find(
    ({ line }) => !inside(line),
  );
  return outside === undefined ? faults : [...faults, `line ${outside.line} is not in the text`];
}
