import { type Fusion, type RankedFile, SIGNALS, type Signal } from './candidate.ts';
import type { BuiltInSource } from './shape.ts';

/** Signals that see the same thing twice: where one is left out the other stands in, so they are switched together too. */
export const SIGNAL_GROUPS: Readonly<Record<'words' | 'history', readonly Signal[]>> = {
  words: ['lexical', 'title', 'nearness', 'heading'],
  history: ['historyFull', 'historyTitle', 'historyFiles', 'historyBest'],
};

/** The name under which the marks of a language model are switched and explained, as if they were a signal. */
export const RERANKER = 'reranker';

/** Everything that can be left out of a ranking by its name. */
export const SWITCHES: readonly string[] = [...SIGNALS, ...Object.keys(SIGNAL_GROUPS), RERANKER];

/** What a relevance is the weighted mean of. */
export const FACTORS = [
  'task_alignment',
  'recency',
  'mention_density',
  'dependency_depth',
  'file_type',
] as const;
export type FactorName = (typeof FACTORS)[number];

/** Share of a factor in the relevance, its value in [0, 1], and the words that say where it came from. */
export interface Factor {
  readonly name: FactorName;
  /** After division by the sum of all weights. */
  readonly weight: number;
  readonly value: number;
  readonly contribution: number;
  readonly because: string;
}

/** Why what is found for a task may not be what it means. */
export interface Doubt {
  /** How much a task lacks of what usual ones say: 0 for three words or more, 2/3 for one. */
  readonly terse: number;
  /** How much of what it says the project does not: near 0 unless nearly all, 1 for all. */
  readonly unknown: number;
  /** The words that the project hardly has, where they are nearly all of what the task says. */
  readonly unfamiliar: readonly string[];
}
export const NO_DOUBT: Doubt = { terse: 0, unknown: 0, unfamiliar: [] };

export type Tier = 'primary' | 'supporting' | 'reference' | 'history';

/**
 * Why a file may stand in a context: it always does, the task names it, its relevance reaches the
 * thresholds, or it does not and comes only where there is room, or not at all.
 */
export type Standing = 'fixed' | 'mentioned' | 'relevant' | 'room' | 'below-threshold';

/** How much a type of task cares for a source. */
export type Priority = 'high' | 'medium' | 'low';

/** A ranked file with its relevance, its tier, and every number they were made of. */
export interface ScoredFile extends RankedFile {
  /** In [0, 1]. */
  readonly relevance: number;
  /** By its factors alone, where what the file is to the task makes it more. */
  readonly byFactors?: number;
  readonly factors: readonly Factor[];
  readonly priority: Priority;
  /** What the priority multiplies the weighted mean by. */
  readonly multiplier: number;
  /** The relevance it needs to be more than a filler. */
  readonly threshold: number;
  /** Under `classic`: the match with the task alone, and the threshold of its source, which it must reach as well. */
  readonly match?: { readonly value: number; readonly threshold: number };
  readonly tier: Tier;
  readonly standing: Standing;
}

/** The numbers a user may set; the shape of `[relevance]` and of `threshold` under `[sources]`. */
export interface RelevanceRules {
  readonly preset: 'measured' | 'classic';
  readonly fusion?: Fusion;
  readonly factors: {
    readonly task_alignment: { readonly weight: number };
    readonly recency: { readonly weight: number; readonly decay_days: number };
    readonly mention_density: { readonly weight: number };
    readonly dependency_depth: { readonly weight: number; readonly max_depth: number };
    readonly file_type: { readonly weight: number; readonly priorities: TypePriorities };
  };
  readonly thresholds: {
    readonly include_minimum: number;
    readonly supporting_threshold: number;
    readonly primary_threshold: number;
  };
}

export type TypePriorities = Readonly<
  Record<'source_code' | 'test_code' | 'requirements' | 'documentation' | 'config', number>
>;

export type SourceThresholds = Readonly<Record<BuiltInSource, number>>;
