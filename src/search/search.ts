import type { Config } from '../config/defaults.ts';
import { choose } from '../gather/choose.ts';
import { rank } from '../gather/rank.ts';
import { gatherRequest } from '../gather/request.ts';
import { understand } from '../gather/understand.ts';
import type { SearchHit, SearchRequest } from '../model/results.ts';
import type { Ports } from '../ports/ports.ts';
import type { StateView } from '../ports/store.ts';
import { byPriority } from '../retrieve/chunks.ts';
import { findFunctions } from '../retrieve/functions.ts';

/** Pieces, files or functions for a query, best first. */
export async function search(
  ports: Ports,
  view: StateView,
  request: SearchRequest,
  config: Config,
): Promise<SearchHit[]> {
  if (request.functions === true) return searchFunctions(ports, view, request, config);
  const asked = await understand(ports, view, gatherRequest(request, config));
  const ranking = rank(view, asked);
  if (request.files) {
    return ranking.files
      .filter((file) => file.score > 0)
      .slice(0, request.limit)
      .map(({ path, score, relevance, tier }) => ({ path, score, relevance, tier }));
  }
  const { files, chunks } = choose(view, ranking, asked);
  const scored = new Map(files.map((file) => [file.path, file]));
  const facts = new Map(chunks.map((entry) => [entry.ranked.path, entry.facts]));
  return chunks
    .flatMap((entry) => entry.chunks)
    .sort(byPriority)
    .slice(0, request.limit)
    .map((chunk) => {
      const file = scored.get(chunk.path);
      const name = facts.get(chunk.path)?.chunks[chunk.sequence]?.name ?? '';
      return {
        path: chunk.path,
        score: chunk.priority,
        relevance: file?.relevance ?? 0,
        tier: file?.tier ?? 'reference',
        span: [chunk.firstLine, chunk.lastLine] as const,
        ...(name === '' ? {} : { name }),
      };
    });
}

/** Functions that fit a description; relevance and tier are those of their files. */
async function searchFunctions(
  ports: Ports,
  view: StateView,
  { limit, ...request }: SearchRequest,
  config: Config,
): Promise<SearchHit[]> {
  const { scoring_method: method, semantic: meaning } = config.relevance;
  const isMeant = method !== 'keyword' && !request.without.includes('semantic');
  const ranking = rank(view, gatherRequest(request, config));
  const files = new Map(ranking.files.map((entry) => [entry.file, entry]));
  const semantic = isMeant
    ? await (await import('../gather/meaning.ts')).semanticScores(ports, view, request.text, {
        config: meaning,
        scope: 'functions',
      })
    : null;
  return findFunctions(view, ranking.task, { limit, semantic }).map(
    ({ file, path, chunk, score }) => ({
      path,
      score,
      relevance: files.get(file)?.relevance ?? 0,
      tier: files.get(file)?.tier ?? 'reference',
      span: [chunk.firstLine, chunk.lastLine] as const,
      ...(chunk.name === '' ? {} : { name: chunk.name }),
    }),
  );
}
