import type { Config } from '../../config/defaults.ts';
import { SheafError } from '../../model/errors.ts';
import type { Embedder, Reranker } from '../../ports/embedder.ts';
import { ALLOWED_HOSTS_VARIABLE, type Endpoint } from './endpoint.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type EndpointKeys = Pick<
  Config['relevance']['semantic'],
  'base_url' | 'model' | 'api_key_env' | 'timeout_ms'
>;

function endpointOf(config: EndpointKeys, env: Environment): Endpoint {
  const key = env[config.api_key_env];
  return {
    baseUrl: config.base_url,
    model: config.model,
    apiKey: key === undefined || key === '' ? null : key,
    timeoutMs: config.timeout_ms,
    allowedHosts: (env[ALLOWED_HOSTS_VARIABLE] ?? '').split(',').map((host) => host.trim()),
  };
}

const SLASHES_AT_END = /\/{1,8}$/;

/** Ollama speaks the protocol below /v1; people know it by its bare address. */
function ollamaAddress(url: string): string {
  const bare = url.replace(SLASHES_AT_END, '');
  return bare.endsWith('/v1') ? bare : `${bare}/v1`;
}

/** The embedder that the configuration names, each loaded only when it is. */
export async function openEmbedder(
  config: Config['relevance']['semantic'],
  env: Environment,
): Promise<Embedder> {
  switch (config.provider) {
    case 'openai-compatible':
    case 'ollama': {
      const { httpEmbedder } = await import('./http.ts');
      const endpoint = endpointOf(config, env);
      const isOllama = config.provider === 'ollama';
      return httpEmbedder({
        ...endpoint,
        baseUrl: isOllama ? ollamaAddress(endpoint.baseUrl) : endpoint.baseUrl,
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
      throw new SheafError('internal', `The provider ${config.provider} asks no model.`);
  }
}

export async function openReranker(
  config: Config['relevance']['reranker'],
  env: Environment,
): Promise<Reranker> {
  const { httpReranker } = await import('./reranker.ts');
  return httpReranker(endpointOf(config, env));
}
