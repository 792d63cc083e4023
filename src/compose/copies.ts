import type { Duplicate } from '../gather/gathering.ts';
import { isHeader } from '../gather/piece-kind.ts';
import type { Composition } from './composition.ts';

/** Pieces that say what another says. That two files import the same makes neither a copy of the other. */
export const copiesOf = ({ candidates, factsOf }: Composition): Duplicate[] =>
  candidates.duplicates.filter(({ chunk }) => {
    const facts = factsOf.get(chunk.path);
    return facts === undefined || !isHeader(chunk, facts);
  });
