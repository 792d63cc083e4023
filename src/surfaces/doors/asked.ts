import type { Operation } from '../operation.ts';
import { assemble } from '../operations/assemble.ts';
import { replay } from '../operations/plans.ts';
import { search } from '../operations/search.ts';
import { shortlist } from '../operations/shortlist.ts';
import { score, why } from '../operations/why.ts';

/** What can be asked of a state without files: nothing here reads, writes or runs anything of the server's. */
export const ASKED: readonly Operation[] = [assemble, shortlist, search, score, why, replay];
