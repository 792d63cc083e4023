import type { Facts } from '../../../model/document.ts';
import { SheafError } from '../../../model/errors.ts';
import type { Batch, ContentKey, PackedContent, StoredContent } from '../../../ports/store.ts';
import { contentName } from '../../../ports/store.ts';
import { blob, type Db, integer } from './database.ts';
import { sealJson, squeeze, unsealJson, unsqueeze } from './seal.ts';
import { nextSegmentId, writeSegment } from './segments.ts';

/** Packs facts for the store; runs where they are made, in the analysing thread. */
export function packFacts({ text, ...rest }: Facts): Pick<PackedContent, 'facts' | 'text'> {
  return { facts: sealJson(rest), text: squeeze(text) };
}

export function readFacts(db: Db, content: number): Facts {
  const row = db.one('SELECT facts, text FROM contents WHERE id = ?', content);
  if (row === undefined)
    throw new SheafError('damaged', `Content ${content} is missing from the index.`);
  return {
    ...unsealJson<Omit<Facts, 'text'>>(blob(row, 'facts')),
    text: unsqueeze(blob(row, 'text')),
  };
}

export function findContent(db: Db, { hash, shape }: ContentKey): StoredContent | undefined {
  const wanted = 'SELECT id, lines, chunks FROM contents WHERE hash = ? AND shape = ?';
  const row = db.one(wanted, hash, shape);
  if (row === undefined) return undefined;
  const number = (field: string): number => integer(row, field);
  return { content: number('id'), lines: number('lines'), chunks: number('chunks') };
}

/** Writes a batch as one segment. Call inside a transaction. */
export function writeBatch(db: Db, batch: Batch): Map<string, StoredContent> {
  const stored = new Map<string, StoredContent>();
  const segment = nextSegmentId(db);
  const contents = batch.contents.map((content) => {
    const id = db.insert('contents', { ...content, segment });
    stored.set(contentName(content), { content: id, lines: content.lines, chunks: content.chunks });
    return id;
  });
  const { chunkCounts, lengths, table } = batch;
  writeSegment(db, segment, { contents, chunkCounts, lengths }, table);
  return stored;
}
