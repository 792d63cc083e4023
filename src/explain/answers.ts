import type { Composed } from '../compose/compose.ts';
import { assemblyId, budgetFor } from '../compose/request.ts';
import { type CompositionRules, compositionRules, roomFor } from '../compose/rules.ts';
import type { Config } from '../config/defaults.ts';
import { withChanges } from '../gather/changes.ts';
import { choosing } from '../gather/choose.ts';
import { filterOf } from '../gather/filter.ts';
import type { Gathering, GatherRequest, UnderstoodRequest } from '../gather/gathering.ts';
import { isAsked, rank } from '../gather/rank.ts';
import { gatherRequest } from '../gather/request.ts';
import { understand } from '../gather/understand.ts';
import { linksTo, piecesLedTo } from '../gather/worth.ts';
import { locate, unreadOf } from '../lookup/locate.ts';
import { rememberedOf } from '../math/memo.ts';
import type { FileReasons, FileScore } from '../model/explanation.ts';
import type { DropReason } from '../model/plan.ts';
import type { ScoreRequest, WhyRequest, Workspace } from '../model/results.ts';
import type { State, StateFile } from '../model/state.ts';
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
  const { maxTokens = null, sources = [], pins = [], include = [], exclude = [] } = request;
  const { picks = [], drops = [] } = request;
  const budget = budgetFor(config, maxTokens);
  const accepts = filterOf(include, exclude);
  const understood = await understand(ports, view, gatherRequest(request, config));
  const asked = {
    ...understood,
    sources,
    pins,
    picks,
    drops,
    ...(accepts === undefined ? {} : { accepts }),
  };
  const tokenizer = await ports.tokenizer(config.budget.tokenizer);
  const rules = compositionRules(config, ports.compressors, { maxTokens, isSizeGiven });
  const { digest } = ports;
  const { file } = place;
  const chosenFor = choosing(view, rank(view, asked), asked);
  const changed = rememberedOf((own: Gathering) => withChanges(ports, view, own, asked));
  const gathered = (room: Pick<GatherRequest, 'tokens' | 'isFilled'>): Promise<Gathering> =>
    changed(chosenFor(room));
  // Decided by gathering and assembling as usual.
  const size = { maxTokens, isSizeGiven, pins, picks };
  const gathering = await gathered(roomFor(budget.available, config, size));
  const flowId = assemblyId(gathering.task.title, view.state.root);
  const composed = composedAt(gathering, { flowId, budget, tokenizer, digest, rules });
  const { kind: _, ...byItself } = scores.explainScore(view, gathering, asked, file);
  const score = { ...byItself, ...ledTo(gathering, byItself) };
  const part = partAt(composed, place);
  const out =
    refusal(composed, config) ??
    (part === undefined
      ? whyOut(gathering, composed, score, place, {
          ...rules,
          unasked: unaskedFor(view.state.files[file], gathering, asked),
        })
      : null);
  const causes = scores.causesOf(view, asked, file, score.rank);
  return {
    ...score,
    kind: 'explained',
    size_given: !rules.isOpen,
    notes: unreadOf(view, file),
    line: place.line,
    decision: out === null ? 'in' : 'out',
    reason: out?.reason ?? whyIn(gathering, score, place),
    total_tokens: composed.totalTokens,
    dropped: out?.dropped ?? null,
    level: out === null ? (part?.level ?? null) : null,
    spans: out === null ? (part?.spans ?? []) : [],
    available_tokens: budget.available,
    top_signal: causes.decisive.length === 0 ? null : causes.decisive.join(','),
    ...causes,
    terms: scores.termsIn(view, gathering.task)(file),
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
    entry: await entryOf(
      gathering,
      place,
      budget.available,
      { flowId, tokenizer, digest, rules: { ...rules, isOpen: false } },
      (tokens) => gathered({ tokens, isFilled: true }),
    ),
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
  const linked = piecesLedTo(chains);
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

/** A file that a chain of evidence leads to counts for more than its words and commits, here as in the plan. */
function ledTo(
  { files }: Gathering,
  { path, relevance, standing }: Score,
): Pick<Score, 'relevance' | 'tier' | 'standing' | 'verdict'> | null {
  const own = files.find((file) => file.path === path);
  if (own === undefined || standing !== 'below-threshold' || own.standing !== 'relevant')
    return null;
  const [counts, alone] = [own.relevance, relevance].map(scores.shortNumber);
  const verdict = `${own.tier}: evidence leads to it, so its relevance counts as ${counts}, not ${alone}`;
  return { relevance: own.relevance, tier: own.tier, standing: own.standing, verdict };
}

/** What is picked or pinned is in, however its relevance compares. */
function whyIn(
  { picks, pins }: Gathering,
  { relevance, verdict }: Score,
  place: NamedPlace,
): string {
  const chosen = placeIn(picks, place);
  if (chosen !== undefined) return `you picked ${chosen}, which is packed before all others`;
  const whatever = `so it is in whatever its relevance (${scores.shortNumber(relevance)})`;
  return pins.includes(place.path) ? `primary: it is pinned, ${whatever}` : verdict;
}

/** The first of some places that is meant: any of its file, or the one with the line. */
const placeIn = (places: readonly string[], { path, line }: NamedPlace): string | undefined =>
  places.find((text) => {
    const place = readPlace(text);
    if (place?.path !== path) return false;
    return line === null || (place.firstLine <= line && line <= place.lastLine);
  });

interface Out {
  readonly reason: string;
  /** As plans and records name it. */
  readonly dropped: string;
}

/** Overflow `error` refuses the whole context. */
function refusal({ overflow }: Composed, { budget }: Config): Out | null {
  if (budget.overflow_strategy !== 'error' || overflow.length === 0) return null;
  const what = overflow.length === 1 ? '1 document does' : `${overflow.length} documents do`;
  const reason = `the context is refused, because --overflow is error and ${what} not fit as they are`;
  return { dropped: 'refused', reason };
}

/** Of a file that nothing speaks for. */
function pointless({ task }: Gathering, unasked: string | null): string {
  if (unasked !== null) return unasked;
  if (task.asksWhatChanged === true)
    return 'the task asks what changed lately; the newest commits are the answer';
  return task.isOverview
    ? 'the task is about the project as a whole, and this file is a part of it'
    : 'nothing in the task points at it: no signal is above 0';
}

/** Why a file is not even looked at: what the request says of files, or where logs are of no use. */
function unaskedFor(
  entry: StateFile | undefined,
  { task }: Gathering,
  request: UnderstoodRequest,
): string | null {
  if (entry === undefined || isAsked(entry, task, request)) return null;
  const { source } = entry.shape;
  if (request.accepts?.(entry) === false) return 'left out by --include or --exclude';
  if (request.sources.length > 0 && !request.sources.includes(source))
    return `left out by --sources: its source is ${source}`;
  return source === 'logs'
    ? 'logs are only looked at where a task is about a fault or asks for them (--sources logs)'
    : `left out by the settings of its source (sources.${source})`;
}

function whyOut(
  gathering: Gathering,
  composed: Composed,
  score: Score,
  place: NamedPlace,
  { isOpen, unasked }: Pick<CompositionRules, 'isOpen'> & { readonly unasked: string | null },
): Out {
  const { path, line } = place;
  const isAsked = gathering.files.some((file) => file.path === path);
  if (!isAsked) {
    const reason = score.rank === null ? pointless(gathering, unasked) : score.verdict;
    return { dropped: 'no-match', reason };
  }
  const isCandidate = gathering.chunks.some(({ ranked }) => ranked.path === path);
  const unwanted = placeIn(gathering.drops, place);
  // A budget that does not even hold the task decides on no file, and of a file that is in, not on each of its lines.
  const undecided = isOpen ? 'not-worth-it' : 'over-budget';
  const decided = reasonAt(composed, place) ?? (isCandidate ? undecided : 'no-match');
  const dropped = unwanted === undefined ? decided : 'unwanted';
  const { totalTokens, budget } = composed;
  const full = `${totalTokens} of ${budget.available} tokens`;
  const hasFile = composed.parts.some((part) => part.path === path);
  const what =
    line !== null && hasFile ? `the piece that holds line ${line}` : 'even its best piece';
  const reasonFor = (): string => {
    switch (dropped) {
      case 'unwanted':
        return `you dropped ${unwanted}`;
      case 'source-limit':
        return `over the maximum of its source: sources.${score.source}.max_tokens is taken by pieces with a higher priority`;
      case 'document-limit':
        return `over the maximum of its document: assembly.max_chunks_per_doc is taken by pieces with a higher priority`;
      case 'duplicate':
        return `a duplicate: another piece with a higher priority says the same`;
      case 'fixed-share':
        return `no room in the share of what stands in every context, which takes ${full}`;
      case 'not-worth-it':
        if (line !== null && hasFile)
          return `not worth its tokens: other lines of the file are in, and ${what} is needed too seldom for what it costs; a size (--context-tokens) or --fill lets it in`;
        return isCandidate
          ? `not worth its tokens: of files with a relevance of ${scores.shortNumber(score.relevance)} too few are needed for what its best piece costs; a size (--context-tokens) or --fill lets it in`
          : `not worth its tokens: rank ${score.rank} of ${score.ranked}, and the files above it are more than a context without a size looks at`;
      case 'over-budget':
        return isCandidate
          ? `over budget: ${full} are taken by pieces with a higher priority, and ${what} does not fit in what is left`
          : `over budget: rank ${score.rank} of ${score.ranked}, and the files above it take more than twice the ${budget.available} available tokens`;
      case 'no-match':
        return score.rank === null
          ? pointless(gathering, unasked)
          : 'none of its pieces has anything to do with the task';
      case 'below-threshold':
        return score.rank === null ? pointless(gathering, unasked) : score.verdict;
    }
  };
  // That it is out is said before.
  return { dropped, reason: reasonFor().replace(/^left out: /, '') };
}

/** The decision on the piece that holds the line, or on the document. */
function reasonAt({ dropped, decisions }: Composed, { path, line }: NamedPlace): DropReason | null {
  const piece = decisions.find(
    (own) => own.path === path && line !== null && own.lines[0] <= line && line <= own.lines[1],
  );
  if (piece?.kind === 'dropped') return piece.reason;
  return dropped.find((own) => own.path === path)?.reason ?? null;
}
