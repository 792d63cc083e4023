import { late } from '../../../math/memo.ts';
import type { Facts } from '../../../model/document.ts';
import { SheafError } from '../../../model/errors.ts';
import type { Batch, ContentKey, PackedContent, StoredContent } from '../../../ports/store.ts';
import { contentName } from '../../../ports/store.ts';
import { blob, bytes, type Db, integer, numbers, type Row, text } from './database.ts';
import { sealOf, squeeze, unsqueeze } from './seal.ts';
import {
  joinSegments,
  NO_CONTENT,
  nextSegmentId,
  type OwnSegment,
  writeSegment,
} from './segments.ts';

/** What is most of a document's facts, and what few of those who read it ask for. */
const LONG = ['units', 'definitions', 'references'] as const;
type Long = (typeof LONG)[number];

/** Packs facts for the store; runs where they are made, in the analysing thread. Each long list has a line of its own. */
export function packFacts({
  text: whole,
  units,
  definitions,
  references,
  ...rest
}: Facts): Pick<PackedContent, 'facts' | 'text'> {
  const long: Pick<Facts, Long> = { units, definitions, references };
  const lines = [rest, ...LONG.map((name) => long[name])].map((part) => JSON.stringify(part));
  return { facts: squeeze(lines.join('\n')), text: squeeze(whole) };
}

/** What is asked for is read, once: a query sees the facts of two hundred files, of most of them only the chunks. */
export function unpackFacts(packed: Pick<PackedContent, 'facts' | 'text'>): Facts {
  const [rest = '{}', ...lines] = unsqueeze(packed.facts).split('\n');
  const whole = late(() => unsqueeze(packed.text));
  const facts = JSON.parse(rest) as Facts;
  Object.defineProperty(facts, 'text', { get: whole, enumerable: true });
  for (const [i, name] of LONG.entries()) {
    const list = late(() => JSON.parse(lines[i] ?? '[]') as Facts[Long]);
    Object.defineProperty(facts, name, { get: list, enumerable: true });
  }
  return facts;
}

/** The fields of a content beside its facts, and what it takes to see that they belong together. */
export const CONTENT_FIELDS: string = `id, ${bytes('hash', 'shape')}, ${numbers('lines', 'chunks', 'segment', 'seal')}`;

export function checkedContent(row: Row): ContentKey & StoredContent {
  const number = (field: string): number => integer(row, field);
  const [hash, shape] = [text(row, 'hash'), text(row, 'shape')];
  const [content, lines, chunks] = [number('id'), number('lines'), number('chunks')];
  if (number('seal') !== sealOf(content, hash, shape, lines, chunks, number('segment'))) {
    throw new SheafError('damaged', `Content ${content} of the index fails its checksum.`);
  }
  return { hash, shape, content, lines, chunks };
}

export function readFacts(db: Db, content: number): Facts {
  const all = `${CONTENT_FIELDS}, ${bytes('facts', 'text')}`;
  const row = db.one(`SELECT ${all} FROM contents WHERE id = ?`, content);
  if (row === undefined) throw missing(content);
  checkedContent(row);
  return unpackFacts({ facts: blob(row, 'facts'), text: blob(row, 'text') });
}

export function findContent(db: Db, { hash, shape }: ContentKey): StoredContent | undefined {
  const wanted = `SELECT ${CONTENT_FIELDS} FROM contents WHERE hash = ? AND shape = ?`;
  const row = db.one(wanted, hash, shape);
  if (row === undefined) return undefined;
  const { hash: foundHash, shape: foundShape, ...found } = checkedContent(row);
  if (foundHash === hash && foundShape === shape) return found;
  throw new SheafError('damaged', 'The index leads to another content.');
}

/** Joins segments and tells the contents where they are now, which their checksums cover. Call inside a transaction. */
export function mergeSegments(
  db: Db,
  segments: readonly OwnSegment[],
  keep: (content: number) => boolean,
): void {
  const { id, contents } = joinSegments(db, segments, keep);
  for (const content of contents) {
    const row = db.one(`SELECT ${CONTENT_FIELDS} FROM contents WHERE id = ?`, content);
    if (row === undefined) throw missing(content);
    const { hash, shape, lines, chunks } = checkedContent(row);
    const sealed = sealOf(content, hash, shape, lines, chunks, id);
    db.run('UPDATE contents SET segment = ?, seal = ? WHERE id = ?', id, sealed, content);
  }
}

const missing = (content: number): SheafError =>
  new SheafError('damaged', `Content ${content} is missing from the index.`);

/**
 * Writes a batch as one segment of a root. What the writer of another root stored meanwhile is taken from there, and its place in this
 * segment left to nobody. Call inside a transaction.
 */
export function writeBatch(db: Db, home: string, batch: Batch): Map<string, StoredContent> {
  const stored = new Map<string, StoredContent>();
  const segment = nextSegmentId(db);
  const newest = integer(db.one('SELECT coalesce(max(id), 0) AS id FROM contents') ?? {}, 'id');
  const contents = batch.contents.map((content, i) => {
    const { hash, shape, lines, chunks } = content;
    const known = findContent(db, content);
    if (known !== undefined) {
      stored.set(contentName(content), known);
      return NO_CONTENT;
    }
    const id = newest + 1 + i;
    const sealed = sealOf(id, hash, shape, lines, chunks, segment);
    db.insert('contents', { ...content, id, segment, seal: sealed });
    stored.set(contentName(content), { content: id, lines: content.lines, chunks: content.chunks });
    return id;
  });
  const { chunkCounts, lengths, table } = batch;
  const isNew = contents.some((content) => content !== NO_CONTENT);
  if (isNew) writeSegment(db, segment, home, { contents, chunkCounts, lengths }, table);
  return stored;
}
