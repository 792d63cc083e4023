import type { Postings } from '../../../math/postings.ts';
import { blockOf, findInBlock, packCounts, TermTableBuilder } from '../../../math/postings.ts';
import { pathTerms } from '../../../math/terms.ts';
import type { StateFile } from '../../../model/state.ts';
import { sealParts, unsealParts } from './seal.ts';

/** Which files have a term in their path; the path belongs to the state, not to the content. */
export function pathTable(files: readonly StateFile[]): Uint8Array {
  const builder = new TermTableBuilder();
  files.forEach((file, document) => {
    for (const [term, weight] of pathTerms(file.path)) {
      builder.add(builder.id(term), document, packCounts(weight, 0, 0, 0));
    }
  });
  const { firsts, blocks } = builder.build();
  return sealParts({ firsts }, blocks);
}

/** Looks terms up in a packed table without unpacking the rest. */
export function openTable(packed: Uint8Array): (term: string) => Postings | undefined {
  const { header, parts } = unsealParts<{ readonly firsts: readonly string[] }>(packed);
  return (term) => {
    const block = parts[blockOf(header.firsts, term)];
    return block && findInBlock(block, [term]).get(term);
  };
}
