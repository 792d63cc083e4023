import type { WeightedTerm } from '../math/bm25.ts';
import { addTo } from '../math/groups.ts';
import type { CommitHit, StateView } from '../ports/store.ts';
import { rootOf } from '../text/paths/roots.ts';
import { rootsIn } from './roots.ts';

const SATURATION = { k1: 1.2, b: 0.75 };
const COMMITS_SEARCHED = 400;
const COMMITS_VOTING = 100;
/** A commit that touches more files says little of each. */
const FILES_AT_MOST = 40;
const DECAY_DAYS = 1000;
const DAY = 86_400;

export interface Vote {
  readonly commit: CommitHit;
  readonly weight: number;
}

/** Commits that speak for files: those whose message resembles the task, for the files they touched. */
export function historyVotes(
  { history, state }: Pick<StateView, 'history' | 'state'>,
  terms: readonly WeightedTerm[],
  decays: boolean,
): Map<string, Vote[]> {
  const votes = new Map<string, Vote[]>();
  // As many in each root: a large one would otherwise outvote the others.
  const roots = rootsIn(state.files)?.names.length ?? 1;
  const voting = new Map<string | null, number>();
  for (const commit of history.search(terms, SATURATION, COMMITS_SEARCHED * roots)) {
    if (roots === 1 && (voting.get(null) ?? 0) >= COMMITS_VOTING) break;
    const files = commit.paths.length;
    if (files < 1 || files > FILES_AT_MOST) continue;
    const root = roots === 1 ? null : rootOf(commit.paths[0] ?? '');
    const before = voting.get(root) ?? 0;
    if (before >= COMMITS_VOTING) continue;
    voting.set(root, before + 1);
    const ageDays = Math.max(0, history.newest - commit.time) / DAY;
    const weight =
      (commit.score / Math.sqrt(files)) * (decays ? Math.exp(-ageDays / DECAY_DAYS) : 1);
    for (const path of commit.paths) addTo(votes, path, { commit, weight });
  }
  return votes;
}

export const voteSum = (votes: readonly Vote[]): number =>
  votes.reduce((sum, vote) => sum + vote.weight, 0);

/** The strongest single vote: one commit that did the like says more than many that did a little of it. */
export const bestVote = (votes: readonly Vote[]): number =>
  votes.reduce((most, vote) => Math.max(most, vote.weight), 0);
