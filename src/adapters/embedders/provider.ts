import type { Config } from '../../config/defaults.ts';
import { SheafError } from '../../model/errors.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { type Environment, endpointOf } from '../models/endpoint.ts';
import { httpEmbedder } from './http.ts';
import { transformersEmbedder } from './transformers.ts';

/** The embedder that the configuration names; each loads its packages only when it is opened. */
export async function openEmbedder(
  config: Config['relevance']['semantic'],
  env: Environment,
): Promise<Embedder> {
  switch (config.provider) {
    case 'openai-compatible':
    case 'ollama': {
      const { dimensions, max_batch: maxBatch } = config;
      return httpEmbedder({ ...endpointOf(config, env), dimensions, maxBatch });
    }
    case 'transformers':
      return transformersEmbedder({ folder: config.model });
    case 'lsa':
    case 'none':
      throw new SheafError('internal', `The provider ${config.provider} does not use a model.`);
  }
}
