import type { TaskRequest } from './results.ts';

/** What a conversation already holds: some lines of a file as they were then. */
export interface HeldPlace {
  /** Such as `src/a.ts:10-42`. */
  readonly place: string;
  /** Names the content of the whole file. */
  readonly hash: string;
}

/** What an agent shall get before it has asked for anything. */
export interface PushRequest extends TaskRequest {
  readonly maxTokens: number;
  readonly maxCharacters: number;
  /** What the conversation holds already; it is not sent again. */
  readonly held?: readonly HeldPlace[] | undefined;
}

/** Pieces of the project for a prompt, and a few lines on what else there is. */
export interface Push {
  /** Empty where nothing in the project speaks for the task. */
  readonly text: string;
  /** Of the text, by the configured tokenizer. */
  readonly tokens: number;
  /** The pieces in it. */
  readonly sent: readonly HeldPlace[];
  /** What would have been sent if the conversation did not hold it. */
  readonly unchanged: readonly HeldPlace[];
}
