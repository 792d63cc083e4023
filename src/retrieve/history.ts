import type { WeightedTerm } from '../math/bm25.ts';
import { addTo } from '../math/groups.ts';
import type { CommitHit, HistoryView } from '../ports/store.ts';

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
  history: HistoryView,
  terms: readonly WeightedTerm[],
  decays: boolean,
): Map<string, Vote[]> {
  const votes = new Map<string, Vote[]>();
  let voting = 0;
  for (const commit of history.search(terms, SATURATION, COMMITS_SEARCHED)) {
    const files = commit.paths.length;
    if (files < 1 || files > FILES_AT_MOST) continue;
    if (voting++ >= COMMITS_VOTING) break;
    const ageDays = Math.max(0, history.newest - commit.time) / DAY;
    const weight =
      (commit.score / Math.sqrt(files)) * (decays ? Math.exp(-ageDays / DECAY_DAYS) : 1);
    for (const path of commit.paths) addTo(votes, path, { commit, weight });
  }
  return votes;
}

export const voteSum = (votes: readonly Vote[] | undefined): number =>
  votes?.reduce((sum, vote) => sum + vote.weight, 0) ?? 0;

/** The strongest single vote: one commit that did the like says more than many that did a little of it. */
export const bestVote = (votes: readonly Vote[] | undefined): number =>
  votes?.reduce((most, vote) => Math.max(most, vote.weight), 0) ?? 0;
