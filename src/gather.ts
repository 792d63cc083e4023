import { type RankedFile, SIGNALS, type Signals } from './model/candidate.ts';
import type { SourceName } from './model/shape.ts';
import type { StateFile } from './model/state.ts';
import type { Task, TaskType } from './model/task.ts';
import type { StateView } from './ports/store.ts';
import { type FileChunks, rankChunks } from './retrieve/chunks.ts';
import { rankFiles, SIGNAL_WEIGHTS } from './retrieve/files.ts';
import { readTask } from './task/read-task.ts';

export interface GatherRequest {
  readonly text: string;
  readonly type?: TaskType | undefined;
  /** Empty for all. */
  readonly sources: readonly SourceName[];
  /** Signals to leave out, to see what each is worth. */
  readonly without?: readonly string[];
  /** Which files may be ranked at all; all by default. */
  readonly accepts?: (file: StateFile) => boolean;
}

export interface Gathering {
  readonly task: Task;
  readonly files: readonly RankedFile[];
  /** Chunks of the best files, with their priorities. */
  readonly chunks: readonly FileChunks[];
}

/** Further files hardly ever matter, and reading them costs. */
const FILES_CHUNKED = 40;

/** From a task to ranked files and chunks: understand → retrieve → score. */
export function gather(view: StateView, request: GatherRequest): Gathering {
  const task = readTask(request.text, request.type);
  const { files, frames } = rankFiles(view, task, {
    weights: weightsWithout(request.without ?? []),
    accepts: (file) =>
      (request.sources.length === 0 || request.sources.includes(file.shape.source)) &&
      (request.accepts?.(file) ?? true),
  });
  const chunks = rankChunks(view, task, files.slice(0, FILES_CHUNKED), frames);
  return { task, files, chunks };
}

function weightsWithout(names: readonly string[]): Signals {
  const weight = (signal: (typeof SIGNALS)[number]): number =>
    names.includes(signal) ? 0 : SIGNAL_WEIGHTS[signal];
  return Object.fromEntries(SIGNALS.map((signal) => [signal, weight(signal)])) as Record<
    (typeof SIGNALS)[number],
    number
  >;
}
