import { DEFAULTS } from '../config/defaults.ts';
import { late, remembered, rememberedOf } from '../math/memo.ts';
import { shinglesOf } from '../math/shingles.ts';
import { countTerms } from '../math/terms.ts';
import type { RankedChunk } from '../model/candidate.ts';
import type { Facts } from '../model/document.ts';
import type { ScoredFile } from '../model/relevance.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { type Chain, chains } from '../retrieve/chains.ts';
import { byPriority, type FileChunks, rankChunks } from '../retrieve/chunks.ts';
import { dedupe } from '../retrieve/dedupe.ts';
import { FULL_QUERY, fullQuery } from '../retrieve/query.ts';
import { environmentsNamed } from '../text/paths/environments.ts';
import { insideAny } from '../text/paths/place.ts';
import { isIntroduction } from '../text/prose/decoration.ts';
import { buildChains } from './builds.ts';
import { chanceIn } from './chance.ts';
import { coveredChains } from './covered.ts';
import { decisionChains } from './decided.ts';
import { doneChains } from './done.ts';
import { elsewhereIn } from './elsewhere.ts';
import { environmentChains } from './environment.ts';
import { otherMatters, withoutOtherMatters } from './events.ts';
import { exchangesOf } from './exchanges.ts';
import { fixedContext } from './fixed-context.ts';
import type { Gathering, GatherRequest, Ranking, UnderstoodRequest } from './gathering.ts';
import { guideChains } from './guides.ts';
import { languageChains } from './languages.ts';
import { limitChains } from './limits.ts';
import { manifestChains } from './manifests.ts';
import { linesMeant, recordsOf } from './meant.ts';
import { moduleChains } from './module.ts';
import { namedFileChains } from './named-files.ts';
import { othersThan } from './others.ts';
import { overviewChains } from './overview-chains.ts';
import { ownerChains } from './owners.ts';
import { pageChains } from './pages.ts';
import { pickedPaths, withChoice, withoutDropped } from './picks.ts';
import { pinnedFirst, unscored, withPinned, withPinnedTier } from './pins.ts';
import { isAsked, weightsOf } from './rank.ts';
import { candidatesOf, filesToLookAt } from './reach.ts';
import { recordChains } from './record-chains.ts';
import { sameMatterChains } from './same-matter.ts';
import { settingChains } from './settings.ts';
import { siblingChains } from './siblings.ts';
import { successorChains } from './successors.ts';
import { testChains } from './tests.ts';
import { typeChains } from './types.ts';
import { type Need, piecesLedTo, withWorth } from './worth.ts';

type Room = Pick<GatherRequest, 'tokens' | 'isFilled'>;

/** From ranked files to candidates for a context: the pieces of the best, of what they lead to, and of what is pinned. */
export const choose = (view: StateView, all: Ranking, request: UnderstoodRequest): Gathering =>
  choosing(view, all, request)(request);

/** The same for as much room as there is: whoever asks for several sizes gets what was found for as many files once. */
export function choosing(
  view: StateView,
  all: Ranking,
  request: UnderstoodRequest,
): (room: Room) => Gathering {
  // What is only known by its name has nothing that could be left out.
  const isRead = ({ file }: ScoredFile): boolean => (view.state.files[file]?.content ?? 0) !== 0;
  const ranking = {
    ...all,
    files: all.files.filter(isRead),
    scores: all.files.map(({ score }) => score),
  };
  const gatheringWith = (places: readonly Chain[]): ((room: Room) => Gathering) => {
    const found = evidenceFor(view, ranking, places, request);
    const lookedAt = remembered((most: number) => look(view, found, most, request));
    const gathered = remembered((most: number) => weigh(view, found, lookedAt(most), request));
    return (room) => {
      const own = { ...request, ...room };
      return gathered(filesToLookAt(view, found.files, own, (most) => lookedAt(most).pieces));
    };
  };
  const usual = late(() => gatheringWith([]));
  return (room) => {
    const places = environmentChains(view, ranking, { ...request, ...room });
    return (places.length === 0 ? usual() : gatheringWith(places))(room);
  };
}

/** What evidence leads to, and what it tells of other files. */
interface Found {
  readonly ranking: Ranking;
  /** With those that only evidence leads to. */
  readonly files: readonly ScoredFile[];
  readonly linked: readonly Chain[];
  readonly need: Need;
}

function evidenceFor(
  view: StateView,
  ranking: Ranking,
  places: readonly Chain[],
  request: UnderstoodRequest,
): Found {
  const { task } = ranking;
  const successors = successorChains(view, ranking);
  const covered = coveredChains(view, ranking, request);
  const isElsewhere = elsewhereIn(view, ranking);
  const isOfOthers = othersThan(view, task);
  const isOut = (path: string): boolean =>
    isElsewhere(path) || successors.isPast(path) || isOfOthers(path);
  const siblings = siblingChains(view, ranking, request);
  const records = recordsOf(view, task);
  const around = [
    ...places,
    ...moduleChains(view, ranking, request),
    ...siblings.chains,
    ...typeChains(view, ranking, request),
    ...testChains(view, ranking, request),
    ...buildChains(view, ranking, request),
    ...covered,
    ...limitChains(view, ranking, request),
    ...settingChains(view, ranking, request),
    ...manifestChains(view, ranking, request),
    ...pageChains(view, ranking, request),
    ...successors.chains,
    ...doneChains(view, ranking, request),
    ...ownerChains(view, ranking, request),
    ...decisionChains(view, ranking, request),
    ...recordChains(view, ranking, request, records),
    ...namedFileChains(view, ranking, request, records),
    ...guideChains(view, ranking, request),
    ...languageChains(view, ranking, request),
    ...sameMatterChains(view, ranking, request, records),
  ];
  const isOther = otherMatters(view, task);
  const evident = chains(view, task, (file) => isAsked(file, task, request));
  const ofAll = overviewChains(view, ranking, request);
  // Who asks about the whole is not led into its parts.
  const leads = isOnAll(task) ? [] : [...withoutOtherMatters(evident, task, isOther), ...around];
  const linked = [...ofAll, ...leads].filter(({ links }) => !links.some(({ path }) => isOut(path)));
  const files = withSilent(view, ranking, linked, request);
  const need = {
    ask: task.ask,
    files,
    linked: piecesLedTo(linked),
    models: siblings.models,
    wholes: linked.flatMap(({ links }) => links.filter(({ isWhole = false }) => isWhole)),
    terms: new Set(fullQuery(task.sections, FULL_QUERY).map(({ term }) => term)),
    isOther,
    lines: linesMeant(view, records),
    places: environmentsNamed(task.title),
    exchanges: exchangesOf(view, task, records),
    isByChance: chanceIn(view, { task, files, covered }, isOut),
  };
  return { ranking, files, linked, need };
}

interface Looked {
  readonly candidates: readonly ScoredFile[];
  readonly pieces: readonly FileChunks[];
}

/** Someone says that these files matter, or at least some lines of them. */
const wantedBy = (request: UnderstoodRequest): string[] => [
  ...(request.pins ?? []),
  ...pickedPaths(request),
];

/** So many of the best files, and what evidence and people want, with their pieces. */
function look(
  view: StateView,
  { ranking: { task, frames }, files, linked }: Found,
  most: number,
  request: UnderstoodRequest,
): Looked {
  const hasMeaning = weightsOf(request, task.ask).semantic > 0;
  const semantic = hasMeaning ? (request.semantic ?? null) : null;
  const linkedTo = withLinked(candidatesOf(files, most), files, linked);
  const wanted = { ...request, pins: wantedBy(request) };
  const candidates = withPinned(linkedTo, view, files, wanted);
  return {
    candidates,
    pieces: rankChunks(view, task, candidates, { frames, chains: linked, semantic }),
  };
}

function weigh(
  view: StateView,
  { ranking, files: found, linked, need }: Found,
  { candidates, pieces }: Looked,
  request: UnderstoodRequest,
): Gathering {
  const { pins = [], picks = [], drops = [] } = request;
  const wanted = { ...request, pins: wantedBy(request) };
  const asked = isOnAll(ranking.task) && !request.isFilled ? onlyLedTo(pieces, need) : pieces;
  const weighed = withWorth(withoutDecoration(asked, wanted.pins), need);
  const chunks = withChoice(pinnedFirst(weighed, request), request);
  const fixed = withoutDropped(
    fixedContext(view, found, request, { text: request.text, files: weighed, linked }),
    request,
  );
  const files = withPinnedTier(found, candidates, wanted);
  const distinct = distinctChunks(chunks, request);
  return { ...ranking, files, fixed, pins, picks, drops, chains: linked, ...distinct };
}

/** About the project as a whole, or what changed of it. */
const isOnAll = ({ isOverview = false, asksWhatChanged = false }: Task): boolean =>
  isOverview || asksWhatChanged;

/** Where the whole is asked about, pages are shown from their beginning, as far as that leads: the name of a project is all over them. */
const onlyLedTo = (files: readonly FileChunks[], { linked }: Need): FileChunks[] =>
  files.map((entry) => ({
    ...entry,
    chunks: entry.chunks.filter(({ sequence }) => linked.get(entry.ranked.path)?.has(sequence)),
  }));

/** Without badges, and without the lists of links of an introduction, unless somebody wants the whole page. */
const withoutDecoration = (files: readonly FileChunks[], pins: readonly string[]): FileChunks[] =>
  files.map((entry) => {
    const { path } = entry.ranked;
    if (pins.includes(path) || entry.facts.shape.source !== 'documentation') return entry;
    const chunks = entry.chunks.filter(({ sequence }) => {
      const kind = entry.facts.chunks[sequence]?.kind;
      return kind !== 'badges' && (kind !== 'links' || !isIntroduction(path));
    });
    return { ...entry, chunks };
  });

/** With the files of chains that no word speaks for, or too few: evidence reaches the least relevance. */
function withSilent(
  { state }: StateView,
  { task, files }: Ranking,
  linked: readonly Chain[],
  request: UnderstoodRequest,
): readonly ScoredFile[] {
  const known = new Set(files.map(({ file }) => file));
  const { supporting_threshold: relevance } = (request.config ?? DEFAULTS).relevance.thresholds;
  const led = new Set(linked.flatMap(({ links }) => links.map(({ file }) => file)));
  const added = [...led].flatMap((file) => {
    const entry = state.files[file];
    if (entry === undefined || known.has(file) || !isAsked(entry, task, request)) return [];
    return [{ ...unscored(entry, file, relevance, 'supporting'), standing: 'relevant' as const }];
  });
  const raised = files.map((file) =>
    led.has(file.file) && file.standing === 'below-threshold'
      ? {
          ...file,
          relevance: Math.max(file.relevance, file.threshold),
          standing: 'relevant' as const,
        }
      : file,
  );
  return [...raised, ...added];
}

/** What a chain of evidence leads to is a candidate, however its words rank. */
function withLinked(
  candidates: readonly ScoredFile[],
  files: readonly ScoredFile[],
  linked: readonly Chain[],
): ScoredFile[] {
  const led = new Set(linked.flatMap(({ links }) => links.map(({ file }) => file)));
  const known = new Set(candidates.map(({ file }) => file));
  return [...candidates, ...files.filter(({ file }) => led.has(file) && !known.has(file))];
}

/** Chunks looked at for duplicates, best first: further ones hardly ever find room. */
const DEDUPED_CHUNKS = 600;

/** The text of each chunk and its runs of words: of what many tasks find, they are told once. */
const saidIn = rememberedOf(({ chunks, text }: Facts) =>
  remembered((sequence: number) => {
    const { start = 0, end = 0 } = chunks[sequence] ?? {};
    const said = text.slice(start, end);
    return { text: said, runs: late(() => shinglesOf(said)) };
  }),
);

/** Leaves out chunks that say what a better one says (RT-1). */
function distinctChunks(
  ranked: readonly FileChunks[],
  { text, config = DEFAULTS, picks = [] }: GatherRequest,
): Pick<Gathering, 'chunks' | 'duplicates'> {
  const factsOf = new Map(ranked.map(({ ranked: { path }, facts }) => [path, facts]));
  const { filter_noise: filtersNoise } = config.sources.logs;
  const best = ranked
    .filter(({ facts }) => filtersNoise || facts.shape.source !== 'logs')
    .flatMap(({ chunks }) => chunks)
    .sort(byPriority)
    .slice(0, DEDUPED_CHUNKS)
    .flatMap((chunk) => {
      const facts = factsOf.get(chunk.path);
      return facts === undefined ? [] : [{ chunk, ...saidIn(facts)(chunk.sequence) }];
    });
  const isPicked = insideAny(picks);
  const { dropped: alike } = dedupe(best, config.assembly.dedup_threshold, ({ runs }) => runs());
  const isNamed = namedBy(text, ranked);
  const dropped = alike.filter(
    ({ item: { chunk }, of }) =>
      !isPicked(chunk.path, chunk) && !(of.chunk.path === chunk.path && isNamed(chunk)),
  );
  const gone = new Set(dropped.map(({ item }) => item.chunk));
  return {
    chunks: ranked.map((entry) => ({
      ...entry,
      chunks: entry.chunks.filter((chunk) => !gone.has(chunk)),
    })),
    duplicates: dropped.map(({ item, of, overlap }) => ({
      chunk: item.chunk,
      of: of.chunk,
      overlap,
    })),
  };
}

/** Whether code defines what the task names: where one file does so twice, these are two places to change, however alike they are. */
function namedBy(text: string, files: readonly FileChunks[]): (chunk: RankedChunk) => boolean {
  const words = countTerms(text);
  const code = files.filter(({ facts }) => facts.shape.source === 'code');
  const factsOf = new Map(code.map(({ ranked, facts }) => [ranked.path, facts]));
  return ({ path, sequence }) =>
    factsOf
      .get(path)
      ?.chunks[sequence]?.names.some((name) => words.has(`w:${name.toLowerCase()}`)) ?? false;
}
