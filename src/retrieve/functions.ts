import { remembered } from '../math/memo.ts';
import type { Chunk } from '../model/document.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { FILE_FIELDS, SATURATION } from './fields.ts';
import { normalise } from './files.ts';
import { penaltyOf } from './penalty.ts';
import { FULL_QUERY, fullQuery } from './query.ts';

const KINDS: ReadonlySet<string> = new Set(['function', 'method', 'constructor', 'procedure']);

export const isFunction = ({ kind }: Chunk): boolean => KINDS.has(kind);

/** What the closest meaning counts against the best match of words (1). */
const MEANING = 0.4;

export interface FoundFunction {
  readonly file: number;
  readonly path: string;
  readonly chunk: Chunk;
  readonly score: number;
}

export interface FunctionOptions {
  readonly limit: number;
  /** How close the functions are to the description in meaning, by ordinal of the chunk. */
  readonly semantic: Float64Array | null;
}

/** The functions that fit a description in words, best first, then by path and place. */
export function findFunctions(
  view: StateView,
  task: Task,
  { limit, semantic }: FunctionOptions,
): FoundFunction[] {
  const { lexical } = view;
  const words = normalise(
    lexical.score(fullQuery(task.sections, FULL_QUERY), FILE_FIELDS, SATURATION),
  );
  const meaning = semantic === null ? null : normalise(semantic);
  const found: Place[] = [];
  view.state.files.forEach((file, i) => {
    if (file.shape.source !== 'code' || file.content === 0) return;
    const penalty = penaltyOf(file, task);
    const start = lexical.starts[i] ?? 0;
    for (let at = start; at < (lexical.starts[i + 1] ?? 0); at++) {
      const sum = (words[at] ?? 0) + MEANING * (meaning?.[at] ?? 0);
      if (sum > 0) found.push({ file: i, sequence: at - start, score: sum * penalty });
    }
  });
  // Files stand in the order of their paths.
  found.sort((a, b) => b.score - a.score || a.file - b.file || a.sequence - b.sequence);
  return firstFunctions(view, found, limit);
}

interface Place {
  readonly file: number;
  readonly sequence: number;
  readonly score: number;
}

/** Looks into the contents one after the other, as far as it takes. */
function firstFunctions(view: StateView, found: readonly Place[], limit: number): FoundFunction[] {
  const functions: FoundFunction[] = [];
  const chunksOf = remembered((content: number) => view.facts(content).chunks);
  for (const { file, sequence, score } of found) {
    if (functions.length >= limit) break;
    const entry = view.state.files[file];
    if (entry === undefined) continue;
    const chunk = chunksOf(entry.content)[sequence];
    if (chunk !== undefined && isFunction(chunk)) {
      functions.push({ file, path: entry.path, chunk, score });
    }
  }
  return functions;
}
