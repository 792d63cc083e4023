import {
  blockOf,
  findInBlock,
  type Postings,
  packCounts,
  type TermTable,
  TermTableBuilder,
} from '../../../math/postings.ts';
import { pathTerms } from '../../../math/terms.ts';
import type { StateFile } from '../../../model/state.ts';
import { seal, unseal } from './seal.ts';

/** Which files have a term in their path; the path belongs to the state, not to the content. */
export function pathTable(files: readonly StateFile[]): Uint8Array {
  const builder = new TermTableBuilder();
  files.forEach((file, document) => {
    for (const [term, weight] of pathTerms(file.path)) {
      builder.add(builder.id(term), document, packCounts(weight, 0, 0, 0));
    }
  });
  return packTable(builder.build());
}

function packTable({ firsts, blocks }: TermTable): Uint8Array {
  const header = Buffer.from(
    JSON.stringify({ firsts, lengths: blocks.map((block) => block.length) }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  return seal(Buffer.concat([length, header, ...blocks]));
}

/** Looks terms up in a packed table without unpacking the rest. */
export function openTable(packed: Uint8Array): (term: string) => Postings | null {
  const bytes = unseal(packed);
  const headerLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + headerLength))) as {
    firsts: string[];
    lengths: number[];
  };
  const offsets: number[] = [4 + headerLength];
  for (const length of header.lengths) offsets.push((offsets.at(-1) ?? 0) + length);
  return (term) => {
    const number = blockOf(header.firsts, term);
    if (number < 0) return null;
    return (
      findInBlock(bytes.subarray(offsets[number], offsets[number + 1]), [term]).get(term) ?? null
    );
  };
}
