import type { Tier } from './relevance.ts';
import type { SourceName } from './shape.ts';

/** How much of a document a context shows. */
export type Level = 'full' | 'excerpts' | 'detailed' | 'summary' | 'stub';

/** Lines of a document as they stand in it. */
export interface Stretch {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly text: string;
}

/** A file of a flow, as its name and its header tell of it. */
export interface Evidence {
  /** What it is about: a path of the workspace, or a name a person gave. */
  readonly path: string;
  readonly title: string;
  /** `source_uri` and span of its header, where it has one. */
  readonly from: string | null;
  readonly span: string | null;
  /** The text is a person's Markdown and stands as it is, not in a fence. */
  readonly isMarkdown: boolean;
}

/** A document as it stands in a context. */
export interface ContextPart {
  /** Of the workspace, or below the flow's folder for a file of a flow; a name where `isMade` is true. */
  readonly path: string;
  /** True for what is no file: Sheaf made it of several, such as `recent changes`. */
  readonly isMade?: boolean;
  readonly source: SourceName | 'task';
  readonly role: 'system' | 'user' | 'evidence';
  readonly tier: 'system' | Tier;
  readonly rank: number;
  readonly level: Level;
  readonly language: string;
  readonly relevance: number;
  /** `sha256:` of the text that stands in the context. */
  readonly cid: string;
  /** The chosen lines of `full` and `excerpts`; one that covers the document is the document. */
  readonly stretches: readonly Stretch[];
  /** What stands in their place at the other levels. */
  readonly text?: string;
  /** Lines of the whole document. */
  readonly lines: number;
  /**
   * What is said in place of left-out lines: before each stretch, and after the last (one more than there are stretches), empty
   * where nothing was left out. Without it a plain sentence is.
   */
  readonly gaps?: readonly string[];
  /** What a person would call it, and what it is; without them the file's name and the kind of its source. */
  readonly name?: string;
  readonly type?: string;
  readonly tags?: readonly string[];
  /** Where it comes from in a flow; absent for what was gathered for a task. */
  readonly evidence?: Evidence;
  /** What went when it was shortened, in words. */
  readonly receipt?: string;
  /** How it was shortened, and the model that did; null for the offline method. */
  readonly method?: string;
  readonly model?: string | null;
}

/** Where a part is from: a file of the workspace, or something made by Sheaf, which has a scheme of its own. */
export const uriOf = ({ path, isMade = false }: Pick<ContextPart, 'path' | 'isMade'>): string =>
  isMade ? `sheaf:${path.replaceAll(' ', '-')}` : `file://${path}`;

/** All that a prompt is made of. */
export interface Context {
  readonly flowId: string;
  readonly system?: string;
  /** Surrounding blank space does not count. */
  readonly request: string;
  /** What every context of the project holds; it stands first, so that prompt caches hit. */
  readonly fixed: readonly ContextPart[];
  /** In the order of their ranks. Parts of a flow in which the system or the user speaks are among them. */
  readonly parts: readonly ContextPart[];
}
