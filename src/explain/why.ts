import type { Assembled } from '../compose/compose.ts';
import type { AssemblyRules } from '../compose/workbench.ts';
import { FILES_CHUNKED, type Gathering, type GatherRequest, gather } from '../gather.ts';
import type { Budget } from '../model/budget.ts';
import type { FileReasons, FileScore } from '../model/explanation.ts';
import type { StateView } from '../ports/store.ts';
import type { Tokenizer } from '../ports/tokenizer.ts';
import { assembledAt, entryOf, type Place, partAt } from './entry.ts';
import { causesOf, explainCommits, explainMentions, explainScore, explainTerms } from './score.ts';

export interface WhyAsked {
  readonly request: GatherRequest;
  /** Number of the file in the state. */
  readonly file: number;
  readonly place: Place;
  readonly budget: Budget;
  readonly tokenizer: Tokenizer;
  readonly rules: AssemblyRules;
  readonly flowIdOf: (gathering: Gathering) => string;
}

const RIVALS_SHOWN = 5;

/** Whether a place stands in the context of a task, and why: decided by gathering and assembling as usual. */
export function whyOf(view: StateView, asked: WhyAsked): FileReasons {
  const { request, file, place, budget, tokenizer, rules } = asked;
  const gathering = gather(view, request);
  const flowId = asked.flowIdOf(gathering);
  const assembled = assembledAt(gathering, { flowId, budget, tokenizer, rules });
  const { kind: _, ...score } = explainScore(view, gathering, request, file);
  const part = partAt(assembled, place);
  const causes = causesOf(view, request, file, score.rank);
  return {
    ...score,
    kind: 'explained',
    line: place.line,
    decision: part === undefined ? 'out' : 'in',
    reason: part === undefined ? whyOut(gathering, assembled, score, asked) : score.verdict,
    level: part?.level ?? null,
    spans: part?.spans ?? [],
    available_tokens: budget.available,
    top_signal: causes.decisive.length === 0 ? null : causes.decisive.join(','),
    decisive: causes.decisive,
    ablations: causes.ablations,
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
    entry: entryOf(gathering, { flowId, tokenizer, rules, place, from: budget.available }),
    rivals: rivalsOf(gathering, assembled, score.rank),
  };
}

/** The documents of the context that come right before the file in the ranking, nearest first. */
function rivalsOf(
  { files }: Gathering,
  { parts }: Assembled,
  rank: number | null,
): FileReasons['rivals'] {
  const taken = new Set(parts.map(({ path }) => path));
  return files
    .slice(0, rank === null ? files.length : rank - 1)
    .filter(({ path }) => taken.has(path))
    .slice(-RIVALS_SHOWN)
    .reverse()
    .map(({ path, relevance }) => ({ path, relevance }));
}

type Score = Omit<FileScore, 'kind'>;

function whyOut(
  gathering: Gathering,
  assembled: Assembled,
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
  const reason = assembled.dropped.find((dropped) => dropped.path === path)?.reason;
  if (reason === 'source-limit') {
    return `over the maximum of its source: sources.${score.source}.max_tokens is taken by pieces with a higher priority`;
  }
  const hasFile = assembled.parts.some((part) => part.path === path);
  const what =
    line !== null && hasFile ? `the piece that holds line ${line}` : 'even its best piece';
  return `over budget: ${assembled.totalTokens} of ${budget.available} tokens are taken by pieces with a higher priority, and ${what} does not fit in what is left`;
}
