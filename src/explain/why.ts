import type { Composed } from '../compose/compose.ts';
import { assemblyId } from '../compose/request.ts';
import type { CompositionRules } from '../compose/rules.ts';
import { choose, FILES_CHUNKED } from '../gather/choose.ts';
import type { Gathering, UnderstoodRequest } from '../gather/gathering.ts';
import { rank } from '../gather/rank.ts';
import type { Budget } from '../model/budget.ts';
import type { FileReasons, FileScore } from '../model/explanation.ts';
import type { StateView } from '../ports/store.ts';
import type { Tokenizer } from '../ports/tokenizer.ts';
import { composedAt, entryOf, type NamedPlace, partAt } from './entry.ts';
import {
  causesOf,
  explainCommits,
  explainMentions,
  explainScore,
  explainTerms,
  shortNumber,
} from './score.ts';

export interface WhyAsked {
  readonly request: UnderstoodRequest;
  /** Number of the file in the state. */
  readonly file: number;
  readonly place: NamedPlace;
  readonly budget: Budget;
  readonly tokenizer: Tokenizer;
  readonly digest: (text: string) => string;
  readonly rules: CompositionRules;
}

const RIVALS_SHOWN = 5;

/** Whether a place stands in the context of a task, and why: decided by gathering and assembling as usual. */
export function whyOf(view: StateView, asked: WhyAsked): FileReasons {
  const { request, file, place, budget, tokenizer, digest, rules } = asked;
  const gathering = choose(view, rank(view, request), request);
  const flowId = assemblyId(gathering.task.sections.title, view.state.root);
  const composed = composedAt(gathering, { flowId, budget, tokenizer, digest, rules });
  const { kind: _, ...score } = explainScore(view, gathering, request, file);
  const part = partAt(composed, place);
  const causes = causesOf(view, request, file, score.rank);
  return {
    ...score,
    kind: 'explained',
    line: place.line,
    decision: part === undefined ? 'out' : 'in',
    reason: part === undefined ? whyOut(gathering, composed, score, asked) : whyIn(score),
    level: part?.level ?? null,
    spans: part?.spans ?? [],
    available_tokens: budget.available,
    top_signal: causes.decisive.length === 0 ? null : causes.decisive.join(','),
    ...causes,
    terms: explainTerms(view, gathering.task, file),
    commits: explainCommits(view, gathering.task, place.path),
    chains: gathering.chains
      .filter(({ links }) => links.some((link) => link.file === file))
      .map(({ links }) =>
        links.map(({ path, firstLine, lastLine, reason }) => ({
          path,
          span: [firstLine, lastLine] as const,
          reason,
        })),
      ),
    mentions: explainMentions(view, gathering.task, file),
    frames: gathering.frames
      .filter((hit) => hit.file === file)
      .map(({ frame: { path, line, function: name } }) => ({ path, line, function: name })),
    entry: entryOf(gathering, place, budget.available, {
      flowId,
      tokenizer,
      digest,
      rules: { ...rules, isOpen: false },
    }),
    // The documents of the context that come right before the file in the ranking, nearest first.
    rivals: gathering.files
      .slice(0, score.rank === null ? undefined : score.rank - 1)
      .filter(({ path }) => composed.parts.some((other) => other.path === path))
      .slice(-RIVALS_SHOWN)
      .reverse()
      .map(({ path, relevance }) => ({ path, relevance })),
  };
}

type Score = Omit<FileScore, 'kind'>;

/** What evidence leads to is in, however its relevance compares. */
const whyIn = ({ standing, relevance, tier, verdict }: Score): string =>
  standing === 'below-threshold'
    ? `${tier}: evidence in the task leads to it, so it is in whatever its relevance (${shortNumber(relevance)})`
    : verdict;

function whyOut(
  gathering: Gathering,
  composed: Composed,
  score: Score,
  { place, budget }: WhyAsked,
): string {
  const { path, line } = place;
  const isCandidate = gathering.chunks.some(({ ranked }) => ranked.path === path);
  if (score.rank === null) return 'nothing in the task points at it: no signal is above 0';
  if (!isCandidate) {
    return score.standing === 'below-threshold'
      ? score.verdict
      : `rank ${score.rank} of ${score.ranked}: only the best ${FILES_CHUNKED} files are looked at in pieces, and it is not named by the task`;
  }
  const reason = composed.dropped.find((dropped) => dropped.path === path)?.reason;
  if (reason === 'source-limit') {
    return `over the maximum of its source: sources.${score.source}.max_tokens is taken by pieces with a higher priority`;
  }
  if (reason === 'not-worth-it') {
    return `not worth its tokens: of files with a relevance of ${shortNumber(score.relevance)} too few are needed for what its best piece costs; a size (--context-tokens) or --fill lets it in`;
  }
  const hasFile = composed.parts.some((part) => part.path === path);
  const what =
    line !== null && hasFile ? `the piece that holds line ${line}` : 'even its best piece';
  return `over budget: ${composed.totalTokens} of ${budget.available} tokens are taken by pieces with a higher priority, and ${what} does not fit in what is left`;
}
