import type { RankedFile } from './model/candidate.ts';
import type { SourceName } from './model/shape.ts';
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
    weights: SIGNAL_WEIGHTS,
    accepts: (file) => request.sources.length === 0 || request.sources.includes(file.shape.source),
  });
  const chunks = rankChunks(view, task, files.slice(0, FILES_CHUNKED), frames);
  return { task, files, chunks };
}
