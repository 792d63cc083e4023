import type { Duplicate, FixedContext } from '../gather/gathering.ts';
import { NO_SIGNALS, type RankedChunk } from '../model/candidate.ts';
import type { ContextPart } from '../model/context.ts';
import type { Facts } from '../model/document.ts';
import type { ScoredFile } from '../model/relevance.ts';
import type { Ask } from '../model/task.ts';
import type { Chain } from '../retrieve/chains.ts';
import type { FileChunks } from '../retrieve/chunks.ts';
import type { Surroundings } from '../score/score.ts';

/** What a context is composed from: what was gathered for a task, the files of a flow, or what another search found. */
export interface Candidates {
  readonly task: { readonly text: string; readonly ask?: Ask; readonly asksForCode?: boolean };
  /** Best first. */
  readonly files: readonly ScoredFile[];
  /** Pieces of the files that may stand in the context. */
  readonly chunks: readonly FileChunks[];
  readonly fixed: FixedContext;
  readonly duplicates: readonly Duplicate[];
  /** Paths that somebody pinned. */
  readonly pins?: readonly string[];
  /** Places that a reader picked, and those that they dropped. */
  readonly picks?: readonly string[];
  readonly drops?: readonly string[];
  readonly chains?: readonly Chain[];
  readonly surroundings: Pick<Surroundings, 'timeOf' | 'newest' | 'doubt'>;
  /** Somebody chose the pieces: they come whole. */
  readonly isChosen?: boolean;
  /** What documents are called where that is not their file, and those that are summaries as they are. */
  readonly names?: ReadonlyMap<string, Naming>;
  readonly flow?: FlowParts;
}

/** A document that somebody chose and nobody scored. */
export interface Chosen
  extends Pick<ScoredFile, 'path' | 'source' | 'relevance' | 'tier' | 'standing'> {
  readonly facts: Facts;
  /** Its pieces, in reading order. */
  readonly pieces: readonly Omit<
    RankedChunk,
    'file' | 'path' | 'sequence' | 'frame' | 'words' | 'worth'
  >[];
}

/** Candidates of documents that were chosen, the most wanted first. */
export function chosenCandidates(task: string, documents: readonly Chosen[]): Candidates {
  const entries = documents.map(({ facts, pieces, path, relevance, ...own }, file) => {
    const ranked: ScoredFile = {
      file,
      path,
      relevance,
      source: own.source,
      tier: own.tier,
      standing: own.standing,
      signals: NO_SIGNALS,
      penalty: 1,
      score: 1,
      factors: [],
      threshold: 0,
      priority: 'high',
      multiplier: 1,
    };
    const chunks = pieces.map((piece, sequence): RankedChunk => {
      return { ...piece, file, path, sequence, frame: 0, words: 0, worth: relevance };
    });
    return { ranked, facts, chunks };
  });
  return {
    task: { text: task },
    files: entries.map(({ ranked }) => ranked),
    chunks: entries,
    fixed: { remarks: [], turns: null, documents: [] },
    duplicates: [],
    surroundings: { newest: () => 0, timeOf: () => null },
    isChosen: true,
  };
}

export type Naming = Pick<ContextPart, 'name' | 'type'> & { readonly level?: 'summary' };

/** The files of a flow keep the ranks, names and headers that people gave them. */
export interface FlowParts {
  /** In the order of its files. Where the system and the user speak, they are always there, as they are. */
  readonly parts: readonly ContextPart[];
  /** Evidence by its file. */
  readonly evidence: ReadonlyMap<string, ContextPart>;
}
