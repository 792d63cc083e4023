import type { Composed } from '../compose/compose.ts';
import { assemblyId, budgetFor } from '../compose/request.ts';
import { compositionRules } from '../compose/rules.ts';
import type { Config } from '../config/defaults.ts';
import { choose, FILES_CHUNKED } from '../gather/choose.ts';
import type { Gathering } from '../gather/gathering.ts';
import { rank } from '../gather/rank.ts';
import { gatherRequest } from '../gather/request.ts';
import { understand } from '../gather/understand.ts';
import { locate } from '../lookup/locate.ts';
import type { FileReasons, FileScore } from '../model/explanation.ts';
import type { ScoreRequest, WhyRequest, Workspace } from '../model/results.ts';
import type { State } from '../model/state.ts';
import type { Ports } from '../ports/ports.ts';
import type { StateView } from '../ports/store.ts';
import { composedAt, entryOf, type NamedPlace, partAt } from './entry.ts';
import { causesOf, explainCommits, explainMentions, explainScore, explainTerms } from './score.ts';

/** A state as questions about it need it: a view does not know what was left out. */
export interface Explained {
  readonly view: StateView;
  readonly state: State | null;
  readonly config: Config;
}

/** How a file a user names scores for a task, or why there is no such file. */
export async function answerScore(
  ports: Ports,
  { view, state, config }: Explained,
  request: ScoreRequest,
): ReturnType<Workspace['score']> {
  const found = locate(ports.files, view, state, request.path);
  if (found.kind === 'absent') return found;
  const asked = await understand(ports, view, gatherRequest(request, config));
  return explainScore(view, rank(view, asked), asked, found.file);
}

const RIVALS_SHOWN = 5;

/** Whether a place a user names stands in the context of a task, and why: decided by gathering and assembling as usual. */
export async function answerWhy(
  ports: Ports,
  { view, state, config }: Explained,
  request: WhyRequest,
): ReturnType<Workspace['why']> {
  const place = locate(ports.files, view, state, request.place);
  if (place.kind === 'absent') return place;
  const { file } = place;
  const budget = budgetFor(config, request.contextTokens);
  const understood = await understand(ports, view, gatherRequest(request, config));
  const asked = { ...understood, tokens: budget.available };
  const gathering = choose(view, rank(view, asked), asked);
  const making = {
    flowId: assemblyId(gathering.task.sections.title, view.state.root),
    tokenizer: await ports.tokenizer(config.budget.tokenizer),
    digest: ports.digest,
    rules: compositionRules(config),
  };
  const composed = composedAt(gathering, { ...making, budget });
  const { kind: _, ...score } = explainScore(view, gathering, asked, file);
  const part = partAt(composed, place);
  const { decisive, ablations } = causesOf(view, asked, file, score.rank);
  return {
    ...score,
    kind: 'explained',
    line: place.line,
    decision: part === undefined ? 'out' : 'in',
    reason: part === undefined ? whyOut(gathering, composed, score, place) : score.verdict,
    level: part?.level ?? null,
    spans: part?.spans ?? [],
    available_tokens: budget.available,
    top_signal: decisive.length === 0 ? null : decisive.join(','),
    decisive,
    ablations,
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
    entry: entryOf(gathering, { ...making, place, from: budget.available }),
    rivals: rivalsOf(gathering, composed, score.rank),
  };
}

/** The documents of the context that come right before the file in the ranking, nearest first. */
function rivalsOf(
  { files }: Gathering,
  { parts }: Composed,
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

function whyOut(
  gathering: Gathering,
  composed: Composed,
  score: Omit<FileScore, 'kind'>,
  { path, line }: NamedPlace,
): string {
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
  const hasFile = composed.parts.some((part) => part.path === path);
  const what =
    line !== null && hasFile ? `the piece that holds line ${line}` : 'even its best piece';
  return `over budget: ${composed.totalTokens} of ${composed.budget.available} tokens are taken by pieces with a higher priority, and ${what} does not fit in what is left`;
}
