import type { Composed } from '../compose/compose.ts';
import { assemblyId, budgetFor } from '../compose/request.ts';
import { compositionRules } from '../compose/rules.ts';
import type { Config } from '../config/defaults.ts';
import { choose, FILES_CHUNKED } from '../gather/choose.ts';
import type { Gathering, GatherRequest } from '../gather/gathering.ts';
import { rank } from '../gather/rank.ts';
import { gatherRequest } from '../gather/request.ts';
import { understand } from '../gather/understand.ts';
import { linksTo } from '../gather/worth.ts';
import { locate } from '../lookup/locate.ts';
import type { FileReasons, FileScore } from '../model/explanation.ts';
import type { ScoreRequest, WhyRequest, Workspace } from '../model/results.ts';
import type { State } from '../model/state.ts';
import type { Ports } from '../ports/ports.ts';
import type { StateView } from '../ports/store.ts';
import { readPlace } from '../text/paths/place.ts';
import { composedAt, entryOf, type NamedPlace, partAt } from './entry.ts';
import * as scores from './score.ts';

/** A state as questions about it need it: a view does not know what was left out. */
export interface Explained {
  readonly view: StateView;
  readonly state: State | null;
  readonly config: Config;
  readonly isSizeGiven: boolean;
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
  return scores.explainScore(view, rank(view, asked), asked, found.file);
}

const RIVALS_SHOWN = 5;

/** Why a place a user names is in or out of the context of a task, or why there is no such place. */
export async function answerWhy(
  ports: Ports,
  { view, state, config, isSizeGiven }: Explained,
  request: WhyRequest & Pick<GatherRequest, 'picks' | 'drops'>,
): ReturnType<Workspace['why']> {
  const place = locate(ports.files, view, state, request.place);
  if (place.kind === 'absent') return place;
  const { maxTokens = null, picks = [], drops = [] } = request;
  const budget = budgetFor(config, maxTokens);
  const understood = await understand(ports, view, gatherRequest(request, config));
  const asked = { ...understood, tokens: budget.available, picks, drops };
  const tokenizer = await ports.tokenizer(config.budget.tokenizer);
  const rules = compositionRules(config, ports.compressors, { maxTokens, isSizeGiven });
  const { digest } = ports;
  const { file } = place;
  // Decided by gathering and assembling as usual.
  const gathering = choose(view, rank(view, asked), asked);
  const flowId = assemblyId(gathering.task.sections.title, view.state.root);
  const composed = composedAt(gathering, { flowId, budget, tokenizer, digest, rules });
  const { kind: _, ...score } = scores.explainScore(view, gathering, asked, file);
  const part = partAt(composed, place);
  const causes = scores.causesOf(view, asked, file, score.rank);
  return {
    ...score,
    kind: 'explained',
    line: place.line,
    decision: part === undefined ? 'out' : 'in',
    reason:
      part === undefined
        ? whyOut(gathering, composed, score, place)
        : whyIn(gathering, score, place),
    level: part?.level ?? null,
    spans: part?.spans ?? [],
    available_tokens: budget.available,
    top_signal: causes.decisive.length === 0 ? null : causes.decisive.join(','),
    ...causes,
    terms: scores.explainTerms(view, gathering.task, file),
    commits: scores.explainCommits(view, gathering.task, place.path),
    chains: gathering.chains
      .filter(({ links }) => links.some((link) => link.file === file))
      .map(({ links }) =>
        links.map(({ path, firstLine, lastLine, reason }) => ({
          path,
          span: [firstLine, lastLine] as const,
          reason,
        })),
      ),
    names: explainNames(gathering, place.path),
    mentions: scores.explainMentions(view, gathering.task, file),
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

const NAMES_SHOWN = 5;

/** Each name once, where it leads most strongly. */
function explainNames(
  { task: { ask }, files, chains, chunks }: Gathering,
  path: string,
): FileReasons['names'] {
  const linked = new Set(chains.flatMap(({ links }) => links.map((link) => link.path)));
  const links = linksTo(chunks, { ask, files, linked, terms: new Set() }, path);
  const first = new Map(links.toReversed().map((link) => [link.name, link]));
  return links
    .filter((link) => first.get(link.name) === link && link.from.path !== path)
    .slice(0, NAMES_SHOWN)
    .map(({ name, relation, from, to }) => ({
      name,
      relation,
      span: [to.firstLine, to.lastLine],
      from: { path: from.path, span: [from.firstLine, from.lastLine] },
    }));
}

type Score = Omit<FileScore, 'kind'>;

/** What evidence leads to is in, however its relevance compares, and so is what somebody picked. */
function whyIn(
  { picks }: Gathering,
  { standing, relevance, tier, verdict }: Score,
  place: NamedPlace,
): string {
  const chosen = placeIn(picks, place);
  if (chosen !== undefined) return `you picked ${chosen}, which is packed before all others`;
  return standing === 'below-threshold'
    ? `${tier}: evidence in the task leads to it, so it is in whatever its relevance (${scores.shortNumber(relevance)})`
    : verdict;
}

/** The first of some places that is meant: any of its file, or the one with the line. */
const placeIn = (places: readonly string[], { path, line }: NamedPlace): string | undefined =>
  places.find((text) => {
    const place = readPlace(text);
    if (place?.path !== path) return false;
    return line === null || (place.firstLine <= line && line <= place.lastLine);
  });

function whyOut(gathering: Gathering, composed: Composed, score: Score, place: NamedPlace): string {
  const { path, line } = place;
  const isCandidate = gathering.chunks.some(({ ranked }) => ranked.path === path);
  const dropped = placeIn(gathering.drops, place);
  if (dropped !== undefined) return `you dropped ${dropped}`;
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
    return `not worth its tokens: of files with a relevance of ${scores.shortNumber(score.relevance)} too few are needed for what its best piece costs; a size (--context-tokens) or --fill lets it in`;
  }
  const hasFile = composed.parts.some((part) => part.path === path);
  const what =
    line !== null && hasFile ? `the piece that holds line ${line}` : 'even its best piece';
  return `over budget: ${composed.totalTokens} of ${composed.budget.available} tokens are taken by pieces with a higher priority, and ${what} does not fit in what is left`;
}
