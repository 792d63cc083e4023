import type { Config } from '../config/defaults.ts';
import type { RankedChunk } from '../model/candidate.ts';
import type { Facts } from '../model/document.ts';
import type { ScoredFile } from '../model/relevance.ts';
import type { SourceName } from '../model/shape.ts';
import type { StateFile } from '../model/state.ts';
import type { Task, TaskType } from '../model/task.ts';
import type { Chain } from '../retrieve/chains.ts';
import type { FileChunks } from '../retrieve/chunks.ts';
import type { Marks } from '../retrieve/marks.ts';
import type { FrameHit } from '../retrieve/mentions.ts';
import type { StandingRemark } from '../retrieve/sources.ts';
import type { Surroundings } from '../score/score.ts';

export interface GatherRequest {
  readonly text: string;
  readonly type?: TaskType | undefined;
  /** Empty for all. */
  readonly sources: readonly SourceName[];
  /** Signals, or groups of them, to leave out, to see what each is worth. */
  readonly without?: readonly string[];
  /** Which files may be ranked at all; all by default. */
  readonly accepts?: (file: StateFile) => boolean;
  readonly config?: Pick<Config, 'relevance' | 'sources' | 'assembly'>;
  /** Paths that stand in the context before all others. */
  readonly pins?: readonly string[];
  /** Places such as `src/a.ts:10-42` that a reader wants before everything else, and those that must not enter. */
  readonly picks?: readonly string[];
  readonly drops?: readonly string[];
  /** Tokens the context may have; where the best files would not fill it, more are looked at. */
  readonly tokens?: number;
  /** Somebody gave that size, so that it is to be filled (BU-6): where the pieces of these files leave room, further ones are looked at. */
  readonly isFilled?: boolean;
  /** The least files whose pieces are looked at; fewer answer sooner. */
  readonly leastFiles?: number;
}

/** A request with what meaning and a language model say to it. */
export interface UnderstoodRequest extends GatherRequest {
  /** How close chunks are to the task in meaning, by ordinal. */
  readonly semantic?: Float64Array | null;
  /** How a language model marked the best files. */
  readonly marks?: Marks | null;
}

/** Files in the order of their relevance, and what they were scored with. */
export interface Ranking {
  readonly task: Task;
  readonly files: readonly ScoredFile[];
  readonly frames: readonly FrameHit[];
  readonly surroundings: Surroundings;
  /** Of all files, also those that are only known by their names: what a file is worth was told beside them. */
  readonly scores?: readonly number[];
}

export interface Duplicate {
  readonly chunk: RankedChunk;
  readonly of: RankedChunk;
  readonly overlap: number;
}

/** What a map of the project is drawn from. */
export interface ProjectMap {
  readonly paths: readonly string[];
  /** Files that the task is about, the best first. */
  readonly chosen: readonly string[];
}

/** What stands in every context of the project, whatever the task. */
export interface FixedContext {
  /** What people said once and for all. */
  readonly remarks: readonly StandingRemark[];
  /** The last turns of the newest conversation. */
  readonly turns: {
    readonly path: string;
    readonly facts: Facts;
    readonly chunks: readonly RankedChunk[];
  } | null;
  readonly documents: readonly {
    readonly path: string;
    readonly facts: Facts;
    readonly relevance: number;
  }[];
  /** Diffs of what changed lately, each with a line that says where and by whom. */
  readonly changes?: readonly string[];
  /** They are what is asked for, and have the room. */
  readonly isAboutChanges?: boolean;
  /** For those who want one. */
  readonly map?: ProjectMap;
}

export interface Gathering extends Ranking {
  readonly fixed: FixedContext;
  /** Chunks of the best files, with their priorities. */
  readonly chunks: readonly FileChunks[];
  /** Chunks that were left out because a better one says the same. */
  readonly duplicates: readonly Duplicate[];
  /** From traces, messages and log events to the code, settings and decisions behind them. */
  readonly chains: readonly Chain[];
  readonly pins: readonly string[];
  readonly picks: readonly string[];
  readonly drops: readonly string[];
}
