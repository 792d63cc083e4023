import { DEFAULTS } from '../config/defaults.ts';
import { byCodePoint } from '../math/order.ts';
import type { Facts } from '../model/document.ts';
import type { ScoredFile } from '../model/relevance.ts';
import { familyOf, type SourceName } from '../model/shape.ts';
import type { StateView } from '../ports/store.ts';
import { type ChunkPlace, recentTurns, standingRemarks } from '../retrieve/sources.ts';
import { matchesGlobs } from '../text/paths/globs.ts';
import { insideRoot, rootOf } from '../text/paths/roots.ts';
import type { FixedContext, GatherRequest, ProjectMap } from './gathering.ts';
import { onTopic, type Topic } from './topic.ts';

/** Instructions to agents come before introductions for people. */
const FIXED_ORDER = [/(^|\/)(AGENTS|CLAUDE)\.md$/i, /(^|\/)README/i];

/** What tells of the project in general and not what to do in it. */
export const GENERAL: RegExp = /(?:^|\/)(?:readme|contributing)[^/]*$/i;

const INTRODUCTION = /(?:^|\/)readme[^/]*$/i;

/** The best files say which roots a task is about. */
const ROOTS_OF = 10;

/** How well a piece matches by its words beside the best one, so that its page is an answer. */
const SAID = 0.5;

export function fixedContext(
  view: StateView,
  files: readonly ScoredFile[],
  request: GatherRequest,
  topic: Topic,
): FixedContext {
  const { sources, config = DEFAULTS } = request;
  const isAskedFor = (source: SourceName): boolean =>
    config.sources[familyOf(source)].enabled && (sources.length === 0 || sources.includes(source));
  const place = ({ path }: ScoredFile): number => {
    const at = FIXED_ORDER.findIndex((pattern) => pattern.test(path));
    return (at < 0 ? FIXED_ORDER.length : at) * 1000 + path.split('/').length;
  };
  const { always_include: listed } = config.sources.documentation;
  /** An introduction that answers the task is evidence like any other page: its sections are wanted, not its description. */
  const links = topic.linked?.flatMap((chain) => chain.links) ?? [];
  const led = new Set(links.map(({ path }) => path));
  /** So are rules for contributors that have the words of the task. */
  const isSaid = (path: string): boolean =>
    topic.files.some(
      ({ ranked, chunks }) => ranked.path === path && chunks.some(({ words }) => words >= SAID),
    );
  /** The project as a whole is asked about. */
  const ofAll = new Set(links.flatMap(({ kind, path }) => (kind === 'page' ? [path] : [])));
  const isEvidence = ({ path, tier }: ScoredFile): boolean =>
    config.relevance.preset !== 'classic' &&
    (tier !== 'reference' ||
      ofAll.has(path) ||
      ((led.has(path) || isSaid(path)) && !INTRODUCTION.test(path))) &&
    GENERAL.test(path) &&
    !matchesGlobs(insideRoot(path), listed);
  /** Of several roots, only those that the task is about have a say. */
  const roots = new Set(files.slice(0, ROOTS_OF).map(({ path }) => rootOf(path)));
  const factsOf = (file: number): Facts => view.facts(view.state.files[file]?.content ?? 0);
  const hasTalk = isAskedFor('conversation');
  const count = config.sources.conversation.recent_messages_verbatim;
  const recent = hasTalk ? recentTurns(view, count) : [];
  const [first] = recent;
  return {
    remarks: hasTalk ? onTopic(standingRemarks(view), view, topic) : [],
    turns: first === undefined ? null : turnsOf(recent, first.path, factsOf(first.file)),
    documents: files
      .filter(({ path, standing }) => standing === 'fixed' && roots.has(rootOf(path)))
      .sort((a, b) => place(a) - place(b) || byName(a.path, b.path))
      .filter(isFirstOfItsFolder())
      .filter((file) => !isEvidence(file))
      .map(({ path, file, relevance }) => ({ path, facts: factsOf(file), relevance })),
    ...(config.assembly.map || ofAll.size > 0 ? { map: mapOf(view, files, request) } : {}),
  };
}

/** `README.md` says what `README-VIM.md` says of a part. */
const byName = (a: string, b: string): number => a.length - b.length || byCodePoint(a, b);

/** One introduction describes a project; what others lie beside it are for those who need them. */
function isFirstOfItsFolder(): (file: { readonly path: string }) => boolean {
  const introduced = new Set<string>();
  return ({ path }) => {
    if (!INTRODUCTION.test(path)) return true;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    if (introduced.has(folder)) return false;
    introduced.add(folder);
    return true;
  };
}

const turnsOf = (
  places: readonly ChunkPlace[],
  path: string,
  facts: Facts,
): NonNullable<FixedContext['turns']> => ({
  path,
  facts,
  chunks: places.map((place) => ({
    ...place,
    start: facts.chunks[place.sequence]?.start ?? 0,
    end: facts.chunks[place.sequence]?.end ?? 0,
    priority: 1,
    frame: 0,
    words: 0,
    worth: 1,
  })),
});

/** A map shows the ways to so many of the best files. */
const MAPPED_FILES = 20;

function mapOf(
  { state }: StateView,
  files: readonly ScoredFile[],
  { accepts = () => true, pins = [] }: GatherRequest,
): ProjectMap {
  const likely = files.filter(({ standing, score }) => standing !== 'below-threshold' && score > 0);
  return {
    paths: state.files.filter(accepts).map(({ path }) => path),
    chosen: [...pins, ...likely.slice(0, MAPPED_FILES).map(({ path }) => path)],
  };
}
