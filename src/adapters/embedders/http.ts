import { SheafError } from '../../model/errors.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { openProvider } from '../models/chat.ts';
import { asking, type Endpoint } from '../models/endpoint.ts';

export interface HttpEmbedderOptions extends Endpoint {
  /** How long vectors must be; 0 where the first answer decides. */
  readonly dimensions: number;
  readonly maxBatch: number;
}

/** Longer texts are beyond what embedding models read. */
const CHARACTERS_AT_MOST = 8000;

/** An endpoint that speaks the OpenAI embeddings protocol. */
export async function httpEmbedder(options: HttpEmbedderOptions): Promise<Embedder> {
  const { baseURL, provider, sdk } = await openProvider(options);
  const model = provider.textEmbeddingModel(options.model);
  let dimensions = options.dimensions;
  return {
    name: `${baseURL} ${options.model}`,
    get dimensions() {
      return dimensions;
    },
    maxBatch: options.maxBatch,
    embed: async (texts, signal) => {
      if (texts.length === 0) return [];
      const values = texts.map((text) => text.slice(0, CHARACTERS_AT_MOST));
      const { embeddings } = await asking(options, signal, (abortSignal) =>
        sdk.embedMany({ model, values, abortSignal, maxRetries: 0, maxParallelCalls: 1 }),
      );
      if (dimensions === 0) dimensions = embeddings[0]?.length ?? 0;
      const returned = `The model ${options.model} returned`;
      if (embeddings.length !== texts.length) {
        const counts = `${embeddings.length} instead of ${texts.length}`;
        throw new SheafError('unreadable', `${returned} the wrong number of vectors: ${counts}.`);
      }
      // Vectors of different lengths would be compared as if they were alike.
      const wrong = embeddings.find(({ length }) => length !== dimensions || dimensions === 0);
      if (wrong === undefined) return embeddings;
      throw new SheafError(
        'unreadable',
        `${returned} a vector of ${wrong.length} numbers instead of ${dimensions}.`,
        'Set relevance.semantic.dimensions to the length the model returns, or to 0.',
      );
    },
  };
}
