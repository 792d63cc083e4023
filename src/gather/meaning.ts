import type { Config } from '../config/defaults.ts';
import { makeUnit, type PackedRows } from '../math/rows.ts';
import { hintedSentence } from '../model/errors.ts';
import { ANALYSER_VERSION } from '../model/version.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { Ports } from '../ports/ports.ts';
import type { StateView } from '../ports/store.ts';
import { movedQuery } from '../retrieve/feedback.ts';
import { FILE_FIELDS, SATURATION } from '../retrieve/fields.ts';
import { foldLsa, LSA_VERSION, lsaFromBytes, lsaToBytes, trainLsa } from '../retrieve/lsa.ts';
import { FULL_QUERY, fullQuery } from '../retrieve/query.ts';
import {
  type Covered,
  cosines,
  coveredContents,
  type SemanticScope,
  textsOf,
  vectorsOf,
} from './vectors.ts';

export interface SemanticOptions {
  readonly config: Config['relevance']['semantic'];
  readonly scope: SemanticScope;
}

/** Enough to learn a vocabulary from, little enough to learn it in seconds; the other texts are placed in the space they span. */
const TRAINED_CHUNKS_AT_MOST = 8000;

/**
 * How close each chunk of a state is to a query in meaning, from 0 to 1 by ordinal; 0 where a chunk
 * is not covered. Null where meaning can't be had: switched off, too little text, or a provider
 * that failed (which is said as a warning). Search then goes on by words alone.
 */
export async function semanticScores(
  ports: Ports,
  view: StateView,
  queryText: string,
  { config, scope }: SemanticOptions,
): Promise<Float64Array | null> {
  if (config.provider === 'none') return null;
  const { warn, signal, hash } = ports;
  const covered = coveredContents(view, scope);
  if (covered.length === 0) return null;
  try {
    const embedder =
      config.provider === 'lsa'
        ? lsaEmbedder(view, covered, scope, hash)
        : await ports.embedder(config);
    if (embedder === null) return null;
    const vectors = await vectorsOf(view, covered, scope, embedder, signal);
    const [query] = await embedder.embed([queryText], signal);
    const unit = makeUnit(Float64Array.from(query ?? []));
    const scores = cosines(view, vectors, unit);
    // Measured for the built-in embedder only.
    if (config.provider !== 'lsa') return scores;
    return feedBack(view, vectors, unit, { words: wordScores(view, queryText), meaning: scores });
  } catch (error) {
    signal.throwIfAborted();
    if (config.provider === 'lsa') throw error; // ours to mend, not a provider that is down
    warn(`${hintedSentence(error)} Meaning is left out of this search.`);
    return null;
  }
}

const wordScores = (view: StateView, title: string): Float64Array =>
  view.lexical.score(
    fullQuery({ title, prose: '', inline: '', code: '', frames: '', exception: '' }, FULL_QUERY),
    FILE_FIELDS,
    SATURATION,
  );

/** Asks again from where the best chunks lie: a question is short, its answers say more of what is meant. */
function feedBack(
  view: StateView,
  vectors: ReadonlyMap<number, PackedRows>,
  query: Float64Array,
  scores: { readonly words: Float64Array; readonly meaning: Float64Array },
): Float64Array {
  const { starts } = view.lexical;
  const rowsAt = view.state.files.flatMap((file, i) => {
    const rows = vectors.get(file.content);
    return rows === undefined ? [] : [{ rows, start: starts[i] ?? 0, end: starts[i + 1] ?? 0 }];
  });
  const moved = movedQuery(rowsAt, query, scores);
  return moved === null ? scores.meaning : cosines(view, vectors, moved);
}

/** The built-in embedder: a space learnt from the covered texts, once for each set of contents. */
function lsaEmbedder(
  view: StateView,
  covered: readonly Covered[],
  scope: SemanticScope,
  hash: Ports['hash'],
): Embedder | null {
  const chunkCounts = new Map(view.state.files.map((file) => [file.content, file.chunks]));
  let chunks = 0;
  // Names begin with a hash, so the first ones are a sample that edits elsewhere leave as it is.
  const sample = covered.filter(({ content }) => {
    const isWanted = chunks < TRAINED_CHUNKS_AT_MOST;
    chunks += chunkCounts.get(content) ?? 0;
    return isWanted;
  });
  const root = hash(sample.map(({ name }) => name).join('\n'));
  const key = `lsa ${LSA_VERSION} ${ANALYSER_VERSION} ${scope} ${root}`;
  const stored = view.models?.readModel(key);
  const known = stored == null ? null : lsaFromBytes(stored);
  const model = known ?? trainLsa(sample.flatMap((item) => textsOf(view, item, scope)));
  if (model === null) return null;
  if (known === null) view.models?.writeModel(key, lsaToBytes(model));
  return {
    name: key,
    dimensions: model.rows.width,
    maxBatch: Number.MAX_SAFE_INTEGER,
    embed: async (texts) => texts.map((text) => foldLsa(model, text)),
  };
}
