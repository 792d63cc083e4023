import type { Tier } from './relevance.ts';

/** Who speaks in a part (FL-2). */
export type Role = 'system' | 'user' | 'evidence';

/** `*.md`, `*.md.skip`, `*.link` (FL-5). */
export type PartState = 'active' | 'skipped' | 'linked';

export const TOP_RANK = 999;
/** What a flow's ranks are divided into, by hundreds. */
export const BAND_SIZE = 100;

/** Tiers of evidence and the first rank of their bands. */
export const BANDS = { primary: 100, supporting: 200, reference: 300, history: 400 } as const;

/** A file of a flow's `ctx/` as its name tells it. */
export interface PartName {
  /** Null for a file that was put there without one; it comes last. */
  readonly rank: number | null;
  readonly kind: string;
  readonly role: Role;
  readonly state: PartState;
  /** Below the flow's folder: `ctx/evidence/100_flow_sh.evidence.md`. */
  readonly file: string;
}

/** The same with what it holds. A link holds what its target holds. */
export interface Part extends PartName {
  readonly bytes: number;
  readonly cid: string;
  readonly text: string;
  /** The workspace path a link points to. */
  readonly target: string | null;
  /** Why a link is not followed, or a file not read; null where all is well. */
  readonly problem: string | null;
}

/** What one step of a change does; all steps of a change happen together or not at all. Files are below the flow's folder. */
export type Step =
  | { readonly kind: 'write'; readonly file: string; readonly text: string }
  /** With a text, it says something else in its new place. */
  | { readonly kind: 'move'; readonly file: string; readonly to: string; readonly text?: string }
  | { readonly kind: 'link'; readonly file: string; readonly target: string }
  | { readonly kind: 'remove'; readonly file: string };

/** A change to a flow: what it is called, what it does, and what a person should know beside. */
export interface Change {
  readonly what: string;
  readonly steps: readonly Step[];
  /** Parts this is about, by the names they will have. */
  readonly files: readonly string[];
  readonly notes: readonly string[];
}

/** What Sheaf remembers of a flow beside its files, all below `.groom/`. */
export const FOCUS_FILE = '.groom/focus.json';
export const GATHERED_FILE = '.groom/gathered.json';

/** An item the engine chose for a task, at its level. */
export interface GatheredItem extends FoundFile {
  readonly source: string;
  readonly tier: Tier;
  readonly level: string;
  /** Inclusive line ranges, in order; empty for the whole file. */
  readonly spans: readonly (readonly [number, number])[];
  /** Without secrets, as it shall stand in the context. */
  readonly text: string;
  /** Words that are nearly all the task says and that the project hardly has. */
  readonly unfamiliar?: readonly string[];
}

/** A file that speaks for a question, and why. */
export interface FoundFile {
  readonly path: string;
  readonly relevance: number;
  readonly reason: string;
}

/** Lines of a file that define a name. */
export interface Defined {
  readonly name: string;
  readonly first: number;
  readonly last: number;
}

/** A line that uses what another file defines. */
export interface Use extends Defined {
  readonly path: string;
  readonly line: number;
}

/** What the index knows of a file among others: what it uses of them, which it imports, and what it alone defines. */
export interface LinkedFile {
  readonly path: string;
  readonly isCode: boolean;
  /** What no other file of the project defines. */
  readonly only: readonly Defined[];
  readonly uses: readonly Use[];
  /** Workspace paths its imports lead to, with the line of each. */
  readonly imports: readonly { readonly path: string; readonly line: number }[];
}
