import { anyText, type Check, number, object, taken } from '../config/given.ts';

/** A piece of text that a search found: the least that is needed. Further fields are passed over. */
export interface FoundText {
  /** The document it is a piece of; `file` says the same. */
  readonly path?: string | null;
  readonly file?: string | null;
  /** `content` says the same. */
  readonly text?: string | null;
  readonly content?: string | null;
  /** Higher is better, on any scale. */
  readonly score: number;
  /** The line of the document that it begins at, from 1. */
  readonly line?: number | null;
  readonly id?: string | null;
  readonly name?: string | null;
  readonly type?: string | null;
}

/** A chunk with its document, as retrieval over chunks gives it. */
export interface FoundChunk {
  readonly chunk: {
    readonly text: string;
    readonly id?: string | null;
    /** Its place among the chunks of the document. */
    readonly sequence?: number | null;
    readonly byte_offset?: number | null;
    readonly line?: number | null;
  };
  readonly document: { readonly path: string; readonly id?: string | null };
  readonly score: number;
  /** What the score was made of; not used. */
  readonly semantic_score?: number | null;
  readonly lexical_score?: number | null;
}

/** An entity, as a search over a model of the code gives it. */
export interface FoundEntity {
  readonly entityId?: string | null;
  readonly entity: {
    readonly name: string;
    readonly type?: string | null;
    readonly filePath?: string | null;
    readonly startLine?: number | null;
    readonly content?: string | null;
    /** Stands in for a content that is missing or not wanted. */
    readonly summary?: string | null;
  };
  readonly score: number;
}

/** A result of any search. */
export type SearchResult = FoundText | FoundChunk | FoundEntity;

/** A result, whatever it looked like. */
export interface Hit {
  readonly id: string;
  /** Its document. */
  readonly path: string;
  /** Whether the document is a file. */
  readonly isFile: boolean;
  readonly name: string | null;
  readonly type: string | null;
  readonly text: string;
  readonly isSummary: boolean;
  readonly score: number;
  readonly line: number | null;
  readonly sequence: number;
  readonly offset: number;
}

const whole = number(0, Number.MAX_SAFE_INTEGER);
const finite: Check<number> = taken('a finite number', Number.isFinite);

/** Reads a result by the places where each of its fields may stand; `isBrief` asks for summaries where there are some. */
export function readHit(value: unknown, at: number, isBrief: boolean): Hit {
  const where = `results[${at}]`;
  const result = object<Fields>(value, where);
  const isGiven = (own: unknown): boolean => own !== undefined && own !== null && own !== '';
  const valueAt = (place: string): unknown => {
    const [outer = '', inner] = place.split('.');
    if (inner === undefined || !isGiven(result[outer])) return result[place];
    return object<Fields>(result[outer], `${where}.${outer}`)[inner];
  };
  const firstAt = <T>(check: Check<T>, places: readonly string[]): T | null => {
    const place = places.find((own) => isGiven(valueAt(own)));
    return place === undefined ? null : check(valueAt(place), `${where}.${place}`);
  };
  const textAt = (...places: string[]): string | null => firstAt(anyText, places);
  const wholeAt = (...places: string[]): number | null => firstAt(whole, places);
  const score = finite(result['score'], `${where}.score`);
  const name = textAt('name', 'entity.name');
  const file = textAt('path', 'file', 'document.path', 'entity.filePath');
  const content = textAt('text', 'content', 'chunk.text', 'entity.content');
  const summary = textAt('entity.summary');
  const isSummary = summary !== null && (isBrief || content === null);
  return {
    id: textAt('id', 'chunk.id', 'entityId') ?? String(at),
    path: anyText(file ?? textAt('entity.name') ?? undefined, `${where}.path`),
    isFile: file !== null,
    name,
    type: textAt('type', 'entity.type'),
    text: anyText((isSummary ? summary : content) ?? undefined, `${where}.text`),
    isSummary,
    score,
    line: wholeAt('line', 'chunk.line', 'entity.startLine') || null,
    sequence: wholeAt('chunk.sequence') ?? at,
    offset: wholeAt('chunk.byte_offset') ?? 0,
  };
}

type Fields = Readonly<Record<string, unknown>>;
