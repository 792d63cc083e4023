import type { FieldWeights, Saturation } from '../math/bm25.ts';

export const SATURATION: Saturation = { k1: 1.5, b: 0.75 };

/** For ranking files: a name defined counts six times, a path word three times (without it 4 points are lost). */
export const FILE_FIELDS: FieldWeights = { body: 1, doc: 0, name: 6, within: 0, path: 3 };

/**
 * For the words of a title: the path counts as much as a name, length less and repeats sooner nothing. Measured on 474 one-line tasks, with
 * further chunks of a file at 0.3 of the one before.
 */
export const TITLE_FIELDS: FieldWeights = { body: 1, doc: 0, name: 6, within: 0, path: 6 };
export const TITLE_SATURATION: Saturation = { k1: 1.2, b: 0.5 };

/** For ranking chunks: words of comments count half, the enclosing class lends its name. */
export const CHUNK_FIELDS: FieldWeights = { body: 1, doc: -0.5, name: 6, within: 3, path: 3 };
