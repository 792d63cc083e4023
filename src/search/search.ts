import type { Config } from '../config/defaults.ts';
import { choose } from '../gather/choose.ts';
import { doubtNotes } from '../gather/doubt.ts';
import type { Gathering } from '../gather/gathering.ts';
import { rank } from '../gather/rank.ts';
import { gatherRequest } from '../gather/request.ts';
import { understand } from '../gather/understand.ts';
import { unitsOf } from '../gather/units.ts';
import type { SearchHit, SearchRequest, TaskRequest } from '../model/results.ts';
import type { Ports } from '../ports/ports.ts';
import type { StateView } from '../ports/store.ts';
import { byPriority } from '../retrieve/chunks.ts';
import { findFunctions, isFunction } from '../retrieve/functions.ts';
import { respeltNotes } from '../retrieve/spelling.ts';

/** Results where a request says no number. */
const USUAL_LIMIT = 20;

/** Pieces, files or functions for a query, best first. */
export async function search(
  ports: Ports,
  view: StateView,
  request: SearchRequest,
  config: Config,
): Promise<SearchHit[]> {
  const { query: task, find = 'pieces', limit = USUAL_LIMIT, ...rest } = request;
  const asks = { ...rest, task };
  if (find === 'functions') return searchFunctions(ports, view, asks, limit, config);
  const asked = await understand(ports, view, gatherRequest(asks, config));
  const ranking = rank(view, asked);
  for (const note of [...respeltNotes(ranking.task), ...doubtNotes(ranking.surroundings)])
    ports.warn(note);
  if (find === 'files') {
    return ranking.files
      .filter((file) => file.score > 0)
      .slice(0, limit)
      .map(({ path, score, relevance, tier }) => ({ path, score, relevance, tier }));
  }
  const { files, chunks, chains } = choose(view, ranking, asked);
  const scored = new Map(files.map((file) => [file.path, file]));
  // What stands in every context is no answer by itself.
  const linked = new Set(chains.flatMap(({ links }) => links.map(({ path }) => path)));
  const facts = new Map(chunks.map((entry) => [entry.ranked.path, entry.facts]));
  const isFound = ({ path }: { readonly path: string }): boolean =>
    (scored.get(path)?.score ?? 0) > 0 || linked.has(path);
  return chunks
    .flatMap((entry) => entry.chunks)
    .filter(isFound)
    .sort(byPriority)
    .slice(0, limit)
    .map((chunk) => {
      const { path, priority: score } = chunk;
      const name = facts.get(path)?.chunks[chunk.sequence]?.name ?? '';
      return { path, score, ...placed(scored.get(path), chunk, name) };
    });
}

/** What a result says of its place; relevance and tier are those of its file. */
function placed(
  file: Pick<SearchHit, 'relevance' | 'tier'> | undefined,
  { firstLine, lastLine }: { readonly firstLine: number; readonly lastLine: number },
  name: string,
): Omit<SearchHit, 'path' | 'score'> {
  const { relevance = 0, tier = 'reference' } = file ?? {};
  const span = [firstLine, lastLine] as const;
  return { relevance, tier, span, ...(name === '' ? {} : { name }) };
}

/** A report tells what goes wrong, not what a function does: all that speaks for its file and its lines is needed to find it. */
function functionsToChange({ files, chunks }: Gathering, limit: number): SearchHit[] {
  const scored = new Map(files.map((file) => [file.path, file]));
  return unitsOf(chunks)
    .flatMap((unit) => {
      const chunk = unit.facts.chunks[unit.firstSequence];
      return chunk !== undefined && isFunction(chunk) ? [{ unit, name: chunk.name }] : [];
    })
    .slice(0, limit)
    .map(({ unit, name }) => {
      const { path, score } = unit;
      return { path, score: Math.exp(score), ...placed(scored.get(path), unit, name) };
    });
}

/** Functions that fit a description, or where a report tells to look. */
async function searchFunctions(
  ports: Ports,
  view: StateView,
  request: TaskRequest,
  limit: number,
  config: Config,
): Promise<SearchHit[]> {
  const { scoring_method: method, semantic: meaning } = config.relevance;
  const isMeant = method !== 'keyword' && !(request.without ?? []).includes('semantic');
  const asked = gatherRequest(request, config);
  const ranking = rank(view, asked);
  if (ranking.task.ask === 'report' && method !== 'semantic') {
    return functionsToChange(choose(view, ranking, asked), limit);
  }
  const files = new Map(ranking.files.map((entry) => [entry.file, entry]));
  const semantic = isMeant
    ? await (await import('../gather/meaning.ts')).semanticScores(ports, view, request.task, {
        config: meaning,
        scope: 'functions',
      })
    : null;
  const found = findFunctions(view, ranking.task, { limit, semantic });
  return found.map(({ file, path, chunk, score }) => {
    return { path, score, ...placed(files.get(file), chunk, chunk.name) };
  });
}
