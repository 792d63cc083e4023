import { number, object, wrong } from '../config/given.ts';

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

const given = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const optionalText = (value: unknown, name: string): string | null => {
  if (!given(value)) return null;
  if (typeof value === 'string') return value;
  throw wrong(name, 'a text', value);
};

const whole = (value: unknown, name: string): number | null =>
  given(value) && value !== 0 ? number(0, Number.MAX_SAFE_INTEGER)(value, name) : null;

function textFrom(values: Readonly<Record<string, unknown>>, name: string): string {
  for (const [field, value] of Object.entries(values)) {
    const found = optionalText(value, `${name}.${field}`);
    if (found !== null) return found;
  }
  throw wrong(`${name}.${Object.keys(values).join(' or ')}`, 'a text', Object.values(values)[0]);
}

/** Reads a result; `isBrief` asks for summaries where there are some. */
export function readHit(value: unknown, at: number, isBrief: boolean): Hit {
  const where = `results[${at}]`;
  const result = object<Readonly<Record<string, unknown>>>(value, where);
  if (typeof result['score'] !== 'number' || !Number.isFinite(result['score'])) {
    throw wrong(`${where}.score`, 'a finite number', result['score']);
  }
  const common = { score: result['score'], isSummary: false, isFile: true, name: null, type: null };
  if (given(result['entity'])) return { ...common, ...readEntity(result, where, at, isBrief) };
  if (given(result['chunk'])) return { ...common, ...readChunk(result, where, at) };
  const { path, file, text, content } = result;
  return {
    ...common,
    id: optionalText(result['id'], `${where}.id`) ?? String(at),
    path: textFrom({ path, file }, where),
    name: optionalText(result['name'], `${where}.name`),
    type: optionalText(result['type'], `${where}.type`),
    text: textFrom({ text, content }, where),
    line: whole(result['line'], `${where}.line`),
    sequence: at,
    offset: 0,
  };
}

type Own = Omit<Hit, 'score' | 'isSummary' | 'isFile' | 'name' | 'type'> & Partial<Hit>;

function readEntity(
  result: Readonly<Record<string, unknown>>,
  where: string,
  at: number,
  isBrief: boolean,
): Own {
  const name = `${where}.entity`;
  const entity = object<Readonly<Record<string, unknown>>>(result['entity'], name);
  const { content, summary } = entity;
  const path = optionalText(entity['filePath'], `${name}.filePath`);
  const title = textFrom({ name: entity['name'] }, name);
  const isSummary = given(summary) && (isBrief || !given(content));
  return {
    id: optionalText(result['entityId'], `${where}.entityId`) ?? String(at),
    path: path ?? title,
    isFile: path !== null,
    name: title,
    type: optionalText(entity['type'], `${name}.type`),
    text: textFrom(isSummary ? { summary } : { content, summary }, name),
    isSummary,
    line: whole(entity['startLine'], `${name}.startLine`),
    sequence: at,
    offset: 0,
  };
}

function readChunk(result: Readonly<Record<string, unknown>>, where: string, at: number): Own {
  const chunk = object<Readonly<Record<string, unknown>>>(result['chunk'], `${where}.chunk`);
  const document = object<Readonly<Record<string, unknown>>>(
    result['document'],
    `${where}.document`,
  );
  const sequence = whole(chunk['sequence'], `${where}.chunk.sequence`);
  return {
    id: optionalText(chunk['id'], `${where}.chunk.id`) ?? String(at),
    path: textFrom({ path: document['path'] }, `${where}.document`),
    text: textFrom({ text: chunk['text'] }, `${where}.chunk`),
    line: whole(chunk['line'], `${where}.chunk.line`),
    sequence: sequence ?? (given(chunk['sequence']) ? 0 : at),
    offset: whole(chunk['byte_offset'], `${where}.chunk.byte_offset`) ?? 0,
  };
}
