import { type Config, DEFAULTS } from '../config/defaults.ts';
import type { Ranking, UnderstoodRequest } from '../gather/gathering.ts';
import { marksIn, rank, scoreRules, silent, weightsOf } from '../gather/rank.ts';
import { attribute } from '../math/bm25.ts';
import { byCodePoint } from '../math/order.ts';
import { type RankedFile, SIGNALS, type Signal } from '../model/candidate.ts';
import type { ExplainedSignal, FileReasons, FileScore } from '../model/explanation.ts';
import { FACTORS, RERANKER, type ScoredFile, SIGNAL_GROUPS } from '../model/relevance.ts';
import { familyOf } from '../model/shape.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { FILE_FIELDS, SATURATION } from '../retrieve/fields.ts';
import * as pieces from '../retrieve/files.ts';
import { bestVote, historyVotes, type Vote, voteSum } from '../retrieve/history.ts';
import { PathLookup } from '../retrieve/mentions.ts';
import { FULL_QUERY, fullQuery, HISTORY_QUERY, titleQuery } from '../retrieve/query.ts';
import { scoresByRoot, termsAt } from '../retrieve/roots.ts';
import { scopeScores } from '../retrieve/scopes.ts';
import { fieldOf } from '../score/calibration.ts';
import { scoreOne } from '../score/score.ts';
import { readTask } from '../task/read-task.ts';
import { rootOf } from '../text/paths/roots.ts';

/** A file's place in a ranking; scored anew, with every factor, whether it has a weight or not. */
export function explainScore(
  view: StateView,
  ranking: Ranking,
  request: UnderstoodRequest,
  file: number,
): FileScore {
  const { config = DEFAULTS } = request;
  const at = ranking.files.findIndex((ranked) => ranked.file === file && ranked.score > 0);
  const entry = view.state.files[file];
  if (entry === undefined) throw new RangeError('a file outside the state');
  const scores = ranking.scores ?? ranking.files.map(({ score }) => score);
  const field = fieldOf(
    scores,
    ranking.task.ask,
    config.relevance.fusion,
    ranking.surroundings.doubt,
  );
  const rules = scoreRules(config);
  const rankedFile = ranking.files[at] ?? silent(entry, file);
  const scored = scoreOne(rankedFile, field, ranking.surroundings, rules, FACTORS);
  const { path, source, penalty, score, factors, relevance, tier, standing } = scored;
  const { thresholds } = config.relevance;
  return {
    kind: 'scored',
    path,
    source,
    task_type: ranking.task.type,
    rank: at < 0 ? null : at + 1,
    ranked: ranking.files.length,
    signals: explainSignals(view, ranking.task, scored, request),
    penalty,
    score,
    factors,
    priority: { level: scored.priority, multiplier: scored.multiplier },
    relevance,
    relevance_by_itself: scored.byFactors ?? relevance,
    tier,
    standing,
    thresholds: {
      include: thresholds.include_minimum,
      source: rules.sources[familyOf(source)],
      supporting: thresholds.supporting_threshold,
      primary: thresholds.primary_threshold,
    },
    verdict: verdictOf(scored, thresholds),
  };
}

/** Three digits after the point, or two that say something: small probabilities differ by what is small. */
export const shortNumber = (value: number): string =>
  value > 0 && value < 0.1 ? value.toPrecision(2) : value.toFixed(3);

function verdictOf(scored: ScoredFile, thresholds: Config['relevance']['thresholds']): string {
  const { standing, tier, relevance, threshold, source, match } = scored;
  const at = shortNumber(relevance);
  const next = tier === 'supporting' ? 'primary' : 'supporting';
  const wanted = thresholds[`${next}_threshold`];
  const rise =
    tier === 'primary' || tier === 'history'
      ? ''
      : `; ${next} from ${wanted} on, ${Math.max(0, wanted - relevance).toFixed(3)} more`;
  /** Where a source has no threshold of its own, and under `classic`, where that holds for the match, the minimum counts. */
  const least =
    threshold === thresholds.include_minimum ? 'the least there is' : `the threshold of ${source}`;
  const matched =
    match === undefined
      ? ''
      : `, and its match, ${match.value.toFixed(3)}, ${match.threshold}, the threshold of ${source}`;
  const by = scored.byFactors === undefined ? '' : ` because of what the file is to the task`;
  switch (standing) {
    case 'fixed':
      return `${tier}: part of every context, whatever its relevance (${at})${rise}`;
    case 'mentioned':
      return `${tier}: the task names it, so it is in whatever its relevance (${at})${rise}`;
    case 'relevant':
      return `${tier}: relevance ${at}${by} reaches ${threshold}, ${least}${matched}${rise}`;
    case 'room':
      return `${tier}: relevance ${at} is below ${threshold}, ${least}; it comes in because of --fill, where more relevant files leave room${rise}`;
    case 'below-threshold':
      if (match !== undefined && match.value < match.threshold) {
        return `left out: its match with the task, ${match.value.toFixed(3)}, is below ${match.threshold}, the threshold of ${source}, by ${(match.threshold - match.value).toFixed(3)}`;
      }
      return `left out: relevance ${at} is below ${threshold}, ${least}, by ${shortNumber(threshold - relevance)}`;
  }
}

function explainSignals(
  view: StateView,
  task: Task,
  { file, path, signals, parts, mark }: RankedFile,
  request: UnderstoodRequest,
): ExplainedSignal[] {
  const { lexical } = view;
  const weights = weightsOf(request, task.ask);
  const [start, end] = [lexical.starts[file] ?? 0, lexical.starts[file + 1] ?? 0];
  const words = scoresByRoot(view, fullQuery(task.sections, FULL_QUERY), FILE_FIELDS, SATURATION);
  const { full, title } = votesFor(view, task, path);
  /** The signals before they were divided by their maximum. */
  const raw: Partial<Record<Signal, number>> = {
    lexical: pieces.bestChunksSum(words, start, end),
    title: pieces.bestChunksSum(
      pieces.titleScores(view, task),
      start,
      end,
      pieces.TITLE_CHUNK_DECAY,
    ),
    historyFull: voteSum(full),
    historyTitle: voteSum(title),
    historyBest: bestVote(title),
    mention: signals.mention,
    frame: signals.frame,
  };
  const explained = SIGNALS.map((signal): ExplainedSignal => {
    // Reciprocal ranks are added as they are; all lists count alike.
    const weight = parts !== undefined && weights[signal] > 0 ? 1 : weights[signal];
    const value = (parts ?? signals)[signal];
    return { signal, weight, raw: raw[signal] ?? null, value, contribution: weight * value };
  });
  if (mark === undefined) return explained;
  const marked = { signal: RERANKER, weight: 1, value: mark.adds, contribution: mark.adds };
  return [...explained, { ...marked, raw: mark.value }];
}

function votesFor(view: StateView, { sections }: Task, path: string) {
  return {
    full: historyVotes(view, fullQuery(sections, HISTORY_QUERY), true).get(path) ?? [],
    title: historyVotes(view, titleQuery(sections), false).get(path) ?? [],
  };
}

const TERMS_SHOWN = 12;
const COMMITS_SHOWN = 8;

/** The words that made the word score of each file, strongest first: what each gave to its best chunks. */
export function termsIn(view: StateView, task: Task): (file: number) => FileReasons['terms'] {
  const { lexical } = view;
  const query = fullQuery(task.sections, FULL_QUERY);
  // Each root has terms of its own, and all its files share them.
  const known = new Map<string, ReturnType<typeof lexical.score>>();
  return (file) => {
    const terms = termsAt(view, query, file);
    const root = rootOf(view.state.files[file]?.path ?? '') ?? '';
    const scores = known.get(root) ?? lexical.score(terms, FILE_FIELDS, SATURATION);
    known.set(root, scores);
    const start = lexical.starts[file] ?? 0;
    const end = lexical.starts[file + 1] ?? 0;
    const best = Array.from({ length: end - start }, (_, i) => start + i)
      .filter((chunk) => (scores[chunk] ?? 0) > 0)
      .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
      .slice(0, pieces.BEST_CHUNKS);
    const content = view.state.files[file]?.content ?? 0;
    if (content === 0 || best.length === 0) return [];
    const { chunks } = view.facts(content);
    return attribute(lexical, terms, lexical.places, FILE_FIELDS, SATURATION, best)
      .map(({ term, weight, idf, scores: parts }) => {
        const decayed = parts.map((part, j) => pieces.CHUNK_DECAY ** j * part);
        const strongest = decayed.indexOf(Math.max(...decayed));
        const chunk = chunks[(best[strongest] ?? start) - start];
        return {
          term: term.slice(2),
          kind: term.startsWith('w:') ? ('word' as const) : ('part' as const),
          weight,
          idf,
          contribution: decayed.reduce((sum, part) => sum + part, 0),
          lines: [chunk?.firstLine ?? 1, chunk?.lastLine ?? 1] as const,
        };
      })
      .filter(({ contribution }) => contribution > 0)
      .sort((a, b) => b.contribution - a.contribution || byCodePoint(a.term, b.term))
      .slice(0, TERMS_SHOWN);
  };
}

const OID_SHOWN = 10;
const SUBJECT_SHOWN = 100;

export function explainCommits(view: StateView, task: Task, path: string): FileReasons['commits'] {
  const { full, title } = votesFor(view, task, path);
  const share = (votes: readonly Vote[], oid: string): number => {
    const vote = votes.find(({ commit }) => commit.oid === oid);
    return vote === undefined ? 0 : vote.weight / voteSum(votes);
  };
  const commits = new Map([...full, ...title].map(({ commit }) => [commit.oid, commit]));
  return [...commits.values()]
    .map((commit) => ({ commit, full: share(full, commit.oid), title: share(title, commit.oid) }))
    .sort(
      (a, b) => b.full + b.title - (a.full + a.title) || byCodePoint(a.commit.oid, b.commit.oid),
    )
    .slice(0, COMMITS_SHOWN)
    .map(({ commit, ...shares }) => ({
      oid: commit.oid.slice(0, OID_SHOWN),
      subject: (commit.message.split('\n')[0] ?? '').slice(0, SUBJECT_SHOWN),
      ...shares,
    }));
}

export function explainMentions(view: StateView, task: Task, file: number): string[] {
  const lookup = new PathLookup(view.state.files.map(({ path }) => path));
  return [
    ...task.paths.filter((path) => lookup.find(path).files.includes(file)),
    ...task.scopes.filter((scope) => scopeScores(view, [scope]).has(file)),
  ];
}

/**
 * Which signal the rank of a file hangs on: each is left out in turn and everything is ranked
 * anew. The largest term of the sum need not be it: what lifts all files alike lifts none.
 */
export function causesOf(
  view: StateView,
  request: UnderstoodRequest,
  file: number,
  here: number | null,
): Pick<FileReasons, 'decisive' | 'ablations'> {
  if (here === null) return { decisive: [], ablations: [] };
  const without = request.without ?? [];
  const weights = weightsOf(request, readTask(request.text, request.type).ask);
  const effectOf = (names: readonly string[]): Effect =>
    effect(rank(view, { ...request, without: [...without, ...names] }), file);
  const judge = (signal: string) => ({ signal, ...effectOf([signal]) });
  const strongest = (a: Effect, b: Effect): number => b.place - a.place || a.margin - b.margin;
  const active: string[] = SIGNALS.filter((signal) => weights[signal] > 0);
  if (marksIn(request) !== null) active.push(RERANKER);
  const singles = active
    .map(judge)
    .sort((a, b) => strongest(a, b) || byCodePoint(a.signal, b.signal));
  const groups = Object.keys(SIGNAL_GROUPS).map(judge).sort(strongest);
  const effects = [...singles, ...groups];
  const top = effects.find(({ place }) => place > here) ?? groups[0];
  // The strongest cause, with as many further ones as it takes to lower the rank.
  const decisive = top === undefined ? [] : [top.signal];
  for (const { signal } of top === undefined || top.place > here ? [] : [...groups, ...singles]) {
    if (decisive.includes(signal)) continue;
    decisive.push(signal);
    if (effectOf(decisive).place > here) break;
  }
  return {
    // What the rest can do without is left out.
    decisive: decisive.reduce((needed, name) => {
      const rest = needed.filter((other) => other !== name);
      return rest.length > 0 && effectOf(rest).place > here ? rest : needed;
    }, decisive),
    ablations: effects.map(({ signal, place }) => ({
      signal,
      rank_without: place === Number.POSITIVE_INFINITY ? null : place,
    })),
  };
}

type Effect = ReturnType<typeof effect>;

/**
 * Its place from 1, infinite where the file is not ranked at all, and its relevance against the best other file: how far it is from
 * another rank at the top.
 */
function effect({ files }: Ranking, file: number) {
  const at = files.findIndex((entry) => entry.file === file && entry.score > 0);
  const own = files[at];
  if (own === undefined) return { place: Number.POSITIVE_INFINITY, margin: 0 };
  const rival = files.find((entry) => entry.file !== file)?.score ?? 0;
  return { place: at + 1, margin: rival === 0 ? own.score : own.score / rival };
}
