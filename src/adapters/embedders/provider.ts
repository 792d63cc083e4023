import type { Config } from '../../config/defaults.ts';
import { SheafError } from '../../model/errors.ts';
import type { Embedder, Reranker } from '../../ports/embedder.ts';
import { type Environment, endpointOf } from '../models/endpoint.ts';

/** The embedder that the configuration names, each loaded only when it is. */
export async function openEmbedder(
  config: Config['relevance']['semantic'],
  env: Environment,
): Promise<Embedder> {
  switch (config.provider) {
    case 'openai-compatible':
    case 'ollama': {
      const { httpEmbedder } = await import('./http.ts');
      return httpEmbedder({
        ...endpointOf(config, env),
        dimensions: config.dimensions,
        maxBatch: config.max_batch,
      });
    }
    case 'transformers': {
      const { transformersEmbedder } = await import('./transformers.ts');
      return transformersEmbedder({ folder: config.model });
    }
    case 'lsa':
    case 'none':
      throw new SheafError('internal', `The provider ${config.provider} does not use a model.`);
  }
}

export async function openReranker(
  config: Config['relevance']['reranker'],
  env: Environment,
): Promise<Reranker> {
  const { httpReranker } = await import('./reranker.ts');
  return httpReranker(endpointOf(config, env));
}
