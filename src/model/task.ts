export const TASK_TYPES = ['bug', 'feature', 'infra', 'research'] as const;
/** What a task asks for; it decides which sources matter most. */
export type TaskType = (typeof TASK_TYPES)[number];

/** What a task wants: an explanation, a change said in a line or told at length, or anything about a topic it only names. */
export type Ask = 'question' | 'change' | 'report' | 'topic';

/** A line of a stack trace: where the program was. */
export interface Frame {
  /** As written, with forward slashes. */
  readonly path: string;
  /** 0 if not said. */
  readonly line: number;
  /** Empty if not said. */
  readonly function: string;
}

/** A task's text by what its parts say: each counts differently in a query. */
export interface Sections {
  readonly title: string;
  readonly prose: string;
  /** Inside backticks; counted again on top of where it stands. */
  readonly inline: string;
  readonly code: string;
  readonly frames: string;
  readonly exception: string;
}

/** What the project calls words of a task that it does not use, by terms. */
export type Abbreviations = ReadonlyMap<string, readonly string[]>;

/** Words as they are written, with the word of the project that is meant. */
export type Respelt = ReadonlyMap<string, string>;

export interface Task {
  readonly text: string;
  /** As it is written; the one in `sections` is searched for. */
  readonly title: string;
  /** It is written in another language than English. */
  readonly isForeign?: boolean;
  readonly respelt?: Respelt;
  readonly sections: Sections & {
    readonly abbreviations?: Abbreviations;
    /** Terms that do not count: stems that mean another word in this project, and the endings of names of files. */
    readonly misread?: ReadonlySet<string>;
  };
  /** Path-like words, as written. */
  readonly paths: readonly string[];
  /** What the title names before a colon or in brackets: `fix(router): …`, `net/http: …`, `[compiler] …`. */
  readonly scopes: readonly string[];
  /** In the order of the text. */
  readonly frames: readonly Frame[];
  /** Somebody pasted a trace and said nothing. */
  readonly isBareTrace?: boolean;
  /** Messages in quotes and exception lines, for exact look-up. */
  readonly messages: readonly string[];
  readonly type: TaskType;
  readonly typeConfidence: number;
  /** The words that decided the type. */
  readonly typeWords: readonly string[];
  readonly ask: Ask;
  readonly asksForTests: boolean;
  readonly asksForDocs: boolean;
  /** A question for what the program does there: where it is done, by which function. */
  readonly asksForCode: boolean;
  /** What runs, builds and ships programs is spoken of, whatever is asked of it. */
  readonly asksForOperations: boolean;
  /** A fault in the project's logs is named. */
  readonly namesFault?: boolean;
  /** The project as a whole is asked about, not a part of it. */
  readonly isOverview?: boolean;
  /** What changed lately is asked for, and nothing is named that it is about. */
  readonly asksWhatChanged?: boolean;
}
